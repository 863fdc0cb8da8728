import { randomBytes } from 'node:crypto'
import { chmodSync, constants } from 'node:fs'
import {
  type FileHandle,
  lstat,
  mkdir,
  open,
  readdir,
  realpath,
  rename,
  rm,
  writeFile,
} from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import type { Readable } from 'node:stream'
import type { Config } from '../config/index.ts'
import { JobId } from '../contract.ts'

/** Screenshots, captures and reports of jobs. For the user alone that the server runs as. */
export interface ArtifactStore {
  /** Written whole or not at all; replaces what has the name. */
  put(jobId: string, name: string, bytes: Uint8Array | string): Promise<void>
  /** Undefined when there is none of that name. Who is given one closes it, or reads its stream. */
  open(jobId: string, name: string): Promise<OpenArtifact | undefined>
  /** What lies in `folder` and below, by name; a thousand of them at most. Empty where there is none. */
  list(jobId: string, folder: string): Promise<ListedArtifact[]>
  deleteJob(jobId: string): Promise<void>
  /** The jobs that have artifacts. */
  jobs(): Promise<string[]>
  /** The folder of a job's artifacts, absolute; made by the first `put`. */
  folder(jobId: string): string
}

export interface OpenArtifact {
  bytes: number
  /** Another one as soon as it is replaced. */
  version: string
  /** All of it, or the bytes from `start` to `end`, both included. Closes it at its end, or when it is destroyed. */
  stream(range?: { start: number; end: number }): Readable
  close(): Promise<void>
}

export interface ListedArtifact {
  /** Within the folder that was asked for. */
  name: string
  bytes: number
}

/** Whether `open` takes it for a name. */
export const isArtifactName = (name: string): boolean => NAME.test(name)

/**
 * Artifacts in `<data folder>/artifacts/<job id>/<name>`. A name is up to three parts between slashes, each of at most
 * 100 letters, digits, dots, hyphens and underscores that does not begin with a dot.
 * Every function throws RangeError for another name and for what is not a job id, before it touches a file. What is not
 * a regular file, or is reached by a link of whatever kind, is not there.
 */
export function openArtifacts(config: Pick<Config, 'dataDir'>): ArtifactStore {
  const root = join(config.dataDir, 'artifacts')
  closeToOthers(root)

  function folder(jobId: string): string {
    if (!JobId.safeParse(jobId).success) throw new RangeError(`${quoted(jobId)} is not a job id`)
    return join(root, jobId)
  }

  function pathOf(jobId: string, name: string): string {
    if (!NAME.test(name))
      throw new RangeError(`${quoted(name)} is not a name of an artifact; write it like crops/header-1.png`)
    return join(folder(jobId), name)
  }

  /** Whether no part of the path below our own folder is a link. */
  async function isStraight(path: string): Promise<boolean> {
    const [above, real] = await Promise.all([realpath(root), realpath(path)]).catch(nothingThere)
    return above !== undefined && real === join(above, relative(root, path))
  }

  return {
    folder,
    async put(jobId, name, bytes) {
      const path = pathOf(jobId, name)
      await mkdir(dirname(path), { recursive: true, mode: 0o700 })
      // Names beginning with a dot are ours alone, so nobody can ask for a file that is half written.
      const fresh = join(dirname(path), `.${randomBytes(6).toString('hex')}`)
      try {
        await writeFile(fresh, bytes, { flag: 'wx', mode: 0o600 })
        await rename(fresh, path)
      } catch (error) {
        await rm(fresh, { force: true })
        throw error
      }
    },
    async open(jobId, name) {
      const path = pathOf(jobId, name)
      const handle = await openRegular(path)
      if (!handle) return
      try {
        const stats = await handle.stat()
        if (stats.isFile() && stats.nlink === 1 && (await isStraight(path))) return opened(handle, stats)
      } catch (error) {
        await handle.close()
        throw error
      }
      await handle.close()
    },
    async list(jobId, folder) {
      const path = pathOf(jobId, folder)
      if (!(await isStraight(path))) return []
      // With types: without them links are followed.
      const entries = await readdir(path, { recursive: true, withFileTypes: true }).catch(nothingThere)
      const names = entries
        .filter(entry => entry.isFile())
        .map(entry => relative(path, join(entry.parentPath, entry.name)))
        .filter(name => isArtifactName(`${folder}/${name}`))
        .sort()
        .slice(0, MAX_LISTED)
      const sizes = await Promise.all(names.map(name => lstat(join(path, name)).catch(nothingThere)))
      return names.flatMap((name, index) => {
        const stats = sizes[index]!
        return 'size' in stats && stats.nlink === 1 ? [{ name, bytes: stats.size }] : []
      })
    },
    async jobs() {
      const names = await readdir(root).catch(nothingThere)
      return names.filter(name => JobId.safeParse(name).success)
    },
    async deleteJob(jobId) {
      // A scan that has just lost the job may still be writing: the folder is not empty when it should be.
      await rm(folder(jobId), { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

/** Without waiting for a pipe's other end. */
async function openRegular(path: string): Promise<FileHandle | undefined> {
  try {
    return await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
  } catch (error) {
    if (!isMissing(error)) throw error
  }
}

const opened = (handle: FileHandle, { size, mtimeMs }: { size: number; mtimeMs: number }): OpenArtifact => ({
  bytes: size,
  version: `${size}-${mtimeMs}`,
  stream: range => handle.createReadStream(range),
  close: () => handle.close(),
})

/** An older version has left it open. */
function closeToOthers(folder: string): void {
  try {
    chmodSync(folder, 0o700)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
}

const NAME = /^[A-Za-z0-9_-][\w.-]{0,99}(?:\/[A-Za-z0-9_-][\w.-]{0,99}){0,2}$/
/** Jobs have some hundred. */
const MAX_LISTED = 1000

/** ELOOP is a link where there is to be a file, ENXIO a socket. */
const MISSING = new Set(['ENOENT', 'ENOTDIR', 'EISDIR', 'ELOOP', 'ENXIO'])
const isMissing = (error: unknown): boolean => MISSING.has((error as NodeJS.ErrnoException).code ?? '')

function nothingThere(error: unknown): never[] {
  if (isMissing(error)) return []
  throw error
}

const quoted = (text: string): string => JSON.stringify(text.slice(0, 100))
