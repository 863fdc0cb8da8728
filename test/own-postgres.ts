/** A Postgres of our own that can be stopped at once, started again, and paused. */
import { readFileSync } from 'node:fs'
import { killQuietly, readProcesses } from '../server/lib/proc.ts'
import { openCluster, urlOf } from '../server/storage/embedded/cluster.ts'
import { readPidFile } from '../server/storage/embedded/pid-file.ts'
import { ensurePostmaster, stopPostmaster } from '../server/storage/embedded/postmaster.ts'
import { run } from '../server/storage/embedded/runner.ts'

export interface Postgres {
  url: string
  port: number
  /** As if it was killed: no connection is told, and what was not committed is gone. */
  stopAtOnce(): Promise<void>
  start(): Promise<void>
  /** All its processes stand still. @returns lets them go on */
  pause(): () => void
  /** Seconds of processor that all its processes have used since it was started. */
  seconds(): number
  close(): Promise<void>
}

export async function startPostgres(folder: string): Promise<Postgres> {
  const cluster = await openCluster(folder)
  const port = await ensurePostmaster(cluster)
  const { runner, binaries, data } = cluster
  const processes = () => {
    const postmaster = readPidFile(data)?.pid
    return readProcesses().filter(({ pid, parent }) => pid === postmaster || parent === postmaster)
  }
  const kill = () => {
    for (const { pid } of processes()) killQuietly(pid)
  }
  process.on('exit', kill)
  return {
    url: urlOf(cluster, port),
    port,
    stopAtOnce: () => run(runner, binaries.pg_ctl, ['stop', '-D', data, '-m', 'immediate', '-w', '-s']),
    async start() {
      await ensurePostmaster(cluster, port)
    },
    pause() {
      const stopped = processes().map(({ pid }) => pid)
      for (const pid of stopped) process.kill(pid, 'SIGSTOP')
      return () => {
        for (const pid of stopped) process.kill(pid, 'SIGCONT')
      }
    },
    seconds: () => processes().reduce((sum, { pid }) => sum + processorSeconds(pid), 0),
    async close() {
      process.off('exit', kill)
      await stopPostmaster(cluster)
    },
  }
}

/** proc(5): its own and those of its children that have ended, in hundredths. */
function processorSeconds(pid: number): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks) / 100, 0)
  } catch {
    return 0
  }
}
