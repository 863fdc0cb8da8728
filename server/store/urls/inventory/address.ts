import { isSameSite, pathOf } from '../../../lib/url.ts'

export interface Address {
  /** The same for all variants in scheme, `www.`, slash, case, index file, tracking and order of parameters. */
  key: string
  /** Path and query as written. */
  path: string
}

const MAX_URL_LENGTH = 2048

/** Null for addresses that are of another site, no pages, or do something when they are asked for. */
export function addressOf(url: string, origins: readonly string[]): Address | null {
  if (url.length > MAX_URL_LENGTH || !URL.canParse(url) || !isSameSite(url, origins)) return null
  const { pathname, search } = new URL(url)
  if (ASSET.test(pathname) || ACTION.test(pathname + search)) return null
  return { key: keyOf(url, origins), path: pathname + search }
}

export const keyOf = (url: string, origins: readonly string[]): string =>
  pathOf(url, origins).toLowerCase().replace(/#.*$/s, '')

/** What pages are made of; none of it is in an index of pages. */
const ASSET =
  /\.(css|m?js|map|json|xml|rss|atom|txt|png|jpe?g|gif|webp|avif|svg|ico|bmp|tiff?|woff2?|ttf|eot|otf|webmanifest|kml)$/i

/** To ask for them changes something: a basket, a session, a list. Nor are they ever in an index. */
const ACTION = new RegExp(
  [
    '[?&](add-to-cart|add_to_wishlist|add_to_compare|remove_item|undo_item|removed_item|replytocom|action|_wpnonce)=',
    '[?&](form_key|unsubscribe|do)=',
    String.raw`\/(cart|basket|checkout)\/(add|change|update|clear|remove|delete)\b`,
    String.raw`\/(log-?out|sign-?out|customer-logout|wp-login\.php|wp-admin|wp-json|xmlrpc\.php|cdn-cgi|unsubscribe)\b`,
    String.raw`\/(wishlist|compare|catalog\/product_compare)\/(index\/)?(add|remove)\b`,
    String.raw`[?&]route=(account\/logout|checkout\/cart\/add)`,
  ].join('|'),
  'i',
)
