import { notApplicable } from '../core/suite.ts'
import { type Difference, type Finder, sold } from './difference.ts'
import { STOCK_LOST } from './rules.ts'

/** Stock changes from hour to hour: a note each, unless it is the whole store. */
export const availability: Finder = pair => {
  const each = pair.original.catalog.sees.variants && pair.rebuilt.catalog.sees.variants
  const differences: Difference[] = []
  /** Those that lost so much of what could be bought that it may be the import, with that share. */
  const emptied = new Map<Difference, number>()
  let applicable = 0
  for (const { before, after, variants, part } of sold(pair)) {
    const onSale = (product: typeof before) => product.variants.some(({ available }) => available === true)
    if (!onSale(before) || after.variants.every(({ available }) => available === null)) continue
    applicable++
    const about = { original: before, rebuilt: after }
    if (!onSale(after)) {
      // What has no stock cannot have run out of it.
      const isAhead = before.variants.every(({ available, ahead }) => available !== true || ahead)
      const cause = isAhead ? 'not-ahead' : 'sold-out'
      const found: Difference = { ...about, cause, part, before: 'available', after: 'sold out' }
      differences.push(found)
      emptied.set(found, 1)
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
    const share = gone.length / could.length
    if (share >= STOCK_LOST.share) emptied.set(found, share)
  }
  if (applicable === 0)
    return notApplicable('no product that is in both shops can be bought on the original, or nobody tells')
  // One of two sizes in half of the products is a quarter of the store.
  const lost = emptied.values().reduce((sum, share) => sum + share, 0)
  const all = emptied.size >= STOCK_LOST.count && lost >= STOCK_LOST.share * applicable
  return {
    applicable,
    differences: differences.map(found =>
      all && emptied.has(found) ? { ...found, cause: 'all-sold-out' } : found,
    ),
  }
}
