import { pathOf } from '../../lib/url.ts'

/** The place that an absolute URL leads to, with slash, case, index file, tracking and host of the site folded. */
export const placeOf = (url: string, origins: readonly string[]): string =>
  pathOf(url, origins).toLowerCase().replace(/#.*$/s, '')

const LOCALE = /^\/[a-z]{2}(?:-[a-z]{2})?(?=[/?]|$)/

/** Without the prefix of a market: `/en-ca/products/x` is `/products/x`, `/en` is `/`. */
export function withoutLocale(place: string): string {
  const rest = place.replace(LOCALE, '')
  return rest.startsWith('/') ? rest : `/${rest}`
}

/** Whether two places are one, but for the prefix of a market on one of them. */
export const isSamePlace = (a: string, b: string): boolean =>
  a === b || (LOCALE.test(a) !== LOCALE.test(b) && withoutLocale(a) === withoutLocale(b))

/** `/collections/shirts/products/linen` shows `/products/linen`; parameters choose a variant. */
export function productPlace(place: string): string {
  const [path = '/'] = withoutLocale(place).split('?')
  return path.replace(/^\/collections\/[^/]+(?=\/products\/[^/]+$)/, '')
}

/** Last step of a path without ending and numbers that systems put there: `/p/linen-shirt-123.html` is `linen-shirt`. */
export function slugOf(path: string): string {
  const last = path.split(/[?#]/)[0]!.split('/').filter(Boolean).pop() ?? ''
  const slug = decoded(last)
    .toLowerCase()
    .replace(/\.(html?|php|aspx?|jsp)$/, '')
  return slug.replace(/^\d+-(?=\D)|(?<=\D)-\d{3,}$/g, '') || slug
}

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
