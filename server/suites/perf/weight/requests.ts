/** How many requests the page makes, and how many of them to other hosts. */
import { defineRules } from '../../core/rules.ts'
import type { Check } from '../../core/suite.ts'
import { MIN_RATIO, SEVERAL } from '../metrics/growth.ts'
import { onRuns } from '../runs.ts'
import { medianOf } from './growth.ts'

const MIN_REQUESTS = 10
/** As many more as a whole other page makes: half of the median page's 70 (almanac.httparchive.org, page weight). */
const MIN_SEVERAL_REQUESTS = 35
const MIN_THIRD_PARTY_REQUESTS = 3

const rules = defineRules(
  'perf/requests',
  {
    why: 'Each request costs a way to the server and back, and may fail.',
    reference: 'https://developer.chrome.com/docs/lighthouse/performance/resource-summary',
  },
  {
    more: {
      severity: 'minor',
      penalty: 0.3,
      measures: `Number of requests: ${Math.round((MIN_RATIO - 1) * 100)} % and ${MIN_REQUESTS} more. The medians of all runs.`,
      fix: 'Drop or combine what was added',
      cases: {
        'several-times': {
          when: `${SEVERAL} times as many, and ${MIN_SEVERAL_REQUESTS} more`,
          severity: 'moderate',
          penalty: 1,
        },
      },
    },
    'third-party': {
      severity: 'minor',
      penalty: 0,
      measures: `Number of requests to other hosts: ${MIN_THIRD_PARTY_REQUESTS} more.`,
      fix: 'Drop the third parties that were added or load them later',
      reference: 'https://developer.chrome.com/docs/performance/insights/third-parties',
    },
  },
)

export const requests: Check<'lighthouse'> = {
  id: 'perf/requests',
  title: 'The page makes no more requests',
  weight: 1,
  rules,
  judge: onRuns(({ before, after }) => {
    const [was, is] = [before, after].map(runs => medianOf(runs, counters => counters.requests)) as [
      number,
      number,
    ]
    const [old, now] = [before, after].map(runs =>
      medianOf(runs, counters => counters.thirdPartyRequests),
    ) as [number, number]
    const several = is >= SEVERAL * was && is - was >= MIN_SEVERAL_REQUESTS
    return [
      ...(is > was * MIN_RATIO && is - was >= MIN_REQUESTS
        ? [
            rules.report('more', {
              as: several ? 'several-times' : undefined,
              message: `The page makes ${is} requests, ${was} on the original`,
            }),
          ]
        : []),
      ...(now - old >= MIN_THIRD_PARTY_REQUESTS
        ? [
            rules.report('third-party', {
              message: `${now} requests go to other hosts, ${old} on the original`,
            }),
          ]
        : []),
    ]
  }),
}
