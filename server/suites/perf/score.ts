/** Lighthouse's performance score, compared beyond a noise band. */
import type { LighthouseRun } from '../../capture/lighthouse.ts'
import { TARGETS } from '../../contract.ts'
import { median } from '../../lib/statistics.ts'
import { defineRules } from '../core/rules.ts'
import { type Check, inconclusive } from '../core/suite.ts'
import { causesOf } from './causes.ts'
import { bandOf, beyondChance, CONFIRMED, recurs } from './noise.ts'
import { busyMachine, busyShareOf, onRuns, type Runs } from './runs.ts'

const TARGET = TARGETS.perf
/** Points by which the score may fall and pass: the width of Lighthouse's green range, 90 to 100. */
export const MAX_DROP = 10
/** Standard deviation of runs of one page, in points: on a machine at rest, and on one that other programs use wholly. */
const USUAL_POINTS = { rest: 1.4, busy: 12 }
/** Points of the score that two runs of one page differ by on a quiet machine. */
const MIN_BAND = 5
/** A band beyond so many points could hide what fails the suite. */
const MAX_BAND = 8
/** Widens the band of a disturbed pair that was kept, where too few others tell how much the runs differ. */
const DISTURBED_BAND = 5
/** By which the speed of the machine, or what other programs take of it, may differ between the runs of a pair. */
const MAX_DRIFT = 0.15
const MAX_BUSY_DRIFT = 0.25

const rules = defineRules(
  'perf/score',
  {
    why: 'Visitors leave pages that are slow, and search engines rank by what they experience.',
    reference: 'https://developer.chrome.com/docs/lighthouse/performance/performance-scoring',
  },
  {
    score: {
      severity: 'minor',
      penalty: { of: 'the share of 100 points that the score lacks' },
      measures:
        "Lighthouse's performance score, the median of all pairs of runs; a difference within the noise is none.",
      fix: 'Bring the score back: see the metrics and files that got heavier',
      cases: {
        fallen: { when: 'it fell, and no other check of this suite tells why', severity: 'moderate' },
        failing: {
          when: `it fell under ${TARGET}, or by more than ${MAX_DROP} points, and no other check of this suite fails`,
          severity: 'serious',
        },
      },
    },
  },
)

export const score: Check<'lighthouse'> = {
  id: 'perf/score',
  title: 'Lighthouse performance score is kept',
  weight: 15,
  rules,
  judge: onRuns(runs => {
    const { before, after, band, taken, recurring, unclear } = compareScores(runs)
    if (unclear)
      return inconclusive(
        `the Lighthouse performance score is ${scoresOf(runs.before)} on the original and ${scoresOf(runs.after)} on the new page: runs of one page differ by ±${band} points${busyMachine(runs)}`,
      )
    if (taken === 100) return []
    const drop = before - taken
    const causes = causesOf(runs)
    const grade = fails(before, taken) ? 'failing' : drop > 0 ? 'fallen' : undefined
    // What another check fails, or tells of, is not charged as a second fault.
    const isTold = causes.failing || (causes.worse && grade === 'fallen')
    const [message, fix] =
      drop > 0
        ? [
            `The Lighthouse performance score fell from ${before} to ${after}${recurring ? ` in ${recurring} of ${runs.after.length} runs, and in none of the original` : `, more than the noise of ±${band} points`}`,
            `Bring the score back to ${before}: see the metrics and files that got heavier`,
          ]
        : [
            `The Lighthouse performance score is ${after} of 100, ${after === before ? 'as on the original' : `on the original ${before}`}${drop < 0 || after === before ? '' : `, which the noise of ±${band} points cannot tell apart`}`,
            `Nothing got worse; the metrics tell what keeps the score under 100`,
          ]
    return [
      rules.report('score', {
        key: 'perf/score',
        as: isTold ? undefined : grade,
        extent: 1 - taken / 100,
        message,
        fix,
      }),
    ]
  }),
}

/** Whether a fall of the score fails the suite by itself. */
export const fails = (before: number, taken: number): boolean =>
  before - taken > MAX_DROP || (before >= TARGET && taken < TARGET)

export interface ComparedScores {
  before: number
  after: number
  band: number
  /** The rebuilt site's score as it is counted. */
  taken: number
  /** In how many runs the rebuilt page fell as far, where others of its runs did not: `after` is the median of those. */
  recurring: number
  /** It fell, and runs of one page differ so much that this may be a grave fall as well as none. */
  unclear: boolean
}

export function compareScores({ before: first, after: second }: Runs): ComparedScores {
  const [old, now] = [first, second].map(runs => runs.map(run => run.score!)) as [number[], number[]]
  const pairs = old.length
  const [before, after] = [Math.round(median(old)), Math.round(median(now))]
  const usual =
    USUAL_POINTS.rest +
    busyShareOf({ before: first, after: second }) * (USUAL_POINTS.busy - USUAL_POINTS.rest)
  const isDisturbed = pairs < CONFIRMED && first.some((run, index) => disturbed(run, second[index]!))
  const band = Math.max(MIN_BAND, Math.round(bandOf(old, now, usual))) + (isDisturbed ? DISTURBED_BAND : 0)
  const isBeyond = before - after > band
  const isMixed = isBeyond ? beyondChance(now, old) === false : after < before && band > MAX_BAND
  const taken = isMixed ? before : settled(before, after, band)
  if (fails(before, taken)) return { before, after, band, taken, recurring: 0, unclear: false }
  const least = Math.min(...old)
  const failing = now.filter(value => least - value > MIN_BAND && fails(least, value))
  const again = recurs(failing.length, pairs)
  if (!again) return { before, after, band, taken, recurring: 0, unclear: isMixed || again === undefined }
  const fallen = Math.round(median(failing))
  return { before, after: fallen, band, taken: fallen, recurring: failing.length, unclear: false }
}

/** The rebuilt site's score as it is counted: inside the band it is the original's. */
export function settled(before: number, after: number, band: number): number {
  return Math.abs(after - before) <= band ? before : Math.max(0, Math.min(100, after))
}

/** Whether the machine was another one for the second run than for the first: slower, or busier. */
export function disturbed(a: LighthouseRun, b: LighthouseRun): boolean {
  const [slow, fast] = [a.benchmarkIndex, b.benchmarkIndex].sort((x, y) => x - y) as [number, number]
  if (Math.abs((a.busyShare ?? 0) - (b.busyShare ?? 0)) > MAX_BUSY_DRIFT) return true
  return slow > 0 && (fast - slow) / fast > MAX_DRIFT
}

const scoresOf = (runs: LighthouseRun[]) => runs.map(run => run.score).join(', ')
