import { looseHandle } from '../../matching/products/keys.ts'
import { inconclusive, notApplicable } from '../core/suite.ts'
import { type Difference, type Finder, paired } from './difference.ts'

/** With an incomplete catalog, a missing product is inconclusive. */
export const presence: Finder = pair => {
  const { original, rebuilt, matching } = pair
  const { products, complete, why } = original.catalog
  const { lost, merged } = matching.products
  if (products.length === 0 && complete === true) return notApplicable('the original sells nothing')
  const unmet = lost.length
    ? `; ${lost.length} of the ${products.length} that were read have no counterpart`
    : ''
  if (complete !== true)
    return inconclusive(`not all products of the original are known: ${why ?? 'unknown'}${unmet}`)
  if (lost.length && rebuilt.catalog.complete !== true)
    return inconclusive(
      `not all products of the new store are known: ${rebuilt.catalog.why ?? 'unknown'}${unmet}`,
    )
  const differences: Difference[] = []
  for (const index of lost)
    differences.push({ cause: 'lost', original: products[index]!, before: products[index]!.path, after: '' })
  for (const { original: index, rebuilt: sellers } of merged) {
    const seller = rebuilt.catalog.products[sellers[0]!]!
    differences.push({
      cause: 'merged',
      original: products[index]!,
      rebuilt: seller,
      before: products[index]!.path,
      after: seller.path,
    })
  }
  for (const { before, after } of paired(pair))
    if (looseHandle(before.handle) !== looseHandle(after.handle))
      differences.push({
        cause: 'renamed',
        original: before,
        rebuilt: after,
        before: before.handle,
        after: after.handle,
      })
  return { applicable: products.length, differences }
}
