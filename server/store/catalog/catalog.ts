/** What a shop sells, as one shape for every platform: plain data that can be saved and judged again. */

export interface Catalog {
  platform: Platform
  /** ISO 4217, of all prices that name none of their own; null where the shop does not say it. */
  currency: string | null
  /** `true`: every published product was read. `unknown`: nothing says whether there are more. */
  complete: boolean | 'unknown'
  /** Why it is not `true`, in the reader's words. */
  why?: string
  products: Product[]
  collections: Collection[]
  /** What its source tells of a product at all: what it does not tell is not missing. */
  sees: Sees
}

export type Platform =
  | 'shopify'
  | 'woocommerce'
  | 'magento'
  | 'squarespace'
  | 'bigcommerce'
  | 'wix'
  | 'prestashop'
  /** Read from the markup of its product pages. */
  | 'other'

export interface Sees {
  /** Each variant with its own price, not the cheapest alone. */
  variants: boolean
  compareAt: boolean
  /** All pictures, not the main one alone. */
  images: boolean
  /** The whole description, not an excerpt. */
  description: boolean
  /** Which products each collection holds. */
  collections: boolean
  availability: boolean
}

export interface Product {
  /** Absolute, as the shop itself names it. */
  url: string
  /** Its path and query, which can be asked for on either host. */
  path: string
  /** Last step of the path: Shopify's handle, others' slug. */
  handle: string
  /** Decoded. */
  title: string
  /** What a visitor reads of the description, without markup, bounded. */
  descriptionText: string
  vendor?: string
  type?: string
  /** Handles of `Catalog.collections`. */
  collections: string[]
  images: Picture[]
  /** Without Shopify's "Title: Default Title", which means that there is nothing to choose. */
  options: ProductOption[]
  /** At least one. */
  variants: Variant[]
  /** ISO 4217, where it is not the catalog's. */
  currency?: string
  /** Some of its variants may be unknown. */
  truncated?: boolean
}

export interface Picture {
  /** Name of the file without size, version and fingerprint: the same on every host. Several may share one. */
  key: string
  alt?: string
}

export interface ProductOption {
  name: string
  values: string[]
}

export interface Variant {
  /** As the shop names it; empty for the only one. */
  title: string
  /** One value for each of the product's options; `''` stands for any. */
  options: string[]
  sku: string | null
  /** 14 digits with a right check digit. */
  gtin: string | null
  /** In minor units of the currency: 1999 is 19.99 USD, 1999 JPY, 1.999 KWD. Null where it is not told. */
  price: number | null
  /** The price before a reduction; null where it is not higher than the price. */
  compareAt: number | null
  available: boolean | null
}

export interface Collection {
  handle: string
  title: string
  path: string
  /** Products in it that were read; null where its members are not known. */
  count: number | null
}
