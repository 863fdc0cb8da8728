/** Reads what a shop sells, by the best way that is open. */
import type { StoreClient } from '../access/client.ts'
import type { Storefront, StoreState } from '../access/state.ts'
import type { Catalog, Platform, Product } from '../types.ts'
import { looksLikeShop, platformOf } from './platform.ts'
import {
  type CatalogLimits,
  type Closed,
  type Landing,
  type Reader,
  type Reading,
  SEES_ALL,
} from './reader.ts'
import { readMagento } from './readers/magento.ts'
import { readPages } from './readers/pages.ts'
import { readShopify, readShopifyOneByOne } from './readers/shopify.ts'
import { readSquarespace } from './readers/squarespace.ts'
import { readWooCommerce } from './readers/woocommerce.ts'

export interface CatalogRequest {
  client: Pick<StoreClient, 'get' | 'origin'>
  landing: Landing
  /** Given for the new side, whose state is known. */
  storefront?: Storefront
  /** Where a headless store's catalog answers; default `https://` and its permanent name. */
  permanentOrigin?: string
  limits?: Partial<CatalogLimits>
}

export type CatalogRead =
  | { ok: true; catalog: Catalog; gaps: string[] }
  /** In the reader's words. */
  | { ok: false; reason: string }

/** Each collection costs a request or more: at one a second, more of them would leave no time for old addresses. */
const DEFAULT_LIMITS: CatalogLimits = {
  products: 50_000,
  variants: 200_000,
  characters: 80_000_000,
  pages: 10_000,
  pagesMs: 7 * 60_000,
  collections: 120,
}

/**
 * Never throws for what a host does. What was read before a host stopped answering is kept and `complete` is false;
 * a shop that could not be read at all is `ok: false`, never an empty one.
 */
export async function readCatalog(request: CatalogRequest): Promise<CatalogRead> {
  const { client, landing, storefront } = request
  const limits = { ...DEFAULT_LIMITS, ...request.limits }
  const host = storefront?.myshopifyHost
  const permanentOrigin = request.permanentOrigin ?? (host && `https://${host}`)
  const platform = storefront ? 'shopify' : platformOf(landing)
  const closed: string[] = []
  let unsure = false
  for (const read of readersOf(platform, storefront?.state)) {
    const shop = { client, landing, storefront, permanentOrigin, limits }
    const taken = await take(read(shop), limits, BY_RECORD.has(read))
    if ('catalog' in taken) return { ok: true, ...taken }
    if (!closed.includes(taken.closed)) closed.push(taken.closed)
    unsure = taken.unsure ?? false
  }
  // A site that sells nothing has an empty catalog; a shop whose products cannot be read has none to compare.
  if (!storefront && platform === 'other' && !unsure && !looksLikeShop(landing))
    return {
      ok: true,
      catalog: { ...NOTHING, products: [] },
      gaps: ['the page shows no sign of a shop and none of its pages describes a product'],
    }
  return { ok: false, reason: `the catalog could not be read: ${closed.slice(0, 4).join('; ')}` }
}

/** The ways to a shop's products, the best first: a feed of its own, then what its pages tell search engines. */
function readersOf(platform: Platform, state?: StoreState): Reader[] {
  // The app of a headless store need not answer Shopify's feeds, but may pass them on.
  if (state === 'headless') return [readShopify, readPages('shopify')]
  return [...FEED_READERS[platform], readPages(platform)]
}

const BY_RECORD = new Set([readShopify, readWooCommerce])

const FEED_READERS: Record<Platform, Reader[]> = {
  shopify: [readShopify, readShopifyOneByOne],
  woocommerce: [readWooCommerce],
  magento: [readMagento],
  squarespace: [readSquarespace],
  bigcommerce: [],
  wix: [],
  prestashop: [],
  // Themes and caches can hide every sign of a platform; two requests find the two most common ones.
  other: [readShopify, readWooCommerce],
}

/** @param byRecord the reader gives each record once: those that share an address are several products */
async function take(
  reader: ReturnType<Reader>,
  limits: CatalogLimits,
  byRecord: boolean,
): Promise<{ catalog: Catalog; gaps: string[] } | Closed> {
  const products: Product[] = []
  const addresses = new Map<string, number>()
  let [variants, characters] = [0, 0]
  let next = await reader.next()
  for (; !next.done; next = await reader.next()) {
    const product = next.value
    const shared = addresses.get(product.path) ?? 0
    if (shared > 0 && !byRecord) continue
    const size = sizeOf(product)
    if (
      products.length >= limits.products ||
      variants + product.variants.length > limits.variants ||
      characters + size > limits.characters
    )
      break
    products.push(product)
    addresses.set(product.path, shared + 1)
    variants += product.variants.length
    characters += size
  }
  if (!next.done) {
    await reader.return({ closed: 'enough was read' })
    const why = `only ${products.length} products with ${variants} variants were read`
    return { catalog: settled({ ...NOTHING, complete: false, why }, products), gaps: [why] }
  }
  if ('closed' in next.value) return next.value
  const { gaps = [], ...reading } = next.value
  return {
    catalog: settled(reading, products),
    gaps: [
      ...(reading.complete === true ? [] : [`not all products are known: ${reading.why}`]),
      ...sharedAddresses(addresses),
      ...gaps,
    ],
  }
}

/** One of them alone can be seen there. */
function sharedAddresses(counts: ReadonlyMap<string, number>): string[] {
  const shared = [...counts].filter(([, count]) => count > 1)
  const [first] = shared
  return first
    ? [
        `${first[1]} products have the address ${first[0].slice(0, 200)}${shared.length > 1 ? `, and ${shared.length - 1} other addresses are shared as well` : ''}; they are told apart by what else they have`,
      ]
    : []
}

/** About as many characters as it takes in a capture. */
const sizeOf = ({ descriptionText, variants, images }: Product): number =>
  500 + descriptionText.length + 150 * variants.length + 60 * images.length

/** One currency for all where the products tell it. */
function settled(reading: Omit<Reading, 'gaps'>, products: Product[]): Catalog {
  const counts = new Map<string, number>()
  for (const { currency } of products) if (currency) counts.set(currency, (counts.get(currency) ?? 0) + 1)
  const [most] = [...counts].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))
  const currency = reading.currency ?? most?.[0] ?? null
  return { ...reading, currency, products: products.map(product => withoutCurrency(product, currency)) }
}

/** Made anew: an object from which a field was deleted takes twice the memory. */
function withoutCurrency(product: Product, common: string | null): Product {
  if (product.currency !== common) return product
  const { currency: _, ...rest } = product
  return rest
}

/** The catalog of a site that sells nothing, and what is known of one that was cut before its reader ended. */
const NOTHING: Omit<Catalog, 'products'> = {
  platform: 'other',
  currency: null,
  complete: true,
  sees: { ...SEES_ALL, collections: false },
  collections: [],
}
