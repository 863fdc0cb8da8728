import type { TextOutcome } from './losses.ts'
import type { LostUnit } from './units.ts'

/** Words from which a text in a fold, or some beside it together, are more than labels. */
const LONG = 8
/** Texts on either side that are looked at for the next fold: a question stands between two answers. */
const REACH = 4

/**
 * Tells whether a text of a tab, a fold or a slide is missed for certain. A rebuilt page may draw each when it is opened;
 * where the texts beside it are in its markup, it does not, and what is not there is gone. Prefetch a text that is hidden
 * in another way than in a fold, as slides are, is another hidden one that is set alike.
 */
export function missedCollapsed(outcomes: TextOutcome[]): (unit: LostUnit) => boolean {
  const at = new Map(outcomes.map((outcome, index) => [outcome, index]))
  const isDrawn = drawnCollapsed(outcomes)
  const isTold = toldOf(outcomes)
  return ({ outcomes: lost }) => {
    const long = lost.filter(({ passage }) => !passage.visible && passage.length >= LONG)
    const [first, last] = [at.get(lost[0]!)!, at.get(lost.at(-1)!)!]
    return long.some(({ passage }) =>
      passage.folded
        ? isDrawn(first, last)
        : besides(outcomes, first, last).some(
            other =>
              isTold(other) &&
              other.passage.length >= LONG &&
              other.passage.kind === passage.kind &&
              other.passage.set === passage.set,
          ),
    )
  }
}

/** Whether the texts beside some of a fold, of the same fold or of the next, are in the markup, and out of sight. */
export function drawnCollapsed(outcomes: TextOutcome[]): (first: number, last: number) => boolean {
  const isTold = toldOf(outcomes)
  return (first, last) =>
    besides(outcomes, first, last)
      .filter(outcome => isTold(outcome) && outcome.passage.folded === true && !outcome.now!.visible)
      .reduce((sum, { passage }) => sum + passage.length, 0) >= LONG
}

/** What is kept out of sight; a copy of what is in view is not told for its own sake. */
function toldOf(outcomes: TextOutcome[]): (outcome: TextOutcome) => boolean {
  const inView = new Set(outcomes.flatMap(({ passage }) => (passage.visible ? passage.text : [])))
  return ({ state, bare, passage, now }) =>
    state === 'kept' && !bare && !passage.visible && now !== undefined && !inView.has(passage.text)
}

const besides = (outcomes: TextOutcome[], first: number, last: number) => [
  ...outcomes.slice(Math.max(0, first - REACH), first),
  ...outcomes.slice(last + 1, last + 1 + REACH),
]
