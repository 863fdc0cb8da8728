/** How many scans a worker runs at once: as many as its machine has cores and memory for. */
import { availableParallelism, totalmem } from 'node:os'
import type { Config } from '../config/index.ts'
import { allowedCores, type CoreSet, canRunOn } from '../lib/cores.ts'
import { LIMITS } from './run-scan.ts'

/** A browser with less is measured as a slow page. */
export const CORES_OF_SCAN = 2

/** Of this process, and of what else runs beside the scans. */
export const OWN_BYTES = 0.75 * 2 ** 30

export interface Machine {
  /** Numbers of the cores that we may use. */
  cores: readonly number[]
  /** How many of them at once: fewer where a container has a quota of time. */
  parallel: number
  /** In bytes; the container's where it has less than its machine. */
  memory: number
  /** A process can be kept on some of the cores. */
  canPin: boolean
}

export interface Size {
  /** One for each scan that may measure at a time. A single one is of all cores, and no scan is kept on it. */
  coreSets: readonly CoreSet[]
  /** Scans at once, with those that only read a store over HTTP and have given their cores to the next. */
  scans: number
}

/**
 * @param wanted scans at once that the operator wants (default: one for each set of cores, as far as the memory goes), and
 *   the browser of another machine, which works for one scan at a time
 */
export function sizeOf(
  { cores, parallel, memory, canPin }: Machine,
  { workers, remoteBrowser }: Pick<Config, 'workers' | 'remoteBrowser'> = {},
): Size {
  const inMemory = Math.floor((memory - OWN_BYTES) / LIMITS.memoryBytes)
  // Under a quota of time a scan's cores cannot be kept from the others.
  const byCores =
    !remoteBrowser && canPin && parallel >= cores.length ? Math.floor(cores.length / CORES_OF_SCAN) : 1
  const count = Math.max(1, Math.min(byCores, workers ?? inMemory))
  return {
    coreSets: Array.from({ length: count }, (_, set) => part(cores, set, count)),
    scans: workers ?? count,
  }
}

/** Cut between pairs: two threads of one piece of silicon stand side by side, and belong to one scan. */
const part = (cores: readonly number[], index: number, count: number) => {
  const cut = (at: number) => (at === count ? cores.length : 2 * Math.floor((at * cores.length) / 2 / count))
  return cores.slice(cut(index), cut(index + 1))
}

/** As it is now: a container may be given other cores while it runs. */
export function thisMachine(): Machine {
  const cores = allowedCores()
  return {
    cores,
    parallel: availableParallelism(),
    memory: Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY),
    canPin: process.platform === 'linux' && canRunOn(cores),
  }
}
