/**
 * The code of scans, compiled once for all of a worker: else each scan process strips the types from hundreds of files,
 * and compiles them, anew.
 */
import { execFile } from 'node:child_process'
import { chmod, lstat, mkdtemp, readdir, rm, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { temporaryHome, temporaryName } from './leftovers.ts'
import { type CompiledCode, SCAN_FLAGS } from './run-scan.ts'

export interface Compiling extends CompiledCode {
  /** Resolves when it is there; rejects where it cannot be had. */
  ready: Promise<void>
  close(): Promise<void>
}

const ENTRY = join(import.meta.dirname, 'compile-scan.ts')

/** Begins to compile it, in a process of its own. Scans that begin before its end compile what they need themselves. */
export async function compileScans(environment: Record<string, string>): Promise<Compiling> {
  const folder = await mkdtemp(join(temporaryHome(), temporaryName()))
  const stopping = new AbortController()
  const running = promisify(execFile)(process.execPath, [...SCAN_FLAGS, ENTRY], {
    // Who is known to no list of users has no home, and Lighthouse asks for one.
    env: { HOME: temporaryHome(), ...environment, NODE_COMPILE_CACHE: folder },
    signal: stopping.signal,
  })
  /** Node keeps that of each of its users apart. */
  let own: string | undefined
  const compiled = running.then(async () => {
    const [name] = await readdir(folder)
    if (name === undefined) throw new Error('Node keeps no compiled code')
    const cache = join(folder, name)
    for (const file of await readdir(cache)) await chmod(join(cache, file), 0o644)
    for (const part of [cache, folder]) await chmod(part, 0o755)
    own = cache
  })
  const ready = compiled.catch(error => {
    if (!stopping.signal.aborted) throw error
  })
  ready.catch(() => {}) // heard by whoever asks
  return {
    ready,
    async environmentFor(user): Promise<Record<string, string>> {
      // What cleans up may have taken it, and the first scan that was told of it would own the new one that others read.
      if (own === undefined || !(await isOurs(own))) return {}
      // A scan's user can read all of it and write nothing.
      if (user) await symlink(own, own.replace(/\d+$/, String(user.uid))).catch(() => {}) // it is there
      return { NODE_COMPILE_CACHE: folder }
    },
    async close() {
      stopping.abort()
      await ready.catch(() => {})
      await rm(folder, { recursive: true, force: true, maxRetries: 3 })
    },
  }
}

const isOurs = async (path: string): Promise<boolean> =>
  (await lstat(path).catch(() => undefined))?.uid === process.getuid?.()
