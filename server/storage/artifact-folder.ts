import { randomBytes } from 'node:crypto'
import { chmodSync, constants } from 'node:fs'
import {
  copyFile,
  type FileHandle,
  mkdir,
  open,
  readdir,
  realpath,
  rename,
  rm,
  rmdir,
  writeFile,
} from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import {
  type ArtifactStore,
  artifactsIn,
  attemptsAmong,
  isJobId,
  isMissing,
  jobPath,
  nothingThere,
  type OpenArtifact,
  pathOf,
} from './artifacts.ts'

/**
 * Artifacts in `<root>/<job id>/<name>`, for the user alone that the server runs as. What is not a regular file, or is
 * reached by a link of whatever kind, is not there.
 */
export function folderArtifacts(root: string): ArtifactStore {
  closeToOthers(root)

  /** Whether no part of the path below our own folder is a link. */
  async function isStraight(path: string): Promise<boolean> {
    const [above, real] = await Promise.all([realpath(root), realpath(path)]).catch(nothingThere)
    return above !== undefined && real === join(above, relative(root, path))
  }

  async function list(jobId: string, attempt: number) {
    const path = join(root, pathOf(jobId, String(attempt)))
    return (await isStraight(path)) ? artifactsIn(path) : []
  }

  return {
    list,
    isShared: false,

    async check() {
      const probe = join(root, `.${randomBytes(6).toString('hex')}`)
      try {
        await mkdir(root, { recursive: true, mode: 0o700 })
        await writeFile(probe, '', { flag: 'wx', mode: 0o600 })
        await rm(probe, { force: true })
      } catch (error) {
        const { code = '' } = error as NodeJS.ErrnoException
        // What is there can be read and deleted, and new work waits until there is room.
        if (FULL.has(code)) return
        throw new Error(
          `Artifacts cannot be kept in ${root}: ${code}. This user must be able to write there; CUTOVER_DATA_DIR names another folder, CUTOVER_STORAGE a bucket.`,
          { cause: error },
        )
      }
    },
    async keep(jobId, attempt, folder, signal) {
      const to = join(root, pathOf(jobId, String(attempt)))
      for (const { name } of await artifactsIn(folder)) {
        signal?.throwIfAborted()
        await mkdir(dirname(join(to, name)), { recursive: true, mode: 0o700 })
        await move(join(folder, name), join(to, name))
      }
      // Not what lay in the folder: some of it may have been moved by a call that failed.
      return list(jobId, attempt)
    },
    async open(jobId, name) {
      const path = join(root, pathOf(jobId, name))
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
    async delete(jobId, attempt) {
      const job = join(root, jobPath(jobId))
      const path = attempt === undefined ? job : join(root, pathOf(jobId, String(attempt)))
      // Another process may be writing there: the folder is not empty when it should be.
      await rm(path, { recursive: true, force: true, maxRetries: 5 })
      if (path !== job) await rmdir(job).catch(() => {})
    },
    async jobs() {
      return (await readdir(root).catch(nothingThere)).filter(isJobId)
    },
    async attempts(jobId) {
      return attemptsAmong(await readdir(join(root, jobPath(jobId))).catch(nothingThere))
    },
  }
}

const FULL = new Set(['ENOSPC', 'EDQUOT'])

/** Also to another disk. */
async function move(from: string, to: string): Promise<void> {
  try {
    await rename(from, to)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error
    await copyFile(from, to)
    await rm(from)
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
  stream: async range => handle.createReadStream(range),
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
