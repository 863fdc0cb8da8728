import type { ContentPair } from './comparison.ts'
import type { Fate } from './losses.ts'

/** Facts that one control may have behind it. */
const FACTS_EACH = 6

/**
 * How many facts that are out of sight now can be had again: those behind controls of the page's body that the original
 * did not have, and as many as came into sight instead, as where a carousel stands at another slide.
 */
export function reachableFacts(pair: ContentPair, fates: Fate[]): number {
  const revealed = fates.filter(
    fate => !fate.passage.visible && fate.seen > 0 && /\d/.test(fate.passage.text),
  )
  return newOpeners(pair) * FACTS_EACH + revealed.length
}

/** Visible controls of the page's body that open something, by how many there are more of than on the original. */
export function newOpeners({ original, rebuilt }: ContentPair): number {
  return Math.max(0, openersOf(rebuilt) - openersOf(original))
}

/** Accordions and tabs. What is open already hides nothing; a menu in the page's frame opens nothing of its body. */
function openersOf({ layouts }: ContentPair['original']): number {
  return Math.max(
    0,
    ...layouts.map(
      ({ controls }) =>
        controls.filter(
          ({ opens, role, state, expanded, landmark }) =>
            ((opens && expanded !== 'true') || role === 'tab') &&
            state === 'visible' &&
            landmark !== 'banner' &&
            landmark !== 'navigation',
        ).length,
    ),
  )
}
