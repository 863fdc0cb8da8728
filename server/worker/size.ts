/** How many scans a worker runs at once: as many as its machine has cores and memory for. */
import { availableParallelism, totalmem } from 'node:os'
import { allowedCores, canRunOn } from '../lib/cores.ts'
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
  /** For each scan that may measure at a time, the cores that are its own, as taskset(1) takes them; undefined: all. */
  coreSets: readonly (string | undefined)[]
  /** Scans at once, with those that only read a store over HTTP and have given their cores to the next. */
  scans: number
}

/** @param workers scans at once that the operator wants. Default: what fits into the memory, at most two a set of cores */
export function sizeOf({ cores, parallel, memory, canPin }: Machine, workers?: number): Size {
  const inMemory = Math.max(1, Math.floor((memory - OWN_BYTES) / LIMITS.memoryBytes))
  // Under a quota of time a scan's cores cannot be kept from the others.
  const byCores = canPin && parallel >= cores.length ? Math.floor(cores.length / CORES_OF_SCAN) : 1
  const count = Math.max(1, Math.min(byCores, workers ?? inMemory))
  return {
    coreSets: count === 1 ? [undefined] : Array.from({ length: count }, (_, set) => part(cores, set, count)),
    scans: workers ?? Math.min(inMemory, 2 * count),
  }
}

const part = (cores: readonly number[], index: number, count: number) =>
  cores.slice((index * cores.length) / count, ((index + 1) * cores.length) / count).join()

export function thisMachine(): Machine {
  const cores = allowedCores()
  return {
    cores,
    parallel: availableParallelism(),
    memory: Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY),
    canPin: process.platform === 'linux' && cores.every(core => canRunOn(String(core))),
  }
}
