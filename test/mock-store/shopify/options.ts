import type { Goods } from '../goods.ts'

/** How a test store behaves; each may be changed while it runs. */
export interface StoreOptions {
  goods: Goods
  /** Behind the storefront password when given. */
  password?: string
  /** What a wrong password gets: the form once more with 200, or a redirect back to it. */
  wrongPassword: 'form' | 'redirect'
  /** How JSON is refused at the gate. */
  gatedJson: 401 | 'redirect'
  /** Status of the redirect to the gate. */
  gateStatus: 301 | 302
  /** What opens the gate: the cookie of today, or that of before July 2025. */
  sessionCookie: '_shopify_essential' | 'storefront_digest'
  /** The store says the password that it was sent in its pages, as no store should. */
  telltale: boolean
  /** A session is forgotten after so many requests. */
  lapseAfter?: number
  /** Wrong passwords in a row before 429. */
  mostWrong: number
  /** robots.txt and sitemaps are served before the gate is opened. */
  openRobots: boolean
  /** Some requests are refused. */
  throttle?: {
    status: 429 | 430 | 503
    /** Every so many-th request, 1 is each. */
    every: number
    /** Value of Retry-After, null for none. */
    retryAfter: string | null
    /** Only clients without the three headers of Web Bot Auth. */
    unsignedOnly?: boolean
    /** Only paths that match. */
    paths?: RegExp
  }
  /** A bot challenge before everything. */
  challenge: boolean
  /** Frozen (402) or unavailable (423). */
  closed?: 402 | 423
  /** products.json is closed, though the store is open. */
  closedFeed?: 401 | 403 | 404 | 'html'
  /** The pages come from an app of the merchant's; the catalog answers at the alias alone. */
  headless: boolean
  /** Locale prefixes beside the primary market, e.g. `/en-ca`. */
  locales: string[]
  /** The root leads to this prefix, e.g. `/en`. */
  localeRoot?: string
  /** Unknown addresses get a page with 200. */
  softNotFound: boolean
  /** A redirect without a slash at its end is found with one as well. */
  foldsSlash: boolean
  /** How a redirect's own path is looked up: with the query, or without it and the query carried along. */
  redirectQuery: 'part' | 'ignored'
  /** ms before each answer. */
  delayMs: number
}

export const DEFAULTS: Omit<StoreOptions, 'goods'> = {
  wrongPassword: 'form',
  gatedJson: 401,
  gateStatus: 302,
  sessionCookie: '_shopify_essential',
  mostWrong: 5,
  telltale: false,
  openRobots: false,
  challenge: false,
  headless: false,
  locales: [],
  softNotFound: false,
  foldsSlash: true,
  redirectQuery: 'ignored',
  delayMs: 0,
}

export const MYSHOPIFY = 'nordhaven.myshopify.com'
export const SHOP_ID = 73_776_824_459
