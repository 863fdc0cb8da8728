import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** What a postmaster writes of itself into its data folder. */
export interface PidFile {
  pid: number
  /** Absent while it is starting. */
  port?: number
}

/** postmaster.pid of a data folder: process id in line 1, port in line 4; undefined where there is none. */
export function readPidFile(data: string): PidFile | undefined {
  try {
    const lines = readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')
    return { pid: Number(lines[0]), port: Number(lines[3]) || undefined }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return
    throw error
  }
}

/** Whether the process is, by its command line, a postmaster of this data folder. A zombie has none. */
export function isPostmasterOf(pid: number, data: string): boolean {
  try {
    if (process.platform === 'linux')
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').includes(data)
    if (process.platform === 'win32')
      return execFileSync('tasklist', ['/FI', `PID eq ${pid}`, '/NH'], { encoding: 'utf8' }).includes(
        'postgres',
      )
    return execFileSync('ps', ['-ww', '-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).includes(
      data,
    )
  } catch {
    return false
  }
}

/**
 * Lets a new postmaster pass a stale file whose process id now belongs to another program. The file itself stays: it
 * names the shared memory by which Postgres finds out whether processes of the old postmaster still use the data.
 * A postmaster takes its parent's id for its own, and the parent will be us.
 */
export function disownPidFile(data: string): void {
  const path = join(data, 'postmaster.pid')
  const lines = readFileSync(path, 'utf8').split('\n')
  writeFileSync(path, [process.pid, ...lines.slice(1)].join('\n'))
}

/** The port of the last start, so that addresses stay the same. */
export function lastPort(data: string): number | undefined {
  try {
    return Number(/"-p" "(\d+)"/.exec(readFileSync(join(data, 'postmaster.opts'), 'utf8'))?.[1]) || undefined
  } catch {
    return
  }
}
