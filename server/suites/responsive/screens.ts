import type { Layout } from '../../capture/collectors/layouts.ts'

/** A page at one width; pictures are known at the five common widths only. */
export type Screen = Omit<Layout, 'pictures' | 'cut' | 'scrollHeight'> & Partial<Pick<Layout, 'pictures'>>

export interface Widths {
  layouts: readonly Layout[]
  breakpoints: readonly Screen[]
}

/** Sub-pixels, borders and rounding. */
export const TOLERANCE = 4

/** All looks at a page, narrow to wide. */
export function screensOf({ layouts, breakpoints }: Widths): Screen[] {
  return [...layouts, ...breakpoints].sort((a, b) => a.width - b.width)
}

/** The looks at a page that tell how it is at `width`: the one at that width, or those on both sides of it. */
export function around(screens: readonly Screen[], width: number): Screen[] {
  const same = screens.filter(screen => screen.width === width)
  if (same.length) return same
  const below = screens.findLast(screen => screen.width < width)
  const above = screens.find(screen => screen.width > width)
  return below && above ? [below, above] : []
}

/** How far the page can be pushed sideways, px. Under mobile emulation the layout viewport grows with its content. */
export function excessOf({ screenWidth, clientWidth, scrollWidth }: Screen): number {
  return Math.max(scrollWidth, clientWidth) - screenWidth
}

interface VisibleBox {
  state: 'visible' | 'clipped' | 'hidden'
  seen: { x: number; y: number; width: number; height: number }
}

/** Whether some of it can be seen without pushing the page sideways. */
export function inView({ state, seen }: VisibleBox, { screenWidth }: Screen): boolean {
  return state === 'visible' && seen.x < screenWidth - TOLERANCE && seen.x + seen.width > TOLERANCE
}

/** Whether it can be seen at all: what sticks out of a page that can be pushed sideways is the overflow check's. */
export function inReach(ink: VisibleBox, screen: Screen): boolean {
  return inView(ink, screen) || (ink.state === 'visible' && excessOf(screen) > TOLERANCE)
}

/** "at 320, 375 and 768 px". */
export function atWidths(widths: readonly number[]): string {
  const sorted = [...new Set(widths)].sort((a, b) => a - b)
  if (sorted.length > 4) return `at ${sorted.length} widths from ${sorted[0]} to ${sorted.at(-1)} px`
  const last = sorted.pop()
  return `at ${sorted.length ? `${sorted.join(', ')} and ` : ''}${last} px`
}
