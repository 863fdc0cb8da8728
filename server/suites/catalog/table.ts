import type { Catalog, Product } from '../../store/types.ts'
import type { Difference, StorePair } from './difference.ts'
import { FINDERS } from './finders.ts'
import { textOf } from './rules.ts'

/** One line of `tables/catalog.csv`, in the order of its columns. */
export interface CatalogRow {
  check: string
  /** Why it is listed, e.g. `variants-lost`. */
  cause: string
  what: string
  product: string
  /** Variant, picture or product of a collection. */
  part: string
  before: string
  after: string
  original_url: string
  new_url: string
  /** By what the two were taken for one product, and how sure that is. */
  matched_by: string
  confidence: string
}

/** Everything behind the findings, and the products that only the new store has. Not escaped for spreadsheets. */
export function* catalogTable(pair: StorePair): Generator<CatalogRow> {
  const matched = new Map<Product, StorePair['matching']['products']['pairs'][number]>()
  for (const one of pair.matching.products.pairs)
    matched.set(pair.original.catalog.products[one.original]!, one)
  for (const [check, find] of Object.entries(FINDERS)) {
    const found = find(pair)
    if (!('differences' in found)) continue
    for (const difference of found.differences)
      yield rowOf(check, difference, matched.get(difference.original!))
  }
  for (const index of pair.matching.products.extra) yield extraRow(pair.rebuilt.catalog, index)
}

/** How many differences each cause made, the most first. */
export function catalogCounts(pair: StorePair) {
  const counts = new Map<Difference['cause'], number>()
  for (const find of Object.values(FINDERS)) {
    const found = find(pair)
    if (!('differences' in found)) continue
    for (const { cause } of found.differences) counts.set(cause, (counts.get(cause) ?? 0) + 1)
  }
  return [...counts]
    .map(([name, count]) => ({ name, says: textOf(name).one, count, isFault: textOf(name).penalty !== 0 }))
    .sort((a, b) => Number(b.isFault) - Number(a.isFault) || b.count - a.count)
}

function rowOf(
  check: string,
  { cause, subject, original, rebuilt, part, before, after }: Difference,
  pair: StorePair['matching']['products']['pairs'][number] | undefined,
): CatalogRow {
  return {
    check,
    cause,
    what: textOf(cause).one,
    product: subject ?? original?.title ?? rebuilt?.title ?? '',
    part: part ?? '',
    before,
    after,
    original_url: original?.url ?? '',
    new_url: rebuilt?.url ?? '',
    matched_by: pair?.evidence.join(', ') ?? '',
    confidence: pair ? String(pair.confidence) : '',
  }
}

function extraRow({ products }: Catalog, index: number): CatalogRow {
  const product = products[index]!
  return {
    check: 'presence',
    cause: 'extra',
    what: 'A product that only the new store has: for information',
    product: product.title,
    part: '',
    before: '',
    after: product.path,
    original_url: '',
    new_url: product.url,
    matched_by: '',
    confidence: '',
  }
}
