import { showMoney } from '../../lib/money.ts'
import { inconclusive, notApplicable } from '../core/suite.ts'
import { type Difference, type Finder, sold } from './difference.ts'
import { comparable, currencyOf, otherCurrency } from './money.ts'

/** What a reduced product cost before. Only where the price itself is right: else that is the fault. */
export const compareAt: Finder = pair => {
  const { original, rebuilt } = pair
  if (!original.catalog.sees.compareAt) return notApplicable('the original tells of no reduced price')
  if (!rebuilt.catalog.sees.compareAt)
    return inconclusive('where the new store was read, it does not tell of reduced prices')
  const foreign = otherCurrency(pair) !== null
  const differences: Difference[] = []
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
