/** Accordions and tabs: what is hidden can be had again where the new page has more of them than the original. */
import type { Pair, Side } from './suite.ts'

/** Visible controls of the page's body that open something, by how many there are more of than on the original. */
export const newOpeners = ({ original, rebuilt }: Pair<'layouts'>): number =>
  Math.max(0, openersIn(rebuilt) - openersIn(original))

/**
 * At the width that has most of them. What is open already hides nothing; a menu in banner or navigation opens nothing of
 * the body, and counts only `withMenus`.
 */
export function openersIn({ layouts }: Side<'layouts'>, withMenus = false): number {
  const counts = layouts.map(
    ({ controls }) =>
      controls.filter(
        ({ opens, role, state, expanded, landmark }) =>
          ((opens && expanded !== 'true') || role === 'tab') &&
          state === 'visible' &&
          (withMenus || (landmark !== 'banner' && landmark !== 'navigation')),
      ).length,
  )
  return Math.max(0, ...counts)
}
