/** What is never operated because of its name, and who would hear a press of it. */
import { within } from '../../page/isolated-world.ts'
import { type Heard, whoHears } from '../../page/listeners.ts'
import type { PageLoad } from '../../page/page-load.ts'
import type { Candidate } from './find.ts'

export interface Withheld extends Candidate {
  heard: Heard
}

/** For an answer on a slow machine. */
const TIMEOUT_MS = 8000

/** On a page that does not answer, nothing is known to lack a listener. */
export async function heardOf({ cdp }: PageLoad, withheld: Candidate[]): Promise<Withheld[]> {
  const asked = whoHears(
    cdp,
    withheld.map(({ selector }) => selector),
  )
  const heard = await within(asked, TIMEOUT_MS).catch(() => [])
  // What has a menu may open it by its style.
  return withheld.map((one, index) => ({
    ...one,
    heard: heard[index] === 'nobody' && one.menu ? 'around' : (heard[index] ?? 'around'),
  }))
}
