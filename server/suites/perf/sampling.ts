/** How many pairs of runs it takes: as many as could still change the verdict. */
import type { LighthouseRun } from '../../capture/lighthouse.ts'
import { type Policy, TARGETS } from '../../contract.ts'
import { causesOf } from './causes.ts'
import { slowFiles } from './metrics/blocking.ts'
import { CONFIRMED, likelyDeviation } from './noise.ts'
import { type Runs, scoredRuns } from './runs.ts'
import { compareScores, disturbed, fails, settled } from './score.ts'

const TARGET = TARGETS.perf
/** Pairs before a fall fails. */
const MAX_PAIRS = 5
/** Pairs where runs of one page differ by more than a grave change would. */
const MAX_UNCLEAR_PAIRS = 8
/** Points by which runs of one page deviate where no second run has told. */
const USUAL_POINTS = 3
/** Standard errors of a median that a verdict must survive before it is final: a failure is confirmed, a pass believed. */
const CERTAIN = { pass: 0.8, fail: 2 }
/** Pairs measured in place of those that were thrown away. */
const MAX_REMEASURED = 2
/** Pairs measured in place of those in which a page could not be scored. */
const MAX_UNSCORED = 2

/**
 * When one more pair could still change `pass`, measure it: three pairs before anything is called worse,
 * five before what is measured in time fails, eight where the runs of one page differ too much to tell. A pair
 * between whose runs the machine changed its speed or its load says more of the machine than of the pages and is measured anew, twice at most.
 */
export function sampling(policy: Policy) {
  let remeasured = 0
  return (original: LighthouseRun[], rebuilt: LighthouseRun[]): { again: boolean; discard: boolean } => {
    const last = original.length - 1
    if (disturbed(original[last]!, rebuilt[last]!) && remeasured < MAX_REMEASURED) {
      remeasured++
      return { again: true, discard: true }
    }
    const runs = scoredRuns(original, rebuilt)
    const pairs = runs.before.length
    // A page that Lighthouse cannot score once gets one more chance, not five.
    if (!pairs) return { again: original.length < 2, discard: false }
    const isOut = original.length - pairs > MAX_UNSCORED
    return { again: !isOut && pairs < pairsWanted(runs, policy), discard: false }
  }
}

function pairsWanted(runs: Runs, policy: Policy): number {
  const { before, after, band, taken, unclear } = compareScores(runs)
  const causes = causesOf(runs)
  const metrics = Object.values(causes.metrics)
  if (unclear || causes.weight.unclear || metrics.some(metric => metric.unclear)) return MAX_UNCLEAR_PAIRS
  const pairs = runs.before.length
  const passes = (was: number, is: number) => (policy === 'absolute' ? is >= TARGET : !fails(was, is))
  const verdict = passes(before, taken)
  const isWorse = taken < before || causes.worse || slowFiles(runs).length > 0
  const isSlow = taken < before && !verdict
  if (isSlow || metrics.some(({ told }) => told === 'poor')) return MAX_PAIRS
  // One more at a time: what the second pair does not show was chance, if nothing else is in doubt.
  if (pairs < CONFIRMED && isWorse) return pairs + 1
  const likely = likelyDeviation(
    runs.before.map(run => run.score!),
    runs.after.map(run => run.score!),
    USUAL_POINTS,
  )
  const doubt = (CERTAIN[verdict ? 'pass' : 'fail'] * likely) / Math.sqrt(pairs)
  const isDoubtful = [-doubt, 0, doubt].some(error =>
    [-doubt, 0, doubt].some(
      other => passes(before + error, settled(before + error, after + other, band)) !== verdict,
    ),
  )
  return isDoubtful && pairs < MAX_PAIRS ? pairs + 1 : pairs
}
