/** Lighthouse's metrics, each a check of its own; their weights are to each other as in Lighthouse's score. */
import { median } from '../../../lib/statistics.ts'
import type { Finding } from '../../core/finding.ts'
import { defineRules } from '../../core/rules.ts'
import { beyondChance } from '../noise.ts'
import type { Runs } from '../runs.ts'
import { blockingFiles, MIN_BLOCKING_MS, MIN_SLOWER_MS } from './blocking.ts'
import { metricCheck, slowRule } from './check.ts'
import { METRICS, MIN_RATIO } from './growth.ts'

const lcpRules = defineRules(
  'perf/lcp',
  {
    why: 'Until the largest picture or text is there, the page seems not to have loaded.',
    reference: 'https://web.dev/articles/lcp',
  },
  { slow: slowRule('lcp') },
)

const tbtRules = defineRules(
  'perf/tbt',
  {
    why: 'While a long task runs, taps and keys do nothing.',
    reference: 'https://developer.chrome.com/docs/lighthouse/performance/lighthouse-total-blocking-time',
  },
  {
    slow: slowRule('tbt'),
    'script-time': {
      severity: 'minor',
      penalty: 0,
      measures: `Time on the main thread that scripts take: ${Math.round((MIN_RATIO - 1) * 100)} % and 200 ms more, beyond chance.`,
      fix: 'Split, defer or drop the scripts that were added',
      reference: 'https://developer.chrome.com/docs/lighthouse/performance/bootup-time',
    },
  },
)
const MIN_SCRIPT_TIME_MS = 200

const clsRules = defineRules(
  'perf/cls',
  {
    why: 'What moves while it is read is lost, and what moves while it is tapped is tapped wrongly.',
    reference: 'https://web.dev/articles/cls',
  },
  { slow: slowRule('cls') },
)

const fcpRules = defineRules(
  'perf/fcp',
  {
    why: 'Until something is there, visitors see an empty page and leave.',
    reference: 'https://developer.chrome.com/docs/lighthouse/performance/first-contentful-paint',
  },
  {
    slow: slowRule('fcp'),
    blocking: {
      severity: 'minor',
      penalty: 0,
      measures: `Files that hold back the first paint: new ones by over ${MIN_BLOCKING_MS} ms as simulated, and those that arrive over ${MIN_SLOWER_MS} ms later as measured, beyond chance.`,
      fix: 'Inline what the first screen needs and load the rest later',
      reference: 'https://developer.chrome.com/docs/performance/insights/render-blocking',
      cases: {
        late: {
          when: `it arrives over ${MIN_SLOWER_MS} ms later, and the metric does not tell`,
          severity: 'moderate',
          penalty: 0.5,
        },
        'very-late': {
          when: `it arrives after ${METRICS.fcp.poor.toLocaleString('en')} ms, when the first paint is poor, and arrived in ${METRICS.fcp.good.toLocaleString('en')} ms at most, and the metric does not tell`,
          severity: 'serious',
          penalty: 1,
        },
      },
    },
  },
)

const siRules = defineRules(
  'perf/speed-index',
  {
    why: 'How quickly the first screen fills is how quick a page feels.',
    reference: 'https://developer.chrome.com/docs/lighthouse/performance/speed-index',
  },
  { slow: slowRule('si') },
)

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
  const message = `Scripts keep the main thread busy for ${Math.round(is)} ms, ${Math.round(was)} ms before`
  return [tbtRules.report('script-time', { message })]
}
