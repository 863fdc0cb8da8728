/** What asks for a field of the original in another way: other fields, or what the page draws itself. Pure. */

import type { FieldArtifact, FormArtifact } from '../../../capture/collectors/forms.ts'
import { normalise, words } from '../../../lib/text.ts'
import { atWidth, DESKTOP } from '../../../lib/widths.ts'
import type { Pair, Side } from '../../core/suite.ts'
import { isChoice } from './facts.ts'
import { isNumber, steppersIn } from './numbers.ts'

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
 * a list by radio buttons, or what the page draws, that have the labels of all its entries. What stands for one list or
 * group stands for no other.
 */
export const offeredOtherwise = (
  lost: readonly FieldArtifact[],
  added: readonly FieldArtifact[],
  drawn: readonly Drawn[],
): Set<FieldArtifact> => new Set([...offeredRadios(lost, added), ...offeredLists(lost, added, drawn)])

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

/**
 * Whether a field of a form without counterpart is what the page draws itself: its name begins with the label of the field,
 * as “Pro, 20 € a month” does, or it is a slider for a number.
 */
export function isDrawnIn(field: FieldArtifact, drawn: readonly Drawn[]): boolean {
  if (isNumber(field)) return drawn.some(({ role }) => role === 'slider')
  const wanted = words(field.label)
  return drawn.some(
    ({ opens, names }) =>
      opens !== isChoice(field) &&
      wanted.length > 0 &&
      names.some(name => wanted.every((word, at) => words(name)[at] === word)),
  )
}

/** Whether a box in no form is a button now, or a switch, that says whether it is pressed: the filters of a list. */
export function pressedInstead({
  original,
  rebuilt,
}: Pair<'layouts' | 'semantics'>): (field: FieldArtifact) => boolean {
  const [before, now] = [original, rebuilt].map(statefulNames)
  return field => isChoice(field) && now!.has(normalise(field.label)) && !before!.has(normalise(field.label))
}

/** Names of what is seen at 1440 px, is no field, and says whether it is pressed or on. */
function statefulNames({ layouts, semantics }: Side<'layouts' | 'semantics'>): Set<string> {
  const stateful = new Set(
    semantics.controls.flatMap(({ tag, pressed, checked, selector }) =>
      tag !== 'input' && (pressed ?? checked) !== null ? selector : [],
    ),
  )
  const { controls = [] } = atWidth(layouts, DESKTOP) ?? {}
  return new Set(
    controls.flatMap(({ selector, state, name }) =>
      stateful.has(selector) && state === 'visible' && name ? normalise(name) : [],
    ),
  )
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

const namesOf = (labels: string[]) =>
  new Set(labels.map(normalise).filter(name => /[\p{L}\p{N}]/u.test(name)))
