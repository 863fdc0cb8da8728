import type { FormArtifact } from '../../../capture/collectors/forms.ts'
import { normalise } from '../../../lib/text.ts'
import { fieldName } from './field-facts.ts'

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
  const closed = now
    .filter(({ loose }) => !loose)
    .slice(0, 2 * MAX_FORMS)
    .map(traitsOf)
  const open = before.filter(({ loose }) => !loose).map(traitsOf)
  const pairs = open.flatMap((one, i) =>
    closed.flatMap((other, j) => {
      const score = likeness(one, other)
      return score >= LEAST
        ? [{ form: one.form, counterpart: other.form, score, distance: Math.abs(i - j) }]
        : []
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

interface Traits {
  form: FormArtifact
  labels: string[]
  names: string[]
  types: string[]
  submits: string[]
}

function traitsOf(form: FormArtifact): Traits {
  const entries = form.fields.filter(({ type }) => type !== 'hidden')
  return {
    form,
    labels: entries.map(({ label }) => normalise(label)),
    names: entries.map(({ name }) => name),
    types: entries.map(({ type }) => type),
    submits: form.submits.map(({ name }) => normalise(name)),
  }
}

/** 0 to 1: the fields that both have, by label or by name, their types, then title, submit and place on the page. */
function likeness(a: Traits, b: Traits): number {
  const same = (x: string, y: string) => (x !== '' && normalise(x) === normalise(y) ? 1 : 0)
  return (
    0.45 * Math.max(overlap(a.labels, b.labels), overlap(a.names, b.names)) +
    0.2 * overlap(a.types, b.types) +
    0.12 * same(a.form.name, b.form.name) +
    0.13 * (a.submits.some(name => b.submits.includes(name)) ? 1 : 0) +
    0.1 * same(a.form.landmark, b.form.landmark)
  )
}

/** Shared share of two lists, with repetition, order left out; what says nothing is not shared. */
function overlap(a: string[], b: string[]): number {
  const most = Math.max(a.length, b.length)
  if (most === 0) return 1
  const left = new Map<string, number>()
  for (const item of b) left.set(item, (left.get(item) ?? 0) + 1)
  let shared = 0
  for (const item of a) {
    const count = left.get(item) ?? 0
    if (count > 0 && item !== '') shared++
    left.set(item, count - 1)
  }
  return shared / most
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
