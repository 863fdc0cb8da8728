/** Numbers that are asked for by a slider, by fields, or by buttons for less and more. Pure. */
import type { FieldArtifact } from '../../../capture/collectors/forms.ts'
import { words } from '../../../lib/text.ts'

export const isNumber = ({ type }: Pick<FieldArtifact, 'type'>): boolean => /^(number|range)$/.test(type)

const LESS = /^[-−–]$|\b(minus|decrease|decrement|reduce)\b|verringer|diminu|disminu|riduci|verminder/i
const MORE = /^\+$|\b(plus|increase|increment)\b|erhöh|augment|aument|verhoog/i

/** Whether a control, by its name, sets a number step by step. */
export const isNumberStep = (name: string): boolean => LESS.test(name.trim()) || MORE.test(name.trim())

/** How many pairs of buttons for less and more are among these. */
export const steppersIn = (names: readonly string[]): number =>
  Math.min(...[LESS, MORE].map(pattern => names.filter(name => pattern.test(name.trim())).length))

/** Words that only say which end or how much. */
const NO_SUBJECT =
  /^(min|max|minimum|maximum|minimal|maximal|from|to|von|bis|de|desde|hasta|da|lower|upper|less|more|minus|plus|number|value|range|slider|input|the|of|by|and|increase|decrease|reduce)$/
const MIN_LETTERS = 3

const subjectOf = (texts: readonly string[]): string[] =>
  texts
    .flatMap(text => words(text.replaceAll(/(\p{Ll})(\p{Lu})|[_[\].-]+/gu, '$1 $2')))
    .filter(word => word.length >= MIN_LETTERS && !NO_SUBJECT.test(word))

/** Whether both say what they are about, and say the same: `price_min` and “Price range”. */
export function isOfOneSubject(some: readonly string[], others: readonly string[]): boolean {
  const known = subjectOf(others)
  return subjectOf(some).some(word => known.includes(word))
}

/** All that a field says of itself. */
export const sayings = ({ label, visibleLabel, placeholder, name }: FieldArtifact): string[] => [
  label,
  visibleLabel,
  placeholder,
  name,
]

/** Whether what is called so, or says nothing of a subject, sets the number that a field asks for. */
export const setsNumberOf = (names: readonly string[], field: FieldArtifact): boolean =>
  subjectOf(names).length === 0 || isOfOneSubject(names, sayings(field))
