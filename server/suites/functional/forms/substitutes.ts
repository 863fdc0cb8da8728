/** What asks for a field of the original in another way: other fields, or what the page draws itself. Pure. */
import type { FieldArtifact, FormArtifact } from '../../../capture/collectors/forms.ts'
import { normalise, similarity, words } from '../../../lib/text.ts'
import type { Side } from '../../core/suite.ts'
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
 * The fields of `lost`, which have no counterpart, that something new offers: radio buttons by a list that has their labels,
 * a list by radio buttons, or what the page draws, that have the labels of all its entries, a slider by number fields of its
 * subject, a text for days by two dates. What stands for one list or group stands for no other.
 */
export function offeredOtherwise(
  lost: readonly FieldArtifact[],
  added: readonly FieldArtifact[],
  drawn: readonly Drawn[],
): Set<FieldArtifact> {
  const dates = added.filter(({ type }) => DATE.test(type))
  const isOffered = (field: FieldArtifact) =>
    field.type === 'range'
      ? added.some(other => other.type === 'number' && isOfOneSubject(sayings(field), sayings(other)))
      : field.type === 'text' && asksForDays(field) && dates.length > 1
  return new Set([
    ...lost.filter(isOffered),
    ...offeredRadios(lost, added),
    ...offeredLists(lost, added, drawn),
  ])
}

/** Radio buttons that a list has, of one name for each list: its own, or one that no list has. */
function offeredRadios(lost: readonly FieldArtifact[], added: readonly FieldArtifact[]): FieldArtifact[] {
  const groups = Map.groupBy(
    lost.filter(({ type }) => type === 'radio'),
    ({ name }) => name,
  )
  const lists = added.filter(({ type }) => type === 'select')
  const free = new Map(lists.map(list => [list, namesOf(list.options)]))
  return [...groups].flatMap(([name, members]) => {
    for (const [list, options] of free) {
      const offered = members.filter(({ label }) => options.has(normalise(label)))
      if (offered.length === 0 || (list.name !== name && groups.has(list.name))) continue
      free.delete(list)
      return offered
    }
    return []
  })
}

/** Lists of which each entry is a radio button or drawn by the page, one for each: of its name, or of one that no list has. */
function offeredLists(
  lost: readonly FieldArtifact[],
  added: readonly FieldArtifact[],
  drawn: readonly Drawn[],
): FieldArtifact[] {
  const lists = lost.filter(({ type }) => type === 'select')
  const own = new Set<string | null>(lists.map(({ name }) => name))
  const radios = added.filter(({ type }) => type === 'radio')
  const free = new Set([
    ...radios.map(({ name, label }) => ({ name, says: namesOf([label]) })),
    ...drawn.map(({ names }) => ({ name: null, says: namesOf(names) })),
  ])
  const offers = Map.groupBy(
    [...free].flatMap(one => [...one.says].map(said => ({ said, one }))),
    ({ said }) => said,
  )
  return lists.filter(list => {
    const offerOf = (entry: string) =>
      offers
        .get(entry)
        ?.findLast(({ one }) => free.has(one) && (one.name === list.name || !own.has(one.name)))
    const [first, ...others] = [...namesOf(list.options)].map(entry => offerOf(entry)?.one)
    // "Please choose" is no choice.
    const taken = first ? [first, ...others] : others
    if (taken.length < 2 || taken.includes(undefined)) return false
    for (const one of taken) free.delete(one!)
    return true
  })
}

/** What a visitor switches on and off as he does a box. */
const SWITCH = /^(switch|checkbox)$/
/** Words of a box's technical name that a switch has to say. */
const MIN_NAMED = 2
/** Likeness of a box's label and the name of a switch that has words of its own. */
const MIN_ALIKE = 0.8

/**
 * Whether a field of a form without counterpart is what the page draws itself: its name begins with the label of the field,
 * as “Pro, 20 € a month” does, it is a slider of its subject, or the field is one of the boxes that are `switched`.
 */
export function isDrawnIn(
  field: FieldArtifact,
  drawn: readonly Drawn[],
  switched: ReadonlySet<FieldArtifact>,
): boolean {
  if (isNumber(field))
    return drawn.some(({ role, names }) => role === 'slider' && isOfOneSubject(names, sayings(field)))
  const likely = drawn.filter(({ opens }) => (isChoice(field) ? !opens : opens))
  return switched.has(field) || likely.some(one => isNamed(one, field))
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

const PRESSED = /^(switch|checkbox|radio|button|tab|menuitem(checkbox|radio))$/

/**
 * Whether what stood outside of forms, which nobody sends, is drawn by the page itself now: a box as a switch, or one of its
 * group is; a list as a control for each of its choices; numbers as buttons for less and more.
 */
export function drawnBy(
  original: Side<'forms'>,
  { forms, layouts }: Side<'forms' | 'layouts'>,
): (field: FieldArtifact) => boolean {
  const fields = new Set(forms.flatMap(form => form.fields.map(({ label }) => normalise(label))))
  const pressed = layouts.map(({ controls }) =>
    controls.filter(({ role, state }) => state === 'visible' && PRESSED.test(role)),
  )
  const drawn = new Set(pressed.flatMap(controls => controls.map(({ name }) => normalise(name))))
  const numbers = (side: readonly FormArtifact[]) =>
    side.flatMap(form => form.fields.filter(({ type }) => type === 'number'))
  const steppers = Math.max(0, ...pressed.map(controls => steppersIn(controls.map(({ name }) => name))))
  const isStepped = steppers > 0 && steppers >= numbers(original.forms).length && numbers(forms).length === 0
  const lists = original.forms.flatMap(form => form.fields.filter(({ type }) => type === 'select'))
  // At each width by itself: a button that is seen at several is one.
  const listed = new Set(
    pressed.flatMap(controls => {
      const drawings = controls.map(({ role, name }) => ({ role, names: [name], opens: false }))
      return [...offeredOtherwise(lists, [], drawings)]
    }),
  )
  const isDrawn = ({ type, label }: FieldArtifact) => {
    const name = normalise(label)
    return /^(checkbox|radio)$/.test(type) && name !== '' && drawn.has(name) && !fields.has(name)
  }
  const groups = new Set(
    original.forms.flatMap(form => form.fields.filter(isDrawn).map(({ type, name }) => `${type} ${name}`)),
  )
  return field =>
    isDrawn(field) ||
    (field.type === 'number' && isStepped) ||
    listed.has(field) ||
    (field.name !== '' && groups.has(`${field.type} ${field.name}`))
}

const DATE = /^(date|datetime-local|time|month|week)$/

const namesOf = (labels: string[]) =>
  new Set(labels.map(normalise).filter(name => /[\p{L}\p{N}]/u.test(name)))
