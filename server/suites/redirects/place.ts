/** Addresses: which are one place, which redirects count, and what Shopify's URL redirects cannot take up. */
import { urlKey } from '../../lib/url.ts'
import type { Hop, OldUrl, Trace, UrlKind } from '../../store/types.ts'

/** How addresses of two sites are compared that may have markets. */
export type Places = ReturnType<typeof placesOf>

/** @param markets their prefixes, such as `/en-ca` */
export function placesOf(markets: ReadonlySet<string>) {
  /** The prefix of a market that a place begins with, empty where there is none. */
  const prefixOf = (place: string): string => {
    const [prefix = ''] = /^\/[^/?#]+/.exec(place) ?? []
    return markets.has(prefix.toLowerCase()) ? prefix : ''
  }

  /** Without the prefix of a market: `/en-ca/products/x` is `/products/x`, `/en` is `/`. */
  function withoutLocale(place: string): string {
    const rest = place.slice(prefixOf(place).length)
    return rest.startsWith('/') ? rest : `/${rest}`
  }

  /** Whether two places are one, but for the prefix of a market on one of them. */
  const isSamePlace = (a: string, b: string): boolean =>
    a === b || ((prefixOf(a) === '') !== (prefixOf(b) === '') && withoutLocale(a) === withoutLocale(b))

  /** `/collections/shirts/products/linen` shows `/products/linen`; parameters choose a variant. */
  function productPlace(place: string): string {
    const [path = '/'] = withoutLocale(place).split('?')
    return path.replace(/^\/collections\/[^/]+(?=\/products\/[^/]+$)/, '')
  }

  /** What Shopify shows at a place. */
  function kindOfPlace(place: string): Exclude<UrlKind, 'home' | 'file'> {
    if (/^\/products\/[^/]+$/.test(productPlace(place))) return 'product'
    if (/^\/collections(\/|$)/.test(place)) return 'category'
    return /^\/blogs\/[^/]+\/./.test(place) ? 'post' : 'page'
  }

  /**
   * The redirects that count. Not those that change nothing but the host, the scheme, a market's prefix, or the slash and
   * case of an address: platforms do that by themselves, and nobody can leave it out.
   */
  const countedHops = ({ hops }: Trace, origins: readonly string[]): Hop[] =>
    hops.filter(
      ({ from, to, by }) => by !== 'server' || !isSamePlace(urlKey(from, origins), urlKey(to, origins)),
    )

  return { marketOf: prefixOf, withoutLocale, isSamePlace, productPlace, kindOfPlace, countedHops }
}

/** The path of the page that an old address shows: its own, unless the original itself leads on. */
export const shownPath = ({ path, shows }: OldUrl): string => shows ?? path

/** Last step of a path without ending and numbers that systems put there, which years are not: `/p/linen-shirt-123.html` is `linen-shirt`. */
export function slugOf(path: string): string {
  const last = path.split(/[?#]/)[0]!.split('/').filter(Boolean).pop() ?? ''
  const slug = decoded(last)
    .toLowerCase()
    .replace(/\.(html?|php|aspx?|jsp)$/, '')
  return slug.replace(/^\d+-(?=\D)|(?<=\D)-(?!(?:19|20)\d\d$)\d{3,}$/g, '') || slug
}

/** As shops call the list of all that they sell. */
export const isCalledEverything = (path: string): boolean =>
  /^(shop|store|products?|catalog(ue)?|all|all-products|range|webshop|winkel|boutique|tienda|negozio)$/.test(
    slugOf(path),
  )

/** As sites call the list of their posts. */
export const isCalledBlog = (path: string): boolean =>
  /^(blogs?|news|journal|magazine?|articles?|posts|aktuelles|actualites|noticias|notizie|nieuws|nyheter)$/.test(
    slugOf(path),
  )

/** The words that a path is made of, its steps above the last included. */
export const wordsOfPath = (path: string): string =>
  decoded(path.split(/[?#]/)[0]!)
    .replace(/\.(html?|php|aspx?|jsp)$/i, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

export const isTemporary = ({ status, by }: Hop): boolean =>
  by === 'server' && (status === 302 || status === 303 || status === 307)

/** Paths that belong to the platform or to its apps, with everything below them. */
const RESERVED = /^\/(apps|application|carts?|orders|shop|services|a|community|tools)(\/|$)/i
/** Pages that each store has; below the last two any path is one. */
const FIXED = /^\/(products|collections|collections\/all|collections\/(vendors|types)(\/.*)?)?\/?$/i

/** Pages of the platform's own that lead on by themselves, before any redirect is looked for. */
const LEADING = /^\/(account|admin|checkouts?|challenge|password|search)(\/|$)/i

/** Characters of a path that Shopify's URL redirects can have. */
export const MAX_PATH_LENGTH = 1024

/** @param path path and query. A query on a page that is always there cannot be told from that page. */
export const isReserved = (path: string): boolean => {
  const pathname = path.split(/[?#]/)[0]!
  return RESERVED.test(pathname) || FIXED.test(pathname)
}

export const leadsByItself = (path: string): boolean => LEADING.test(path)
