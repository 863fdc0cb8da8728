import { readFileSync } from 'node:fs'
import { type Process, readProcesses } from '../../server/lib/proc.ts'

/** Processes that `root` started, directly or not. Renderers overwrite their environment: no mark in it tells of them. */
export function descendants(root = process.pid): Process[] {
  const all = readProcesses().filter(({ zombie }) => !zombie)
  const found = new Map<number, Process>()
  for (let size = -1; size !== found.size; ) {
    size = found.size
    for (const one of all) if (one.parent === root || found.has(one.parent)) found.set(one.pid, one)
  }
  return [...found.values()]
}

export function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim()
  } catch {
    return '' // it ended meanwhile
  }
}
