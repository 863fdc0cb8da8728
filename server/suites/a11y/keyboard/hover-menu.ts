/** Menus of a wide screen that open under the mouse alone. */
import { normalise } from '../../../lib/text.ts'
import type { Finding } from '../../core/finding.ts'
import { listed, quote } from '../../core/quote.ts'
import type { Pair } from '../../core/suite.ts'
import { controlsOf, type Needed, placesOf, reachedBy } from '../page.ts'
import { rules } from './rules.ts'

/** Of those that the original leaves to the mouse as well, by their name or an entry, nothing is lost. */
export function judgeHoverMenus(pair: Pair<Needed>): Finding[] {
  const { hoverMenus: before } = pair.original.keyboard
  const { hoverMenus: now = [] } = pair.rebuilt.keyboard
  // Older captures do not tell.
  if (!before) return []
  const known = new Set(before.flatMap(({ name, entries }) => [name, ...entries].map(normalise)))
  const isReached = reachedBy(controlsOf(pair))
  const found = now.flatMap(menu => {
    const entries = [...new Set(menu.entries)]
    const closed = entries.filter(entry => !isReached({ normalisedName: normalise(entry), semantics: null }))
    const isKnown = [menu.name, ...entries].some(text => known.has(normalise(text)))
    return closed.length === 0 || isKnown ? [] : [{ menu, closed }]
  })
  return found.map(({ menu, closed }) =>
    rules.report('hover-menu', {
      key: `a11y/hover-menu:${normalise(menu.name || closed[0]!).slice(0, 80)}`,
      cause: 'menus that a mouse opens',
      extent: 1 / found.length,
      message: `The ${menu.name ? `menu ${quote(menu.name)}` : 'menu'} opens under a mouse alone: the keyboard does not come to ${listed(closed.map(entry => quote(entry, 40)))}`,
      ...placesOf(pair, null, menu),
    }),
  )
}
