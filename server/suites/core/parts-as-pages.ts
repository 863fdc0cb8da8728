/** Parts of a page that a control showed in it, and that are pages of their own now, as the routes of an application are. */
import { normalise } from '../../lib/text.ts'
import { probesOf } from './probed.ts'
import type { Side } from './suite.ts'

/** Whether a control that opened a part of the original leads on now, and shows it there: what was hidden may stand there. */
export function hasPartsAsPages(original: Side<'probes'>, rebuilt: Side<'probes'>): boolean {
  const opened = namesOf(original, /^(opens|switches)$/)
  return [...namesOf(rebuilt, /^goes$/)].some(name => opened.has(name))
}

const namesOf = (side: Side<'probes'>, effects: RegExp): Set<string> =>
  new Set(
    probesOf(side)
      .filter(({ effect, revealed }) => effects.test(effect) && revealed.length > 0)
      .map(({ name }) => normalise(name))
      .filter(Boolean),
  )
