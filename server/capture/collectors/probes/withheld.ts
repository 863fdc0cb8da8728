/** What is not operated beside other controls because of its name: who would hear a press of it, and what comes of one. */

import type { Injected } from '../../injected/index.ts'
import { within } from '../../page/isolated-world.ts'
import { type Heard, whoHears } from '../../page/listeners.ts'
import type { PageLoad } from '../../page/page-load.ts'
import { LOSING_NAME } from '../../page/unsafe.ts'
import type { Candidate } from './find.ts'
import type { Operated } from './operate.ts'
import type { ProbeState } from './state.ts'

export interface Withheld extends Candidate {
  heard: Heard
  /**
   * What came of a press while nothing at all could go out, and whether it asked a server for anything. Absent where it was
   * not pressed.
   */
  press?: Operated & { asked: boolean }
}

/** For an answer on a slow machine. */
const TIMEOUT_MS = 8000
/** Of each name the first one, as of a list of products. */
const MAX_PRESSES = 2

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

/** Which may be pressed once no request goes out: not what ends a visit, and none that nobody hears. */
export function worthAPress(withheld: readonly Withheld[]): Withheld[] {
  const isHarmless = ({ name, heard }: Withheld) => heard !== 'nobody' && !LOSING_NAME.test(name)
  const firsts = new Map(
    withheld
      .filter(isHarmless)
      .reverse()
      .map(one => [one.name, one]),
  )
  return [...firsts.values()].reverse().slice(0, MAX_PRESSES)
}

/** They take the place of what is operated. Runs in the page. */
export function takeWithheld(_: Injected): void {
  const state = (globalThis as unknown as ProbeState).cutoverProbes!
  state.elements = state.withheld
}
