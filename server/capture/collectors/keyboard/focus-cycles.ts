/** Rounds that the focus makes: whether it is one, and what leads out of it. */
import type { PageLoad } from '../../page/page-load.ts'
import { leaveOpen } from './dialogs.ts'
import { passBy, toBeginning } from './focus-probe.ts'
import { press } from './keys.ts'
import { isSealed, type Trap, type Walk } from './record.ts'
import { look } from './steps.ts'

/** Presses that may stay on one element, on one that has several stops inside, and on one that is a page of its own. */
const HELD = 3
const HELD_INSIDE = 20
const HELD_SEALED = 60

/** The stops of the round that the focus makes, or null while it may only pass by. */
export function goesRound(again: number[], walk: Walk): Set<number> | null {
  const ring = new Set(again)
  if (ring.size === 0) return null
  const patience = patienceIn(ring, walk)
  // A stop met only now needs no press to be met again; the others need a whole round.
  return again.length >= (ring.size === 1 ? patience : ring.size + patience) ? ring : null
}

/** Presses after which an element that keeps the focus, or gets it back, is taken to keep it. */
export const patienceIn = (ring: Set<number>, { stops }: Walk) =>
  Math.max(...[...ring].map(at => patienceAt(stops[at])))

function patienceAt(stop: Walk['stops'][number] | undefined): number {
  return !stop?.several ? HELD : isSealed(stop) ? HELD_SEALED : HELD_INSIDE
}

/** Whether the walk may go on behind the round, and the focus is there. */
export async function leaveRound(
  pageLoad: PageLoad,
  walk: Walk,
  ring: Set<number>,
  back: boolean,
): Promise<boolean> {
  const stops = [...ring].sort((a, b) => a - b)
  const isDialog = stops.every(at => walk.stops[at]?.dialog)
  if (isDialog && (await leaveDialog(pageLoad, walk, stops))) return true
  const way = await wayOut(pageLoad, walk, ring, back)
  if (way === 'escape') return true
  // One that does not say that it is a dialog may have its buttons as well.
  if (way === 'none' && !isDialog && (await leaveDialog(pageLoad, walk, stops))) return true
  // What takes the focus back from afar is met again behind the place that was passed by.
  if (walk.traps.some(trap => trap.stops.some(at => ring.has(at)))) return false
  if (way !== 'out') walk.traps.push({ stops, way })
  if (way === 'none' || back || !(await pageLoad.world.run(passBy, stops, 5000))) return false
  return !ring.has((await look(pageLoad, walk, back)).at)
}

/** Whether they are in a dialog that was open from the start, and it is gone now; the focus is at the beginning. */
export async function leaveDialog(pageLoad: PageLoad, walk: Walk, stops: number[]): Promise<boolean> {
  const dialog = await leaveOpen(pageLoad, stops)
  const isLeft = dialog?.way === 'escape' || dialog?.way === 'button'
  if (dialog && (isLeft || stops.every(at => walk.stops[at]?.dialog))) walk.dialogs.push(dialog)
  if (!isLeft) return false
  await pageLoad.world.run(toBeginning, undefined, 3000)
  await look(pageLoad, walk, false)
  return true
}

/** Whether Escape, or the other direction, leads out of `ring`; out, where it may be no trap at all. */
async function wayOut(
  pageLoad: PageLoad,
  walk: Walk,
  ring: Set<number>,
  back: boolean,
): Promise<'escape' | 'out' | Trap['way']> {
  await press(pageLoad.cdp, 'Escape')
  await look(pageLoad, walk, back)
  for (let presses = 0; presses < 2; presses++) {
    await press(pageLoad.cdp, 'Tab', back)
    const { at } = await look(pageLoad, walk, back)
    if (!ring.has(at)) return 'escape'
  }
  const sealed = [...ring].some(at => isSealed(walk.stops[at]!))
  const most = sealed ? HELD_SEALED + HELD : Math.min(ring.size, 12)
  for (let presses = 0; presses <= most; presses++) {
    await press(pageLoad.cdp, 'Tab', !back)
    const { at } = await look(pageLoad, walk, back)
    // One that leads out backwards may just as well have more in it than anybody counted.
    if (!ring.has(at)) return sealed ? 'out' : 'other direction'
  }
  return 'none'
}

/** Whether about as many elements as the round has can take the focus at all. */
export async function isAll({ world }: PageLoad, size: number): Promise<boolean> {
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
