import { defineRules } from '../core/rules.ts'
import { notApplicable, type Outcome } from '../core/suite.ts'
import { catalogCheck } from './check.ts'
import { type Compared, type Difference, type StorePair, sold } from './difference.ts'
import { grade, percent, widespread } from './rules.ts'

/** Share of a product's variants that could be bought, the same of all products together, and the number of products, from which on the stock was not moved at all. */
const STOCK_LOST = { share: 0.5, count: 3 }

const rules = defineRules(
  'catalog/availability',
  {
    why: 'Stock changes from hour to hour; a store without any was not moved.',
    reference: 'https://help.shopify.com/en/manual/products/inventory',
  },
  {
    'sold-out': {
      ...grade('minor'),
      ...widespread(0.1, 3, 'moderate'),
      measures: 'Products that can be bought on the original and in no variant in the new store.',
      one: 'A product that can be bought on the original is sold out in the new store',
      many: '% products that can be bought on the original are sold out in the new store',
      fix: 'Import the stock; without one, let the products be sold without tracking it.',
    },
    'not-ahead': {
      ...grade('serious'),
      measures:
        'Products that the original sells on backorder or before they come out, in all that can be bought of them, and that are sold out in the new store.',
      why: 'What is sold ahead of its stock cannot have run out: nobody can order it any more.',
      one: 'A product that is sold on backorder or in advance is sold out in the new store',
      many: '% products that are sold on backorder or in advance are sold out in the new store',
      fix: 'Let them be sold when out of stock (in a CSV file the column Variant Inventory Policy: continue).',
    },
    'variants-sold-out': {
      ...grade('minor'),
      ...widespread(0.1, 3, 'moderate'),
      measures: 'Variants that can be bought on the original and not in the new store.',
      one: 'Variants of a product that can be bought on the original are sold out in the new store',
      many: 'Variants of % products that can be bought on the original are sold out in the new store',
      fix: 'Import the stock of each variant.',
    },
    'all-sold-out': {
      ...grade('serious'),
      measures: `${STOCK_LOST.count} products or more that can be bought on the original are sold out, or ${percent(STOCK_LOST.share)} of their variants that could be bought, and together that is ${percent(STOCK_LOST.share)} of what can be bought there: a product counts by the share that it lost.`,
      one: 'A product that can be bought on the original is sold out in the new store',
      many: 'Half of the store or more is sold out: % products that can be bought on the original, or half of their variants',
      fix: 'Import the stock, of each variant; without one, let the products be sold without tracking it.',
    },
  },
)
type Cause = keyof typeof rules.table

/** Stock changes from hour to hour: a note each, unless it is the whole store. */
export const availability = catalogCheck({
  title: 'What could be bought can be bought',
  weight: 2,
  rules,
  find,
})

function find(pair: StorePair): Compared<Cause> | Outcome {
  const each = pair.original.catalog.sees.variants && pair.rebuilt.catalog.sees.variants
  const differences: Difference<Cause>[] = []
  /** Those that lost so much of what could be bought that it may be the import, with that share. */
  const emptied = new Map<Difference<Cause>, number>()
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
      const found: Difference<Cause> = { ...about, cause, part, before: 'available', after: 'sold out' }
      differences.push(found)
      emptied.set(found, 1)
      continue
    }
    const could = variants.filter(([i]) => before.variants[i]!.available === true)
    const gone = could.filter(([, j]) => after.variants[j]!.available === false)
    if (!each || gone.length === 0) continue
    const found: Difference<Cause> = {
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
