/** Pages of the original beside those that took their place: what both show was read when old addresses were followed. */

import { localePrefix } from '../../lib/locale-prefix.ts'
import { memoBy } from '../../lib/memo.ts'
import { saysNotFound } from '../../lib/not-found.ts'
import { pathKey, titleKey } from '../../matching/products/keys.ts'
import type { Catalog, LandedPage, OldUrl, Trace, UrlKind, UrlTraces } from '../../store/types.ts'
import { inconclusive } from '../core/suite.ts'
import type { StorePair } from './difference.ts'

export interface PagePair {
  kind: UrlKind
  /** Of the original. */
  path: string
  before: LandedPage
  after: LandedPage
}

/** A page for a row of the table and a place of a finding. */
export const shownPage = ({ url, title, heading }: LandedPage) => ({ url, title: heading || title })

/**
 * The pairs of pages that are surely one another's, of those old addresses that were asked. Where an address leads to
 * another page, or to none, the suite `redirects` says so, and nothing is compared.
 */
export const pagePairs = memoBy((pair: StorePair) => pair.matching.products, pairsOf)

/** What `read` makes of the product pages of either store and of all its pages: what is of the theme, say, and of none of them. */
export function ofProductPages<T>(
  { original, rebuilt }: StorePair,
  pages: readonly PagePair[],
  read: (products: readonly LandedPage[], traces: UrlTraces) => T,
): { before: T; after: T } {
  return {
    before: read(
      pages.map(({ before }) => before),
      original.urls,
    ),
    after: read(
      pages.map(({ after }) => after),
      rebuilt.urls,
    ),
  }
}

/**
 * Whether pages of the original tell something that could not be looked for, since none of them was found in the new
 * store: then nothing is known, and nothing passes.
 */
export const isUnseen = (
  { original: { urls } }: StorePair,
  tells: (page: LandedPage, kind: UrlKind) => boolean,
): boolean =>
  urls.urls.some(({ kind }, index) => {
    const page = pageOf(urls.traces[index]!, urls.pages)
    return page?.facts !== undefined && tells(page, kind)
  })

export const UNSEEN = (what: string) =>
  inconclusive(
    `${what} of the original, and none of them was found in the new store: import the redirects, and submit again`,
  )

/** Absence on a new page needs all of its words. */
export const UNREAD = (what: string) =>
  inconclusive(
    `${what} of the original, and the new ones are not marked as products or too long to be read to their ends`,
  )

function pairsOf({ original, rebuilt, matching }: StorePair): PagePair[] {
  const { urls, traces, pages } = original.urls
  const landings = landingsByPath(rebuilt.urls)
  const readInPlace = new Map(rebuilt.urls.counterparts?.map(({ path, page }) => [path, page]))
  const products = { before: indexOf(original.catalog.products), after: indexOf(rebuilt.catalog.products) }
  const lists = { before: indexOf(original.catalog.collections), after: indexOf(rebuilt.catalog.collections) }
  const counterparts = new Map(matching.products.collections.map(one => [one.original, one.rebuilt]))
  return urls.flatMap((url, index): PagePair[] => {
    // The page that the original leads on to is compared at its own address.
    if (url.shows !== undefined) return []
    const before = pageOf(traces[index]!, pages)
    const trace = landings.get(url.path)
    const after =
      (trace && pageOf(trace, rebuilt.urls.pages)) ?? rebuilt.urls.pages[readInPlace.get(url.path) ?? -1]
    if (!before?.facts || !after?.facts || isMissing(after)) return []
    const product = products.before.get(pathKey(url.path))
    const landed = pathOf(after.url)
    const found = { path: url.path, before, after }
    if (product !== undefined) {
      const counterpart = matching.products.pairOf(product)?.rebuilt
      const at = products.after.get(landed) ?? products.after.get(withoutCollection(landed))
      return counterpart !== undefined && counterpart === at ? [{ ...found, kind: 'product' }] : []
    }
    const list = lists.before.get(pathKey(url.path))
    if (list !== undefined) {
      const counterpart = counterparts.get(list)
      return counterpart !== undefined && counterpart === lists.after.get(landed)
        ? [{ ...found, kind: 'category' }]
        : []
    }
    return isCounterpart(url, before, after, landed) ? [{ ...found, kind: url.kind }] : []
  })
}

/** Pages of which no catalog knows: by their heading, which siblings of one template never share. */
function isCounterpart({ kind }: OldUrl, before: LandedPage, after: LandedPage, landed: string): boolean {
  if (kind === 'home') return landed === '/'
  const [had, has] = [nameOf(before), nameOf(after)]
  return had !== '' && had === has
}

const nameOf = ({ heading, title }: LandedPage) => titleKey(heading || title)

function landingsByPath({ urls, traces }: UrlTraces): Map<string, Trace> {
  return new Map(urls.map(({ path }, index) => [path, traces[index]!]))
}

const pageOf = ({ end, page, status }: Trace, pages: readonly LandedPage[]): LandedPage | undefined =>
  end === 'answer' && status === 200 && page !== undefined ? pages[page] : undefined

const isMissing = ({ pageType, title, heading }: LandedPage) =>
  pageType === '404' || saysNotFound(title) || saysNotFound(heading)

const indexOf = (items: readonly (Catalog['products'] | Catalog['collections'])[number][]) =>
  new Map(items.map(({ path }, index) => [pathKey(path), index]))

const pathOf = (url: string): string => {
  const { pathname, search } = new URL(url)
  return pathKey(pathname.slice(localePrefix(pathname).length) + search)
}

/** A product is shown at `/collections/NAME/products/HANDLE` as well. */
const withoutCollection = (path: string) => path.replace(/^\/collections\/[^/]+(?=\/products\/)/, '')
