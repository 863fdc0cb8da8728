/** Parts of a page that a control showed in it, and that are pages of their own now, as the routes of an application are. */
import type { ProbesArtifact } from '../../capture/collectors/probes/index.ts'
import { normalise } from '../../lib/text.ts'

interface Side {
  probes: ProbesArtifact
}

/** Whether a control that opened a part of the original leads on now, and shows it there: what was hidden may stand there. */
export function hasPartsAsPages(original: Side, rebuilt: Side): boolean {
  const opened = namesOf(original, /^(opens|switches)$/)
  return [...namesOf(rebuilt, /^goes$/)].some(name => opened.has(name))
}

const namesOf = ({ probes: { narrow, wide } }: Side, effects: RegExp): Set<string> =>
  new Set(
    [...narrow.probes, ...wide.probes]
      .filter(({ effect, revealed }) => effects.test(effect) && revealed.length > 0)
      .map(({ name }) => normalise(name))
      .filter(Boolean),
  )
