/** Lighthouse's metrics, each a check of its own; their weights are to each other as in Lighthouse's score. */
import { median } from '../../../lib/statistics.ts'
import type { Finding } from '../../core/finding.ts'
import { beyondChance } from '../noise.ts'
import type { Runs } from '../runs.ts'
import { blockingFiles } from './blocking.ts'
import { metricCheck } from './check.ts'
import { MIN_RATIO } from './growth.ts'
import { clsRules, fcpRules, lcpRules, MIN_SCRIPT_TIME_MS, siRules, tbtRules } from './rules.ts'

export const metricChecks = [
  metricCheck('lcp', 20, lcpRules, found => lcpRules.report('slow', found)),
  metricCheck('tbt', 24, tbtRules, found => tbtRules.report('slow', found), scriptTime),
  metricCheck('cls', 20, clsRules, found => clsRules.report('slow', found)),
  metricCheck(
    'fcp',
    8,
    fcpRules,
    found => fcpRules.report('slow', found),
    (runs, { extent }) =>
      blockingFiles(runs, extent === 'poor' || extent === 'worse').map(found =>
        fcpRules.report('blocking', found),
      ),
  ),
  metricCheck('si', 8, siRules, found => siRules.report('slow', found)),
]

function scriptTime({ before, after }: Runs): Finding[] {
  const [old, now] = [before, after].map(runs => runs.map(run => run.counters.scriptTime))
  const [was, is] = [median(old!), median(now!)]
  if (is - was <= MIN_SCRIPT_TIME_MS || is <= was * MIN_RATIO || !beyondChance(old!, now!)) return []
  const message = `Scripts keep the main thread busy for ${Math.round(is)} ms, ${Math.round(was)} ms on the original`
  return [tbtRules.report('script-time', { message })]
}
