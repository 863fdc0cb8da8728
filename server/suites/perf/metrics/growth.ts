/** What each of Lighthouse's metrics is judged by, and by how much it grew. */
import type { LighthouseRun, MetricName } from '../../../capture/lighthouse.ts'
import { median } from '../../../lib/statistics.ts'
import { bandOf, beyondChance, recurs } from '../noise.ts'
import { busyShareOf, type Runs } from '../runs.ts'

export interface Metric {
  name: string
  /** `ms`, or none. */
  unit: string
  /** At most this is good, more than `poor` is poor: Lighthouse's own colours for mobile. */
  good: number
  poor: number
  /** A growth by less is not felt. */
  minGrowth: number
  /** Standard deviation of runs of one page on a machine at rest, and on one that other programs use wholly. */
  usual: { rest: Deviation; busy: Deviation }
}

/** A share of the value, and at least so much. */
interface Deviation {
  share: number
  least: number
}

/**
 * Ranges: developer.chrome.com/docs/lighthouse/performance/{first-contentful-paint, lighthouse-largest-contentful-paint,
 * lighthouse-total-blocking-time, speed-index} and web.dev/articles/cls. What is usual was measured by `npm run bench -- perf` on
 * a machine of two cores that others used as well: docs/methods/perf.md has the table.
 */
export const METRICS: Record<MetricName, Metric> = {
  lcp: {
    name: 'Largest Contentful Paint',
    unit: 'ms',
    good: 2500,
    poor: 4000,
    minGrowth: 500,
    usual: { rest: { share: 0.05, least: 50 }, busy: { share: 0.3, least: 300 } },
  },
  fcp: {
    name: 'First Contentful Paint',
    unit: 'ms',
    good: 1800,
    poor: 3000,
    minGrowth: 300,
    usual: { rest: { share: 0.1, least: 50 }, busy: { share: 0.35, least: 300 } },
  },
  si: {
    name: 'Speed Index',
    unit: 'ms',
    good: 3400,
    poor: 5800,
    minGrowth: 500,
    usual: { rest: { share: 0.1, least: 100 }, busy: { share: 0.5, least: 500 } },
  },
  tbt: {
    name: 'Total Blocking Time',
    unit: 'ms',
    good: 200,
    poor: 600,
    minGrowth: 150,
    usual: { rest: { share: 0.2, least: 20 }, busy: { share: 0.5, least: 250 } },
  },
  cls: {
    name: 'Cumulative Layout Shift',
    unit: '',
    good: 0.1,
    poor: 0.25,
    minGrowth: 0.05,
    // Shifts come of styles and sizes: at rest they do not vary.
    usual: { rest: { share: 0, least: 0 }, busy: { share: 0, least: 0.035 } },
  },
}

/** A value got worse when it grew by this ratio and by its least step. */
export const MIN_RATIO = 1.2
/** Growth that a visitor notices whatever it was before. */
export const DOUBLED = 2
/** Times as much as before: another page. */
export const SEVERAL = 3

export type Extent = 'poor' | 'worse' | 'slower'

export interface Growth {
  was: number
  is: number
  band: number
  /** By how much it grew beyond the band: null where it did not. */
  extent: Extent | null
  /** What Lighthouse makes of the value that is taken: within the band the original's. */
  score: number
  /** In how many runs the rebuilt page was as bad, where others of its runs were not: `is` is the median of those. */
  recurring: number
  /** It grew, and runs of one page differ so much that this may be a grave growth as well as none. */
  unclear: boolean
}

/** Compares the medians of one metric. */
export function growthOf(metric: MetricName, { before, after }: Runs): Growth {
  const values = (runs: LighthouseRun[]) => runs.map(run => run.metrics[metric])
  const [old, now] = [values(before), values(after)]
  const [was, is] = [median(old), median(now)]
  const { good, poor, usual, minGrowth } = METRICS[metric]
  const band = bandOf(old, now, usualDeviation(usual, was, busyShareOf({ before, after })))
  const shifted = metric === 'cls' && is >= poor && Math.max(...old) <= good
  const isBeyond = is - was > Math.max(minGrowth, band) && is > was * MIN_RATIO
  const grown = shifted || (isBeyond && beyondChance(old, now) !== false)
  const extent = extentOf(metric, was, is)
  const scoreOf = (runs: LighthouseRun[]) => median(runs.map(run => run.metricScores[metric]))
  const smallestGrave = was <= good ? poor - was : (SEVERAL - 1) * was
  const worst = Math.max(...old)
  const grave = after.filter(run => extentOf(metric, worst, run.metrics[metric]) === 'poor')
  const again = recurs(grave.length, before.length)
  if (again && !(grown && extent === 'poor'))
    return {
      ...{ was, is: median(values(grave)), band, extent: 'poor', score: scoreOf(grave) },
      ...{ recurring: grave.length, unclear: false },
    }
  return {
    ...{ was, is, band, recurring: 0 },
    extent: grown ? extent : null,
    score: scoreOf(grown || was - is > band ? after : before),
    unclear:
      !grown &&
      (again === undefined || (is > was && (band > smallestGrave || (isBeyond && extent === 'poor')))),
  }
}

function usualDeviation({ rest, busy }: Metric['usual'], value: number, busyShare: number): number {
  const [atRest, whenBusy] = [rest, busy].map(({ share, least }) => Math.max(least, share * value))
  return atRest! + busyShare * (whenBusy! - atRest!)
}

/** Poor: it was good, or is several times slower. Worse: it lost a colour of Lighthouse's, or doubled and is not good. */
function extentOf(metric: MetricName, was: number, is: number): Extent {
  const { good, poor } = METRICS[metric]
  const rank = (value: number) => (value <= good ? 0 : value <= poor ? 1 : 2)
  const isPoor = is > poor || (metric === 'cls' && is === poor)
  if (isPoor && (was <= good || is >= SEVERAL * was)) return 'poor'
  return rank(is) > rank(was) || (is > good && is >= DOUBLED * was) ? 'worse' : 'slower'
}
