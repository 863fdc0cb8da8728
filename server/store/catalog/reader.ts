/** What a reader of one platform is given and what it gives. */
import type { HttpResponse } from '../../egress/http/index.ts'
import type { StoreClient } from '../access/client.ts'
import type { Storefront } from '../access/state.ts'
import type { Collection, Platform, Product, Sees } from '../types.ts'

export interface Shop {
  client: Pick<StoreClient, 'get' | 'origin'>
  landing: Landing
  /** Known on the new side, which is always Shopify's. */
  storefront?: Storefront
  /** Where the catalog of a headless store answers. */
  permanentOrigin?: string
  limits: CatalogLimits
}

/** The page that was submitted, as it was served. */
export type Landing = Pick<HttpResponse, 'url' | 'headers' | 'setCookies' | 'body'>

/** As much of its markup as is looked at. */
export const htmlOf = ({ body }: Pick<Landing, 'body'>): string =>
  body.subarray(0, 2_000_000).toString('utf8')

export interface CatalogLimits {
  products: number
  variants: number
  /** About the size of all products as JSON; a capture of both sides has to fit into memory and into one file. */
  characters: number
  /** Product pages that are read one by one where no feed gives them all. */
  pages: number
  /** Time for those pages together, in ms; the rest of the budget is for old addresses. */
  pagesMs: number
  collections: number
}

/**
 * Yields products as they come and ends with what it can say of the whole. One that finds its way closed before the
 * first product ends with `closed`, and the next one is tried.
 */
export type Reader = (shop: Shop) => AsyncGenerator<Product, Reading | Closed>

export interface Reading {
  platform: Platform
  currency: string | null
  complete: boolean | 'unknown'
  why?: string
  sees: Sees
  collections: Collection[]
  /** What was cut or could not be read beside the products, in the reader's words. */
  gaps?: string[]
}

/** What a feed of the shop's own tells. */
export const SEES_ALL: Sees = {
  variants: true,
  compareAt: true,
  images: true,
  description: true,
  collections: true,
  availability: true,
  variantPictures: true,
}

export interface Closed {
  /** In the reader's words. */
  closed: string
  /** Something could not be read or was cut, so that nothing is known of what there is. */
  unsure?: boolean
}
