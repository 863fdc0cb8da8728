import { pathKey } from '../../matching/products/keys.ts'
import { type CatalogCheck, isCatalogCheck } from './check.ts'
import type { CatalogPair, Difference, Shown, StorePair } from './difference.ts'
import { catalog } from './index.ts'
import { LOST_KEY } from './presence.ts'
import type { CatalogRule } from './rules.ts'

/** One line of `tables/catalog.csv`, in the order of its columns. */
export interface CatalogRow {
  /** Empty for a product of which nothing differs. */
  check: string
  /** Why it is listed, e.g. `variants-lost`; `kept` for a product of which nothing differs. */
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
  /** Of a lost product that is meant to go: what to accept. */
  accept_key: string
}

/** Every product and what became of it: each difference, then the pairs without one. Not escaped for spreadsheets. */
export function* catalogTable(pair: StorePair | CatalogPair): Generator<CatalogRow> {
  const matched = new Map<Shown, Matched>()
  // Checks of pages name a product by its page.
  const byPlace = new Map<string, Shown>()
  for (const one of pair.matching.products.pairs) {
    const product = pair.original.catalog.products[one.original]!
    matched.set(product, one)
    byPlace.set(placeOf(product), product)
  }
  const other = new Set<Shown>()
  for (const { check, rule, difference } of differencesOf(pair)) {
    const { original } = difference
    const product = original && (matched.has(original) ? original : byPlace.get(placeOf(original)))
    if (product) other.add(product)
    yield rowOf(check, rule, difference, product && matched.get(product))
  }
  for (const [original, one] of matched)
    if (!other.has(original)) yield keptRow(original, pair.rebuilt.catalog.products[one.rebuilt]!, one)
}

function placeOf({ url }: Shown): string {
  const { pathname, search } = new URL(url)
  return pathKey(pathname + search)
}

/** How many differences each cause made, the most first. */
export function catalogCounts(pair: StorePair | CatalogPair) {
  const byRule = Map.groupBy(differencesOf(pair), ({ rule }) => rule)
  return [...byRule]
    .map(([{ one, penalty }, all]) => ({
      name: all[0]!.difference.cause,
      says: one,
      count: all.length,
      isFault: penalty !== 0,
    }))
    .sort((a, b) => Number(b.isFault) - Number(a.isFault) || b.count - a.count)
}

/** What can be told of a pair, whose old addresses may not have been followed. */
function* differencesOf(
  pair: StorePair | CatalogPair,
): Generator<{ check: CatalogCheck; rule: CatalogRule; difference: Difference }> {
  const withPages = 'urls' in pair.original && 'urls' in pair.rebuilt
  for (const check of catalog.checks.filter(isCatalogCheck)) {
    if (check.readsPages && !withPages) continue
    const found = check.find(pair as StorePair)
    if (!('differences' in found)) continue
    for (const difference of found.differences)
      yield { check, rule: check.rules.table[difference.cause]!, difference }
  }
}

type Matched = StorePair['matching']['products']['pairs'][number]

function rowOf(
  check: CatalogCheck,
  rule: CatalogRule,
  difference: Difference,
  pair: Matched | undefined,
): CatalogRow {
  const { cause, subject, original, rebuilt, part = '', before, after } = difference
  return {
    check: check.id.slice('catalog/'.length),
    cause,
    what: rule.one,
    product: subject ?? original?.title ?? rebuilt?.title ?? '',
    part,
    before,
    after,
    original_url: original?.url ?? '',
    new_url: rebuilt?.url ?? '',
    matched_by: pair?.evidence.join(', ') ?? '',
    confidence: pair ? String(pair.confidence) : '',
    accept_key: cause === 'lost' ? LOST_KEY + before : '',
  }
}

const keptRow = (original: Shown, rebuilt: Shown, pair: Matched): CatalogRow => ({
  check: '',
  cause: 'kept',
  what: 'It is in the new store as it was',
  product: original.title,
  part: '',
  before: '',
  after: '',
  original_url: original.url,
  new_url: rebuilt.url,
  matched_by: pair.evidence.join(', '),
  confidence: String(pair.confidence),
  accept_key: '',
})
