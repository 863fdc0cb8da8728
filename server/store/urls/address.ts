/** What an address tells by itself: whether it is a page's, what it is for, which template makes it. */
import { localePrefix } from '../../lib/locale-prefix.ts'
import { isSameSite, urlKey } from '../../lib/url.ts'
import type { UrlKind } from '../types.ts'

export interface Address {
  /** The same for all variants in scheme, `www.`, slash, case, index file, tracking and order of parameters. */
  key: string
  /** Path and query as written. */
  path: string
}

const MAX_URL_LENGTH = 2048

/**
 * Null for addresses that are of another site, no pages, a visitor's own, or do something when they are asked for.
 * @param listed by the owner, who means it: a visitor's own pages count as others do
 */
export function addressOf(url: string, origins: readonly string[], { listed = false } = {}): Address | null {
  if (url.length > MAX_URL_LENGTH || !URL.canParse(url) || !isSameSite(url, origins)) return null
  const { pathname, search } = new URL(url)
  const path = pathname + search
  if (ASSET.test(pathname) || ACTION.test(path) || (!listed && OWN.test(path))) return null
  return { key: urlKey(url, origins), path }
}

/** Files that pages load; search engines list none of them as pages. */
const ASSET =
  /\.(css|m?js|map|json|xml|rss|atom|txt|png|jpe?g|gif|webp|avif|svg|ico|bmp|tiff?|woff2?|ttf|eot|otf|webmanifest|kml)$/i

/** A request to them changes something: a cart, a session, a list. Search engines list none of them either. */
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

/**
 * Pages of a visitor's own: each shop system has its own addresses for them, and a new one takes up none of the old. Below
 * words that name goods and topics too, such as sneakers and accounts of a bank, only what shop systems have there.
 */
const OWN = new RegExp(
  [
    String.raw`^\/([a-z]{2}(-[a-z]{2})?\/)?(customer\/account|my-?account|wish-?list|log-?in|sign-?in)(\.(php|html?))?([/?]|$)`,
    String.raw`^\/([a-z]{2}(-[a-z]{2})?\/)?(account|basket|checkout)(\.(php|html?))?\/?(\?|$)`,
    String.raw`^\/([a-z]{2}(-[a-z]{2})?\/)?account\/(log-?in|sign-?in|sign-?up|register|create|activate|invalid_token|recover|reset|(forgot|forgotten|lost|reset|change)-?password|password|profile|edit|details|settings|dashboard|orders?|order-history|returns|downloads|subscriptions|address(es)?|wish-?list)([/?]|$)`,
    String.raw`^\/([a-z]{2}(-[a-z]{2})?\/)?checkout\/(cart|onepage|multishipping|shipping|payment|review|confirm|success|thank-?you|order-(received|pay)|log-?in|register|guest)([/?]|$)`,
    String.raw`^\/([a-z]{2}\/)?catalog\/product_compare\b`,
    '[?&]route=(account|checkout)(/|%2f)',
  ].join('|'),
  'i',
)

/**
 * What an address is for, as far as it tells by itself; null where it tells nothing. By the URLs of Shopify, WooCommerce,
 * Magento, BigCommerce, Squarespace, Wix, PrestaShop and OpenCart.
 */
export function kindOfPath(path: string): UrlKind | null {
  const at = path.search(/[?#]/)
  const pathname = withoutPrefix((at < 0 ? path : path.slice(0, at)).toLowerCase())
  const query = at < 0 ? '' : path.slice(at).toLowerCase()
  if (/^\/*(index\.(html?|php|aspx?))?$/.test(pathname)) return query === '' ? 'home' : kindOfQuery(query)
  if (/^\/index\.php$/.test(pathname)) return kindOfQuery(query)
  if (FILE.test(pathname)) return 'file'
  if (isPaging(path)) return 'archive'
  for (const [shape, kind] of PATH_KINDS) if (shape.test(pathname)) return kind
  return null
}

/** What the name of a sitemap says of the addresses in it. */
export function kindOfSitemap(file: string): UrlKind | null {
  const { pathname, search } = new URL(file)
  const name = `${pathname.split('/').pop()}${search}`
    .toLowerCase()
    .replace(/^wp-sitemap-(posts|taxonomies)-/, '')
  for (const [shape, kind] of SITEMAP_KINDS) if (shape.test(name)) return kind
  return null
}

const withoutPrefix = (path: string): string => path.slice(localePrefix(path).length)
/** Of a path in lower case. */
export const FILE =
  /\.(pdf|docx?|xlsx?|pptx?|odt|ods|csv|zip|rar|7z|gz|epub|mp3|mp4|m4a|mov|webm|ogg|dwg|step|stl)$/

/** A later page of a list, or of the comments below a post. Of a script, and of `/`, a parameter may name any page. */
export const isPaging = (path: string): boolean =>
  /\/(page\/|comment-page-)\d+\/?([?#]|$)/.test(path) ||
  (/^\/[^?]*[^?/]\/*\?/.test(path) &&
    /[?&](page|paged|p)=\d+(&|#|$)/.test(path) &&
    !/^[^?]*\.(php|aspx?)\?/.test(path))

const PATH_KINDS: readonly (readonly [RegExp, UrlKind])[] = [
  [/^\/(?:collections\/[^/]+\/)?products\/[^/]+\/?$/, 'product'],
  [/^\/(?:product|product-page|produkt|produit|producto|prodotto|p)\/./, 'product'],
  [/^\/(?:shop|store)\/p\/[^/]+\/?$/, 'product'],
  [/^\/collections(?:\/|$)/, 'category'],
  [/^\/(?:tag|author|product-tag)\/./, 'archive'],
  [/^\/(?:blogs|blog|news)\/(?:[^/]+\/)?(?:tag|tagged|author|category)\/./, 'archive'],
  [/^\/\d{4}(?:\/\d{2}){1,2}\/?$/, 'archive'],
  [
    /^\/(?:product-category|produkt-kategorie|categorie-produit|categoria-producto|brand|brands)\//,
    'category',
  ],
  [/^\/(?:shop|products|store|catalog)\/?$/, 'category'],
  [/^\/(?:categories|c)\/./, 'category'],
  [/^\/(?:blogs|blog|news|articles|post|posts)\/[^/]+\/./, 'post'],
  [/^\/(?:blog|news|articles|post|posts)\/./, 'post'],
  [/^\/\d{4}\/\d{2}\//, 'post'],
  [/^\/(?:pages|page|policies)\/./, 'page'],
]

const SITEMAP_KINDS: readonly (readonly [RegExp, UrlKind])[] = [
  // Categories of a WordPress blog; those of its shop are called product_cat.
  [/^category-(sitemap)?\d*\.xml$|^category-\d/, 'archive'],
  [/(^|[-_])(tags?|authors?|users?|post_format)[-_.]/, 'archive'],
  [/categor|collection|product[_-]?(?:cat|tag|brand)|brand|manufacturer/, 'category'],
  [/product|produkt|produit|producto/, 'product'],
  [/blog|post|article|news/, 'post'],
  [/page|cms/, 'page'],
]

/** Platforms with one script, such as index.php, that name the page in a parameter. */
function kindOfQuery(query: string): UrlKind | null {
  if (/[?&](product_id|product|route=product(\/|%2f)product)\b/.test(query)) return 'product'
  if (/[?&](product_cat|category|category_id|cat|route=product(\/|%2f)category)\b/.test(query))
    return 'category'
  return null
}

/**
 * Addresses that one template makes, as a pattern: its kind, the first step where there are more, how deep it is, its
 * ending and the names of its parameters. `product /shop/*`, `post /#/#/*`, `page /*.html`, `product /index.php?id`.
 */
export function templateOf(path: string, kind: UrlKind): string {
  const [pathname = '/', query] = path.split(/[?#]/, 2)
  const steps = pathname.toLowerCase().split('/').filter(Boolean)
  if (steps.length && LOCALE_STEP.test(steps[0]!) && steps.length > 1) steps.shift()
  const last = steps.pop() ?? ''
  const ending = /\.[a-z]{2,5}$/.exec(last)?.[0] ?? ''
  const shown = [
    ...steps.slice(0, MAX_STEPS).map((step, index) => (/^\d+$/.test(step) ? '#' : index === 0 ? step : '*')),
    ...(last === '' ? [] : [query !== undefined && ending ? last : `*${ending}`]),
  ]
  const names = query ? [...new Set(new URLSearchParams(query).keys())].sort().slice(0, 5).join('&') : ''
  return `${kind} /${shown.join('/')}${names && `?${names}`}`.slice(0, 120)
}

const MAX_STEPS = 4
const LOCALE_STEP = /^[a-z]{2}(-[a-z]{2})?$/
