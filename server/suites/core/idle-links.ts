import { probesOf } from './probed.ts'
import type { Side } from './suite.ts'

/**
 * Says of a link, by its selector, that it leads nowhere: to `#` or to no address,
 * and no press of it does anything. What was not pressed is as the others are that were.
 */
export function idleReader(side: Side<'links' | 'probes'>) {
  const { links } = side
  const blank = links.filter(({ raw }) => /^#?!?$/.test(raw))
  const selectors = new Set(blank.map(({ selector }) => selector))
  const pressed = Map.groupBy(
    probesOf(side).filter(({ selector }) => selectors.has(selector)),
    ({ selector }) => selector,
  )
  const isInVain = (selector: string) =>
    pressed.get(selector)!.every(({ effect, stirred }) => /^(nothing|scrolls)$/.test(effect) && !stirred)
  const areAllInVain = pressed.size > 0 && [...pressed.keys()].every(isInVain)
  return (selector: string): boolean =>
    selectors.has(selector) && (pressed.has(selector) ? isInVain(selector) : areAllInVain)
}
