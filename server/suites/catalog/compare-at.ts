import { showMoney } from '../../lib/money.ts'
import { defineRules } from '../core/rules.ts'
import { inconclusive, notApplicable, type Outcome } from '../core/suite.ts'
import { catalogCheck } from './check.ts'
import { type Compared, type Difference, type StorePair, sold } from './difference.ts'
import { comparable, currencyOf, otherCurrency } from './money.ts'
import { CSV, grade, widespread } from './rules.ts'

const rules = defineRules(
  'catalog/compare-at',
  { why: 'Without the price before it, a reduced price is no offer.', reference: CSV },
  {
    'compare-at-lost': {
      ...grade('moderate'),
      ...widespread(0.5, 3, 'serious'),
      measures: 'Reduced products that keep their price and show no price before it.',
      one: 'A product on sale no longer shows what it cost before',
      many: '% products on sale no longer show what they cost before',
      fix: 'Import the regular price as compare-at price.',
    },
    'compare-at-changed': {
      ...grade('moderate'),
      measures: 'Reduced products that keep their price and show another price before it.',
      one: 'A product on sale shows another price as the one before',
      many: '% products on sale show other prices as those before',
      fix: 'Set the compare-at prices to the original’s regular prices.',
    },
  },
)
type Cause = keyof typeof rules.table

/** What a reduced product cost before. Only where the price itself is right: else that is the fault. */
export const compareAt = catalogCheck({
  title: 'Prices before a reduction are kept',
  weight: 5,
  rules,
  find,
})

function find(pair: StorePair): Compared<Cause> | Outcome {
  const { original, rebuilt } = pair
  if (!original.catalog.sees.compareAt) return notApplicable('the original tells of no reduced price')
  if (!rebuilt.catalog.sees.compareAt)
    return inconclusive('where the new store was read, it does not tell of reduced prices')
  const foreign = otherCurrency(pair) !== null
  const differences: Difference<Cause>[] = []
  let applicable = 0
  for (const { before, after, variants } of sold(pair)) {
    const [own, other] = [currencyOf(before, original.catalog), currencyOf(after, rebuilt.catalog)]
    if (!foreign && !comparable(own, other)) continue
    const reduced = variants
      .map(([i, j]) => ({ here: before.variants[i]!, there: after.variants[j]! }))
      .filter(({ here, there }) => here.compareAt !== null && (foreign || here.price === there.price))
    if (reduced.length === 0) continue
    applicable++
    const wrong =
      reduced.find(({ there }) => there.compareAt === null) ??
      reduced.find(({ here, there }) => !foreign && here.compareAt !== there.compareAt)
    if (!wrong) continue
    const { here, there } = wrong
    differences.push({
      cause: there.compareAt === null ? 'compare-at-lost' : 'compare-at-changed',
      original: before,
      rebuilt: after,
      part: here.title,
      before: showMoney(here.compareAt, own),
      after: there.compareAt === null ? 'none' : showMoney(there.compareAt, other),
    })
  }
  if (applicable === 0) return notApplicable('no product that can be compared is reduced on the original')
  return { applicable, differences }
}
