/** Lighthouse's performance score, compared beyond a noise band, and how many pairs of runs it takes. */
import type { LighthouseRun } from '../../capture/lighthouse.ts'
import { type Policy, TARGETS } from '../../contract.ts'
import { deviation, median } from '../../lib/statistics.ts'
import { type Check, inconclusive } from '../core/suite.ts'
import { explain, slowFiles } from './explain.ts'
import { beyondChance, CONFIRMED } from './noise.ts'
import { MAX_DROP, rules } from './rules.ts'

const TARGET = TARGETS.perf
/** Points of the score that two runs of one page differ by on a quiet machine. */
const MIN_BAND = 5
/** Widens the band of a pair that was kept although the machine's speed changed under it. */
const DRIFT_BAND = 5
const DRIFT = 0.15
const MAX_PAIRS = 5
/** The difference of two medians strays beyond so many of its standard errors once in a hundred times. */
const BEYOND_NOISE = 2.5
/** Points by which runs of one page deviate where no second run has told, worth as much as `KNOWN` runs that have. */
const USUAL = 3
const KNOWN = 2
/** Standard errors of a median that a verdict must survive before it is final: a failure is confirmed, a pass believed. */
const CERTAIN = { pass: 0.8, fail: 2 }
/** Points about the target within which as many pairs are taken in any case: there the number itself is looked at. */
const NEAR_TARGET = 5
/** Pairs measured in all, those that were thrown away for drift included. */
const MAX_REMEASURED = 2
/** Pairs measured in place of those in which a page could not be scored. */
const MAX_UNSCORED = 2

export const score: Check<'lighthouse'> = {
  id: 'perf/score',
  title: 'Lighthouse performance score is kept',
  weight: 100,
  rules,
  judge({ original, rebuilt }) {
    const judged = compare(original.lighthouse, rebuilt.lighthouse)
    if (!judged)
      return inconclusive(
        `no pair of Lighthouse runs could be taken: ${reasonOf(original.lighthouse, rebuilt.lighthouse)}`,
      )
    const { before, after, band, taken, overlap } = judged
    const drop = before - taken
    const crossed = before >= TARGET && taken < TARGET
    const causes = explain(original.lighthouse, rebuilt.lighthouse, taken < before)
    if (taken === 100) return causes
    const runs = `${scoresOf(original.lighthouse)} before, ${scoresOf(rebuilt.lighthouse)} now`
    const message =
      drop > 0
        ? `The Lighthouse performance score fell from ${before} to ${after}, more than the noise of ±${band} points`
        : drop < 0
          ? `The Lighthouse performance score rose from ${before} to ${after}`
          : overlap
            ? `The Lighthouse performance score is ${after}, ${before} before, but runs of one page differ as much: ${runs}`
            : `The Lighthouse performance score is ${after}, as before (${before}, noise ±${band} points)`
    return [
      rules.report('score', {
        key: 'perf/score',
        as: drop > 0 && (crossed || drop > MAX_DROP) ? 'failing' : undefined,
        extent: 1 - taken / 100,
        message,
        fix: `Bring the score back to ${before}: see the metrics and files below that got heavier`,
      }),
      ...causes,
    ]
  },
}

/**
 * When one more pair could still change `pass`, measure it: five pairs at most and before a fall fails, three before
 * anything is called worse and near the target. Both medians may be off, and of a first pair nobody knows by how much.
 * A pair whose benchmark indexes differ by over 15 % says more of the machine than of the pages and is measured anew,
 * twice at most.
 */
export function sampling(policy: Policy) {
  let remeasured = 0
  return (original: LighthouseRun[], rebuilt: LighthouseRun[]): { again: boolean; discard: boolean } => {
    const last = original.length - 1
    if (drifted(original[last]!, rebuilt[last]!) && remeasured < MAX_REMEASURED) {
      remeasured++
      return { again: true, discard: true }
    }
    const judged = compare(original, rebuilt)
    // A page that Lighthouse cannot score once gets one more chance, not five.
    if (!judged) return { again: original.length < 2, discard: false }
    const { before, after, band, taken, pairs, noise } = judged
    if (pairs >= MAX_PAIRS || original.length >= MAX_PAIRS + MAX_UNSCORED)
      return { again: false, discard: false }
    const verdict = passes(before, taken, policy)
    const worse = taken < before || slowFiles(original, rebuilt).length > 0
    const toConfirm = worse || Math.abs(after - TARGET) <= NEAR_TARGET
    const least = !verdict && worse ? MAX_PAIRS : toConfirm ? CONFIRMED : 1
    if (pairs < least) return { again: true, discard: false }
    const known = 2 * (pairs - 1)
    const likely = Math.sqrt((KNOWN * USUAL ** 2 + known * noise ** 2) / (KNOWN + known))
    const doubt = (CERTAIN[verdict ? 'pass' : 'fail'] * likely) / Math.sqrt(pairs)
    const others = [-doubt, 0, doubt].flatMap(error =>
      [-doubt, 0, doubt].map(other =>
        passes(before + error, settled(before + error, after + other, band), policy),
      ),
    )
    return { again: others.some(other => other !== verdict), discard: false }
  }
}

/** The rebuilt site's score as it is counted: inside the band it is the original's. */
function settled(before: number, after: number, band: number): number {
  return Math.abs(after - before) <= band ? before : Math.max(0, Math.min(100, after))
}

/** Whether the suite would pass. */
function passes(before: number, taken: number, policy: Policy): boolean {
  if (policy === 'absolute') return taken >= TARGET
  const drop = before - taken
  return !(drop > MAX_DROP || (before >= TARGET && taken < TARGET))
}

function compare(original: LighthouseRun[], rebuilt: LighthouseRun[]) {
  const pairs = original
    .map((run, index) => ({ before: run, after: rebuilt[index]! }))
    .filter(({ before, after }) => before.score !== null && after.score !== null)
  if (pairs.length === 0) return null
  const before = Math.round(median(pairs.map(pair => pair.before.score!)))
  const after = Math.round(median(pairs.map(pair => pair.after.score!)))
  const noise = deviation(
    pairs.map(pair => pair.before.score!),
    pairs.map(pair => pair.after.score!),
  )
  const drift = pairs.some(pair => drifted(pair.before, pair.after)) ? DRIFT_BAND : 0
  const error = noise * Math.sqrt(2 / pairs.length)
  const band = Math.max(MIN_BAND, Math.round(BEYOND_NOISE * error)) + drift
  const overlap =
    before - after > band &&
    beyondChance(
      pairs.map(pair => pair.after.score!),
      pairs.map(pair => pair.before.score!),
    ) === false
  const taken = overlap ? before : settled(before, after, band)
  return { before, after, band, overlap, taken, pairs: pairs.length, noise }
}

function drifted(a: LighthouseRun, b: LighthouseRun): boolean {
  const [slow, fast] = [a.benchmarkIndex, b.benchmarkIndex].sort((x, y) => x - y) as [number, number]
  return slow > 0 && (fast - slow) / fast > DRIFT
}

const scoresOf = (runs: LighthouseRun[]) => runs.map(run => run.score ?? 'none').join(', ')

function reasonOf(...sides: LighthouseRun[][]): string {
  return sides.flat().find(run => run.failure)?.failure ?? 'nothing was measured'
}
