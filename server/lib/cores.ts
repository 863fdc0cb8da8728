/** The processors that this process may run on. */
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { cpus } from 'node:os'

/** Their numbers, ascending; all of the machine where the system does not say. */
export function allowedCores(): number[] {
  const all = cpus().map((_, index) => index)
  try {
    const list = /^Cpus_allowed_list:\s*(\S+)$/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]
    const allowed = new Set(list ? coresIn(list) : [])
    const found = all.filter(core => allowed.has(core))
    return found.length > 0 ? found : all
  } catch {
    return all
  }
}

/** Of a list in the format of cpuset(7), such as `0-2,7`. */
export const coresIn = (list: string): number[] =>
  list.split(',').flatMap(part => {
    const [first = 0, last = first] = part.split('-').map(Number)
    return Array.from({ length: last - first + 1 }, (_, index) => first + index)
  })

/** By doing it: what a container shows of its cores need not be what the system takes. @param cores as taskset(1) takes them */
export const canRunOn = (cores: string): boolean => spawnSync('taskset', ['-c', cores, 'true']).status === 0
