import { readdirSync, readFileSync } from 'node:fs'

/** Processes that belong to scans started by process `owner` and are still alive. */
export function scanProcesses(owner = process.pid): { pid: number; command: string }[] {
  return readdirSync('/proc')
    .filter(name => /^\d+$/.test(name))
    .flatMap(name => {
      try {
        const environment = readFileSync(`/proc/${name}/environ`, 'utf8')
        const command = readFileSync(`/proc/${name}/cmdline`, 'utf8').replaceAll('\0', ' ').trim()
        return environment.includes(`CUTOVER_SCAN=${owner}.`) ? [{ pid: Number(name), command }] : []
      } catch {
        return []
      }
    })
}
