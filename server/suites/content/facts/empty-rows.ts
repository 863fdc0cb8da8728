/** Rows of figures, such as “232” above “Clients”, of which the words are left and all numbers are gone. */
import { withoutTurnsAndIds } from '../../core/path.ts'
import type { Comparison } from '../comparison/index.ts'
import type { PlacedFact } from '../comparison/placed-facts.ts'
import { isUnitOfTime } from '../find-facts/quantity.ts'
import type { TextOutcome } from '../outcomes/outcome.ts'

/** Figures from which they are a part of the page. */
export const MIN_FIGURES = 3

/** The numbers of such rows. A row is set in one place of the markup but for its turns. */
export function emptyRows(
  { facts, original }: Comparison,
  outcomes: readonly TextOutcome[],
): ReadonlySet<PlacedFact> {
  const gone = new Set(facts.missing.flatMap(({ fact, instead }) => (instead ? [] : fact)))
  const isFigure = ({ kind, visible, labelled }: PlacedFact) =>
    visible && !labelled && /^(number|quantity|percentage)$/.test(kind)
  const isSaid = (at: number) => {
    const outcome = outcomes[at]
    // What counts down says another time at each moment.
    if (outcome && isUnitOfTime(outcome.passage.text)) return false
    return outcome?.state === 'kept' && !outcome.bare && outcome.now?.visible === true
  }
  const rowOf = ({ passage }: PlacedFact) => withoutTurnsAndIds(original[passage]!.place.selector ?? '')
  const rows = Map.groupBy(facts.original.filter(isFigure), rowOf).values()
  const empty = [...rows].filter(
    row =>
      row.length >= MIN_FIGURES &&
      row.every(fact => gone.has(fact) && (isSaid(fact.passage - 1) || isSaid(fact.passage + 1))),
  )
  return new Set(empty.flat())
}
