/** What to redirect where: for each old URL at fault a target on the new site, if one fits. */
import { CLASSES, type RedirectClass } from './class.ts'
import type { Context } from './context.ts'
import { targetFinder } from './find-target.ts'
import { countedHops } from './hops.ts'
import { isSamePlace, withoutLocale } from './place.ts'
import { isReserved, LONGEST_PATH, leadsByItself } from './reserved.ts'
import type { Row } from './rows.ts'

export interface Proposal {
  /** Paths without a query. */
  from: string
  to: string
  because: string
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
  const find = targetFinder(context)
  const { origin } = context.after
  const place = (path: string) => withoutLocale(context.placeOf(origin + path))
  // What is known to be no page on the new host.
  const bad = new Set(
    rows.filter(row => row.class !== 'kept' && row.class !== 'throttled').map(row => place(row.url.path)),
  )
  const found = new Map<Row, Proposal>()
  for (const [index, row] of rows.entries()) {
    if (!CURABLE.has(row.class) || !isRedirectable(row, context.origins)) continue
    const best = row.class === 'chain' ? landing(row, origin) : find(index)
    if (!best) continue
    if (isSamePlace(place(best.to), place(row.url.path)) || bad.has(place(best.to))) continue
    // What leads there already is not mended by the same once more.
    if (best.fallback && CLASSES[row.class].penalty <= CLASSES['category-fallback'].penalty) continue
    found.set(row, { from: row.url.path.split(/[?#]/)[0]!, to: best.to, because: best.because })
  }
  return found
}

export interface Found {
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

function isRedirectable({ url: { path }, trace }: Row, origins: readonly string[]): boolean {
  // The admin refuses reserved paths for headless stores too, whose own app may redirect them.
  if (path.includes('?') || path.length > LONGEST_PATH || isReserved(path)) return false
  // A page that answers there comes before any redirect.
  const redirected = countedHops(trace, origins).some(({ by }) => by === 'server')
  return (redirected && !leadsByItself(path)) || trace.status === 404 || trace.status === 410
}
