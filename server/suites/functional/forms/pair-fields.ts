import type { FieldArtifact } from '../../../capture/collectors/forms.ts'
import { normalise, similarity } from '../../../lib/text.ts'

/** One assignment from original to rebuilt fields, from the surest evidence to the weakest; equal ones pair in order. */
export function matchFields(
  before: FieldArtifact[],
  now: FieldArtifact[],
): Map<FieldArtifact, FieldArtifact> {
  const matched = new Map<FieldArtifact, FieldArtifact>()
  const free = new Set(now)
  const kind = ({ type }: FieldArtifact) =>
    CHOICES.test(type) ? type.replace('combobox', 'select') : type === 'hidden' ? 'hidden' : 'entry'
  const labels = new Map(
    [...before, ...now].map(field => [field, normalise(field.label).replace(/[\s*:]+$/, '')]),
  )
  const label = (field: FieldArtifact) => labels.get(field) ?? ''
  const passes: ((field: FieldArtifact) => (string | false)[])[] = [
    field => [field.name, label(field), field.type, field.value],
    field => [label(field), field.type, field.name],
    field => [field.name, field.type, kind(field) !== 'hidden' && field.value],
    field => [label(field), field.type],
    field => [label(field), kind(field)],
    field => [field.name, kind(field)],
    // A choice that became another control still asks the same question.
    field => [label(field), field.type !== 'hidden' && 'any'],
    field => [normalise(field.placeholder), kind(field)],
    field => [field.autocomplete, kind(field)],
  ]
  const pair = (keyOf: (field: FieldArtifact) => string | null) => {
    const waiting = new Map<string, FieldArtifact[]>()
    for (const field of [...free].reverse()) {
      const key = keyOf(field)
      if (key === null) continue
      const queue = waiting.get(key)
      if (queue) queue.push(field)
      else waiting.set(key, [field])
    }
    for (const field of before) {
      const key = matched.has(field) ? null : keyOf(field)
      const found = key === null ? undefined : waiting.get(key)?.pop()
      if (!found) continue
      matched.set(field, found)
      free.delete(found)
    }
  }
  for (const [index, pass] of passes.entries())
    pair(field => {
      const parts = pass(field)
      // The first evidence of a pass has to be there; without it all nameless fields would be one.
      if (parts.some(part => part === false) || (parts[0] === '' && (index > 0 || parts[1] === '')))
        return null
      return parts.join('\n')
    })
  edited(before, now, matched, free)
  // One of a kind needs no words: the e-mail field is the e-mail field.
  pair(({ type }) => (DISTINCT.test(type) ? type : null))
  // Fields that say nothing of themselves: by their type, in order.
  pair(field => (label(field) === '' && field.name === '' && field.placeholder === '' ? field.type : null))
  return matched
}

const CHOICES = /^(radio|checkbox|file|select|combobox)$/
const DISTINCT = /^(email|tel|password|file|date|datetime-local|time|month|week|url|color|textarea)$/
const MAX_EDITED = 60

/** Labels in other words: "E-mail" and "Your e-mail address". */
function edited(
  before: FieldArtifact[],
  now: FieldArtifact[],
  matched: Map<FieldArtifact, FieldArtifact>,
  free: Set<FieldArtifact>,
): void {
  const entries = ({ type, label }: FieldArtifact) => type !== 'hidden' && label !== ''
  const rest = now.filter(field => free.has(field) && entries(field)).slice(0, MAX_EDITED)
  for (const field of before.filter(one => !matched.has(one) && entries(one)).slice(0, MAX_EDITED)) {
    const alike = rest.find(
      other => free.has(other) && other.type === field.type && similarity(other.label, field.label) >= 0.5,
    )
    if (!alike) continue
    matched.set(field, alike)
    free.delete(alike)
  }
}
