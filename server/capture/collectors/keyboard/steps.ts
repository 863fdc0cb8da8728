import type { PageLoad } from '../../page/page-load.ts'
import { type FocusProbe, probeFocus } from './focus-probe.ts'
import { press } from './keys.ts'
import { note, type Walk } from './record.ts'

/** Keys at once where all goes well: a page that is asked after each takes ten times as long. */
export const AT_ONCE = 20

/** Where the focus is now. */
export async function look(
  pageLoad: PageLoad,
  walk: Walk,
  back: boolean,
  how: 'start' | 'look' = 'look',
): Promise<FocusProbe> {
  const seen = (await pageLoad.world.run(probeFocus, how, 3000)).at(-1)!
  note(seen, walk, back)
  return seen
}

/** One key, and where it led. */
export async function one(pageLoad: PageLoad, walk: Walk, back: boolean): Promise<FocusProbe[]> {
  await press(pageLoad.cdp, 'Tab', back)
  return [await look(pageLoad, walk, back)]
}

/** Many keys, and where they led; fewer places than keys where the page kept some. */
export async function hurry(pageLoad: PageLoad, walk: Walk, back: boolean): Promise<FocusProbe[]> {
  // A script may have moved the focus meanwhile.
  for (const seen of await pageLoad.world.run(probeFocus, 'hurry', 3000)) note(seen, walk, back)
  await Promise.all(Array.from({ length: AT_ONCE }, () => press(pageLoad.cdp, 'Tab', back)))
  const looks = await pageLoad.world.run(probeFocus, 'look', 5000)
  for (const seen of looks) note(seen, walk, back)
  // The first key came where the focus was before.
  return looks.length > 1 ? looks.slice(1) : looks
}
