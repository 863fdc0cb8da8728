/** What the page weighs as a whole and by type of file. */
import type { Counters, LighthouseRun } from '../../../capture/lighthouse.ts'
import type { Finding } from '../../core/finding.ts'
import { defineRules } from '../../core/rules.ts'
import { type Check, inconclusive } from '../../core/suite.ts'
import { causesOf, loadsSlower } from '../causes.ts'
import { DOUBLED, MIN_RATIO, SEVERAL } from '../metrics/growth.ts'
import { fileName, kilobytes, onRuns, type Runs } from '../runs.ts'
import { MIN_DOUBLED_BYTES, MIN_SEVERAL_BYTES, medianOf } from './growth.ts'

/** Bytes of one type that are worth naming. */
const MIN_TYPE_BYTES = 50_000

const rules = defineRules(
  'perf/bytes',
  {
    why: 'Bytes cost time on slow lines and money on metered ones, however quick the line of the test is.',
    reference: 'https://developer.chrome.com/docs/lighthouse/performance/total-byte-weight',
  },
  {
    heavier: {
      severity: 'minor',
      penalty: 0.5,
      measures: `Bytes transferred for the whole page: ${DOUBLED} times as many, and ${kilobytes(MIN_DOUBLED_BYTES)} more. The medians of all runs.`,
      fix: 'Compress, resize or drop what was added',
      cases: {
        alone: { when: 'the page does not load slower for it as measured', severity: 'moderate' },
        'several-times': {
          when: `${SEVERAL} times as many, and ${kilobytes(MIN_SEVERAL_BYTES)} more`,
          severity: 'serious',
          penalty: 1,
        },
      },
    },
    type: {
      severity: 'minor',
      penalty: 0,
      measures: `Bytes of the files of one type: ${Math.round((MIN_RATIO - 1) * 100)} % and ${kilobytes(MIN_TYPE_BYTES)} more.`,
      fix: 'Compress, resize or drop what was added',
    },
  },
)

export const bytes: Check<'lighthouse'> = {
  id: 'perf/bytes',
  title: 'The page is not heavier',
  weight: 3,
  rules,
  judge: onRuns(runs => {
    const types = heavierTypes(runs)
    const causes = causesOf(runs)
    const { was, is, extent, recurring, unclear } = causes.weight
    if (unclear)
      return inconclusive(
        `the original transferred ${listed(runs.before)} and the new page ${listed(runs.after)}: their runs differ too much to tell`,
      )
    if (!extent)
      return types.map(({ type, was, is, from }) =>
        rules.report('type', {
          place: type,
          message: `Files of type ${type} grew from ${kilobytes(was)} to ${kilobytes(is)}${from ? `; ${from}` : ''}`,
          fix: `Bring them back to ${kilobytes(was)}: compress, resize or drop what was added`,
        }),
      )
    const most = types.at(0)
    const whole: Finding = rules.report('heavier', {
      as: extent === 'several-times' ? 'several-times' : loadsSlower(causes) ? undefined : 'alone',
      message: `The page transfers ${kilobytes(is)}${recurring ? ` in ${recurring} of ${runs.after.length} runs` : ''}, ${kilobytes(was)} on the original${most?.from ? `; ${most.from}` : ''}`,
      fix: `Bring it back to ${kilobytes(was)}: compress, resize or drop what was added`,
      evidence: types.map(
        ({ type, was, is }) => `${type}: ${kilobytes(was)} on the original, ${kilobytes(is)} on the new page`,
      ),
    })
    return [whole]
  }),
}

const listed = (runs: LighthouseRun[]) => runs.map(run => kilobytes(run.counters.bytes)).join(', ')

interface HeavierType {
  type: string
  was: number
  is: number
  /** The file that most of it comes from, in the reader's words. */
  from: string
}

/** Types of files that grew, the most first. */
export function heavierTypes({ before, after }: Runs): HeavierType[] {
  const counters = after.at(-1)!.counters
  const heaviest = grownFiles(before.at(-1)!.counters, counters)
  return Object.keys(counters.bytesByType)
    .map(type => {
      const [was, is] = [before, after].map(runs => medianOf(runs, each => each.bytesByType[type] ?? 0))
      const file = heaviest.find(each => each.type === type)
      const from = file ? `the most comes from ${file.url} (${kilobytes(file.bytes)})` : ''
      return { type, was: was!, is: is!, from }
    })
    .filter(({ was, is }) => is - was >= MIN_TYPE_BYTES && is > was * MIN_RATIO)
    .sort((a, b) => b.is - b.was - (a.is - a.was))
}

/** Files that are new or grew, the most first. */
function grownFiles(was: Counters, is: Counters): Counters['heaviest'] {
  const known = new Map(was.heaviest.map(file => [fileName(file.url), file.bytes]))
  return is.heaviest
    .map(file => ({ file, more: file.bytes - (known.get(fileName(file.url)) ?? 0) }))
    .filter(({ more }) => more > 0)
    .sort((a, b) => b.more - a.more)
    .map(({ file }) => file)
}
