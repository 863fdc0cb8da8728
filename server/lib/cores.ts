/** The processors that this process may run on. */
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { cpus } from 'node:os'

/** Numbers of the cores on which one scan at a time may measure. */
export type CoreSet = readonly number[]

/** The text of a file of the system. @throws where there is none */
type Read = (path: string) => string
const readSystem: Read = path => readFileSync(path, 'utf8')

/** Those that are switched on, in the order in which `os.cpus()` has them. */
export const onlineCores = (read = readSystem): number[] =>
  listIn(read, '/sys/devices/system/cpu/online') ?? cpus().map((_, index) => index)

/** Their numbers, what shares one piece of silicon side by side; all of the machine where the system does not say. */
export function allowedCores(read = readSystem): number[] {
  const online = onlineCores(read)
  const allowed = listIn(read, '/proc/self/status', /^Cpus_allowed_list:\s*(\S+)$/m)
  const found = online.filter(core => allowed?.includes(core))
  const silicon = new Map(
    online.map(core => [
      core,
      listIn(read, `/sys/devices/system/cpu/cpu${core}/topology/thread_siblings_list`)?.[0] ?? core,
    ]),
  )
  return (found.length > 0 ? found : online).sort((a, b) => silicon.get(a)! - silicon.get(b)! || a - b)
}

function listIn(read: Read, path: string, where = /^(\S+)$/m): number[] | undefined {
  try {
    return coresIn(where.exec(read(path))![1]!)
  } catch {
    return
  }
}

/** Of a list in the format of cpuset(7), such as `0-2,7`. */
export const coresIn = (list: string): number[] =>
  list.split(',').flatMap(part => {
    const [first = 0, last = first] = part.split('-').map(Number)
    return Array.from({ length: last - first + 1 }, (_, index) => first + index)
  })

/** Whether taskset(1) keeps a process on all of `cores`, found by doing it: it says nothing where only some are given. */
export function canRunOn(cores: CoreSet): boolean {
  const { stdout } = spawnSync('taskset', ['-c', cores.join(), 'cat', '/proc/self/status'], {
    encoding: 'utf8',
    timeout: 5_000,
  })
  const given = new Set(listIn(() => stdout, '', /^Cpus_allowed_list:\s*(\S+)$/m))
  return cores.every(core => given.has(core))
}
