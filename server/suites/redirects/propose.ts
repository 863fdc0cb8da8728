/** What to redirect where: for each old URL at fault a target on the new site, if one fits. */
import { similarity, words } from '../../lib/text.ts'
import { otherNumbers } from '../../matching/products/keys.ts'
import type { TargetPage, UrlKind } from '../../store/types.ts'
import { type Context, landedOf } from './context.ts'
import {
  countedHops,
  isReserved,
  isSamePlace,
  leadsByItself,
  MAX_PATH_LENGTH,
  slugOf,
  withoutLocale,
  wordsOfPath,
} from './place.ts'
import type { Row } from './rows.ts'
import { costOf, type RedirectClass } from './rules.ts'

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
  const place = (path: string) => withoutLocale(context.urlKey(origin + path))
  // What is known to be no page on the new host.
  const bad = new Set(
    rows.filter(row => row.class !== 'kept' && row.class !== 'throttled').map(row => place(row.url.path)),
  )
  const found = new Map<Row, Proposal>()
  for (const [index, row] of rows.entries()) {
    if (!CURABLE.has(row.class) || row.url.kind === 'image' || !isRedirectable(row, context.origins)) continue
    const best = row.class === 'chain' ? landing(row, origin) : find(index)
    if (!best) continue
    if (isSamePlace(place(best.to), place(row.url.path)) || bad.has(place(best.to))) continue
    // What leads there already is not mended by the same once more.
    if (best.fallback && costOf(row.class) <= costOf('category-fallback')) continue
    found.set(row, { from: row.url.path.split(/[?#]/)[0]!, to: best.to, because: best.because })
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

function isRedirectable({ url: { path }, trace }: Row, origins: readonly string[]): boolean {
  // The admin refuses reserved paths for headless stores too, whose own app may redirect them.
  if (path.includes('?') || path.length > MAX_PATH_LENGTH || isReserved(path)) return false
  // A page that answers there comes before any redirect.
  const redirected = countedHops(trace, origins).some(({ by }) => by === 'server')
  return (redirected && !leadsByItself(path)) || trace.status === 404 || trace.status === 410
}

/** How alike names must be for pages of the same kind, of another kind, and of products. */
const ALIKE = { same: 0.55, other: 0.7, product: 0.8 }
/** Two targets as close as this are one too many. */
const TIE = 0.02
/** How shops call the list of all that they sell. */
const EVERYTHING =
  /^(shop|store|products?|catalog(ue)?|all|all-products|range|webshop|winkel|boutique|tienda|negozio)$/
/** A word that more targets have says little. */
const COMMON = 300
const RARE_WORDS = 4

/** Finds the page of the new site that an old URL became: by the catalogs, else by words, else nothing. */
function targetFinder(context: Context): (index: number) => Found | null {
  const { before, products, urlKey, namesOf } = context
  const targets = [...context.after.targets, ...products.targets()]
  const byWord = new Map<string, number[]>()
  for (const [index, target] of targets.entries())
    for (const word of new Set(namesOfTarget(target).flatMap(words)))
      if (byWord.has(word)) byWord.get(word)!.push(index)
      else byWord.set(word, [index])

  return index => {
    const url = before.urls[index]!
    const place = urlKey(before.origin + url.path)
    const known = products.at(place)
    const [became] = known?.became ?? []
    if (became) return { to: became.path, because: 'the same product' }
    const collection = products.becameCollection(place)
    if (collection) return { to: collection.path, because: 'the same collection' }
    const page = landedOf(before.traces[index]!, before.pages)
    const own = [
      ...(known ? [known.product.title] : page ? namesOf(page) : []),
      wordsOfPath(slugOf(url.path)),
    ]
    const named = byWords(own, known ? 'product' : url.kind)
    if (named) return named
    const list = known?.product.collections.flatMap(handle => products.becameCollectionOf(handle) ?? [])[0]
    if (list) return { to: list.path, because: 'the collection that it was in', fallback: true }
    return EVERYTHING.test(slugOf(url.path)) && !known
      ? { to: '/collections/all', because: 'the list of all products' }
      : null
  }

  function byWords(own: readonly string[], kind: UrlKind): Found | null {
    const lists = [...new Set(own.flatMap(words))]
      .map(word => byWord.get(word) ?? [])
      .filter(list => list.length > 0 && list.length <= COMMON)
      .sort((a, b) => a.length - b.length)
      .slice(0, RARE_WORDS)
    let [best, second] = [{ score: 0, at: -1 }, 0]
    for (const at of new Set(lists.flat())) {
      const target = targets[at]!
      const least = leastFor(kind, target.kind)
      if (least === null) continue
      const score = Math.max(...own.flatMap(a => namesOfTarget(target).map(b => likeness(a, b, kind))))
      if (score < least) continue
      if (score > best.score) {
        second = best.score
        best = { score, at }
      } else second = Math.max(second, score)
    }
    if (best.at < 0 || best.score - second < TIE) return null
    return { to: targets[best.at]!.path, because: `by its words (${Math.round(best.score * 100)} % alike)` }
  }
}

/** Of products a number tells more than all words: `Lamp 12` is no `Lamp 13`. */
const likeness = (a: string, b: string, kind: UrlKind): number =>
  kind === 'product' && otherNumbers(a, b) ? 0 : similarity(a, b)

const namesOfTarget = ({ path, title }: Pick<TargetPage, 'path' | 'title'>): string[] => [
  ...(title ? [title] : []),
  wordsOfPath(slugOf(path)),
]

function leastFor(before: UrlKind, after: UrlKind): number | null {
  if ((before === 'product') !== (after === 'product')) return null
  if (before === 'product') return ALIKE.product
  return before === after ? ALIKE.same : ALIKE.other
}
