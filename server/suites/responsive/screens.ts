import type { Layout } from '../../capture/collectors/layouts.ts'
import type { Box, Place } from '../../contract.ts'
import { DESKTOP, MOBILE, SHOT_WIDTHS, TABLET } from '../../lib/widths.ts'

/** A page at one width; pictures are known at the five common widths only. */
export type Screen = Omit<Layout, 'pictures' | 'cut' | 'scrollHeight'> & Partial<Pick<Layout, 'pictures'>>

/** A page at the five common widths, and next to its own breakpoints. */
export interface Widths {
  layouts: readonly Layout[]
  breakpoints: readonly Screen[]
}

/** Widths of phones, tablets and desks, at which most visitors come. */
export const MAIN_WIDTHS: readonly number[] = [MOBILE, TABLET, 1024, DESKTOP]

/** Sub-pixels, borders and rounding. */
export const TOLERANCE_PX = 4

/** A page at all its widths, narrow to wide. */
export function screensOf({ layouts, breakpoints }: Widths): Screen[] {
  return [...layouts, ...breakpoints].sort((a, b) => a.width - b.width)
}

/** The screens that tell how a page is at `width`: those of that width, or the nearest on both sides of it. */
export function around(screens: readonly Screen[], width: number): Screen[] {
  const same = screens.filter(screen => screen.width === width)
  if (same.length) return same
  const below = screens.findLast(screen => screen.width < width)
  const above = screens.find(screen => screen.width > width)
  return below && above ? [below, above] : []
}

/** How far the page scrolls sideways, px. Under mobile emulation the layout viewport grows with its content. */
export function excessOf({ screenWidth, clientWidth, scrollWidth }: Screen): number {
  return Math.max(scrollWidth, clientWidth) - screenWidth
}

/** The same, 0 where what overflows is hidden and nobody can move the page. */
export const movedBy = (screen: Screen): number => (screen.scrollsSideways === false ? 0 : excessOf(screen))

/** Px sideways from which a page is laid out for wider screens alone. */
export const UNADAPTED_PX = 240

/** Whether a page is made for wider screens, and of this one shows a part. */
export const isUnadapted = (screen: Screen): boolean => excessOf(screen) > UNADAPTED_PX

/** Px by which an old fault may grow and be the same: another font, another line break. */
export const MAX_JITTER_PX = 8

/** Who moves a page sideways already does not feel that it goes on for this much of the way. */
const MAX_GROWTH = 0.1

/** Whether the page scrolls further sideways than one that is so on `before`, or may do so: nothing is known of it there. */
export function isWider(screen: Screen, before: readonly Screen[]): boolean {
  if (before.length === 0) return true
  // What nobody could move the page to is no way that it went.
  const was = Math.max(...before.map(screen.scrollsSideways === false ? excessOf : movedBy))
  // What fitted had no fault that could have grown.
  if (was <= TOLERANCE_PX) return excessOf(screen) > Math.max(0, was) + TOLERANCE_PX
  return excessOf(screen) > was + Math.max(MAX_JITTER_PX, MAX_GROWTH * was)
}

export interface VisibleBox {
  state: 'visible' | 'clipped' | 'hidden'
  seen: Box
}

/** Whether some of it can be seen without scrolling sideways. */
export function inView({ state, seen }: VisibleBox, { screenWidth }: Screen): boolean {
  return state === 'visible' && seen.x < screenWidth - TOLERANCE_PX && seen.x + seen.width > TOLERANCE_PX
}

/** Whether it can be seen at all: that the page has to be scrolled sideways for it is the overflow check's. */
export function canBeSeen(item: VisibleBox, screen: Screen): boolean {
  return inView(item, screen) || (item.state === 'visible' && excessOf(screen) > TOLERANCE_PX)
}

/** Whether two boxes stand in one row, neither over the other. */
export const isBeside = (a: Box, b: Box): boolean =>
  a.y < b.y + b.height && b.y < a.y + a.height && (a.x >= b.x + b.width || b.x >= a.x + a.width)

/** Findings at single widths, those of one key as one: `merge` makes the grave one of two, `widths` lists all. */
export function mergeWidths<T extends { key: string; width: number }>(
  found: readonly T[],
  merge: (known: T, next: T) => T,
): (T & { widths: number[] })[] {
  return [...Map.groupBy(found, ({ key }) => key).values()].map(same => ({
    ...same.reduce(merge),
    widths: same.map(({ width }) => width),
  }))
}

/** Whether there is a picture at this width: a place at it can be shown. */
export const isPictured = (width: number): boolean => SHOT_WIDTHS.some(one => one === width)

/** Of two at which the same was found, the one whose place can be shown to people. */
export const picturedOf = <T extends { width: number }>(known: T, next: T): T =>
  isPictured(known.width) || !isPictured(next.width) ? known : next

/** How many of the common widths are among `widths`. Breakpoints differ from page to page: they must not make an old fault cost more. */
export function countCommon(widths: readonly number[], { layouts }: Pick<Widths, 'layouts'>): number {
  return layouts.filter(({ width }) => widths.includes(width)).length
}

/** "at 320, 375 and 768 px". */
export function atWidths(widths: readonly number[]): string {
  const sorted = [...new Set(widths)].sort((a, b) => a - b)
  if (sorted.length > 4) return `at ${sorted.length} widths from ${sorted[0]} to ${sorted.at(-1)} px`
  const last = sorted.pop()
  return `at ${sorted.length ? `${sorted.join(', ')} and ` : ''}${last} px`
}

const MAX_PLACE_TEXT = 200

/** Where an element is on a screen `viewport` CSS px wide, and what a person reads there. */
export function placeAt(
  url: string,
  viewport: number,
  { box, selector, text }: { box?: Box; selector?: string; text: string },
): Place {
  return {
    url,
    ...(box && { box }),
    ...(selector !== undefined && { selector }),
    viewport,
    text: text.slice(0, MAX_PLACE_TEXT),
  }
}
