import type { Visit } from '../../visit.ts'
import { type DialogProbe, leaveOpen } from './dialogs.ts'
import { press } from './keys.ts'
import { hearsAll, type Look, lookAtFocus, passBy, type Stop, toBeginning } from './look.ts'

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
}

const MOST_STOPS = 400
/** From the end: where Tab came through the whole page only the direction is still to be tried. */
const MOST_BACK = { whole: 4, part: 12 }
/** ms from the beginning, with time left in the collector's own budget for the way back, rings and dialogs. */
const FORWARD = 10_000
/** Presses that are looked at one by one, at first and after something that is not plain going on. */
const CAREFUL = { first: 40, again: 8 }
/** Keys at once where all goes well: a page that is asked after each takes ten times as long. */
const AT_ONCE = 20
/** ms a press: where each takes longer, as many at once would look like a page that hangs. */
const SLOW = 100
/** Rounds that are left or passed by. */
const MOST_ROUNDS = 3
/** Presses that may stay on one element, on one that has several stops inside, and on one that is a page of its own. */
const HELD = 3
const HELD_INSIDE = 20
const HELD_SEALED = 60

/** Walks the page with Tab from its beginning, then with Shift+Tab from its end; `walk` grows as it goes. */
export async function walkPage(visit: Visit, walk: Walk): Promise<void> {
  await visit.world.run(toBeginning, undefined, 3000)
  await look(visit, walk, false, 'start')
  await go(visit, walk, false, MOST_STOPS, performance.now() + FORWARD)
  if (walk.traps.some(({ way }) => way === 'none')) return
  await visit.world.run(toBeginning, undefined, 3000)
  await look(visit, walk, true)
  await go(visit, walk, true, walk.complete ? MOST_BACK.whole : MOST_BACK.part)
}

async function go(
  visit: Visit,
  walk: Walk,
  back: boolean,
  most: number,
  end = Number.POSITIVE_INFINITY,
): Promise<void> {
  // Where it was at each press, without the stops that are met for the first time.
  let again: number[] = []
  let last = -1
  let [met, nowhere, presses, rounds] = [0, 0, 0, 0]
  const begun = performance.now()
  let careful = !back && (await visit.world.run(hearsAll, undefined, 5000)) ? CAREFUL.first : most * 4
  while (met < most && presses < most * 4 && performance.now() < end) {
    const hasty = careful-- <= 0 && performance.now() - begun < SLOW * presses
    const looks = await (hasty ? hurry(visit, walk, back) : one(visit, walk, back))
    presses += hasty ? AT_ONCE : 1
    let ring: Set<number> | null = null
    for (const { at, fresh } of looks) {
      if (at < 0) nowhere++
      // Where it was the end, nothing new comes after it; else something let go of the focus in between.
      if (nowhere > 1 || (nowhere && last >= 0 && at >= 0 && !fresh)) {
        // Out of a dialog of the browser's one gets only by leaving the page.
        const isDialog = !back && walk.stops.every(({ dialog }) => dialog) && ++rounds <= MOST_ROUNDS
        if (isDialog && (await leaveDialog(visit, walk, [...walk.stops.keys()]))) {
          ;[again, last, nowhere] = [[], -1, 0]
          break
        }
        walk.complete ||= !back && walk.dialogs.every(({ way }) => way !== 'none')
        return
      }
      if (at < 0) continue
      nowhere = 0
      if (fresh || at !== last) met++
      if (fresh) again = []
      else again.push(at)
      last = at
      ring = goesRound(again, walk)
      if (ring) break
    }
    if (
      hasty &&
      looks.length < AT_ONCE &&
      looks.every(({ at }) => !walk.stops[at] || !isSealed(walk.stops[at]))
    ) {
      // The page keeps its keys from us: once more from the beginning, key by key.
      await visit.world.run(toBeginning, undefined, 3000)
      await look(visit, walk, back)
      ;[again, last, nowhere, careful] = [[], -1, 0, most * 4]
      continue
    }
    if (hasty && looks.some(({ fresh }) => !fresh)) careful = CAREFUL.again
    if (!ring) continue
    again = []
    // A page may need its time to take the focus back, or to let it go: once more round it, key by key.
    if (hasty) {
      careful = 2 * ring.size + patienceIn(ring, walk)
      continue
    }
    // Round the whole page without a stop outside of it: some browsers' windows have nothing else to focus.
    if (!back && ring.size === walk.stops.length && ring.size > 1 && (await isAll(visit, ring.size))) {
      walk.complete = true
      return
    }
    if (!(await leaveRound(visit, walk, ring, back)) || ++rounds > MOST_ROUNDS) return
    last = -1
    careful = Math.max(careful, CAREFUL.again)
  }
}

/** Whether the walk may go on behind the round, and the focus is there. */
async function leaveRound(visit: Visit, walk: Walk, ring: Set<number>, back: boolean): Promise<boolean> {
  const stops = [...ring].sort((a, b) => a - b)
  const isDialog = stops.every(at => walk.stops[at]?.dialog)
  if (isDialog && (await leaveDialog(visit, walk, stops))) return true
  const way = await wayOut(visit, walk, ring, back)
  if (way === 'escape') return true
  // One that does not say that it is a dialog may have its buttons as well.
  if (way === 'none' && !isDialog && (await leaveDialog(visit, walk, stops))) return true
  // What takes the focus back from afar is met again behind the place that was passed by.
  if (walk.traps.some(trap => trap.stops.some(at => ring.has(at)))) return false
  if (way !== 'out') walk.traps.push({ stops, way })
  if (way === 'none' || back || !(await visit.world.run(passBy, stops, 5000))) return false
  return !ring.has((await look(visit, walk, back)).at)
}

/** Whether they are in a dialog that was open from the start, and it is gone now; the focus is at the beginning. */
async function leaveDialog(visit: Visit, walk: Walk, stops: number[]): Promise<boolean> {
  const dialog = await leaveOpen(visit, stops)
  const isLeft = dialog?.way === 'escape' || dialog?.way === 'button'
  if (dialog && (isLeft || stops.every(at => walk.stops[at]?.dialog))) walk.dialogs.push(dialog)
  if (!isLeft) return false
  await visit.world.run(toBeginning, undefined, 3000)
  await look(visit, walk, false)
  return true
}

async function one(visit: Visit, walk: Walk, back: boolean): Promise<Look[]> {
  await press(visit.cdp, 'Tab', back)
  return [await look(visit, walk, back)]
}

async function hurry(visit: Visit, walk: Walk, back: boolean): Promise<Look[]> {
  // A script may have moved the focus meanwhile.
  for (const seen of await visit.world.run(lookAtFocus, 'hurry', 3000)) note(seen, walk, back)
  await Promise.all(Array.from({ length: AT_ONCE }, () => press(visit.cdp, 'Tab', back)))
  const looks = await visit.world.run(lookAtFocus, 'look', 5000)
  for (const seen of looks) note(seen, walk, back)
  // The first key came where the focus was before.
  return looks.length > 1 ? looks.slice(1) : looks
}

/** The stops of the round that the focus makes, or null while it may only pass by. */
function goesRound(again: number[], walk: Walk): Set<number> | null {
  const ring = new Set(again)
  if (ring.size === 0) return null
  const patience = patienceIn(ring, walk)
  // A stop met only now needs no press to be met again; the others need a whole round.
  return again.length >= (ring.size === 1 ? patience : ring.size + patience) ? ring : null
}

const patienceIn = (ring: Set<number>, { stops }: Walk) =>
  Math.max(...[...ring].map(at => patienceAt(stops[at])))

function patienceAt(stop: Walk['stops'][number] | undefined): number {
  return !stop?.several ? HELD : isSealed(stop) ? HELD_SEALED : HELD_INSIDE
}

const isFrame = ({ tag }: Stop) => /^(iframe|object|embed)$/.test(tag)

/** Nobody knows how many stops are in it: a frame of another origin, a component that is closed. */
const isSealed = (stop: Stop) => isFrame(stop) || stop.tag.includes('-')

/** Whether Escape, or the other direction, leads out of `ring`; out, where it may be no trap at all. */
async function wayOut(
  visit: Visit,
  walk: Walk,
  ring: Set<number>,
  back: boolean,
): Promise<'escape' | 'out' | Trap['way']> {
  await press(visit.cdp, 'Escape')
  await look(visit, walk, back)
  for (let presses = 0; presses < 2; presses++) {
    await press(visit.cdp, 'Tab', back)
    const { at } = await look(visit, walk, back)
    if (!ring.has(at)) return 'escape'
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

async function look(visit: Visit, walk: Walk, back: boolean, how: 'start' | 'look' = 'look'): Promise<Look> {
  const seen = (await visit.world.run(lookAtFocus, how, 3000)).at(-1)!
  note(seen, walk, back)
  return seen
}

function note(seen: Look, walk: Walk, back: boolean): void {
  if (seen.fresh) walk.stops[seen.at] = { ...seen.fresh, ring: null, back }
  if (!seen.ring) return
  const left = walk.stops[seen.ring.at]
  // What a frame draws inside is not known.
  if (left) left.ring = seen.ring.shown || (isFrame(left) ? null : false)
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
