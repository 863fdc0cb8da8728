/** Numbers that are asked for by a slider, by fields, or by buttons for less and more. Pure. */
import type { FieldArtifact } from '../../../capture/collectors/forms.ts'

export const isNumber = ({ type }: Pick<FieldArtifact, 'type'>): boolean => /^(number|range)$/.test(type)

const LESS = /^[-−–]$|\b(minus|decrease|decrement|reduce)\b|verringer|diminu|disminu|riduci|verminder/i
const MORE = /^\+$|\b(plus|increase|increment)\b|erhöh|augment|aument|verhoog/i

/** Whether a control, by its name, sets a number step by step. */
export const isNumberStep = (name: string): boolean => LESS.test(name.trim()) || MORE.test(name.trim())

/** How many pairs of buttons for less and more are among these. */
export const steppersIn = (names: readonly string[]): number =>
  Math.min(...[LESS, MORE].map(pattern => names.filter(name => pattern.test(name.trim())).length))
