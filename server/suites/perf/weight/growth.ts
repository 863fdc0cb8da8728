/** How much more the rebuilt page loads. It hardly varies, so the medians of all runs are compared without a band. */
import type { Counters, LighthouseRun } from '../../../capture/lighthouse.ts'
import { median } from '../../../lib/statistics.ts'
import { DOUBLED, SEVERAL } from '../metrics/growth.ts'
import type { Runs } from '../runs.ts'

/** Bytes more that make a page several times as heavy another page: 5 s on the 1.6 Mbit/s that Lighthouse simulates. */
export const MIN_SEVERAL_BYTES = 1_000_000
/** Bytes more that make a page twice as heavy worth a word: 1 s there is 200 kB. */
export const MIN_DOUBLED_BYTES = 200_000

export type Heavier = 'several-times' | 'doubled' | null

/** How much heavier the page became as a whole. */
export function heavier(runs: Runs): { was: number; is: number; extent: Heavier } {
  const [was, is] = [bytesOf(runs.before), bytesOf(runs.after)]
  const grew = (times: number, least: number) => is >= times * was && is - was >= least
  const extent = grew(SEVERAL, MIN_SEVERAL_BYTES)
    ? 'several-times'
    : grew(DOUBLED, MIN_DOUBLED_BYTES)
      ? 'doubled'
      : null
  return { was, is, extent }
}

const bytesOf = (runs: LighthouseRun[]) => medianOf(runs, counters => counters.bytes)

export const medianOf = (runs: LighthouseRun[], value: (counters: Counters) => number): number =>
  median(runs.map(run => value(run.counters)))
