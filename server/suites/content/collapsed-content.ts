import type { Fate } from './losses.ts'
import type { LostUnit } from './units.ts'

/** Words from which a text in a fold, or some beside it together, are more than labels. */
const LONG = 8
/** Texts on either side that are looked at for the next fold: a question stands between two answers. */
const REACH = 4

/**
 * Tells whether a text of a tab, a fold or a slide is missed for certain. A rebuilt page may draw each when it is opened;
 * where the texts beside it are in its markup, it does not, and what is not there is gone. Beside a text that is hidden
 * in another way than in a fold, as slides are, is another hidden one that is set alike.
 */
export function missedFold(fates: Fate[]): (unit: LostUnit) => boolean {
  const at = new Map(fates.map((fate, index) => [fate, index]))
  const isDrawn = drawnFold(fates)
  const isTold = toldOf(fates)
  return ({ fates: lost }) => {
    const long = lost.filter(({ passage }) => !passage.visible && passage.length >= LONG)
    const [first, last] = [at.get(lost[0]!)!, at.get(lost.at(-1)!)!]
    return long.some(({ passage }) =>
      passage.folded
        ? isDrawn(first, last)
        : besides(fates, first, last).some(
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
export function drawnFold(fates: Fate[]): (first: number, last: number) => boolean {
  const isTold = toldOf(fates)
  return (first, last) =>
    besides(fates, first, last)
      .filter(fate => isTold(fate) && fate.passage.folded === true && !fate.now!.visible)
      .reduce((sum, { passage }) => sum + passage.length, 0) >= LONG
}

/** What is kept out of sight; a copy of what is in view is not told for its own sake. */
function toldOf(fates: Fate[]): (fate: Fate) => boolean {
  const inView = new Set(fates.flatMap(({ passage }) => (passage.visible ? passage.text : [])))
  return ({ state, bare, passage, now }) =>
    state === 'kept' && !bare && !passage.visible && now !== undefined && !inView.has(passage.text)
}

const besides = (fates: Fate[], first: number, last: number) => [
  ...fates.slice(Math.max(0, first - REACH), first),
  ...fates.slice(last + 1, last + 1 + REACH),
]
