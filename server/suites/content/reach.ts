import { isMain } from '../../matching/passages.ts'
import type { ContentPair } from './comparison/index.ts'
import type { TextOutcome } from './losses.ts'

/** Longer texts that one control may have behind it. */
const TEXTS_EACH = 3
/** Words from which a text is more than a label. */
const LONG = 8
/** Facts that one control may have behind it. */
const FACTS_EACH = 6

/**
 * How many facts that are out of sight now can be had again: those behind controls of the page's body that the original
 * did not have, and as many as came into sight instead, as where a carousel stands at another slide.
 */
export function reachableFacts(pair: ContentPair, outcomes: TextOutcome[]): number {
  const revealed = outcomes.filter(
    outcome => !outcome.passage.visible && outcome.seen > 0 && /\d/.test(outcome.passage.text),
  )
  return newOpeners(pair) * FACTS_EACH + revealed.length
}

/**
 * The texts out of sight that nothing explains: longer ones of the main content beyond those that new controls of the
 * body may have behind them, or that came into sight instead; others where there is no such control, nor one in the
 * page's frame for what stands there.
 */
export function unreachableTexts(pair: ContentPair, outcomes: TextOutcome[]): Set<TextOutcome> {
  const openers = newOpeners(pair)
  const weighty = ({ passage }: TextOutcome) => isMain(passage) && passage.length >= LONG
  const revealed = outcomes.filter(
    outcome => !outcome.passage.visible && outcome.seen > 0 && weighty(outcome),
  )
  const unseen = outcomes.filter(outcome => outcome.state === 'unseen')
  const framed = openersOf(pair.rebuilt, true) > openersOf(pair.original, true)
  return new Set([
    ...unseen.filter(weighty).slice(openers * TEXTS_EACH + revealed.length),
    ...unseen.filter(outcome => !weighty(outcome) && !openers && (isMain(outcome.passage) || !framed)),
  ])
}

/** Visible controls of the page's body that open something, by how many there are more of than on the original. */
export function newOpeners({ original, rebuilt }: ContentPair): number {
  return Math.max(0, openersOf(rebuilt) - openersOf(original))
}

/** Accordions and tabs. What is open already hides nothing; a menu in the page's frame opens nothing of its body. */
function openersOf({ layouts }: ContentPair['original'], framed = false): number {
  return Math.max(
    0,
    ...layouts.map(
      ({ controls }) =>
        controls.filter(
          ({ opens, role, state, expanded, landmark }) =>
            ((opens && expanded !== 'true') || role === 'tab') &&
            state === 'visible' &&
            (framed || (landmark !== 'banner' && landmark !== 'navigation')),
        ).length,
    ),
  )
}
