import type { DialogProbe } from './dialogs.ts'
import type { FocusProbe, Stop } from './focus-probe.ts'

export interface Trap {
  /** Indices of the stops that the focus goes round among. */
  stops: number[]
  /** What still leads out of it: only Shift+Tab where Tab was pressed and the other way round, or nothing. */
  way: 'other direction' | 'none'
}

export interface Walk {
  /** In the order of the keyboard. `back` where only Shift+Tab from the end of the page came to it. */
  stops: (Stop & { ring: boolean | null; back: boolean })[]
  /** The focus went through the whole page and left it at the end. */
  complete: boolean
  traps: Trap[]
  /** Those that were open from the start and held the focus first, then those that were opened. */
  dialogs: DialogProbe[]
  /** Selectors of tabs and their like that neither Tab nor an arrow key comes to. */
  ignoresArrowKeys: string[]
}

/** Puts down what was seen: a stop that is met for the first time, and the ring of the one before. */
export function note(seen: FocusProbe, walk: Walk, back: boolean): void {
  if (seen.fresh) walk.stops[seen.at] = { ...seen.fresh, ring: null, back }
  if (!seen.ring) return
  const left = walk.stops[seen.ring.at]
  // What a frame draws inside is not known.
  if (left) left.ring = seen.ring.shown || (isFrame(left) ? null : false)
}

const isFrame = ({ tag }: Stop) => /^(iframe|object|embed)$/.test(tag)

/** Nobody knows how many stops are in it: a frame of another origin, a component that is closed. */
export const isSealed = (stop: Stop) => isFrame(stop) || stop.tag.includes('-')
