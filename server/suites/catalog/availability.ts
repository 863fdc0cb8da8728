import { notApplicable } from '../core/suite.ts'
import { type Difference, type Finder, sold } from './difference.ts'
import { STOCK_LOST } from './rules.ts'

/** Stock changes from hour to hour: a note each, unless it is the whole store. */
export const availability: Finder = pair => {
  const each = pair.original.catalog.sees.variants && pair.rebuilt.catalog.sees.variants
  const differences: Difference[] = []
  let [applicable, soldOut] = [0, 0]
  for (const { before, after, variants, part } of sold(pair)) {
    const onSale = (product: typeof before) => product.variants.some(({ available }) => available === true)
    if (!onSale(before) || after.variants.every(({ available }) => available === null)) continue
    applicable++
    const about = { original: before, rebuilt: after }
    if (!onSale(after)) {
      soldOut++
      differences.push({ ...about, cause: 'sold-out', part, before: 'available', after: 'sold out' })
      continue
    }
    const gone = variants.filter(
      ([i, j]) => before.variants[i]!.available === true && after.variants[j]!.available === false,
    )
    if (each && gone.length)
      differences.push({
        ...about,
        cause: 'variants-sold-out',
        part: gone.map(([i]) => before.variants[i]!.title).join(', '),
        before: 'available',
        after: 'sold out',
      })
  }
  if (applicable === 0)
    return notApplicable('no product that is in both shops can be bought on the original, or nobody tells')
  const all = soldOut >= STOCK_LOST.count && soldOut >= STOCK_LOST.share * applicable
  return {
    applicable,
    differences: differences.map(found =>
      all && found.cause === 'sold-out' ? { ...found, cause: 'all-sold-out' } : found,
    ),
  }
}
