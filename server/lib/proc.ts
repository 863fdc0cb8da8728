/** Processes as the system tells of them: proc(5). */
import { readdirSync, readFileSync } from 'node:fs'

export interface Process {
  pid: number
  parent: number
  group: number
  session: number
  /** Clock ticks since boot. */
  started: number
  /** Ended, and only waits for its parent to notice. */
  zombie: boolean
}

export function killQuietly(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It is gone already.
  }
}

/** Elsewhere a scan is known by its process groups alone. */
export const hasProc = () => process.platform === 'linux'

export function readProcesses(): Process[] {
  if (!hasProc()) return []
  return readdirSync('/proc')
    .filter(name => /^\d+$/.test(name))
    .map(name => readProcess(Number(name)))
    .filter(one => one !== undefined)
}

/** proc(5), stat: the name in brackets may hold anything, so the fields are counted from its end. */
export function readProcess(pid: number): Process | undefined {
  const stat = read(`/proc/${pid}/stat`)
  if (!stat) return
  const [state, parent, group, session, ...rest] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return {
    pid,
    parent: Number(parent),
    group: Number(group),
    session: Number(session),
    started: Number(rest[15]),
    zombie: state === 'Z' || state === 'X',
  }
}

/** The value of `name` in the environment that the process was started with. */
export function markerOf(pid: number, name: string): string | undefined {
  const prefix = `${name}=`
  const entry = read(`/proc/${pid}/environ`)
    ?.split('\0')
    .find(text => text.startsWith(prefix))
  return entry?.slice(prefix.length)
}

/** The effective user. */
export function userOf(pid: number): number | undefined {
  const uid = /^Uid:\s+\d+\s+(\d+)/m.exec(read(`/proc/${pid}/status`) ?? '')?.[1]
  return uid === undefined ? undefined : Number(uid)
}

export function residentBytes(pid: number): number {
  const kilobytes = /^VmRSS:\s+(\d+) kB/m.exec(read(`/proc/${pid}/status`) ?? '')?.[1]
  return Number(kilobytes ?? 0) * 1024
}

/** With each shared page divided among those who share it; undefined where the system does not tell. */
export function proportionalBytes(pid: number): number | undefined {
  const kilobytes = /^Pss:\s+(\d+) kB/m.exec(read(`/proc/${pid}/smaps_rollup`) ?? '')?.[1]
  return kilobytes === undefined ? undefined : Number(kilobytes) * 1024
}

function read(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    // It ended meanwhile, or belongs to somebody else.
    return
  }
}
