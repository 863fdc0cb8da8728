/** What was measured of both sites, for a report to draw: each metric with the noise that its change is judged by. */
import type { LighthouseRun, MetricName } from '../../capture/lighthouse.ts'
import { causesOf } from './causes.ts'
import { METRICS } from './metrics/growth.ts'
import { scoredRuns } from './runs.ts'

/** In the order in which a visitor meets them. */
const ORDER: readonly MetricName[] = ['fcp', 'lcp', 'si', 'tbt', 'cls']

/** Undefined where no pair of runs could be scored. */
export function measurementsOf(original: LighthouseRun[], rebuilt: LighthouseRun[]) {
  const runs = scoredRuns(original, rebuilt)
  if (!runs.before.length) return undefined
  const { metrics } = causesOf(runs)
  return {
    runs: runs.before.length,
    metrics: ORDER.map(name => {
      const { was, is, band, told } = metrics[name]
      const { name: title, unit, good, poor } = METRICS[name]
      return { name: title, unit, original: was, rebuilt: is, band, good, poor, isSlower: told !== null }
    }),
    /** The runs whose films are shown. */
    shown: { original: runs.before.at(-1)!, rebuilt: runs.after.at(-1)! },
  }
}
