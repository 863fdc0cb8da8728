import { TARGETS } from '../../contract.ts'
import { defineRules } from '../core/rules.ts'

/** Points by which the score may fall above the target, or below it, and pass. */
export const MAX_DROP = 20

/** A metric or counter got worse when it grew by this ratio and by its least step. */
export const MIN_RATIO = 1.2
export const MIN_SCRIPT_TIME_MS = 200
export const MIN_BYTES = 50_000
export const MIN_REQUESTS = 10
export const MIN_THIRD_PARTY_REQUESTS = 3
/** ms by which a new file has to hold back the first paint. */
export const MIN_BLOCKING_MS = 100
/** ms by which a file that holds back the first paint has to arrive later. Measured without throttling. */
export const MIN_SLOWER_MS = 500

const percent = Math.round((MIN_RATIO - 1) * 100)
/** Explains the score and costs nothing itself. */
const note = { severity: 'minor', penalty: 0 } as const

export const rules = defineRules(
  'perf/score',
  {
    why: 'Visitors leave pages that are slow, and search engines rank by what they experience.',
    reference: 'https://developer.chrome.com/docs/lighthouse/performance/performance-scoring',
  },
  {
    score: {
      severity: 'moderate',
      penalty: { of: 'the share of 100 points that the score lacks' },
      measures:
        "Lighthouse's performance score, the median of all pairs of runs; a difference within the noise is none.",
      fix: 'Bring the score back: see the metrics and files that got heavier',
      cases: {
        failing: {
          when: `it fell under ${TARGETS.perf}, or by more than ${MAX_DROP} points`,
          severity: 'serious',
        },
      },
    },
    metric: {
      ...note,
      measures: `Lighthouse's metrics that grew by ${percent} % beyond chance.`,
      fix: 'Bring the metric back',
    },
    'script-time': {
      ...note,
      measures: `Time on the main thread that scripts take: ${percent} % and ${MIN_SCRIPT_TIME_MS} ms more, beyond chance.`,
      fix: 'Split, defer or drop the scripts that were added',
      reference: 'https://developer.chrome.com/docs/lighthouse/performance/bootup-time',
    },
    bytes: {
      ...note,
      measures: `Bytes of the files of one type: ${percent} % and ${MIN_BYTES / 1000} kB more.`,
      fix: 'Compress, resize or drop what was added',
      reference: 'https://developer.chrome.com/docs/lighthouse/performance/total-byte-weight',
    },
    requests: {
      ...note,
      measures: `Number of requests: ${percent} % and ${MIN_REQUESTS} more.`,
      fix: 'Drop or combine what was added',
    },
    'third-party': {
      ...note,
      measures: `Number of requests to other hosts: ${MIN_THIRD_PARTY_REQUESTS} more.`,
      fix: 'Drop the third parties that were added or load them later',
      reference: 'https://developer.chrome.com/docs/performance/insights/third-parties',
    },
    blocking: {
      ...note,
      measures: `Files that hold back the first paint: new ones by over ${MIN_BLOCKING_MS} ms, and those that arrive over ${MIN_SLOWER_MS} ms later.`,
      fix: 'Inline what the first screen needs and load the rest later',
      reference: 'https://developer.chrome.com/docs/performance/insights/render-blocking',
    },
  },
)
