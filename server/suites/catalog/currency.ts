import { notApplicable } from '../core/suite.ts'
import type { Finder } from './difference.ts'
import { otherCurrency } from './money.ts'

export const currency: Finder = pair => {
  const { original, rebuilt } = pair
  if (original.catalog.currency === null || rebuilt.catalog.currency === null)
    return notApplicable('one of the shops does not tell its currency')
  const other = otherCurrency(pair)
  return {
    applicable: 1,
    differences: other
      ? [{ cause: 'currency', subject: 'all prices', before: other[0], after: other[1] }]
      : [],
  }
}
