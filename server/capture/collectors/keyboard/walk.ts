import type { Visit } from '../../visit.ts'
import { press } from './keys.ts'
import { type Look, lookAtFocus, type Stop, toBeginning } from './look.ts'

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
}

const MOST_STOPS = 70
/** From the end: where Tab came through the whole page only the direction is still to be tried. */
const MOST_BACK = { whole: 4, part: 12 }
/** Presses that may stay on one element, on one that has several stops inside, and on one that is a page of its own. */
const HELD = 3
const HELD_INSIDE = 20
const HELD_SEALED = 60

/** Walks the page with Tab from its beginning, then with Shift+Tab from its end; `walk` grows as it goes. */
export async function walkPage(visit: Visit, walk: Walk): Promise<void> {
  await visit.world.run(toBeginning, undefined, 3000)
  await look(visit, walk, false, true)
  await go(visit, walk, false, MOST_STOPS)
  if (walk.traps.some(({ way }) => way === 'none')) return
  await visit.world.run(toBeginning, undefined, 3000)
  await look(visit, walk, true)
  await go(visit, walk, true, walk.complete ? MOST_BACK.whole : MOST_BACK.part)
}

async function go(visit: Visit, walk: Walk, back: boolean, most: number): Promise<void> {
  // Where it was at each press, without the stops that are met for the first time.
  let again: number[] = []
  let last = -1
  for (let presses = 0, met = 0, nowhere = 0; met < most && presses < most * 4; presses++) {
    await press(visit.cdp, 'Tab', back)
    const { at, fresh } = await look(visit, walk, back)
    if (at < 0) nowhere++
    // Where it was the end, nothing new comes after it; else something let go of the focus in between.
    if (nowhere > 1 || (nowhere && last >= 0 && at >= 0 && !fresh)) {
      walk.complete ||= !back
      return
    }
    if (at < 0) continue
    nowhere = 0
    if (fresh || at !== last) met++
    if (fresh) again = []
    else again.push(at)
    last = at
    const ring = goesRound(again, walk)
    if (!ring) continue
    // Round the whole page without a stop outside of it: some browsers' windows have nothing else to focus.
    if (!back && ring.size === walk.stops.length && ring.size > 1 && (await isAll(visit, ring.size))) {
      walk.complete = true
      return
    }
    const way = await wayOut(visit, walk, ring, back)
    if (way === 'out') return
    walk.traps.push({ stops: [...ring].sort((a, b) => a - b), way })
    return
  }
}

/** The stops of the round that the focus makes, or null while it may only pass by. */
function goesRound(again: number[], walk: Walk): Set<number> | null {
  const ring = new Set(again)
  if (ring.size === 0) return null
  const patience = Math.max(...[...ring].map(at => patienceAt(walk.stops[at])))
  // A stop met only now needs no press to be met again; the others need a whole round.
  return again.length >= (ring.size === 1 ? patience : ring.size + patience) ? ring : null
}

function patienceAt(stop: Walk['stops'][number] | undefined): number {
  return !stop?.several ? HELD : isSealed(stop) ? HELD_SEALED : HELD_INSIDE
}

const isFrame = ({ tag }: Stop) => /^(iframe|object|embed)$/.test(tag)

/** Nobody knows how many stops are in it: a frame of another origin, a component that is closed. */
const isSealed = (stop: Stop) => isFrame(stop) || stop.tag.includes('-')

/** Whether Escape, or the other direction, leads out of `ring`. */
async function wayOut(
  visit: Visit,
  walk: Walk,
  ring: Set<number>,
  back: boolean,
): Promise<'out' | Trap['way']> {
  await press(visit.cdp, 'Escape')
  await look(visit, walk, back)
  for (let presses = 0; presses < 2; presses++) {
    await press(visit.cdp, 'Tab', back)
    const { at } = await look(visit, walk, back)
    if (!ring.has(at)) return 'out'
  }
  const sealed = [...ring].some(at => isSealed(walk.stops[at]!))
  const most = sealed ? HELD_SEALED + HELD : Math.min(ring.size, 12)
  for (let presses = 0; presses <= most; presses++) {
    await press(visit.cdp, 'Tab', !back)
    const { at } = await look(visit, walk, back)
    // One that leads out backwards may just as well have more in it than anybody counted.
    if (!ring.has(at)) return sealed ? 'out' : 'other direction'
  }
  return 'none'
}

async function look(visit: Visit, walk: Walk, back: boolean, start = false): Promise<Look> {
  const seen = await visit.world.run(lookAtFocus, start, 3000)
  if (seen.fresh) walk.stops[seen.at] = { ...seen.fresh, ring: null, back }
  if (seen.ring) {
    const left = walk.stops[seen.ring.at]
    // What a frame draws inside is not known.
    if (left) left.ring = seen.ring.shown || (isFrame(left) ? null : false)
  }
  return seen
}

/** Whether about as many elements as the round has can take the focus at all. */
async function isAll({ world }: Visit, size: number): Promise<boolean> {
  const count = await world.run(
    ({ elements, contextOf }) =>
      elements().filter(
        element =>
          (element as HTMLElement).tabIndex >= 0 &&
          contextOf(element).shown &&
          !(element as HTMLInputElement).disabled &&
          (element as HTMLInputElement).type !== 'radio' &&
          element.getClientRects().length > 0,
      ).length,
    undefined,
    5000,
  )
  return count <= size
}
