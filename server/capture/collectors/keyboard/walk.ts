/** The page walked with Tab from its beginning, then with Shift+Tab from its end. */
import type { PageLoad } from '../../page/page-load.ts'
import { type DialogProbe, leaveOpenDialog } from './dialogs.ts'
import { type FocusProbe, hearsAllKeys, passBy, probeFocus, type Stop, toBeginning } from './focus-probe.ts'
import { press } from './keys.ts'

export interface Trap {
  /** Indices of the stops that the focus goes round among. */
  stops: number[]
  /** What still leads out of it: only Shift+Tab where Tab was pressed and the other way round, or nothing. */
  way: 'other direction' | 'none'
}

export interface Walk {
  /**
   * In the order of the keyboard. `ring`: whether it shows a focus indicator, null where that is unknown. `back` where only
   * Shift+Tab from the end of the page came to it.
   */
  stops: (Stop & { ring: boolean | null; back: boolean })[]
  /** The focus went through the whole page and left it at the end. */
  complete: boolean
  traps: Trap[]
  /** Those that were open from the start and held the focus first, then those that were opened. */
  dialogs: DialogProbe[]
  /** Selectors of tabs and their like that neither Tab nor an arrow key comes to. */
  ignoresArrowKeys: string[]
}

export const MAX_STOPS = 400
/** From the end: where Tab came through the whole page only the direction is still to be tried. */
const MAX_STOPS_BACK = { complete: 4, incomplete: 12 }
/** From the beginning, with time left in the collector's own budget for the way back, focus indicators and dialogs. */
const FORWARD_BUDGET_MS = 10_000
/** Presses that are looked at one by one: at first, and after anything but a new stop at each press. */
const SINGLE_PRESSES = 8
/** Keys sent at once where all goes well: a page that is asked after each takes ten times as long. */
const KEYS_AT_ONCE = 20
/** Where each press takes longer, as many at once would look like a page that hangs. */
const MAX_PRESS_MS = 100
/** What the focus takes to come back from a frame that has nothing to focus. */
const PASSING_MS = 100
/** Focus cycles that are left or passed by. */
const MAX_CYCLES = 3
/** Presses that may stay on one element, on one that has several stops inside, and on one whose inside is unknown. */
const MAX_PRESSES_ON = { plain: 3, several: 20, sealed: 60 }

/** `walk` grows as it goes. */
export async function walkPage(pageLoad: PageLoad, walk: Walk): Promise<void> {
  await pageLoad.world.run(toBeginning, undefined, 3000)
  await probe(pageLoad, walk, false, 'start')
  await go(pageLoad, walk, false, MAX_STOPS, performance.now() + FORWARD_BUDGET_MS)
  if (walk.traps.some(({ way }) => way === 'none')) return
  await pageLoad.world.run(toBeginning, undefined, 3000)
  await probe(pageLoad, walk, true)
  await go(pageLoad, walk, true, walk.complete ? MAX_STOPS_BACK.complete : MAX_STOPS_BACK.incomplete)
}

async function go(
  pageLoad: PageLoad,
  walk: Walk,
  back: boolean,
  maxStops: number,
  end = Number.POSITIVE_INFINITY,
): Promise<void> {
  // Where the focus was at each press since a stop was met for the first time.
  let again: number[] = []
  let last = -1
  let [met, nowhere, presses, cycles] = [0, 0, 0, 0]
  const begun = performance.now()
  const maxPresses = maxStops * 4
  let single =
    !back && (await pageLoad.world.run(hearsAllKeys, undefined, 5000)) ? SINGLE_PRESSES : maxPresses
  while (met < maxStops && presses < maxPresses && performance.now() < end) {
    const many = single-- <= 0 && performance.now() - begun < MAX_PRESS_MS * presses
    const probes = await (many ? pressMany(pageLoad, walk, back) : pressOnce(pageLoad, walk, back))
    presses += many ? KEYS_AT_ONCE : 1
    let cycle: Set<number> | null = null
    for (const { at, fresh } of probes) {
      if (at < 0) nowhere++
      // One key leads out of the page and the next back into it; more are lost while the focus passes through a frame of
      // another process.
      if (many && nowhere > 1) break
      // At the end of the page nothing new comes after it; else something let go of the focus in between.
      if (nowhere > 1 || (nowhere && met > 0 && at >= 0 && !fresh)) {
        // From an open <dialog> the focus goes to the browser's own window and back.
        const isDialog = !back && walk.stops.every(({ dialog }) => dialog) && ++cycles <= MAX_CYCLES
        if (isDialog && (await leaveDialog(pageLoad, walk, [...walk.stops.keys()]))) {
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
      cycle = cycleOf(again, walk)
      if (cycle) break
    }
    const isKept =
      probes.length < KEYS_AT_ONCE && probes.every(({ at }) => !walk.stops[at] || !isSealed(walk.stops[at]))
    if (many && (isKept || nowhere > 1)) {
      // The page keeps keys from our listener, or the focus from where they lead: once more from the beginning, key by key.
      walk.stops.length = walk.traps.length = 0
      await pageLoad.world.run(toBeginning, undefined, 3000)
      await probe(pageLoad, walk, back, 'start')
      ;[again, last, nowhere, single] = [[], -1, 0, maxPresses]
      continue
    }
    if (many && probes.some(({ fresh }) => !fresh)) single = SINGLE_PRESSES
    if (!cycle) continue
    again = []
    // A page may need its time to take the focus back, or to let it go: round the cycle once more, key by key.
    if (many) {
      single = 2 * cycle.size + maxPressesIn(cycle, walk)
      continue
    }
    // A cycle of all stops: the windows of some browsers have nothing else to focus.
    if (
      !back &&
      cycle.size === walk.stops.length &&
      cycle.size > 1 &&
      (await countFocusable(pageLoad)) <= cycle.size
    ) {
      walk.complete = true
      return
    }
    if (!(await leaveCycle(pageLoad, walk, cycle, back)) || ++cycles > MAX_CYCLES) return
    last = -1
    single = Math.max(single, SINGLE_PRESSES)
  }
}

/** Where the focus is now. */
async function probe(
  pageLoad: PageLoad,
  walk: Walk,
  back: boolean,
  how: 'start' | 'look' = 'look',
): Promise<FocusProbe> {
  const found = (await pageLoad.world.run(probeFocus, how, 3000)).at(-1)!
  record(found, walk, back)
  return found
}

async function pressOnce(pageLoad: PageLoad, walk: Walk, back: boolean): Promise<FocusProbe[]> {
  await press(pageLoad.cdp, 'Tab', back)
  const found = await probe(pageLoad, walk, back)
  if (found.at >= 0) return [found]
  // On its way through a frame of another process it is nowhere for a moment.
  await new Promise(resolve => setTimeout(resolve, PASSING_MS))
  const passed = await probe(pageLoad, walk, back)
  return passed.at >= 0 ? [found, passed] : [found]
}

/** Where each of many keys led; fewer places than keys where the page kept some from our listener. */
async function pressMany(pageLoad: PageLoad, walk: Walk, back: boolean): Promise<FocusProbe[]> {
  // A script may have moved the focus meanwhile.
  for (const found of await pageLoad.world.run(probeFocus, 'many', 3000)) record(found, walk, back)
  await Promise.all(Array.from({ length: KEYS_AT_ONCE }, () => press(pageLoad.cdp, 'Tab', back)))
  const probes = await pageLoad.world.run(probeFocus, 'look', 5000)
  for (const found of probes) record(found, walk, back)
  // The listener hears a key before it moves the focus: the first probe is of where the focus was before.
  return probes.length > 1 ? probes.slice(1) : probes
}

/** Adds a stop that is met for the first time, and the focus indicator of the one that was left. */
function record({ at, fresh, left }: FocusProbe, walk: Walk, back: boolean): void {
  if (fresh) walk.stops[at] = { ...fresh, ring: null, back }
  const stop = left && walk.stops[left.at]
  // What a frame draws inside is unknown.
  if (stop) stop.ring = left.indicated || (isFrame(stop) ? null : false)
}

const isFrame = ({ tag }: Stop) => /^(iframe|object|embed)$/.test(tag)

/** The number of stops in it is unknown: a frame of another origin, a component with a closed shadow root. */
const isSealed = (stop: Stop) => isFrame(stop) || stop.tag.includes('-')

/** The stops of the cycle that the focus makes, or null while it may only pass by. */
function cycleOf(again: number[], walk: Walk): Set<number> | null {
  const cycle = new Set(again)
  if (cycle.size === 0) return null
  const maxPresses = maxPressesIn(cycle, walk)
  // One stop is met again at each press; several need a whole cycle for that.
  return again.length >= (cycle.size === 1 ? maxPresses : cycle.size + maxPresses) ? cycle : null
}

/** Presses after which the stops are taken to keep the focus. */
const maxPressesIn = (cycle: Set<number>, { stops }: Walk) =>
  Math.max(
    ...[...cycle].map(at => {
      const stop = stops[at]
      return MAX_PRESSES_ON[!stop?.several ? 'plain' : isSealed(stop) ? 'sealed' : 'several']
    }),
  )

/** Whether the walk may go on behind the cycle, and the focus is there. */
async function leaveCycle(
  pageLoad: PageLoad,
  walk: Walk,
  cycle: Set<number>,
  back: boolean,
): Promise<boolean> {
  const stops = [...cycle].sort((a, b) => a - b)
  const isDialog = stops.every(at => walk.stops[at]?.dialog)
  if (isDialog && (await leaveDialog(pageLoad, walk, stops))) return true
  const way = await wayOut(pageLoad, walk, cycle, back)
  if (way === 'escape') return true
  // One that does not say that it is a dialog may have its buttons as well.
  if (way === 'none' && !isDialog && (await leaveDialog(pageLoad, walk, stops))) return true
  // A script that takes the focus back from elsewhere is met again behind the place that was passed by.
  if (walk.traps.some(trap => trap.stops.some(at => cycle.has(at)))) return false
  if (way !== 'out') walk.traps.push({ stops, way })
  if (way === 'none' || back || !(await pageLoad.world.run(passBy, stops, 5000))) return false
  return !cycle.has((await probe(pageLoad, walk, back)).at)
}

/** Whether they are in a dialog that was open from the start, and it is gone now; the focus is at the beginning. */
async function leaveDialog(pageLoad: PageLoad, walk: Walk, stops: number[]): Promise<boolean> {
  const dialog = await leaveOpenDialog(pageLoad, stops)
  const isLeft = dialog?.way === 'escape' || dialog?.way === 'button'
  if (dialog && (isLeft || stops.every(at => walk.stops[at]?.dialog))) walk.dialogs.push(dialog)
  if (!isLeft) return false
  await pageLoad.world.run(toBeginning, undefined, 3000)
  await probe(pageLoad, walk, false)
  return true
}

/** Whether Escape, or the other direction, leads out of `cycle`; `out` where it may be no trap at all. */
async function wayOut(
  pageLoad: PageLoad,
  walk: Walk,
  cycle: Set<number>,
  back: boolean,
): Promise<'escape' | 'out' | Trap['way']> {
  await press(pageLoad.cdp, 'Escape')
  await probe(pageLoad, walk, back)
  for (let presses = 0; presses < 2; presses++) {
    await press(pageLoad.cdp, 'Tab', back)
    if (!cycle.has((await probe(pageLoad, walk, back)).at)) return 'escape'
  }
  const sealed = [...cycle].some(at => isSealed(walk.stops[at]!))
  const max = sealed ? MAX_PRESSES_ON.sealed + MAX_PRESSES_ON.plain : Math.min(cycle.size, 12)
  for (let presses = 0; presses <= max; presses++) {
    await press(pageLoad.cdp, 'Tab', !back)
    // A sealed stop that can be left backwards may just have more stops inside than the limit.
    if (!cycle.has((await probe(pageLoad, walk, back)).at)) return sealed ? 'out' : 'other direction'
  }
  return 'none'
}

/** How many elements of the page can take the focus, radio buttons aside. */
function countFocusable({ world }: PageLoad): Promise<number> {
  return world.run(
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
}
