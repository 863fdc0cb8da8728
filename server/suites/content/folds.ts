import type { Fate } from './losses.ts'
import type { LostUnit } from './units.ts'

/** Words from which a text in a fold is more than a label. */
const LONG = 8
/** Texts on either side that are looked at for the next fold: a question stands between two answers. */
const REACH = 4

/**
 * Tells whether a text of a tab or fold is missed for certain. A rebuilt page may draw each fold when it is opened; where
 * the text of the fold beside is in its markup and out of sight, it does not, and what is not there is gone.
 */
export function missedFold(fates: Fate[]): (unit: LostUnit) => boolean {
  const at = new Map(fates.map((fate, index) => [fate, index]))
  const isFolded = ({ passage }: Fate) => passage.folded === true && passage.length >= LONG
  const isKept = (fate: Fate) =>
    isFolded(fate) && fate.state === 'kept' && !fate.bare && fate.now?.visible === false
  return ({ fates: lost }) => {
    if (!lost.some(isFolded)) return false
    const [first, last] = [at.get(lost[0]!)!, at.get(lost.at(-1)!)!]
    return (
      fates.slice(Math.max(0, first - REACH), first).some(isKept) ||
      fates.slice(last + 1, last + 1 + REACH).some(isKept)
    )
  }
}
