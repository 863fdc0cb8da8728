import { readFileSync } from 'node:fs'

/**
 * The most that this process has held resident, in bytes. Linux. Not `resourceUsage().maxRSS`: that begins with what the
 * parent held when it forked.
 */
export function peakRss(): number {
  return Number(/^VmHWM:\s+(\d+)/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]) * 1024
}
