import { looseHandle, skuKey } from '../../matching/products/keys.ts'
import type { Product } from '../../store/types.ts'
import { inconclusive, notApplicable } from '../core/suite.ts'
import { type Difference, type Finder, paired, type StorePair } from './difference.ts'

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
function extras({ original, rebuilt, matching }: StorePair): Difference[] {
  const { extra, lost, moved } = matching.products
  const gone = new Set(lost)
  const sold = new Set(
    original.catalog.products.flatMap(({ variants }, index) =>
      // What has the number of a product that is lost has taken that, and nothing else.
      gone.has(index) ? [] : variants.map(({ sku }) => sku && skuKey(sku)),
    ),
  )
  const sellers = new Set(moved.map(({ rebuilt: seller }) => seller))
  return extra.flatMap((index): Difference[] => {
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
