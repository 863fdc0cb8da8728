/** Controls that are never pressed when a page is captured, such as “Buy”: whether anybody would hear a press of them. */
import type { Withheld } from '../../capture/collectors/probes/index.ts'
import { normalise } from '../../lib/text.ts'
import { lacksScripts } from '../core/requests.ts'
import type { Pair, Side } from '../core/suite.ts'

const withheldOf = ({ probes }: Side<'probes'>): Withheld[] => probes.wide.withheld ?? []

/** Whether the rebuilt page shows controls of a name and role, and none of them is listened to. */
export function deafReader({
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
export function deafControls(
  pair: Pair<'document' | 'health' | 'layouts' | 'probes'>,
): { was: Withheld; now: Withheld }[] {
  const { original, rebuilt, matching } = pair
  const indexed = ({ layouts }: Side<'layouts'>) =>
    layouts.find(({ width }) => width === 1440)?.controls ?? []
  const [before, after] = [indexed(original), indexed(rebuilt)]
  const indices = new Map(before.map(({ selector }, index) => [selector, index]))
  const pairs = new Map(matching.controls.map(match => [match.original, match.rebuilt]))
  const isDeaf = deafReader(pair)
  // What only may be listened to from around it may have been dead before.
  return withheldOf(original)
    .filter(({ heard }) => heard === 'itself')
    .flatMap(was => {
      const matched = after[pairs.get(indices.get(was.selector) ?? -1) ?? -1]?.selector
      const now = withheldOf(rebuilt).find(({ selector, name, role }) =>
        matched === undefined
          ? role === was.role && normalise(name) === normalise(was.name)
          : selector === matched,
      )
      if (!now || (matched === undefined && !isDeaf(now))) return []
      return now.heard === 'nobody' && !lacksScripts(original, rebuilt) ? [{ was, now }] : []
    })
}
