import type { HeadArtifact } from '../../../capture/collectors/head.ts'
import { around, excessOf, inView, type Screen, screensOf, TOLERANCE, type Widths } from '../screens.ts'
import { followsScreen } from '../viewport.ts'
import { type Item, itemsOf } from './items.ts'

/** Up to here pages are seen on a phone: without a viewport meta it shows them shrunk, which is another finding. */
const PHONE = 375
/** What sticks out by less shakes the page, but hides nothing. */
export const NUDGE = 16
/** Text that the edge of the page cuts off by this much cannot be read. */
const CUT = 24

export interface Offence {
  key: string
  called: string
  /** Px beyond the edge, at worst; and at the worst of the common widths, 0 when at none. */
  by: number
  common: number
  how: 'sticks out' | 'is out of reach' | 'is cut off' | 'nothing'
  /** Words and controls weigh more than what is painted behind them. */
  readable: boolean
  widths: number[]
  box: Screen['blocks'][number]['box']
  selector: string
}

interface Sides {
  original: Widths
  rebuilt: Widths & { head: HeadArtifact }
}

const known = new WeakMap<Sides['original'], WeakMap<Sides['rebuilt'], Offence[]>>()

/** What sticks out of the screen or is cut off by it, each with all its widths, in page order. */
export function offencesOf({ original, rebuilt }: Sides): Offence[] {
  const others = known.get(original) ?? new WeakMap<Sides['rebuilt'], Offence[]>()
  known.set(original, others)
  const ready = others.get(rebuilt)
  if (ready) return ready
  const fresh = findOffences({ original, rebuilt })
  others.set(rebuilt, fresh)
  return fresh
}

function findOffences({ original, rebuilt }: Sides): Offence[] {
  const before = screensOf(original)
  const rightToLeft = rebuilt.head.dir.toLowerCase() === 'rtl'
  const common = new Set(rebuilt.layouts.map(layout => layout.width))
  const offences = new Map<string, Offence>()
  for (const screen of screensOf(rebuilt)) {
    if (screen.width <= PHONE && !followsScreen(rebuilt.head)) continue
    for (const found of offencesAt(screen, around(before, screen.width), rightToLeft)) {
      const known = offences.get(found.key)
      const own = Math.max(known?.common ?? 0, common.has(screen.width) ? found.by : 0)
      if (known) known.widths.push(screen.width)
      if (!known || found.by > known.by)
        offences.set(found.key, { ...found, common: own, widths: known?.widths ?? [screen.width] })
      else known.common = own
    }
  }
  return [...offences.values()]
}

/** Px by which an old fault may grow and be the same: another font, another line break. */
const JITTER = 8

/**
 * What an offence is judged by, px. What the original has as well is compared at the widths that both pages were looked
 * at in: breakpoints differ from page to page.
 */
export function extentOf({ by, common }: Offence, old: Offence | undefined): number {
  if (!old) return by
  const [was, is] = common && old.common ? [old.common, common] : [old.by, by]
  return is <= was + JITTER ? Math.min(was, is) : is
}

type Found = Omit<Offence, 'widths' | 'common'>

/** A page that is read from right to left grows, and is pushed, to the left. */
function offencesAt(screen: Screen, before: Screen[], rightToLeft: boolean): Found[] {
  const excess = excessOf(screen)
  const found: Found[] = []
  const wholeBefore = before.map(wholeOn)
  const shownBefore = (words: string) => before.length > 0 && wholeBefore.every(whole => whole.has(words))
  for (const item of itemsOf(screen)) {
    const { seen, box, words } = item
    if (item.state !== 'visible') continue
    const out = beyond(seen, screen, rightToLeft)
    const base = {
      key: `responsive/overflow:${words}`,
      called: item.called,
      readable: item.readable,
      box,
      selector: item.selector,
    }
    if (excess > TOLERANCE && out > TOLERANCE) {
      if (inView(item, screen)) found.push({ ...base, by: out, how: 'sticks out' })
      // Wholly outside: a drawer that waits there is meant to, what was in view before is not.
      else if (shownBefore(words)) found.push({ ...base, by: out, how: 'is out of reach' })
    } else if (item.readable && !item.scroller && inView(item, screen) && shownBefore(words)) {
      // The page hides what it cannot show: no pushing, and the text ends at the edge.
      const cut = beyond(box, screen, rightToLeft)
      if (cut > CUT && Math.abs(out) <= 1) found.push({ ...base, by: cut, how: 'is cut off' })
    }
  }
  if (excess > NUDGE && found.length === 0)
    found.push({
      key: 'responsive/overflow:page',
      called: 'The page',
      by: excess,
      how: 'nothing',
      readable: false,
      box: { x: 0, y: 0, width: screen.screenWidth + excess, height: 0 },
      selector: 'body',
    })
  // What is pushed aside by something that sticks out is no cause of its own.
  const causes = found.filter(one => one.how !== 'is out of reach')
  return causes.length ? causes : found
}

/** Px by which a box lies beyond the edge that lines end at. */
const beyond = ({ x, width }: Item['box'], { screenWidth }: Screen, rightToLeft: boolean) =>
  rightToLeft ? -x : x + width - screenWidth

const wholes = new WeakMap<Screen, Set<string>>()

/** What can be read in full, by its words. */
function wholeOn(screen: Screen): Set<string> {
  const ready = wholes.get(screen)
  if (ready) return ready
  const fresh = new Set(
    itemsOf(screen)
      .filter(item => isWhole(item, screen))
      .map(item => item.words),
  )
  wholes.set(screen, fresh)
  return fresh
}

const isWhole = (item: Item, screen: Screen) =>
  inView(item, screen) &&
  item.box.x >= -TOLERANCE &&
  item.box.x + item.box.width <= screen.screenWidth + TOLERANCE
