import type { MetricName } from '../../../capture/lighthouse.ts'
import { defineRules } from '../../core/rules.ts'
import { MIN_BLOCKING_MS, MIN_SLOWER_MS } from './blocking.ts'
import { DOUBLED, METRICS, MIN_RATIO, SEVERAL } from './growth.ts'

export const MIN_SCRIPT_TIME_MS = 200

export type SlowRule = ReturnType<typeof slowRule>

/** The rule that each metric has. */
function slowRule(metric: MetricName) {
  const { name, unit, good, poor, minGrowth } = METRICS[metric]
  const value = (number: number) => (unit ? `${number.toLocaleString('en')} ${unit}` : String(number))
  return {
    severity: 'minor' as const,
    penalty: { of: `the share of Lighthouse's score of ${name} that is lacking` },
    measures: `${name}, the median of all runs. It grew when it is over ${Math.round((MIN_RATIO - 1) * 100)} % and ${value(minGrowth)} more, and beyond what its own runs differ by.`,
    fix: 'Bring the metric back',
    cases: {
      poor: {
        when: `it grew from good (${value(good)} at most) to poor (${metric === 'cls' ? 'from' : 'over'} ${value(poor)}${metric === 'cls' ? ', in most runs' : ''}), or is poor and ${SEVERAL} times what it was`,
        severity: 'serious' as const,
      },
      worse: {
        when: `it grew and is no longer good, or poor, or ${DOUBLED} times what it was and not good`,
        severity: 'moderate' as const,
      },
    },
  }
}

export const lcpRules = defineRules(
  'perf/lcp',
  {
    why: 'Until the largest picture or text is there, the page seems not to have loaded.',
    reference: 'https://web.dev/articles/lcp',
  },
  { slow: slowRule('lcp') },
)

export const tbtRules = defineRules(
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
      measures: `Time on the main thread that scripts take: ${Math.round((MIN_RATIO - 1) * 100)} % and ${MIN_SCRIPT_TIME_MS} ms more, beyond chance.`,
      fix: 'Split, defer or drop the scripts that were added',
      reference: 'https://developer.chrome.com/docs/lighthouse/performance/bootup-time',
    },
  },
)

export const clsRules = defineRules(
  'perf/cls',
  {
    why: 'What moves while it is read is lost, and what moves while it is tapped is tapped wrongly.',
    reference: 'https://web.dev/articles/cls',
  },
  { slow: slowRule('cls') },
)

export const fcpRules = defineRules(
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

export const siRules = defineRules(
  'perf/speed-index',
  {
    why: 'How quickly the first screen fills is how quick a page feels.',
    reference: 'https://developer.chrome.com/docs/lighthouse/performance/speed-index',
  },
  { slow: slowRule('si') },
)
