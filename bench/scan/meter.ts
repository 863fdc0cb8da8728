/** What the processes that this one has started use: processor time, and memory as PSS. Linux. */
import { readdirSync, readFileSync } from 'node:fs'

export interface Usage {
  /** Seconds of user and system time since the meter was begun, of those that have ended too. */
  cpu(): number
  /** The most bytes since this was asked last, pages that processes share counted once. */
  peak(): number
  end(): void
}

const LOOK_MS = 50
const WEIGH_MS = 500
/** What /proc counts time in, on every Linux that Node runs on. */
const TICKS = 100

/** Beginning now. What a process uses in its last moments, between two looks, is missing. */
export function meterChildren(): Usage {
  const before = new Map(children().map(({ key, ticks }) => [key, ticks]))
  const latest = new Map<string, number>()
  let most = 0
  const look = () => {
    for (const { key, ticks } of children()) latest.set(key, ticks - (before.get(key) ?? 0))
  }
  const weigh = () => {
    most = Math.max(
      most,
      children().reduce((sum, { pid }) => sum + pss(pid), 0),
    )
  }
  const timers = [setInterval(look, LOOK_MS), setInterval(weigh, WEIGH_MS)]
  return {
    cpu() {
      look()
      return [...latest.values()].reduce((sum, ticks) => sum + ticks, 0) / TICKS
    },
    peak() {
      weigh()
      const found = most
      most = 0
      return found
    },
    end: () => timers.forEach(clearInterval),
  }
}

interface Process {
  pid: number
  /** Unlike a pid it is never another process's later. */
  key: string
  ticks: number
}

/** All that descend from this process. */
function children(): Process[] {
  const parents = new Map<number, number>()
  const processes: Process[] = []
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8')
      // Its name may hold spaces and brackets; the fields behind it are counted from 3.
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
      const pid = Number(name)
      parents.set(pid, Number(fields[1]))
      processes.push({ pid, key: `${pid} ${fields[19]}`, ticks: Number(fields[11]) + Number(fields[12]) })
    } catch {
      // It ended meanwhile.
    }
  }
  return processes.filter(({ pid }) => {
    let here = parents.get(pid)
    while (here && here !== process.pid) here = parents.get(here)
    return here === process.pid
  })
}

function pss(pid: number): number {
  try {
    return Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1] ?? 0) * 1024
  } catch {
    return 0
  }
}
