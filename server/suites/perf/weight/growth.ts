/** How much more the rebuilt page loads. It hardly varies, so the medians of all runs are compared without a band. */
import type { Counters, LighthouseRun } from '../../../capture/lighthouse.ts'
import { median } from '../../../lib/statistics.ts'
import { DOUBLED, SEVERAL } from '../metrics/growth.ts'
import { recurs } from '../noise.ts'
import type { Runs } from '../runs.ts'

/** Bytes more that make a page several times as heavy another page: 5 s on the 1.6 Mbit/s that Lighthouse simulates. */
export const MIN_SEVERAL_BYTES = 1_000_000
/** Bytes more that make a page twice as heavy worth a word: 1 s there is 200 kB. */
export const MIN_DOUBLED_BYTES = 200_000

export type Heavier = 'several-times' | 'doubled' | null

export interface Weight {
  was: number
  is: number
  extent: Heavier
  /** In how many runs the page was as heavy, where others of its runs were not: `is` is the median of those. */
  recurring: number
  /** Runs of the page differ so much that it may be several times heavier as well as not. */
  unclear: boolean
}

/** How much heavier the page became as a whole. */
export function heavier({ before, after }: Runs): Weight {
  const [was, is] = [bytesOf(before), bytesOf(after)]
  const extent = extentOf(was, is)
  if (extent === 'several-times') return { was, is, extent, recurring: 0, unclear: false }
  const most = Math.max(...before.map(run => run.counters.bytes))
  const heavy = after.filter(run => extentOf(most, run.counters.bytes) === 'several-times')
  const again = recurs(heavy.length, before.length)
  if (again)
    return { was, is: bytesOf(heavy), extent: 'several-times', recurring: heavy.length, unclear: false }
  return { was, is, extent, recurring: 0, unclear: again === undefined }
}

function extentOf(was: number, is: number): Heavier {
  const grew = (times: number, least: number) => is >= times * was && is - was >= least
  if (grew(SEVERAL, MIN_SEVERAL_BYTES)) return 'several-times'
  return grew(DOUBLED, MIN_DOUBLED_BYTES) ? 'doubled' : null
}

const bytesOf = (runs: LighthouseRun[]) => medianOf(runs, counters => counters.bytes)

export const medianOf = (runs: LighthouseRun[], value: (counters: Counters) => number): number =>
  median(runs.map(run => value(run.counters)))
