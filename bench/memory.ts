import { readdirSync, readFileSync } from 'node:fs'

/**
 * The most that this process has held resident, in bytes. Linux. Not `resourceUsage().maxRSS`: that begins with what the
 * parent held when it forked.
 */
export function peakRss(): number {
  return Number(/^VmHWM:\s+(\d+)/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]) * 1024
}

/** Proportional set size of a process and all its descendants, in bytes. Linux. */
export function treePss(root: number): number {
  const parents = new Map<number, number>()
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8')
      parents.set(Number(name), Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]))
    } catch {
      // it ended meanwhile
    }
  }
  let sum = 0
  for (const pid of parents.keys()) {
    let here: number | undefined = pid
    while (here && here !== root) here = parents.get(here)
    if (here === root) sum += pss(pid)
  }
  return sum
}

function pss(pid: number): number {
  try {
    return Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1] ?? 0) * 1024
  } catch {
    return 0
  }
}
