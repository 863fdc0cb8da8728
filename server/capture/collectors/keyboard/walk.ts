import type { PageLoad } from '../../page/page-load.ts'
import { goesRound, isAll, leaveDialog, leaveRound, patienceIn } from './focus-cycles.ts'
import { hearsAll, toBeginning } from './focus-probe.ts'
import { isSealed, type Walk } from './record.ts'
import { AT_ONCE, hurry, look, one } from './steps.ts'

const MOST_STOPS = 400
/** From the end: where Tab came through the whole page only the direction is still to be tried. */
const MOST_BACK = { whole: 4, part: 12 }
/** ms from the beginning, with time left in the collector's own budget for the way back, rings and dialogs. */
const FORWARD = 10_000
/** Presses that are looked at one by one, at first and after something that is not plain going on. */
const CAREFUL = { first: 40, again: 8 }
/** ms a press: where each takes longer, as many at once would look like a page that hangs. */
const SLOW = 100
/** Rounds that are left or passed by. */
const MOST_ROUNDS = 3
/** Walks the page with Tab from its beginning, then with Shift+Tab from its end; `walk` grows as it goes. */
export async function walkPage(pageLoad: PageLoad, walk: Walk): Promise<void> {
  await pageLoad.world.run(toBeginning, undefined, 3000)
  await look(pageLoad, walk, false, 'start')
  await go(pageLoad, walk, false, MOST_STOPS, performance.now() + FORWARD)
  if (walk.traps.some(({ way }) => way === 'none')) return
  await pageLoad.world.run(toBeginning, undefined, 3000)
  await look(pageLoad, walk, true)
  await go(pageLoad, walk, true, walk.complete ? MOST_BACK.whole : MOST_BACK.part)
}

async function go(
  pageLoad: PageLoad,
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
  let careful = !back && (await pageLoad.world.run(hearsAll, undefined, 5000)) ? CAREFUL.first : most * 4
  while (met < most && presses < most * 4 && performance.now() < end) {
    const hasty = careful-- <= 0 && performance.now() - begun < SLOW * presses
    const looks = await (hasty ? hurry(pageLoad, walk, back) : one(pageLoad, walk, back))
    presses += hasty ? AT_ONCE : 1
    let ring: Set<number> | null = null
    for (const { at, fresh } of looks) {
      if (at < 0) nowhere++
      // Where it was the end, nothing new comes after it; else something let go of the focus in between.
      if (nowhere > 1 || (nowhere && last >= 0 && at >= 0 && !fresh)) {
        // Out of a dialog of the browser's one gets only by leaving the page.
        const isDialog = !back && walk.stops.every(({ dialog }) => dialog) && ++rounds <= MOST_ROUNDS
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
      ring = goesRound(again, walk)
      if (ring) break
    }
    if (
      hasty &&
      looks.length < AT_ONCE &&
      looks.every(({ at }) => !walk.stops[at] || !isSealed(walk.stops[at]))
    ) {
      // The page keeps its keys from us: once more from the beginning, key by key.
      await pageLoad.world.run(toBeginning, undefined, 3000)
      await look(pageLoad, walk, back)
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
    if (!back && ring.size === walk.stops.length && ring.size > 1 && (await isAll(pageLoad, ring.size))) {
      walk.complete = true
      return
    }
    if (!(await leaveRound(pageLoad, walk, ring, back)) || ++rounds > MOST_ROUNDS) return
    last = -1
    careful = Math.max(careful, CAREFUL.again)
  }
}
