import { randomBytes } from 'node:crypto'
import { chmodSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Config } from '../config/index.ts'
import { JobId } from '../contract.ts'

/** Screenshots, captures and reports of jobs. For the user alone that the server runs as. */
export interface ArtifactStore {
  /** Written whole or not at all; replaces what has the name. */
  put(jobId: string, name: string, bytes: Uint8Array | string): Promise<void>
  /** Undefined when there is none of that name. */
  get(jobId: string, name: string): Promise<Buffer | undefined>
  deleteJob(jobId: string): Promise<void>
  /** The jobs that have artifacts. */
  jobs(): Promise<string[]>
  /** The folder of a job's artifacts, absolute; made by the first `put`. */
  folder(jobId: string): string
}

/**
 * Artifacts in `<data folder>/artifacts/<job id>/<name>`. A name is up to three parts between slashes, each of at most
 * 100 letters, digits, dots, hyphens and underscores that does not begin with a dot.
 * Every function throws RangeError for another name and for what is not a job id, before it touches a file.
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
    async get(jobId, name) {
      try {
        return await readFile(pathOf(jobId, name))
      } catch (error) {
        if (MISSING.has((error as NodeJS.ErrnoException).code ?? '')) return
        throw error
      }
    },
    async jobs() {
      const names = await readdir(root).catch(error => {
        if (error.code === 'ENOENT') return []
        throw error
      })
      return names.filter(name => JobId.safeParse(name).success)
    },
    async deleteJob(jobId) {
      // A scan that has just lost the job may still be writing: the folder is not empty when it should be.
      await rm(folder(jobId), { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

/** An older version has left it open. */
function closeToOthers(folder: string): void {
  try {
    chmodSync(folder, 0o700)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
}

const NAME = /^[A-Za-z0-9_-][\w.-]{0,99}(?:\/[A-Za-z0-9_-][\w.-]{0,99}){0,2}$/
const MISSING = new Set(['ENOENT', 'ENOTDIR', 'EISDIR'])
const quoted = (text: string): string => JSON.stringify(text.slice(0, 100))
