/** What opens something: accordions and tabs, by which what is hidden can be had again, and the menus of phones. */
import type { Probe } from '../../capture/collectors/probes/index.ts'
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

/** Entries of a menu that a press shows. */
const MIN_ENTRIES = 3

/** What opens a menu on a phone is known by what a press on it shows, whatever it looks like. */
export const provenOpeners = ({ probes }: Side<'probes'>): Probe[] =>
  probes.narrow.probes.filter(
    ({ effect, revealed }) => /^(opens|switches|dialog)$/.test(effect) && revealed.length >= MIN_ENTRIES,
  )
