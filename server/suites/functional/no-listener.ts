/** Controls that are never pressed when a page is captured, such as “Buy”: whether anybody would hear a press of them. */
import type { Withheld } from '../../capture/collectors/probes/index.ts'
import { normalise } from '../../lib/text.ts'
import { lacksScripts } from '../core/requests.ts'
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

/** Controls that a script of the original listens to, each with its counterpart to which nobody does. */
export function controlsWithoutListener(
  pair: Pair<'document' | 'health' | 'layouts' | 'probes'>,
): { was: Withheld; now: Withheld }[] {
  const { original, rebuilt } = pair
  const counterpartOf = selectorNow(pair)
  const hasNoListener = noListenerReader(pair)
  // What only may be listened to from around it may have been dead before.
  return withheldOf(original)
    .filter(({ heard }) => heard === 'itself')
    .flatMap(was => {
      const matched = counterpartOf(was.selector)
      const now = withheldOf(rebuilt).find(({ selector, name, role }) =>
        matched === undefined
          ? role === was.role && normalise(name) === normalise(was.name)
          : selector === matched,
      )
      if (!now || (matched === undefined && !hasNoListener(now))) return []
      return now.heard === 'nobody' && !lacksScripts(original, rebuilt) ? [{ was, now }] : []
    })
}
