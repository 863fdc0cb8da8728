import { looseHandle, skuKey } from '../../matching/products/keys.ts'
import type { Product } from '../../store/types.ts'
import { defineRules } from '../core/rules.ts'
import { inconclusive, notApplicable, type Outcome } from '../core/suite.ts'
import { catalogCheck } from './check.ts'
import { type Compared, type Difference, paired, type StorePair } from './difference.ts'
import { CSV, FREE, grade, widespread } from './rules.ts'

/** Before the path of a lost product: the key by which its going is accepted. */
export const LOST_KEY = 'catalog/lost:'

const rules = defineRules(
  'catalog/presence',
  { why: 'What is not there cannot be sold, and its old address leads nowhere.', reference: CSV },
  {
    lost: {
      ...grade('serious'),
      ...widespread(0.05, 1, 'critical'),
      measures: 'Whether each product has a counterpart, by SKU, barcode, handle, title and picture.',
      one: 'A product of the original is not in the new store',
      many: '% products of the original are not in the new store',
      fix: `Import them, or publish them on the Online Store channel if they are drafts. One that is meant to go can be accepted by its own key, ${LOST_KEY}/path/of/the/product.`,
    },
    'hidden-lost': {
      ...FREE,
      measures:
        'The same of products that the original shows in no list (WooCommerce: catalog visibility hidden).',
      one: 'A product that the original shows in no list is not in the new store',
      many: '% products that the original shows in no list are not in the new store',
      fix: 'Nothing to do for parts of bundles, gifts and fees; import those that are sold by a direct link.',
    },
    unfinished: {
      ...grade('moderate'),
      measures:
        'Products of the new store alone that are called drafts, tests or copies, or that cost nothing.',
      one: 'A product that looks like a draft is public in the new store',
      many: '% products that look like drafts are public in the new store',
      fix: 'Set them to draft, or take them from the Online Store channel.',
    },
    extra: {
      ...FREE,
      measures: 'Products of the new store without a counterpart on the original.',
      one: 'A product is in the new store alone',
      many: '% products are in the new store alone',
      fix: 'Nothing to do if they are new; look whether drafts and private products of the original are among them.',
    },
    merged: {
      ...FREE,
      measures: 'Whether its variants are sold under another product.',
      one: 'A product is sold as a variant of another one now',
      many: '% products are sold as variants of others now',
      fix: 'Nothing to do if that is meant; their old addresses need a redirect.',
    },
    renamed: {
      ...FREE,
      measures: 'Whether the handles of paired products are alike.',
      one: 'A product has another handle',
      many: '% products have other handles',
      fix: 'Nothing to do in the catalog; each old address needs a redirect to the new one.',
    },
  },
)
type Cause = keyof typeof rules.table

/** With an incomplete catalog, a missing product is inconclusive. */
export const presence = catalogCheck({
  title: 'Every product of the original is there',
  weight: 35,
  rules,
  find,
})

function find(pair: StorePair): Compared<Cause> | Outcome {
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
  const differences: Difference<Cause>[] = []
  for (const index of lost) {
    const product = products[index]!
    differences.push({
      cause: product.hidden ? 'hidden-lost' : 'lost',
      original: product,
      before: product.path,
      after: '',
      ...(product.mayGo && { named: product.path }),
    })
  }
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
  differences.push(...extras(pair))
  return { applicable: products.length, differences }
}

/** What the new store alone has: told, since a draft or a private product may have become public. */
function extras({ original, rebuilt, matching }: StorePair): Difference<Cause>[] {
  const { extra, lost, moved } = matching.products
  const gone = new Set(lost)
  const sold = new Set(
    original.catalog.products.flatMap(({ variants }, index) =>
      // What has the number of a product that is lost has taken that, and nothing else.
      gone.has(index) ? [] : variants.map(({ sku }) => sku && skuKey(sku)),
    ),
  )
  const sellers = new Set(moved.map(({ rebuilt: seller }) => seller))
  return extra.flatMap((index): Difference<Cause>[] => {
    const product = rebuilt.catalog.products[index]!
    // Variants that became products of their own are no others, nor is what several products were merged into.
    if (sellers.has(index) || product.variants.some(({ sku }) => sku && sold.has(skuKey(sku)))) return []
    const why = unfinished(product)
    return [{ cause: why ? 'unfinished' : 'extra', rebuilt: product, before: why, after: product.path }]
  })
}

/** Why a product looks as if it was never meant to be seen, or ''. */
function unfinished({ title, handle, variants }: Product): string {
  if (DRAFT_TITLE.test(title.trim())) return 'by its title'
  if (/^copy-of-|-copy(-\d{1,3})?$/i.test(handle)) return 'by its handle'
  return variants.every(({ price }) => price === 0) ? 'its price is zero' : ''
}

/** Words that are goods as well, such as draft beer and test tubes: a mark where they are all, or set apart. */
const MARK = '(?:test(?:ing)?|dummy|draft|placeholder|entwurf|brouillon|borrador|bozza)'
const DRAFT_TITLE = new RegExp(
  [
    String.raw`^(?:${MARK}|untitled|asdf+|xxx+)(?:[\s_-]*(?:products?|items?|produkte?|artikel|produits?|productos?|\d+))?$`,
    String.raw`^${MARK}\s*(?::|\s[–—|-]\s)`,
    String.raw`(?:,|:|\s[–—|-])\s*${MARK}$`,
    String.raw`[[(*]\s*(?:${MARK}|copy)\s*[\])*]`,
    String.raw`\b(?:(?:test|draft|dummy|placeholder) product|testprodukt|produit test|do not (?:buy|order|publish)|not for sale|lorem ipsum)\b`,
    '^(?:copy of|kopie von|copie de|copia di?e?) ',
  ].join('|'),
  'i',
)
