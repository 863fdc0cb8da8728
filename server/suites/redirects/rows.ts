import { memoBy } from '../../lib/memo.ts'
import type { ProductMatching } from '../../matching/products/index.ts'
import type { Catalog, LandedPage, OldUrl, Trace, UrlTraces } from '../../store/types.ts'
import { classify } from './classify.ts'
import { type Context, contextOf, landedOf } from './context.ts'
import { marketsOf } from './markets.ts'
import { type Places, placesOf, shownPath } from './place.ts'
import { NO_PRODUCTS, type Products, productsOf } from './products.ts'
import type { RedirectClass } from './rules.ts'

export interface Row {
  url: OldUrl
  class: RedirectClass
  /** In the reader's words, after "because". */
  why: string
  /**
   * It is gone as somebody has accepted of its product: that its address says so is what search engines ask for, and a
   * list that the product was in, or a new product in its place, is kinder to visitors.
   */
  accepted: boolean
  /** Somebody has accepted that its product goes. */
  mayGo: boolean
  /** Of the mean. */
  weight: number
  /** HTTP status of the last answer, 0 without one. */
  status: number
  /** Redirects that count. */
  redirects: number
  /** Where it ended, absolute; empty where it ended nowhere. */
  landed: string
  trace: Trace
}

export interface StorePair {
  /** Catalogs are read where both traces say that there are. */
  original: { urls: UrlTraces; catalog: Catalog | null }
  rebuilt: { urls: UrlTraces; catalog: Catalog | null }
  matching: { readonly products: Pick<ProductMatching, 'pairs' | 'merged' | 'collections'> }
}

/** Of a product that may go. */
const ACCEPTABLE = new Set<RedirectClass>(['missing', 'gone', 'category-fallback'])

/** Every old URL that was asked, with its class, in the order of the inventory. Both sides hold the same URLs. */
export const rowsOf = memoBy(
  (pair: StorePair) => pair.matching,
  (pair): { rows: Row[]; context: Context } => judged(pair),
)

function judged(pair: StorePair): { rows: Row[]; context: Context } {
  const { original, rebuilt } = pair
  const places = placesOf(marketsOf([original.urls, rebuilt.urls]))
  const context = contextOf(original.urls, rebuilt.urls, {
    products: knownProducts(pair, places),
    places,
  })
  const traces = tracesOf(pair)
  const rows = original.urls.urls.map((url, index): Row => {
    const trace = traces[index]!
    const { class: name, why } = classify(index, trace, context)
    const known = context.products.at(context.urlKey(original.urls.origin + shownPath(url)))
    const mayGo = known?.product.mayGo === true
    const page = landedOf(trace, rebuilt.urls.pages)
    return {
      url,
      class: name,
      why,
      accepted: mayGo && (ACCEPTABLE.has(name) || (name === 'wrong-target' && isSuccessor(page, context))),
      mayGo,
      weight: weightOf(url),
      status: trace.status,
      redirects: places.countedHops(trace, context.origins).length,
      landed: page?.url ?? trace.hops.at(-1)?.to ?? '',
      trace,
    }
  })
  weighLesser(rows)
  return { rows, context }
}

/** A product that is no other old one's. */
function isSuccessor(page: LandedPage | undefined, { products, urlKey }: Context): boolean {
  const place = page && urlKey(page.url)
  return place !== undefined && products.newAt(place) !== undefined && !products.isTaken(place)
}

/** Without the new catalog pages are told apart by their words, without the old one products are. */
function knownProducts({ original, rebuilt, matching }: StorePair, places: Places): Products {
  if (!rebuilt.urls.withCatalog) return NO_PRODUCTS
  return original.urls.withCatalog
    ? productsOf(original.catalog!, rebuilt.catalog!, matching.products, original.urls.origins, places)
    : productsOf(null, rebuilt.catalog!, { pairs: [], merged: [], collections: [] }, [], places)
}

/** Captures that were made apart may hold them in another order. */
function tracesOf({ original, rebuilt }: StorePair): Trace[] {
  if (original.urls.urls.every(({ path }, index) => rebuilt.urls.urls[index]?.path === path))
    return rebuilt.urls.traces
  const byPath = new Map(rebuilt.urls.urls.map(({ path }, index) => [path, rebuilt.urls.traces[index]!]))
  return original.urls.urls.map(({ path }) => byPath.get(path) ?? UNASKED)
}

const UNASKED: Trace = { hops: [], end: 'unasked', status: 0, why: 'it was not asked' }

/** What an old URL is worth: how many visitors its loss would turn away. */
export function weightOf({ kind, source }: OldUrl): number {
  if (kind === 'home') return 10
  // Stores keep pictures on a host of their platform's, and nobody redirects them there.
  if (kind === 'image') return 0
  if (source === 'navigation') return 5
  if (kind === 'archive') return LESSER.each
  return kind === 'product' || kind === 'category' ? 2 : 1
}

/** What lists hold is found by other lists, and documents move to another host; together they are worth no more than a share of the rest. */
const LESSER = { each: 0.2, together: 0.05 }

export const isLesser = ({ kind, source }: OldUrl): boolean =>
  (kind === 'archive' && source !== 'navigation') || (kind === 'file' && source === 'link')

function weighLesser(rows: readonly Row[]): void {
  const lesser = rows.filter(({ url }) => isLesser(url))
  const rest = rows.reduce((sum, { url, weight }) => (isLesser(url) ? sum : sum + weight), 0)
  const weight = Math.min(LESSER.each, (LESSER.together * rest) / lesser.length)
  for (const row of lesser) row.weight = weight
}
