/** Artificial runs of Lighthouse, and what the perf suite says of them. */
import { getLogNormalScore } from 'lighthouse/shared/statistics.js'
import type { Counters, LighthouseRun, MetricName } from '../../../server/capture/lighthouse.ts'
import { perf } from '../../../server/suites/perf/index.ts'
import { METRICS } from '../../../server/suites/perf/metrics/growth.ts'
import { judgeBy, makeCapture } from '../captures.ts'

const USUAL = { fcp: 1000, lcp: 1200, tbt: 50, cls: 0, si: 1500 }

export const COUNTERS: Counters = {
  requests: 10,
  bytes: 500_000,
  bytesByType: { image: 400_000, script: 100_000 },
  scriptTime: 100,
  thirdPartyRequests: 0,
  heaviest: [],
  renderBlocking: [],
  pictureWaste: { bytes: 0, worst: [] },
  lcpElement: 'main > img',
}

/** A run of this score, whatever its metrics say. */
export const run = (score: number | null, more: Partial<LighthouseRun> = {}): LighthouseRun => ({
  score,
  failure: score === null ? 'NO_FCP: nothing was painted' : null,
  metrics: USUAL,
  metricScores: scoresOf(USUAL),
  benchmarkIndex: 1500,
  busyShare: 0,
  counters: COUNTERS,
  filmstrip: [],
  ...more,
})

const WEIGHTS: Record<MetricName, number> = { fcp: 10, si: 10, lcp: 25, tbt: 30, cls: 25 }

/** A run that measured this, with the scores that Lighthouse makes of it. */
export function measuring(
  changed: Partial<Record<MetricName, number>>,
  counters: Partial<Counters> = {},
): LighthouseRun {
  const metrics = { ...USUAL, ...changed }
  const metricScores = scoresOf(metrics)
  const score = Object.entries(WEIGHTS).reduce(
    (sum, [name, weight]) => sum + weight * metricScores[name as MetricName],
    0,
  )
  return run(Math.round(score), { metrics, metricScores, counters: { ...COUNTERS, ...counters } })
}

/** Lighthouse's curves go through 0.9 where good ends and 0.5 where poor begins. */
function scoresOf(metrics: Record<MetricName, number>): Record<MetricName, number> {
  const scores = Object.entries(metrics).map(([name, value]) => {
    const { good: p10, poor: median } = METRICS[name as MetricName]
    return [name, Math.round(100 * getLogNormalScore({ p10, median }, value)) / 100]
  })
  return Object.fromEntries(scores)
}

/** The same run, three times. */
export const thrice = (one: LighthouseRun): LighthouseRun[] => [one, one, one]

export function judge(
  before: LighthouseRun[],
  after: LighthouseRun[],
  policy: 'regressions' | 'absolute' = 'regressions',
) {
  return judgeBy(
    perf,
    makeCapture('original', { lighthouse: before }),
    makeCapture('rebuilt', { lighthouse: after }),
    policy,
  )
}

/** Keys and severities of what was introduced and is more than worth knowing, the gravest first. */
export const charged = ({ issues }: ReturnType<typeof judge>): string[] =>
  issues
    .filter(({ status, severity }) => status === 'introduced' && severity !== 'minor')
    .map(({ key, severity }) => `${key} ${severity}`)
