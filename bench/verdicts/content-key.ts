/** Names for captures by what they are captures of: the bytes served, our eyes' code, and the browser. */
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { findBrowser } from '../../server/setup/browser.mjs'
import type { Change } from '../../test/mutations/page.ts'
import type { Built } from '../../test/page-pair.ts'

const ROOT = join(import.meta.dirname, '../..')
const TEXT = /\.(css|m?js|html?|json|svg|xml|txt)$/i
const folders = new Map<string, Promise<Map<string, Buffer>>>()

/** Of all code that looks at pages, and of the browser that it looks with. */
export async function captureKey(): Promise<string> {
  const browser = await findBrowser()
  if (!browser) throw new Error('no browser found; set CHROME_PATH to a Chrome or Chromium executable')
  const { stdout } = await promisify(execFile)(browser, ['--version'])
  return short([stdout.trim(), ...(await listed(join(ROOT, 'server/capture'))), await ownCode()])
}

/** Of what a side serves: its folder, and how `change` alters it. */
export async function contentKey(built: Built, change: Change | null): Promise<string> {
  const files = await filesOf(built.folder)
  const parts: (string | Buffer)[] = [built.page, ...(await listed(built.folder))]
  if (built.repair) parts.push(built.repair(String(files.get(built.page))))
  if (built.files) parts.push(String(built.files), await ownPictures())
  if (change) {
    parts.push(change.html)
    for (const [path, made] of change.added)
      parts.push(path, typeof made === 'function' ? String(made) : bytesOf(made))
    for (const { path, change: rewrite } of change.files) {
      parts.push(String(path), String(rewrite))
      for (const [name, body] of files) {
        if (!path.test(name)) continue
        // What becomes of pictures is told by the change's own text, and takes long to make.
        parts.push(name, TEXT.test(name) ? bytesOf(await rewrite(body, name)) : '')
      }
    }
  }
  return short(parts)
}

export function short(parts: readonly (string | Buffer)[]): string {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(`${part.length}:`).update(part)
  return hash.digest('hex').slice(0, 20)
}

function bytesOf(made: Awaited<ReturnType<Change['rewrite']>>): string | Buffer {
  if (made === undefined || typeof made === 'string' || Buffer.isBuffer(made)) return made ?? ''
  return Buffer.concat([Buffer.from(`${made.status} ${made.type ?? ''} `), Buffer.from(made.body ?? '')])
}

const lists = new Map<string, Promise<string[]>>()

/** Names and hashes of all files below. */
function listed(folder: string): Promise<string[]> {
  const known =
    lists.get(folder) ??
    filesOf(folder).then(files => [...files].flatMap(([name, body]) => [name, short([body])]))
  lists.set(folder, known)
  return known
}

/** By path from the folder, with a slash before it, in order. */
function filesOf(folder: string): Promise<Map<string, Buffer>> {
  const known = folders.get(folder) ?? readAll(folder)
  folders.set(folder, known)
  return known
}

async function readAll(folder: string): Promise<Map<string, Buffer>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = entries
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath, entry.name))
    .sort()
  return new Map(
    await Promise.all(paths.map(async path => [path.slice(folder.length), await readFile(path)] as const)),
  )
}

/** How the benchmark itself serves and looks. */
const ownCode = async () =>
  short(await Promise.all(['page-pair.ts', 'serve.ts'].map(name => readFile(join(ROOT, 'test', name)))))
const ownPictures = () => readFile(join(ROOT, 'test/suites/studio-pictures.ts'))
