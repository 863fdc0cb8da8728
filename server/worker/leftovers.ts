/**
 * What a worker that was killed left behind: a scan process notices that and ends itself, unless it hangs. Each
 * process of a scan carries the name of its worker, so the next worker on the machine can tell whose they are.
 */
import { randomUUID } from 'node:crypto'
import { readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { killQuietly, markerOf, readProcess, readProcesses } from './proc.ts'
import { MARKER } from './process-tree.ts'

/** Begins the name of a scan's folder for temporary files; its worker's pid follows. */
export const TEMPORARY = 'cutover-scan-'

/** Younger folders are left alone: in a shared folder the pid may be of another machine. */
const OLD_MS = 60 * 60_000

/** A mark for one scan: pid and start of this worker, and something random. */
export function newMark(): string {
  return `${process.pid}.${readProcess(process.pid)?.started ?? 0}.${randomUUID()}`
}

/** Kills scan processes whose worker is gone, and deletes the temporary files of such. @returns the pids killed */
export async function clearLeftovers(): Promise<number[]> {
  const orphans = readProcesses().filter(({ pid, zombie }) => !zombie && isOrphan(markerOf(pid, MARKER)))
  for (const { pid } of orphans) killQuietly(pid)
  for (const name of await readdir(tmpdir())) {
    const owner = new RegExp(`^${TEMPORARY}(\\d+)-`).exec(name)?.[1]
    const path = join(tmpdir(), name)
    if (!owner || readProcess(Number(owner))) continue
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Date.now() }))
    if (Date.now() - mtimeMs > OLD_MS) await rm(path, { recursive: true, force: true }).catch(() => {})
  }
  return orphans.map(({ pid }) => pid)
}

function isOrphan(mark: string | undefined): boolean {
  const [, pid, started] = /^(\d+)\.(\d+)\./.exec(mark ?? '') ?? []
  if (!pid) return false
  const worker = readProcess(Number(pid))
  return !worker || worker.zombie || worker.started !== Number(started)
}
