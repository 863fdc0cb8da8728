import type { FieldArtifact, FormArtifact } from '../../../capture/collectors/forms.ts'
import { assign } from '../../../lib/assignment.ts'
import { countEach } from '../../../lib/count.ts'
import { memo } from '../../../lib/memo.ts'
import { normalise, similarity, words } from '../../../lib/text.ts'
import { by, pairInPasses } from '../../core/pairing.ts'
import { pairChoices } from './choices.ts'
import { entriesOf, isMute, isWordless, labelOf, sayingOf } from './facts.ts'

/** Every pair is weighed, so hostile numbers of forms are cut: the original's are judged up to here. */
export const MAX_FORMS = 40
/** Likeness below which two forms have nothing in common, 0 to 1. */
const MIN_LIKENESS = 0.3

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
      return score >= MIN_LIKENESS
        ? [{ form: one.form, counterpart: other.form, score, distance: Math.abs(i - j) }]
        : []
    }),
  )
  pairs.sort((a, b) => b.score - a.score || a.distance - b.distance)
  const matched = new Map<FormArtifact, FormArtifact>()
  const free = new Set(now)
  for (const { form, counterpart } of pairs) {
    if (matched.has(form) || !free.has(counterpart)) continue
    matched.set(form, counterpart)
    free.delete(counterpart)
  }
  const [first, ...others] = free
  if (!first) return matched
  const fields = [first, ...others].flatMap(form => form.fields)
  for (const form of before) if (form.loose) matched.set(form, { ...first, fields, loose: true })
  return matched
}

type Traits = ReturnType<typeof traitsOf>

function traitsOf(form: FormArtifact) {
  const entries = entriesOf(form)
  const own = new Set(commonParts(entries))
  return {
    form,
    labels: entries.map(labelOf),
    names: entries.map(({ name }) => name),
    // `form_name` and `form_email` are a name and an e-mail address in any other form.
    tellingNames: entries.map(({ name }) =>
      partsOf(name)
        .filter(part => !own.has(part))
        .join(' '),
    ),
    placeholders: entries.map(({ placeholder }) => sayingOf(placeholder)),
    types: entries.map(({ type }) => type),
    // Whoever is asked for a message is asked for more than another line.
    kinds: entries.map(one => (one.type === 'textarea' ? 'message' : kindOf(one))),
    anchor: anchorOf(form),
    submits: form.submits.map(({ name }) => normalise(name)),
    plain: form.plain.map(normalise).filter(Boolean),
    // What asks for the same by the same name; a box or a radio button is not asked for.
    typedNames: entries.flatMap(({ name, type }) => (name && !CHOICES.test(type) ? `${type} ${name}` : [])),
  }
}

/** 0 to 1: the fields that both have, by label, name or placeholder, their types, then title, submit and place on the page. */
function likeness(a: Traits, b: Traits): number {
  const same = (x: string, y: string) => (x !== '' && normalise(x) === normalise(y) ? 1 : 0)
  const alike =
    0.45 *
      Math.max(
        overlap(a.labels, b.labels),
        overlap(a.names, b.names),
        overlap(a.tellingNames, b.tellingNames),
        overlap(a.placeholders, b.placeholders),
      ) +
    0.2 * Math.max(overlap(a.types, b.types), KIN * overlap(a.kinds, b.kinds)) +
    0.12 * same(a.form.name, b.form.name) +
    0.13 * (hasSubmitOf(a, b) || hasSubmitOf(b, a) ? 1 : 0) +
    0.1 * Math.max(same(a.form.landmark, b.form.landmark), same(a.anchor, b.anchor))
  return isOneEdited(a, b) ? Math.max(alike, MIN_LIKENESS) : alike
}

/**
 * Whether two forms are one of which fields came and went: of one id and with a field in common by type and name, or with
 * two such fields or more, half of those of either.
 */
function isOneEdited(a: Traits, b: Traits): boolean {
  const shared = a.typedNames.filter(one => b.typedNames.includes(one)).length
  const fewest = Math.min(a.labels.length, b.labels.length)
  const hasSameId = idOf(a.form) !== '' && idOf(a.form) === idOf(b.form)
  return (hasSameId && shared > 0) || (shared >= 2 && 2 * shared >= fewest)
}

/** Whether a button of the one is called as a submit button of the other: a script may send what a plain one is pressed for. */
const hasSubmitOf = (one: Traits, { submits }: Traits): boolean =>
  [...one.submits, ...one.plain].some(name => submits.includes(name))

/** An e-mail field that takes any text now is a field still. */
const KIN = 0.9

/** What a field asks for: a choice of its kind, what nobody sees, or something to be written. */
const kindOf = ({ type }: FieldArtifact): string =>
  CHOICES.test(type) ? type.replace('combobox', 'select') : type === 'hidden' ? 'hidden' : 'entry'

/** Shared share of two lists, with repetition, order left out; what says nothing is not shared. */
function overlap(a: string[], b: string[]): number {
  const longer = Math.max(a.length, b.length)
  if (longer === 0) return 1
  const [mine, theirs] = [a, b].map(list => Map.groupBy(list, item => item))
  const shared = [...mine!].map(([item, { length }]) =>
    item === '' ? 0 : Math.min(length, theirs!.get(item)?.length ?? 0),
  )
  return shared.reduce((sum, count) => sum + count, 0) / longer
}

/** One assignment from original to rebuilt fields, from the surest evidence to the weakest; equal ones pair in order. */
export function matchFields(
  before: FieldArtifact[],
  now: FieldArtifact[],
): Map<FieldArtifact, FieldArtifact> {
  const free = new Set(now)
  const kind = kindOf
  const isHidden = ({ type }: FieldArtifact) => type === 'hidden'
  // The evidence of a pass has to be there; without it all nameless fields would be one.
  const keyed = (evidence: string, ...more: string[]) =>
    evidence === '' ? null : [evidence, ...more].join('\n')
  const matched = pairInPasses(before, free, [
    by(one => (one.name || labelOf(one) ? [one.name, labelOf(one), one.type, one.value].join('\n') : null)),
    by(one => keyed(labelOf(one), one.type, one.name)),
    by(one => (isHidden(one) ? null : keyed(one.name, one.type, one.value))),
    by(one => keyed(labelOf(one), one.type)),
    by(one => keyed(labelOf(one), kind(one))),
    by(one => keyed(one.name, kind(one))),
    by(one => keyed(idOf(one), kind(one))),
    by(one => keyed(sayingOf(one.placeholder), kind(one))),
    by(one => keyed(purposeOf(one), kind(one))),
  ])
  pairAlike(before, now, { matched, free }, isRelabelled)
  // A choice that became another control still asks the same question.
  pairInPasses(before, free, [by(one => (isHidden(one) ? null : keyed(labelOf(one))))], matched)
  pairInPlace(before, { matched, free })
  // One of a kind needs no words: the e-mail field is the e-mail field.
  pairInPasses(before, free, [by(({ type }) => (DISTINCT.test(type) ? type : null))], matched)
  pairAlike(before, now, { matched, free }, isSameList)
  pairAlike(before, now, { matched, free }, isRenamed(new Set([before, now].flatMap(commonParts))))
  const lastOf = (fields: Iterable<FieldArtifact>, isOne: (field: FieldArtifact) => boolean) =>
    new Set(
      [
        ...Map.groupBy(
          [...fields].filter(field => !isHidden(field)),
          kind,
        ).values(),
      ].flatMap(([first, ...more]) => (first && more.length === 0 && isOne(first) ? first : [])),
    )
  const lastWas = lastOf(
    before.filter(field => !matched.has(field)),
    field => !isWordless(field),
  )
  // What nobody sees is a trap for robots.
  const lastIs = lastOf(free, field => isWordless(field) && field.state === 'visible')
  return pairInPasses(
    before,
    free,
    [
      // The last of its kind lost its words.
      {
        original: one => (lastWas.has(one) ? kind(one) : null),
        rebuilt: one => (lastIs.has(one) ? kind(one) : null),
      },
      // Fields that say nothing of themselves: by their type, in order.
      by(one => (isMute(one) ? one.type : null)),
      // What lost its words stands in its place: of each kind in order.
      {
        original: one => (isHidden(one) ? null : kind(one)),
        rebuilt: one => (isMute(one) && !isHidden(one) ? kind(one) : null),
      },
      // What had none got some.
      {
        original: one => (isWordless(one) && !isHidden(one) ? kind(one) : null),
        rebuilt: one => (isHidden(one) ? null : kind(one)),
      },
    ],
    matched,
  )
}

/** CSS px between the middles of two fields that stand in one place of their forms. */
const MAX_APART = 48

/**
 * The fields of two forms that are one. Those that no word tells of are known by their place: of one kind, as far from
 * the corner of what can be seen of their form.
 */
export function matchFormFields(
  before: FieldArtifact[],
  now: FieldArtifact[],
): Map<FieldArtifact, FieldArtifact> {
  const matched = matchFields(before, now)
  pairOnly(before, now, matched)
  const taken = new Set(matched.values())
  const [was, is] = [placedOf(before), placedOf(now)]
  const left = was.filter(({ field }) => !matched.has(field))
  const right = is.filter(({ field }) => !taken.has(field))
  const { pairs } = assign(left, right, (a, b) => {
    const apart = Math.hypot(a.x - b.x, a.y - b.y)
    return kindOf(a.field) === kindOf(b.field) && apart <= MAX_APART ? apart / MAX_APART : null
  })
  for (const [i, j] of pairs) matched.set(left[i]!.field, right[j]!.field)
  return matched
}

/** The one field of a form and the one of its counterpart, where what they say of themselves has a word in common. */
function pairOnly(
  before: FieldArtifact[],
  now: FieldArtifact[],
  matched: Map<FieldArtifact, FieldArtifact>,
): void {
  const [[one, ...more], [other, ...others]] = [before, now].map(fields =>
    fields.filter(({ type }) => type !== 'hidden'),
  ) as [FieldArtifact[], FieldArtifact[]]
  if (!one || !other || more.length + others.length > 0 || matched.has(one)) return
  if (kindOf(one) === kindOf(other) && !areCalledOtherwise(one, other)) matched.set(one, other)
}

/** What is written into and can be seen, with its middle as seen from the first corner of all such. */
function placedOf(fields: FieldArtifact[]) {
  const seen = fields.filter(field => field.state === 'visible' && kindOf(field) === 'entry')
  const [left, top] = (['x', 'y'] as const).map(side => Math.min(...seen.map(({ box }) => box[side])))
  const placed = seen.slice(0, MAX_EDITED).map(field => ({
    field,
    x: field.box.x + field.box.width / 2 - left!,
    y: field.box.y + field.box.height / 2 - top!,
  }))
  // A field by itself has no place among others.
  return new Set(placed.map(({ x, y }) => `${x} ${y}`)).size === placed.length && placed.length > 1
    ? placed
    : []
}

/** Whether a field that a form lost is asked for by one elsewhere on the page, under nearly the same name. */
export function isAskedElsewhere(field: FieldArtifact, others: readonly FieldArtifact[]): boolean {
  if (field.type === 'hidden') return false
  const said = sayingsOf(field)
  return others.some(
    other =>
      kindOf(other) === kindOf(field) &&
      sayingsOf(other).some(one => said.some(name => similarity(one, name) >= SAME_QUESTION)),
  )
}

const SAME_QUESTION = 0.6
const sayingsOf = memo(({ label, visibleLabel, placeholder }: FieldArtifact): readonly string[] => [
  ...new Set([label, visibleLabel, placeholder].map(normalise).filter(Boolean)),
])

/** The id that its selector begins with, where it has one; ids that are made for each visit have no letters to tell. */
const idOf = ({ selector }: Pick<FieldArtifact, 'selector'>): string =>
  /^#([a-z][a-z_-]+)$/i.exec(selector)?.[1] ?? ''

/** The id of what it stands in, or its own. */
const anchorOf = ({ selector }: FormArtifact): string => /^#([a-z][a-z_-]+)/i.exec(selector)?.[1] ?? ''

/** What a browser is told to fill in by itself, if anything. */
const purposeOf = ({ autocomplete }: FieldArtifact): string =>
  /^(off|on|false|true|none|nope|(new-)?disabled)$/i.test(autocomplete) ? '' : autocomplete

const CHOICES = /^(radio|checkbox|file|select|combobox)$/
const DISTINCT = /^(email|tel|password|file|date|datetime-local|time|month|week|url|color|textarea)$/
/** Fields a side that are compared word by word: more would be quadratic. */
const MAX_EDITED = 60

/** Labels in other words: "E-mail" and "Your e-mail address". */
const isRelabelled = (one: FieldArtifact, other: FieldArtifact): boolean =>
  one.type === other.type && one.label !== '' && similarity(one.label, other.label) >= MIN_EDITED

/** Lists that offer the same, but for their first choice, which may only ask for one. */
function isSameList(one: FieldArtifact, other: FieldArtifact): boolean {
  if (kindOf(one) !== kindOf(other) || areCalledOtherwise(one, other)) return false
  const [wanted, offered] = [one, other].map(tellingOf)
  const most = Math.max(wanted!.length, offered!.length)
  return most >= MIN_TELLING && pairChoices(wanted!, offered!).size >= MIN_EDITED * most
}

/** Names that share most of their words: `client-password` and `password`. */
function isRenamed(own: ReadonlySet<string>): (one: FieldArtifact, other: FieldArtifact) => boolean {
  return (one, other) => {
    if (![one, other].every(field => kindOf(field) === 'entry') || areCalledOtherwise(one, other))
      return false
    const [mine, theirs] = [one, other].map(({ name }) => partsOf(name).filter(part => !own.has(part)))
    const shared = mine!.filter(part => theirs!.includes(part))
    return 2 * shared.length > Math.max(mine!.length, theirs!.length)
  }
}

/** Likeness of labels from which one is the other in other words. */
const MIN_EDITED = 0.5
/** Choices of both lists beside the first that are words. */
const MIN_TELLING = 2
const tellingOf = memo(({ options }: FieldArtifact): readonly string[] =>
  options.slice(1).filter(option => /\p{L}{4}/u.test(option)),
)

/** What both say of themselves has no word in common. */
function areCalledOtherwise(one: FieldArtifact, other: FieldArtifact): boolean {
  const [mine, theirs] = [one, other].map(field => sayingsOf(field).join(' '))
  return areWordsApart(mine!, theirs!)
}

/** The words that a name is made of, without numbers: `user[firstName]` is of `user`, `first` and `name`. */
const partsOf = (name: string): readonly string[] =>
  words(name.replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2').replaceAll(/[^\p{L}]+/gu, ' '))

/** Words that several names of a form have, and so tell none of them apart: `ctl00$Main$Phone`. */
const commonParts = (fields: readonly FieldArtifact[]): string[] =>
  [...countEach(fields.flatMap(({ name }) => [...new Set(partsOf(name))]))].flatMap(([word, count]) =>
    count > 1 ? word : [],
  )

/** Pairs what is left with what stands at its own path, unless each has a label or each an example of other words. */
function pairInPlace(
  before: readonly FieldArtifact[],
  { matched, free }: { matched: Map<FieldArtifact, FieldArtifact>; free: Set<FieldArtifact> },
): void {
  const path = (field: FieldArtifact) => [kindOf(field), field.state, field.selector].join(' ')
  const there = Map.groupBy(free, path)
  for (const [at, [field, ...more]] of Map.groupBy(before, path)) {
    const [other, ...others] = there.get(at) ?? []
    // A path that several have tells of none.
    if (!other || !field || more.length + others.length > 0) continue
    if (matched.has(field) || field.type === 'hidden') continue
    if (areWordsApart(field.name, other.name)) continue
    const [mine, theirs] = [field, other].map(named)
    if (areWordsApart(mine!.label, theirs!.label) || areWordsApart(mine!.example, theirs!.example)) continue
    matched.set(field, other)
    free.delete(other)
  }
}

/** What names a field, and what it shows for the time being: a placeholder is no label, and a drawn list shows its choice. */
const named = ({ type, label, placeholder }: FieldArtifact) => ({
  label: label === placeholder ? '' : label,
  example: type === 'combobox' ? '' : placeholder,
})

/** Both have words, and none in common. */
function areWordsApart(one: string, other: string): boolean {
  const [mine, theirs] = [words(one), words(other)]
  return mine.length > 0 && theirs.length > 0 && !mine.some(word => theirs.includes(word))
}

/** Pairs what is left one by one, the first that is like it. */
function pairAlike(
  before: FieldArtifact[],
  now: FieldArtifact[],
  { matched, free }: { matched: Map<FieldArtifact, FieldArtifact>; free: Set<FieldArtifact> },
  isLike: (one: FieldArtifact, other: FieldArtifact) => boolean,
): void {
  const isAsked = ({ type }: FieldArtifact) => type !== 'hidden'
  const rest = now.filter(field => free.has(field) && isAsked(field)).slice(0, MAX_EDITED)
  for (const field of before.filter(one => !matched.has(one) && isAsked(one)).slice(0, MAX_EDITED)) {
    const alike = rest.find(other => free.has(other) && isLike(field, other))
    if (!alike) continue
    matched.set(field, alike)
    free.delete(alike)
  }
}
