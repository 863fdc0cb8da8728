/** What asks for a field of the original in another way: other fields, or what the page draws itself. Pure. */
import type { FieldArtifact, FormArtifact } from '../../../capture/collectors/forms.ts'
import { normalise, similarity, words } from '../../../lib/text.ts'
import { isChoice } from './facts.ts'
import { isNumber, isOfOneSubject, sayings, steppersIn } from './numbers.ts'
import { commonIn, commonParts, MIN_EDITED, partsOf } from './pairing.ts'

/**
 * Whether a field asks for more than another one did: a slider or a text for one of two numbers or days of one subject; in
 * some of its words, “Name” for “Last name”; or, where one of
 * `others` is gone with it, by the word that both end in and none that tells them apart: “Full name” for “First name” and
 * “Last name”, “Name” for “Vorname” and “Nachname”.
 */
export function asksForAll(
  wide: FieldArtifact,
  narrow: FieldArtifact,
  others: readonly FieldArtifact[],
): boolean {
  if (wide.type === 'range' && narrow.type === 'number') return isOfOneSubject(sayings(wide), sayings(narrow))
  if (DATE.test(narrow.type) && wide.type === 'text') return asksForDays(wide)
  const [all, some] = [words(narrow.label), words(wide.label)]
  if (wide.type !== narrow.type || some.length === 0) return false
  if (some.length < all.length && some.every(word => all.includes(word))) return true
  return others.some(({ type, label }) => {
    const theirs = words(label)
    const isShared = (word: string) =>
      word.length >= MIN_SHARED && [all, theirs].every(own => own.some(one => one.endsWith(word)))
    const shared = some.filter(isShared)
    const telling = [...all, ...theirs].filter(one => !shared.some(word => one.endsWith(word)))
    return type === narrow.type && shared.length > 0 && !some.some(word => telling.includes(word))
  })
}

/** Of a text into which days are written or chosen. */
const asksForDays = (field: FieldArtifact): boolean =>
  /\bdates?\b|\bdata\b(?!\[)|datum|zeitraum|\bperiod|fechas?\b|\bcheck[ -]?in\b|arrival|anreise|\bwhen\b|日付|期間|날짜/i.test(
    sayings(field).join(' ').replaceAll('_', ' '),
  )

/** Letters of a word that may be the end of others. */
const MIN_SHARED = 3

type Drawn = NonNullable<FormArtifact['drawn']>[number]

/** What a form draws itself now that it did not before, by its names. */
export function newlyDrawn(before: FormArtifact, now: FormArtifact): Drawn[] {
  const known = new Set(
    [...(before.drawn ?? []).flatMap(({ names }) => names), ...before.plain].map(normalise),
  )
  return (now.drawn ?? []).filter(({ names }) => !names.some(name => known.has(normalise(name))))
}

/**
 * Whether a field without counterpart is offered by fields that are new: a radio button by a list that has its label,
 * a list by radio buttons that have the labels of all its entries, a slider by number fields of its subject, a text for
 * days by two dates.
 */
export function isOfferedOtherwise(
  field: FieldArtifact,
  added: readonly FieldArtifact[],
  drawn: readonly Drawn[],
): boolean {
  if (field.type === 'radio')
    return added.some(
      ({ type, options }) => type === 'select' && namesOf(options).has(normalise(field.label)),
    )
  if (field.type === 'range')
    return added.some(other => other.type === 'number' && isOfOneSubject(sayings(field), sayings(other)))
  if (field.type === 'text')
    return asksForDays(field) && added.filter(({ type }) => DATE.test(type)).length > 1
  if (field.type !== 'select') return false
  const radios = namesOf([
    ...added.filter(({ type }) => type === 'radio').map(({ label }) => label),
    ...drawn.flatMap(({ names }) => names),
  ])
  const wanted = [...namesOf(field.options)]
  // "Please choose" is no choice.
  const missing = wanted.filter(name => !radios.has(name))
  return radios.size > 1 && (missing.length === 0 || (missing.length === 1 && missing[0] === wanted[0]))
}

/** What a visitor switches on and off as he does a box. */
const SWITCH = /^(switch|checkbox)$/
/** Words of a box's technical name that a switch has to say. */
const MIN_NAMED = 2
/** Likeness of a box's label and the name of a switch that has words of its own. */
const MIN_ALIKE = 0.8

/**
 * Whether a field of a form without counterpart may be what the page draws itself: `named` where that begins with its
 * label, as “Pro, 20 € a month” does, is a slider of its subject, or the field is one of the boxes that are `switched`;
 * `unsure` where something opens that may be its calendar, or a slider does not say what it sets.
 */
export function drawnAs(
  field: FieldArtifact,
  drawn: readonly Drawn[],
  switched: ReadonlySet<FieldArtifact>,
): 'named' | 'unsure' | undefined {
  if (isNumber(field)) {
    const sliders = drawn.filter(({ role }) => role === 'slider')
    if (sliders.some(({ names }) => isOfOneSubject(names, sayings(field)))) return 'named'
    return sliders.some(({ names }) => names.length === 0) ? 'unsure' : undefined
  }
  const likely = drawn.filter(({ opens }) => (isChoice(field) ? !opens : opens))
  if (switched.has(field) || likely.some(one => isNamed(one, field))) return 'named'
  return DATE.test(field.type) && likely.length > 0 ? 'unsure' : undefined
}

/** Whether a name of what is drawn begins with the label of a field. */
function isNamed({ names }: Drawn, { label }: FieldArtifact): boolean {
  const wanted = words(label)
  return wanted.length > 0 && names.some(name => wanted.every((word, at) => words(name)[at] === word))
}

/**
 * The boxes of a form without counterpart in `fields` that a switch stands for: it says all that tells the box from others
 * of the form, as one may of two boxes, or is called like that box more than like any other and is not named after one.
 * What is required, as consent is, has to be named.
 */
export function switchedBoxes(
  form: FormArtifact,
  fields: ReadonlyMap<FieldArtifact, FieldArtifact>,
  drawn: readonly Drawn[],
): Set<FieldArtifact> {
  const lost = form.fields.filter(field => isChoice(field) && !fields.has(field))
  const switches = drawn.filter(({ role, opens }) => SWITCH.test(role) && !opens)
  const boxes = lost.filter(({ type, required }) => type === 'checkbox' && !required)
  const isSaid = saidIn(form)
  const found = new Set(boxes.filter(box => switches.some(one => isSaid(box, one))))
  const free = new Set(switches.filter(one => !lost.some(field => isNamed(one, field))))
  const likeness = likenessIn(form)
  const pairs = boxes
    .filter(box => !found.has(box) && !switches.some(one => isNamed(one, box)))
    .flatMap(box => [...free].map(one => ({ box, one, score: likeness(box, one) })))
    .filter(({ score }) => score > 0)
  for (const { box, one } of pairs.toSorted((a, b) => b.score - a.score)) {
    if (found.has(box) || !free.delete(one)) continue
    found.add(box)
  }
  return found
}

/** Whether a switch says all that tells a box from others of a form, by its technical name or by a label in other words. */
function saidIn({ fields }: FormArtifact): (box: FieldArtifact, one: Drawn) => boolean {
  const common = new Set(commonParts(fields))
  const tellingOf = labelsIn(fields)
  return ({ name, label }, { names }) => {
    const parts = [...new Set(partsOf(name))].filter(part => !common.has(part))
    const telling = tellingOf(label)
    return names.some(called => {
      const isSaid = (word: string) => words(called).includes(word)
      if (parts.length >= MIN_NAMED && parts.every(isSaid)) return true
      return telling.length > 0 && telling.every(isSaid) && similarity(label, called) >= MIN_EDITED
    })
  }
}

/**
 * How much a switch is called like a box of a form, 0 where it is another one: its name has most of the words that tell the
 * label from others of the form, and is nearly the label or has no word that no field of the form has.
 */
function likenessIn({ fields }: FormArtifact): (box: FieldArtifact, one: Drawn) => number {
  const tellingOf = labelsIn(fields)
  const known = new Set(fields.flatMap(({ label, name }) => [...words(label), ...partsOf(name)]))
  return ({ label }, { names }) => {
    const telling = tellingOf(label)
    const scores = names.map(called => {
      const said = words(called)
      if (2 * telling.filter(word => said.includes(word)).length <= telling.length) return 0
      const score = similarity(label, called)
      return score >= (said.every(word => known.has(word)) ? MIN_EDITED : MIN_ALIKE) ? score : 0
    })
    return Math.max(0, ...scores)
  }
}

/** The words of a label that no other field of the form has in its own. */
function labelsIn(fields: readonly FieldArtifact[]): (label: string) => string[] {
  const common = new Set(commonIn(fields.map(({ label }) => words(label))))
  return label => words(label).filter(word => !common.has(word))
}

/** Whether buttons for less and more set each number of `before` that `fields` has no counterpart for. */
export function areStepped(
  before: FormArtifact,
  now: FormArtifact,
  fields: ReadonlyMap<FieldArtifact, FieldArtifact>,
): boolean {
  const lost = before.fields.filter(field => field.type === 'number' && !fields.has(field))
  const owned = now.fields.filter(({ type }) => type === 'number')
  // Most plain buttons are among what is drawn.
  const drawn = (now.drawn ?? []).map(({ names }) => names.at(-1) ?? '')
  const steppers = Math.max(steppersIn(drawn), steppersIn(now.plain))
  return steppers > 0 && steppers >= lost.length + owned.length
}

const DATE = /^(date|datetime-local|time|month|week)$/

const namesOf = (labels: string[]) =>
  new Set(labels.map(normalise).filter(name => /[\p{L}\p{N}]/u.test(name)))
