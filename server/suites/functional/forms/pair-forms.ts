import type { FormArtifact } from '../../../capture/collectors/forms.ts'
import { normalise } from '../../../lib/text.ts'
import { fieldName } from './field-facts.ts'
import { matchFields } from './pair-fields.ts'

/** Every pair is weighed, so hostile numbers of forms are cut: the original's are judged up to here. */
export const MAX_FORMS = 40
/** Below it two forms have nothing in common. */
const LEAST = 0.3

/** Whether a visitor can do something with it: a form of nothing but hidden fields is a script's tool. */
export function isForm(form: FormArtifact): boolean {
  return form.fields.some(({ type }) => type !== 'hidden') || form.submits.length > 0
}

/**
 * One assignment from original to rebuilt forms: the pair that has most in common first. Fields outside of any form
 * are found wherever they are now, outside of forms or in one that is no other's counterpart.
 */
export function matchForms(before: FormArtifact[], now: FormArtifact[]): Map<FormArtifact, FormArtifact> {
  const closed = now.filter(({ loose }) => !loose).slice(0, 2 * MAX_FORMS)
  const open = before.filter(({ loose }) => !loose)
  const pairs = open.flatMap((form, i) =>
    closed.flatMap((counterpart, j) => {
      const score = likeness(form, counterpart)
      return score >= LEAST ? [{ form, counterpart, score, distance: Math.abs(i - j) }] : []
    }),
  )
  pairs.sort((a, b) => b.score - a.score || a.distance - b.distance)
  const matched = new Map<FormArtifact, FormArtifact>()
  const taken = new Set<FormArtifact>()
  for (const { form, counterpart } of pairs) {
    if (matched.has(form) || taken.has(counterpart)) continue
    matched.set(form, counterpart)
    taken.add(counterpart)
  }
  const rest = now.filter(form => !taken.has(form))
  for (const form of before.filter(({ loose }) => loose))
    if (rest[0]) matched.set(form, { ...rest[0], fields: rest.flatMap(({ fields }) => fields), loose: true })
  return matched
}

/** 0 to 1: the fields that both have, their types, then title, submit and place on the page. */
function likeness(a: FormArtifact, b: FormArtifact): number {
  const [first, second] = [a, b].map(form => form.fields.filter(({ type }) => type !== 'hidden')) as [
    FormArtifact['fields'],
    FormArtifact['fields'],
  ]
  const most = Math.max(first.length, second.length)
  const fields = most === 0 ? 1 : matchFields(first, second).size / most
  const same = (x: string, y: string) => (x !== '' && normalise(x) === normalise(y) ? 1 : 0)
  const submits = new Set(b.submits.map(({ name }) => normalise(name)))
  const submit = a.submits.some(({ name }) => submits.has(normalise(name))) ? 1 : 0
  return (
    0.45 * fields +
    0.2 *
      overlap(
        first.map(({ type }) => type),
        second.map(({ type }) => type),
      ) +
    0.12 * same(a.name, b.name) +
    0.13 * submit +
    0.1 * same(a.landmark, b.landmark)
  )
}

/** Shared share of two lists, with repetition, order left out. */
function overlap(a: string[], b: string[]): number {
  const left = [...b]
  const shared = a.filter(item => {
    const at = left.indexOf(item)
    if (at >= 0) left.splice(at, 1)
    return at >= 0
  })
  return Math.max(a.length, b.length) === 0 ? 1 : shared.length / Math.max(a.length, b.length)
}

/** Open to a visitor from the start. */
export function isOpen(form: FormArtifact): boolean {
  return (
    form.state === 'visible' || [...form.fields, ...form.submits].some(({ state }) => state === 'visible')
  )
}

/** As a visitor would call it. */
export function formName(form: FormArtifact): string {
  const said = form.name || form.submits.find(({ name }) => name && name !== 'Submit')?.name
  return (
    said ||
    form.fields.map(fieldName).find(Boolean) ||
    (form.loose ? 'fields outside of forms' : 'form')
  ).slice(0, 100)
}
