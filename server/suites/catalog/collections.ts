import { defineRules } from '../core/rules.ts'
import { inconclusive, notApplicable, type Outcome } from '../core/suite.ts'
import { catalogCheck } from './check.ts'
import type { Compared, Difference, StorePair } from './difference.ts'
import { grade, percent, widespread } from './rules.ts'

/** Products of a collection from which on it is one to browse, and the share of them beyond which most are gone. */
const HALVED = { members: 4, lost: 0.5 }

const rules = defineRules(
  'catalog/collections',
  {
    why: 'Collections are how visitors find products without searching.',
    reference: 'https://help.shopify.com/en/manual/products/collections',
  },
  {
    'collection-emptied': {
      ...grade('serious'),
      measures: 'Collections that are there without any of their products.',
      one: 'A collection is empty in the new store',
      many: '% collections are empty in the new store',
      fix: 'Put their products in, or mend the conditions of an automatic collection.',
    },
    'collection-lost': {
      ...grade('moderate'),
      ...widespread(0.5, 3, 'serious'),
      measures: 'Collections without a counterpart, by handle, title and members.',
      one: 'A collection of the original is not in the new store',
      many: '% collections of the original are not in the new store',
      fix: 'Create them, or redirect their addresses to what took their place.',
    },
    'collection-halved': {
      ...grade('serious'),
      measures: `Collections of ${HALVED.members} products or more, of those that are in both shops, of which over ${percent(HALVED.lost)} are missing from their counterparts.`,
      one: 'A collection lost most of its products',
      many: '% collections lost most of their products',
      fix: 'Put the products in, or mend the conditions of an automatic collection.',
    },
    'members-lost': {
      ...grade('minor'),
      ...widespread(0.05, 2, 'moderate'),
      measures: 'Products of both shops that are in a collection of the original and not in its counterpart.',
      one: 'A product is missing from a collection it was in',
      many: 'Products are missing from collections they were in, in % cases',
      fix: 'Put them in.',
    },
  },
)
type Cause = keyof typeof rules.table

/** That what is shown together is still shown together. A lost product is no lost membership. */
export const collections = catalogCheck({
  title: 'Products are in their collections',
  weight: 5,
  rules,
  find,
})

function find({ original, rebuilt, matching }: StorePair): Compared<Cause> | Outcome {
  const before = original.catalog.collections
  const members = membersOf(original.catalog.products, index => matching.products.pairOf(index) !== undefined)
  const known = matching.products.collections.length
  if (members.size === 0 && before.length > 0 && !original.catalog.sees.collections)
    return inconclusive(
      `which products are in which collection of the original is not known; of the ${before.length} collections that were read ${before.length - known} have no counterpart`,
    )
  if (members.size === 0)
    return notApplicable('no product that is in both shops is in a collection of the original')
  // What a shop tells of itself is comparable with itself, however little it is.
  if (!rebuilt.catalog.sees.collections && original.catalog !== rebuilt.catalog)
    return inconclusive('which products are in which collection of the new store is not known')
  const counterparts = new Map(
    matching.products.collections.map(pair => [pair.original, rebuilt.catalog.collections[pair.rebuilt]!]),
  )
  const differences: Difference<Cause>[] = []
  let memberships = 0
  for (const [index, collection] of before.entries()) {
    const own = members.get(collection.handle)
    if (!own) continue
    const after = counterparts.get(index)
    const about = { subject: collection.title || collection.handle }
    if (!after) {
      differences.push({
        ...about,
        cause: 'collection-lost',
        before: `${own.length} products`,
        after: 'not there',
      })
      continue
    }
    const counterpartOf = (product: number) =>
      rebuilt.catalog.products[matching.products.pairOf(product)!.rebuilt]!
    const missing = own.filter(product => !counterpartOf(product).collections.includes(after.handle))
    if (missing.length === own.length && (after.count ?? 0) === 0) {
      differences.push({
        ...about,
        cause: 'collection-emptied',
        before: `${own.length} products`,
        after: '0',
      })
      continue
    }
    // A list of what is reduced, new or wanted is filled anew all the time; one that is as long was filled otherwise.
    const isFull =
      (after.count ?? 0) >= own.length || CHANGING.test(`${collection.title} ${collection.handle}`)
    if (!isFull && own.length >= HALVED.members && missing.length > HALVED.lost * own.length) {
      differences.push({
        ...about,
        cause: 'collection-halved',
        before: `${own.length} products`,
        after: String(own.length - missing.length),
      })
      continue
    }
    memberships += own.length
    for (const product of missing)
      differences.push({
        ...about,
        cause: 'members-lost',
        original: original.catalog.products[product]!,
        rebuilt: counterpartOf(product),
        part: original.catalog.products[product]!.title,
        before: '',
        after: '',
      })
  }
  return {
    applicable: {
      'collection-lost': members.size,
      'collection-emptied': members.size,
      'collection-halved': members.size,
      'members-lost': memberships,
    },
    differences,
  }
}

const CHANGING =
  /\b(sales?|new|best[- ]?sellers?|featured|popular|offers?|deals?|outlet|trending|top|neu(heiten)?|angebote?|soldes?|nouveaut|promo|oferta|novedad|offert|saldi|novit|aanbieding|nieuw|tilbud|nyhed)/i

/** Products by handle of a collection, of those that count. */
function membersOf(
  products: readonly { collections: string[] }[],
  counts: (index: number) => boolean,
): Map<string, number[]> {
  const members = new Map<string, number[]>()
  for (const [index, product] of products.entries()) {
    if (!counts(index)) continue
    for (const handle of product.collections) {
      const known = members.get(handle)
      if (known) known.push(index)
      else members.set(handle, [index])
    }
  }
  return members
}
