import type { Visit } from '../../page/page-load.ts'
import { type Look, lookAtFocus } from './focus-probe.ts'
import { press } from './keys.ts'
import { note, type Walk } from './record.ts'

/** Keys at once where all goes well: a page that is asked after each takes ten times as long. */
export const AT_ONCE = 20

/** Where the focus is now. */
export async function look(
  visit: Visit,
  walk: Walk,
  back: boolean,
  how: 'start' | 'look' = 'look',
): Promise<Look> {
  const seen = (await visit.world.run(lookAtFocus, how, 3000)).at(-1)!
  note(seen, walk, back)
  return seen
}

/** One key, and where it led. */
export async function one(visit: Visit, walk: Walk, back: boolean): Promise<Look[]> {
  await press(visit.cdp, 'Tab', back)
  return [await look(visit, walk, back)]
}

/** Many keys, and where they led; fewer places than keys where the page kept some. */
export async function hurry(visit: Visit, walk: Walk, back: boolean): Promise<Look[]> {
  // A script may have moved the focus meanwhile.
  for (const seen of await visit.world.run(lookAtFocus, 'hurry', 3000)) note(seen, walk, back)
  await Promise.all(Array.from({ length: AT_ONCE }, () => press(visit.cdp, 'Tab', back)))
  const looks = await visit.world.run(lookAtFocus, 'look', 5000)
  for (const seen of looks) note(seen, walk, back)
  // The first key came where the focus was before.
  return looks.length > 1 ? looks.slice(1) : looks
}
