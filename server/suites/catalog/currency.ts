import { defineRules } from '../core/rules.ts'
import { notApplicable, type Outcome } from '../core/suite.ts'
import { catalogCheck } from './check.ts'
import type { Compared, StorePair } from './difference.ts'
import { otherCurrency } from './money.ts'
import { grade } from './rules.ts'

const rules = defineRules(
  'catalog/currency',
  { why: 'A price in another currency is another price.', reference: 'https://schema.org/priceCurrency' },
  {
    currency: {
      ...grade('serious'),
      measures: 'Whether both shops sell in one currency, where both tell theirs.',
      one: 'The new store sells in another currency',
      many: 'The new store sells in another currency',
      fix: 'Set the store’s currency, or the market of the visitor, to the original’s before prices are compared.',
    },
  },
)
type Cause = keyof typeof rules.table

export const currency = catalogCheck({
  title: 'The currency is kept',
  weight: 5,
  rules,
  find,
})

function find(pair: StorePair): Compared<Cause> | Outcome {
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
