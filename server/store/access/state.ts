/** What kind of store answers at an address. */

/**
 * - `online_store`: Shopify renders the pages
 * - `headless`: Shopify holds the catalog, an app of the merchant's renders the pages
 * - `gated`: the storefront password stands before everything
 * - `blocked`: a bot challenge stands before everything
 * - `closed`: frozen or unavailable (402, 423)
 * - `not_shopify`
 */
export type StoreState = 'online_store' | 'headless' | 'gated' | 'blocked' | 'closed' | 'not_shopify'

export interface Storefront {
  state: StoreState
  /** Where the submitted address landed: the one origin that cookies, catalog and redirects belong to. */
  origin: string
  /** Origins that lead there: the submitted one, and those between. */
  aliases: string[]
  /** Locale prefix of the landed page without a slash at its end, e.g. `/en-ca`; empty for the primary market. */
  localePrefix: string
  /** The store's permanent name, e.g. `shop.myshopify.com`, where the page tells it. */
  myshopifyHost?: string
  /** ISO 4217, where the page or its cookies tell it. */
  currency?: string
  /** What told, in a reader's words. Bounded. */
  signals: string[]
}

/** The two store suites run for these; a gated store is one of them once its password has opened it. */
export const isStore = (store: Pick<Storefront, 'state'> | undefined): boolean =>
  store?.state === 'online_store' || store?.state === 'headless'
