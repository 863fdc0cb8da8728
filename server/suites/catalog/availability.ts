import { notApplicable } from '../core/suite.ts'
import { type Difference, type Finder, sold } from './difference.ts'
import { STOCK_LOST } from './rules.ts'

/** Stock changes from hour to hour: a note each, unless it is the whole store. */
export const availability: Finder = pair => {
  const each = pair.original.catalog.sees.variants && pair.rebuilt.catalog.sees.variants
  const differences: Difference[] = []
  const emptied = new Set<Difference>()
  let applicable = 0
  for (const { before, after, variants, part } of sold(pair)) {
    const onSale = (product: typeof before) => product.variants.some(({ available }) => available === true)
    if (!onSale(before) || after.variants.every(({ available }) => available === null)) continue
    applicable++
    const about = { original: before, rebuilt: after }
    if (!onSale(after)) {
      const found = { ...about, cause: 'sold-out', part, before: 'available', after: 'sold out' } as const
      differences.push(found)
      emptied.add(found)
      continue
    }
    const could = variants.filter(([i]) => before.variants[i]!.available === true)
    const gone = could.filter(([, j]) => after.variants[j]!.available === false)
    if (!each || gone.length === 0) continue
    const found: Difference = {
      ...about,
      cause: 'variants-sold-out',
      part: gone.map(([i]) => before.variants[i]!.title).join(', '),
      before: 'available',
      after: 'sold out',
    }
    differences.push(found)
    // An import that takes the stock of first variants alone leaves every product on sale.
    if (gone.length >= STOCK_LOST.share * could.length) emptied.add(found)
  }
  if (applicable === 0)
    return notApplicable('no product that is in both shops can be bought on the original, or nobody tells')
  const all = emptied.size >= STOCK_LOST.count && emptied.size >= STOCK_LOST.share * applicable
  return {
    applicable,
    differences: differences.map(found =>
      all && emptied.has(found) ? { ...found, cause: 'all-sold-out' } : found,
    ),
  }
}
