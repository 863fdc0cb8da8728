/** What was captured, on disk: compressed JSON by content, so that judging again needs no browser. */
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { constants, zstdCompress, zstdDecompress } from 'node:zlib'

export interface Store {
  /** Where a thing of this content is, or belongs. */
  file(page: string, what: string, content: string): string
  /** Whether it is there. */
  has(file: string): boolean
  /** Notes that it is there now, and takes away what the same content was captured as before. */
  wrote(file: string): Promise<void>
}

/**
 * `eyes` is part of each name: other eyes see otherwise. With `keep`, what other eyes captured of the same content is
 * taken as well, the newest first.
 */
export async function openStore(folder: string, session: string, keep: boolean): Promise<Store> {
  await mkdir(folder, { recursive: true })
  const names = await readdir(folder)
  const present = new Set(names)
  const older = new Map<string, string>()
  if (keep) {
    const dated = await Promise.all(
      names.map(async name => ({ name, at: (await stat(join(folder, name))).mtimeMs })),
    )
    for (const { name } of dated.sort((a, b) => a.at - b.at)) older.set(stem(name), name)
  }
  return {
    file(page, what, content) {
      const name = `${page}.${what}.${content}.${session}.json.zst`
      return join(folder, present.has(name) ? name : (older.get(stem(name)) ?? name))
    },
    has: file => present.has(file.slice(folder.length + 1)),
    async wrote(file) {
      const name = file.slice(folder.length + 1)
      present.add(name)
      const stale = names.filter(other => other !== name && stem(other) === stem(name))
      await Promise.all(stale.map(other => rm(join(folder, other), { force: true })))
    },
  }
}

const stem = (name: string) => name.split('.').slice(0, 3).join('.')

/** Whole or not at all, so that a broken-off run leaves nothing half-written. */
export async function writePacked(file: string, value: string): Promise<void> {
  const packed = await promisify(zstdCompress)(value, {
    params: { [constants.ZSTD_c_compressionLevel]: 3 },
  })
  await writeFile(`${file}.part`, packed)
  await rename(`${file}.part`, file)
}

export async function readPacked<T>(file: string): Promise<T> {
  return JSON.parse(String(await promisify(zstdDecompress)(await readFile(file)))) as T
}
