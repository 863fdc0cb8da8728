/**
 * What a worker that was killed left behind: a scan process notices that and ends itself, unless it hangs. Each
 * process of a scan carries the name of its worker, so the next worker on the machine can tell whose they are.
 */
import { createHash, randomUUID } from 'node:crypto'
import { readFileSync, readlinkSync } from 'node:fs'
import { readdir, rm, stat } from 'node:fs/promises'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { SCAN_MARK } from '../config/index.ts'
import { hasProc, killQuietly, markerOf, readProcess, readProcesses } from '../lib/proc.ts'

/** Begins the name of a scan's folder for temporary files; its worker's pid and start, and the machine follow. */
const TEMPORARY = 'cutover-scan-'

/** Folders of another machine are left alone while they may be in use: nobody here can tell. */
const OLD_MS = 60 * 60_000

/** Tells apart what shares a folder and not its processes: machines, their boots, containers. */
const machine = (): string => {
  const parts = hasProc()
    ? [readFileSync('/proc/sys/kernel/random/boot_id', 'utf8'), readlinkSync('/proc/self/ns/pid')]
    : [hostname()]
  return createHash('sha256').update(parts.join()).digest('hex').slice(0, 8)
}

/** Of a new folder for the temporary files of one scan; random characters follow. */
export const temporaryName = (): string => `${TEMPORARY}${process.pid}-${startOf(process.pid)}-${machine()}-`

/** What Chromium puts below it, and a socket's path has at most 107 characters: it dies of a longer one. */
const LONGEST =
  '/cutover-scan-4194304-99999999999-01234567-AbCdEf/org.chromium.Chromium.AbCdEf/SingletonSocket'

/** Where those folders are made: the system's, which TMPDIR names, unless its path leaves no room for a socket. */
export const temporaryHome = (home = tmpdir()): string =>
  process.platform === 'linux' && Buffer.byteLength(home + LONGEST) > 107 ? '/tmp' : home

const startOf = (pid: number) => readProcess(pid)?.started ?? 0

/** A mark for one scan: pid and start of this worker, where these mean something, and something random. */
export function newMark(): string {
  return `${process.pid}.${startOf(process.pid)}.${machine()}.${randomUUID()}`
}

/** Kills scan processes whose worker is gone, and deletes the temporary files of such. @returns the pids killed */
export async function clearLeftovers(): Promise<number[]> {
  const orphans = readProcesses().filter(({ pid, zombie }) => !zombie && isOrphan(markerOf(pid, SCAN_MARK)))
  for (const { pid } of orphans) killQuietly(pid)
  for (const name of await readdir(temporaryHome()))
    if (name.startsWith(TEMPORARY) && (await isStale(name)))
      await rm(join(temporaryHome(), name), { recursive: true, force: true }).catch(() => {})
  return orphans.map(({ pid }) => pid)
}

async function isStale(name: string): Promise<boolean> {
  const [, pid, started, where] = /^[a-z-]+(\d+)-(?:(\d+)-([0-9a-f]{8})-)?/.exec(name) ?? []
  if (!pid) return false
  if (where === machine()) return !isRunning(Number(pid), Number(started))
  const { mtimeMs } = await stat(join(temporaryHome(), name)).catch(() => ({ mtimeMs: Date.now() }))
  return Date.now() - mtimeMs > OLD_MS
}

/** A pid alone may have been given to another process since. */
function isRunning(pid: number, started: number): boolean {
  if (hasProc()) {
    const found = readProcess(pid)
    return found !== undefined && !found.zombie && found.started === started
  }
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

function isOrphan(mark: string | undefined): boolean {
  const [, pid, started, where] = /^(\d+)\.(\d+)\.([0-9a-f]{8})\./.exec(mark ?? '') ?? []
  // In a container the same pid is another process: its scans are for the workers there.
  if (!pid || where !== machine()) return false
  return !isRunning(Number(pid), Number(started))
}
