/** Menus of a wide screen that open under the mouse alone. */
import { normalise } from '../../../lib/text.ts'
import type { Finding } from '../../core/finding.ts'
import { listed, quote } from '../../core/quote.ts'
import type { Pair, Side } from '../../core/suite.ts'
import { controlsOf, layoutOf, type Needed, placesOf, reachedBy } from '../page.ts'
import { rules } from './rules.ts'

/** Letters and digits by which an entry is known: what is read of one may be cut, and set apart otherwise. */
const MAX_KNOWN = 40
const lettersOf = (text: string) =>
  normalise(text)
    .replace(/[^\p{L}\p{N}]/gu, '')
    .slice(0, MAX_KNOWN)

/** Of those that the original leaves to the mouse as well, by their name or an entry, nothing is lost. */
export function judgeHoverMenus(pair: Pair<Needed>): Finding[] {
  const { hoverMenus: before } = pair.original.keyboard
  const { hoverMenus: now = [] } = pair.rebuilt.keyboard
  // Older captures do not tell.
  if (!before) return []
  const known = new Set(before.flatMap(({ name, entries }) => [name, ...entries].map(normalise)))
  const isReached = reachedBy(controlsOf(pair))
  const wasLeftOut = leftOutReader(pair.original)
  const found = now.flatMap(menu => {
    const entries = [...new Set(menu.entries)]
    const closed = entries.filter(entry => !isReached({ normalisedName: normalise(entry), semantics: null }))
    const isKnown = [menu.name, ...entries].some(text => known.has(normalise(text)))
    return closed.length === 0 || isKnown || wasLeftOut(menu.name, closed) ? [] : [{ menu, closed }]
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

/**
 * Tells of a menu whether the original has its entries out of sight, and Tab, which went through the whole page, came to none:
 * what a script opens under the mouse no style tells. What says that it opens something may open it by a key.
 */
function leftOutReader(original: Side<Needed>): (name: string, entries: readonly string[]) => boolean {
  const { stops, complete } = original.keyboard
  const controls = layoutOf(original)?.controls ?? []
  const openers = new Set(controls.flatMap(({ opens, name }) => (opens ? normalise(name) : [])))
  const hidden = new Set(controls.flatMap(({ state, name }) => (state === 'hidden' ? lettersOf(name) : [])))
  const reached = new Set(stops.map(({ name }) => lettersOf(name)))
  return (name, entries) => {
    const known = entries.map(lettersOf).filter(entry => hidden.has(entry))
    const isOpened = openers.has(normalise(name)) || known.some(entry => reached.has(entry))
    return complete && known.length > 0 && !isOpened
  }
}
