import type { FieldArtifact } from '../../../capture/collectors/forms.ts'
import { normalise } from '../../../lib/text.ts'

/**
 * Whether a choice without counterpart is offered by fields that are new: a radio button by a list that has its label,
 * a list by radio buttons that have the labels of all its entries.
 */
export function isOfferedOtherwise(field: FieldArtifact, added: readonly FieldArtifact[]): boolean {
  if (field.type === 'radio')
    return added.some(
      ({ type, options }) => type === 'select' && namesOf(options).has(normalise(field.label)),
    )
  if (field.type !== 'select') return false
  const radios = namesOf(added.filter(({ type }) => type === 'radio').map(({ label }) => label))
  const wanted = [...namesOf(field.options)]
  // "Please choose" is no choice.
  const missing = wanted.filter(name => !radios.has(name))
  return radios.size > 1 && (missing.length === 0 || (missing.length === 1 && missing[0] === wanted[0]))
}

const namesOf = (labels: string[]) =>
  new Set(labels.map(normalise).filter(name => /[\p{L}\p{N}]/u.test(name)))
