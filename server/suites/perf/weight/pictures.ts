/** Bytes of pictures beyond what is shown of them: larger than their box, or in a format that costs more. */
import { defineRules } from '../../core/rules.ts'
import type { Check } from '../../core/suite.ts'
import { MIN_RATIO } from '../metrics/growth.ts'
import { kilobytes, onRuns } from '../runs.ts'
import { heavierTypes } from './bytes.ts'
import { MIN_DOUBLED_BYTES, medianOf } from './growth.ts'

const MIN_WASTED_BYTES = 50_000

const rules = defineRules(
  'perf/pictures',
  {
    why: 'A picture that is sent larger than it is shown costs time and shows nothing.',
    reference: 'https://developer.chrome.com/docs/performance/insights/image-delivery',
  },
  {
    wasted: {
      severity: 'minor',
      penalty: 0.3,
      measures: `Bytes that Lighthouse would save by size, compression and format of pictures: ${Math.round((MIN_RATIO - 1) * 100)} % and ${kilobytes(MIN_WASTED_BYTES)} more. The medians of all runs.`,
      fix: 'Send pictures in the size in which they are shown',
      cases: {
        much: {
          when: `${kilobytes(MIN_DOUBLED_BYTES)} more, though pictures as a whole did not become heavier`,
          severity: 'moderate',
          penalty: 1,
        },
        told: { when: 'pictures as a whole became heavier, which is told of the bytes', penalty: 0 },
      },
    },
  },
)

export const pictures: Check<'lighthouse'> = {
  id: 'perf/pictures',
  title: 'Pictures are sent in the size in which they are shown',
  weight: 1,
  rules,
  judge: onRuns(runs => {
    const [was, is] = [runs.before, runs.after].map(side =>
      medianOf(side, counters => counters.pictureWaste.bytes),
    ) as [number, number]
    if (is - was < MIN_WASTED_BYTES || is <= was * MIN_RATIO) return []
    const isTold = heavierTypes(runs).some(({ type }) => type === 'image')
    const worst = runs.after.at(-1)!.counters.pictureWaste.worst.at(0)
    return [
      rules.report('wasted', {
        as: isTold ? 'told' : is - was >= MIN_DOUBLED_BYTES ? 'much' : undefined,
        message: `Pictures have ${kilobytes(is)} more than is shown of them, ${kilobytes(was)} on the original${worst ? `; the most has ${worst.url} (${kilobytes(worst.wasted)} of ${kilobytes(worst.bytes)})` : ''}`,
      }),
    ]
  }),
}
