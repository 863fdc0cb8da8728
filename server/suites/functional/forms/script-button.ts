import type { FormArtifact } from '../../../capture/collectors/forms.ts'
import { normalise } from '../../../lib/text.ts'

/**
 * What stands in place of the submit button: a plain one that a script listens to, and that is called the same, or is the
 * only one and was no plain button before, as what shows a password is.
 */
export function scriptButton(before: FormArtifact, now: FormArtifact): string | undefined {
  const names = before.submits.map(({ name }) => normalise(name))
  const plain = before.plain.map(normalise)
  const same = now.pressed.find(name => names.includes(normalise(name)))
  if (same !== undefined || now.pressed.length !== 1) return same
  return plain.includes(normalise(now.pressed[0]!)) ? undefined : now.pressed[0]
}
