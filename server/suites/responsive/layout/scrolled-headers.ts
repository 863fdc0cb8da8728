/** A header that the original keeps in sight while the page is scrolled, and the new page scrolls away. */
import type { Layout } from '../../../capture/collectors/layouts.ts'
import type { StayingBar } from '../../../capture/injected/staying.ts'
import { saysMenu } from '../../../lib/menu-words.ts'
import type { Finding } from '../../core/finding.ts'
import { quote } from '../../core/quote.ts'
import { atWidths, canBeSeen, mergeWidths, placeAt } from '../screens.ts'
import { stayingOn } from '../staying.ts'
import { normalText } from '../words.ts'
import { MIN_WINDOWS, rules } from './rules.ts'

/** Px from the top in which a header stands. */
const HEAD_PX = 300
/** Links and buttons that make a navigation: one alone is a logo, or leads back to the top. */
const MIN_CONTROLS = 2

/** Of either edge: of a bar at the bottom, to call or to order, visitors miss as much. */
export function scrolledHeaderFindings(
  original: readonly Layout[],
  rebuilt: readonly Layout[],
  urls: { original: string; rebuilt: string },
): Finding[] {
  const found = rebuilt.flatMap(layout => {
    const before = original.find(({ width }) => width === layout.width)
    const was = before && stayingOn(before)
    const is = stayingOn(layout)
    const isLong = [before, layout].every(
      one => one && one.scrollHeight >= MIN_WINDOWS * (one.stays?.windowHeight ?? Infinity),
    )
    if (!was || !is || !isLong) return []
    // After a scroll back up it is there, whether it hides on the way down or not.
    const bar = was.up.find(isHeader)
    if (!bar || [...is.down, ...is.up].some(one => isHeader(one) || isLike(one, bar))) return []
    // What the new page does not have at its top either is lost, and not scrolled away.
    return standsIn(layout, bar) ? [{ key: bar.edge, width: layout.width, bar, names: namesIn(bar) }] : []
  })
  // Where the menu is not folded it says more.
  const merged = mergeWidths(found, (known, next) => (next.names.length > known.names.length ? next : known))
  return merged.map(({ key, width, widths, bar, names }) => {
    const what = key === 'top' ? 'header' : 'bar at the bottom'
    const box = { x: 0, y: 0, width, height: HEAD_PX }
    return rules.report('header-scrolled-away', {
      place: key,
      message: `The ${what} with ${names.slice(0, 4).join(', ') || 'the menu'} does not stay in sight ${atWidths(widths)} while the page is scrolled, as it does on the original`,
      original: placeAt(urls.original, width, { ...bar, text: bar.text }),
      rebuilt: placeAt(urls.rebuilt, width, { box, text: bar.text }),
    })
  })
}

const namesIn = ({ controls }: StayingBar): string[] => [
  ...new Set(controls.flatMap(({ name }) => (/[\p{L}\p{N}]/u.test(name) ? quote(name, 30) : []))),
]

function isHeader({ edge, hides, controls }: StayingBar): boolean {
  // An empty box as wide as the window holds the button of a chat.
  if (edge === 'bottom' && hides === 0) return false
  return controls.length >= MIN_CONTROLS || controls.some(({ name }) => saysMenu(name))
}

/** Whether one of the links and buttons of `bar` is kept in sight. */
function isLike(one: StayingBar, bar: StayingBar): boolean {
  const names = new Set(bar.controls.map(({ name }) => normalText(name)))
  return one.controls.some(({ name }) => name !== '' && names.has(normalText(name)))
}

/** Whether the page shows some of it, or another way into its menu, in its head. */
function standsIn(layout: Layout, { edge, controls }: StayingBar): boolean {
  const names = new Set(controls.map(({ name }) => normalText(name)))
  return layout.controls.some(
    control =>
      canBeSeen(control, layout) &&
      ((control.name !== '' && names.has(normalText(control.name))) ||
        (edge === 'top' && control.seen.y < HEAD_PX && saysMenu(control.name))),
  )
}
