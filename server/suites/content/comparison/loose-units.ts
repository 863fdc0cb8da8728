import type { PlacedFact } from './placed-facts.ts'

/** Of what is measured: what is counted may be called otherwise, and stand below the number and a `+`. */
const unitOf = ({ kind, value }: PlacedFact) => {
  const [, unit = ''] = value.split(' ')
  return kind !== 'quantity' ||
    /^(?:\+|x|of|people|users|customers|members|employees|seats|rooms|items|stars)$/.test(unit)
    ? ''
    : unit
}
const amountWhere = (spell: (unit: string) => string | null) => (fact: PlacedFact) => {
  const unit = /^(number|quantity)$/.test(fact.kind) ? spell(unitOf(fact)) : null
  return unit === null ? null : `${fact.value.split(' ')[0]} ${unit}`
}
const withoutUnit = amountWhere(unit => (unit ? null : ''))
const withAnyUnit = amountWhere(() => '')
const withLetter = amountWhere(unit => (unit.length === 1 ? unit : null))
const withInitial = amountWhere(unit => unit[0] ?? null)
/**
 * The number alone where it may stand with its unit or without, `1,250` above `customers` and `1,250 customers`, or with one
 * that is cut to its letter: `5 m` for minutes or miles.
 */
export const LOOSE_UNITS = [
  [withoutUnit, withAnyUnit],
  [withAnyUnit, withoutUnit],
  [withLetter, withInitial],
  [withInitial, withLetter],
] as const
