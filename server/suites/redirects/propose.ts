/** What to redirect where: for each old URL at fault a target on the new site, if one fits. */
import type { Context } from './context.ts'
import type { Candidate } from './counterparts.ts'
import { isCalledEverything, isReserved, leadsByItself, MAX_PATH_LENGTH, shownPath } from './place.ts'
import type { Row } from './rows.ts'
import { costOf, type RedirectClass } from './rules.ts'
import { wouldBeRight } from './target.ts'

export interface Proposal {
  /** Paths without a query. */
  from: string
  to: string
  because: string
  /** Not the page itself, but the list that it was in. */
  fallback: boolean
}

/** Of these a redirect is the cure. A page of the new site's own at the old address stands before any redirect. */
const CURABLE = new Set<RedirectClass>([
  'missing',
  'gone',
  'dead',
  'loop',
  'chain',
  'home-dump',
  'wrong-target',
  'category-fallback',
  'soft-404',
])

/** Only what Shopify can redirect, and only to pages that answer by themselves: never a redirect to a redirect. */
export function propose(rows: readonly Row[], context: Context): Map<Row, Proposal> {
  const { origin } = context.after
  const place = (path: string) => context.places.withoutLocale(context.urlKey(origin + path))
  // What is known to be no page on the new host.
  const bad = new Set(
    rows.filter(row => row.class !== 'kept' && row.class !== 'throttled').map(row => place(row.url.path)),
  )
  const found = new Map<Row, Proposal>()
  for (const [index, row] of rows.entries()) {
    if (!CURABLE.has(row.class) || row.url.kind === 'image' || !isRedirectable(row, context)) continue
    const best = row.class === 'chain' ? landing(row, origin) : targetOf(index, context)
    if (!best) continue
    if (context.places.isSamePlace(place(best.to), place(row.url.path)) || bad.has(place(best.to))) continue
    // What leads there already is not mended by the same once more.
    if (best.fallback && costOf(row.class) <= costOf('category-fallback')) continue
    found.set(row, {
      from: row.url.path.split(/[?#]/)[0]!,
      to: best.to,
      because: best.because,
      fallback: best.fallback ?? false,
    })
  }
  return found
}

interface Found {
  /** Path on the new host. */
  to: string
  because: string
  /** Not the page itself, but the list that it was in. */
  fallback?: boolean
}

function landing({ landed }: Row, origin: string): Found | null {
  const url = URL.canParse(landed) ? new URL(landed) : null
  if (!url) return null
  const own = url.origin === new URL(origin).origin
  return { to: own ? url.pathname + url.search : url.href, because: 'where its redirects end' }
}

function isRedirectable({ url: { path }, trace }: Row, { origins, places }: Context): boolean {
  // The admin refuses reserved paths for headless stores too, whose own app may redirect them.
  if (path.includes('?') || path.length > MAX_PATH_LENGTH || isReserved(path)) return false
  // A page that answers there comes before any redirect.
  const redirected = places.countedHops(trace, origins).some(({ by }) => by === 'server')
  return (redirected && !leadsByItself(path)) || trace.status === 404 || trace.status === 410
}

/** The page of the new site that an old URL became: by the catalogs, else the one that is surely its counterpart. */
function targetOf(index: number, context: Context): Found | null {
  const { before, products, urlKey, counterparts } = context
  const url = before.urls[index]!
  const place = urlKey(before.origin + shownPath(url))
  const known = products.at(place)
  const [became] = known?.became ?? []
  if (became) return { to: became.path, because: 'the same product' }
  if (url.kind === 'home') return null
  const sure = counterparts.sure(index)
  if (sure && wouldBeRight(index, sure, context))
    return { to: sure.path, because: `by name and text (${percent(sure.alike)} alike)` }
  const collection = products.becameCollection(place)
  // Members alone are those of many lists.
  if (collection && counterparts.candidates(index).length === 0)
    return { to: collection.path, because: 'the same collection' }
  const list = known?.product.collections.flatMap(handle => products.becameCollectionOf(handle) ?? [])[0]
  if (list) return { to: list.path, because: 'the collection that it was in', fallback: true }
  return isCalledEverything(shownPath(url)) && !known
    ? { to: '/collections/all', because: 'the list of all products' }
    : null
}

export const percent = (share: number): string => `${Math.round(share * 100)} %`

/** For a person to choose from. */
export interface Choice {
  row: Row
  /** The most alike first. */
  candidates: readonly Candidate[]
}

export const MAX_CANDIDATES = 3

/** The old URLs of which it is not sure where they belong, with the new pages that are most like theirs. */
export function choices(
  rows: readonly Row[],
  context: Context,
  proposed: ReadonlyMap<Row, Proposal>,
): Choice[] {
  return [...rows.entries()]
    .filter(([, row]) => row.class === 'unclear' || (CURABLE.has(row.class) && row.class !== 'chain'))
    .filter(([, row]) => !/^(home|image)$/.test(row.url.kind) && isRedirectable(row, context))
    .map(([index, row]) => ({
      row,
      candidates: context.counterparts.candidates(index).slice(0, MAX_CANDIDATES),
    }))
    .filter(({ row, candidates }) => {
      const known = proposed.get(row)
      return known === undefined || (known.fallback && candidates.length > 0)
    })
    .sort((a, b) => b.row.weight - a.row.weight || (a.row.url.path < b.row.url.path ? -1 : 1))
}
