import type { Box } from '../../contract.ts'
import { memo } from '../../lib/memo.ts'
import type { Injected } from '../injected/index.ts'
import type { SiteSession } from '../page/site-session.ts'

/** What in a screenshot stands elsewhere than where a visitor meets it. */
export interface Pinned {
  bars: Bar[]
  /** Where something may be seen that the screenshot does not have. */
  unsure: Box[]
}

/** What is fixed to the window and lets nothing through: in the picture it lies on a text that can be scrolled out from under it. */
export interface Bar {
  box: Box
  /** Selectors of what stands in it. */
  own: string[]
  /** The page lies on it, or cuts it off, until it is scrolled: a footer that the end of the page uncovers. */
  behind?: true
}

/** Selectors of what the page lies on until it is scrolled: the picture shows something else in its place. */
export const behindPage = ({ bars }: Pinned): ReadonlySet<string> =>
  new Set(bars.flatMap(({ behind, own }) => (behind ? own : [])))

/** Bars of a page that are looked at, and elements in one: what holds more is no bar. */
const MAX_BARS = 20
const MAX_IN_BAR = 200

const pinnedOf = memo((_: SiteSession) => new Map<number, Promise<Pinned>>())

/** Read once for each width: pictures are made of screenshots while the load is resized already. */
export function pinnedAt(session: SiteSession, width: number): Promise<Pinned> {
  const known = pinnedOf(session)
  const pinned = known.get(width) ?? readPinned(session, width)
  known.set(width, pinned)
  return pinned
}

async function readPinned(session: SiteSession, width: number): Promise<Pinned> {
  const { world } = await session.at(width)
  return {
    bars: await world.run(barsIn, { bars: MAX_BARS, within: MAX_IN_BAR }),
    unsure: await world.run(unsureIn, undefined),
  }
}

/** Runs in the page. */
function barsIn(
  { elements, contextOf, visibleBoxOf, alphaOf, selectorOf, holds }: Injected,
  most: { bars: number; within: number },
): Bar[] {
  const bars: { element: Element; within: Element[]; box: Box }[] = []
  for (const element of elements()) {
    const { style, shown, ignored, opacity, pinned } = contextOf(element)
    const isFixed = pinned !== null && contextOf(pinned).style.position === 'fixed'
    if (!isFixed || !shown || ignored || opacity < 0.9 || alphaOf(style.backgroundColor) < 0.9) continue
    if (bars.some(bar => holds(bar.element, element))) continue
    const within = Array.from(Element.prototype.querySelectorAll.call(element, '*'))
    if (within.length > most.within) continue
    if (bars.push({ element, within, box: visibleBoxOf(element).seen }) === most.bars) break
  }
  return bars.map(({ element, within, box }) => ({
    box,
    own: [element, ...within].map(selectorOf),
    ...(isBehind(element) && { behind: true as const }),
  }))

  /** Whether nothing of it is hit in the window, though it could be. */
  function isBehind(element: Element): boolean {
    const { left, top, right, bottom } = element.getBoundingClientRect()
    const across = [Math.max(0, left), Math.min(innerWidth, right)] as const
    const down = [Math.max(0, top), Math.min(innerHeight, bottom)] as const
    if (across[0] >= across[1] || down[0] >= down[1]) return false
    if (contextOf(element).style.pointerEvents === 'none') return false
    const shares = [0.1, 0.3, 0.5, 0.7, 0.9]
    const at = ([from, to]: readonly [number, number], share: number) => from + share * (to - from)
    return shares.every(y =>
      shares.every(x => {
        const hit = document.elementFromPoint(at(across, x), at(down, y))
        return hit !== null && hit !== element && !holds(element, hit)
      }),
    )
  }
}

/**
 * Frames, whose content may come to others alone, and the way that large things go along with the window, in which the shot
 * shows them at its beginning. Runs in the page.
 */
function unsureIn({ elements, visibleBoxOf, contextOf, parentOf, matches }: Injected): Box[] {
  const isLarge = (each: Element) => each.getBoundingClientRect().height >= innerHeight / 2
  return elements().flatMap(each => {
    if (/^(iframe|object|embed)$/.test(each.localName)) return [visibleBoxOf(each).seen]
    const isSticky = contextOf(each).style.position === 'sticky' && isLarge(each)
    // GSAP's ScrollTrigger makes room for what it holds.
    const way = isSticky ? parentOf(each) : matches(each, '.pin-spacer') ? each : null
    return way ? [visibleBoxOf(way).seen] : []
  })
}
