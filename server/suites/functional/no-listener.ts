/**
 * Controls that are not pressed beside others when a page is captured, such as “Buy”: whether anybody would hear a press of
 * them, and what comes of one while nothing can go out.
 */

import type { Probe, Withheld } from '../../capture/collectors/probes/index.ts'
import { normalise } from '../../lib/text.ts'
import { DESKTOP } from '../../lib/widths.ts'
import { lacksData, lacksScripts } from '../core/requests.ts'
import type { Pair, Side } from '../core/suite.ts'
import { selectorNow } from './named-control.ts'

const withheldOf = ({ probes }: Side<'probes'>): Withheld[] => probes.wide.withheld ?? []

/** Whether the rebuilt page shows controls of a name and role, and none of them is listened to. */
export function noListenerReader({
  original,
  rebuilt,
}: Pair<'document' | 'health' | 'probes'>): (wanted: { name: string; role: string }) => boolean {
  // A script that visitors get may be what they wait for.
  if (lacksScripts(original, rebuilt)) return () => false
  return wanted => {
    const found = withheldOf(rebuilt).filter(
      ({ name, role }) => normalise(name) === normalise(wanted.name) && role === wanted.role,
    )
    return found.length > 0 && found.every(({ heard }) => heard === 'nobody')
  }
}

interface Counterparts {
  was: Withheld
  now: Withheld
}

type Needed = Pair<'document' | 'health' | 'layouts' | 'probes'>

/** Controls that a script of the original listens to, each with its counterpart to which nobody does. */
export function controlsWithoutListener(pair: Needed): Counterparts[] {
  const { original, rebuilt } = pair
  const hasNoListener = noListenerReader(pair)
  return counterpartsOf(pair).filter(
    // What only may be listened to from around it may have been dead before.
    ({ was, now, isMatched }) =>
      (was.heard === 'itself' || works(was)) &&
      (isMatched || hasNoListener(now)) &&
      now.heard === 'nobody' &&
      !lacksScripts(original, rebuilt),
  )
}

/** Those whose press does something on the original, and nothing on the new page, which asks no server for anything either. */
export function pressesInVain(pair: Needed): { was: Probe; now: Probe }[] {
  const { original, rebuilt } = pair
  if (lacksData(original, rebuilt)) return []
  const asProbe = (one: Withheld): Probe => ({ ...one, ...one.press!, width: DESKTOP })
  return counterpartsOf(pair).flatMap(({ was, now }) => {
    // Of several alike one is pressed.
    const [before, after] = [was, now].map((one, at) =>
      withheldOf(at === 0 ? original : rebuilt).find(({ name, press }) => name === one.name && press),
    )
    const isIdle = after?.press && !after.press.asked && IDLE.test(after.press.effect)
    return before && works(before) && isIdle ? [{ was: asProbe(before), now: asProbe(after) }] : []
  })
}

/** Something is shown, or a server is asked for it. */
const works = ({ press }: Withheld): boolean =>
  press !== undefined && /^(dialog|switches|opens|goes|sends)$/.test(press.effect)

/** What is left is a sign of the control's own. */
const IDLE = /^(nothing|focuses|toggles|scrolls)$/

/** Each with what stands for it on the rebuilt page, by the matching or by role and name alone. */
function counterpartsOf(pair: Needed): (Counterparts & { isMatched: boolean })[] {
  const counterpartOf = selectorNow(pair)
  return withheldOf(pair.original).flatMap(was => {
    const matched = counterpartOf(was.selector)
    const now = withheldOf(pair.rebuilt).find(({ selector, name, role }) =>
      matched === undefined
        ? role === was.role && normalise(name) === normalise(was.name)
        : selector === matched,
    )
    return now ? [{ was, now, isMatched: matched !== undefined }] : []
  })
}
