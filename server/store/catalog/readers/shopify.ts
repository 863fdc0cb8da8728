/** Shopify's own feeds, for its online store and, on the store's permanent host, for a headless one. */

import { currencyCode } from '../../../lib/money.ts'
import { localePrefixOf, shownCurrency } from '../../access/detect/marks.ts'
import type { Product, Sees } from '../catalog.ts'
import { fields, getJson, string } from '../json.ts'
import { platformOf } from '../platform.ts'
import type { Closed, Reader, Reading, Shop } from '../reader.ts'
import { readCollections } from './shopify-collections.ts'
import { feed } from './shopify-feed.ts'
import { fromList } from './shopify-record.ts'
import { productsOfSitemap } from './shopify-sitemap.ts'

/** All that its feeds tell; `collections` once they have been read. */
const SEES: Sees = {
  variants: true,
  compareAt: true,
  images: true,
  description: true,
  collections: false,
  availability: true,
}

/** `/products.json` to its empty page; what it leaves out, by the sitemap; then who is in which collection. */
export const readShopify: Reader = async function* (shop) {
  const bases = [shop.client.origin]
  const { permanentOrigin, storefront } = shop
  if (storefront?.state === 'headless' && permanentOrigin) bases.push(permanentOrigin)
  let why = ''
  for (const base of bases) {
    const end = yield* readFrom(shop, base)
    if (!('closed' in end)) return end
    why = end.closed
  }
  return { closed: why }
}

async function* readFrom(shop: Shop, base: string): AsyncGenerator<Product, Reading | Closed> {
  const { client } = shop
  const meta = await metaOf(shop, base)
  // Prices follow the visitor's country unless it is named: the shop's own is what its merchant has set.
  const country = marketOf(shop) ?? meta.country
  const query = country ? `&country=${country}` : ''
  const known = new Map<string, Product>()

  const pages = feed(client, `${base}/products.json`, 'products', query)
  let page = await pages.next()
  if (page.done && !page.value.whole && !page.value.deep) return { closed: page.value.why ?? 'no feed' }
  const own = country === meta.country ? meta.currency : null
  const currency = own ?? shop.storefront?.currency ?? (await currencyFor(shop, base)) ?? meta.currency
  for (; !page.done; page = await pages.next()) yield* fresh(page.value)
  let { whole, why } = page.value

  // Many a site answers there with something of its own.
  if (known.size === 0 && platformOf(shop.landing) !== 'shopify' && !shop.storefront)
    return { closed: `${base}/products.json lists no products of Shopify` }

  // The collections that hold them also list those that are too deep for the long list.
  const { collections, gap, sees } = yield* readCollections(shop, base, query, known, fresh)
  if (!whole && page.value.deep) {
    whole = meta.count !== null && known.size >= meta.count
    why = whole ? undefined : `${why}; ${known.size} of ${meta.count ?? 'unknown'} were found by collection`
  } else if (whole && meta.count !== null && meta.count > known.size) {
    const rest = yield* productsOfSitemap(shop, base, currency, known)
    whole = rest.whole
    why = rest.why
  }
  return {
    platform: 'shopify',
    currency,
    complete: whole,
    ...(why && { why }),
    sees: { ...SEES, collections: sees },
    collections,
    ...(gap && { gaps: [gap] }),
  }

  function* fresh(records: unknown[]): Generator<Product> {
    for (const record of records) {
      const product = fromList(record, currency, client.origin)
      if (!product || known.has(product.handle)) continue
      known.set(product.handle, product)
      yield product
    }
  }
}

interface Meta {
  currency: string | null
  /** ISO 3166, two letters. */
  country: string
  /** Products that are published; some stores do not say. */
  count: number | null
}

async function metaOf({ client }: Shop, base: string): Promise<Meta> {
  const answer = await getJson(client, `${base}/meta.json`)
  const meta = fields(answer.ok ? answer.value : null)
  const count = meta.published_products_count
  return {
    currency: currencyCode(meta.currency),
    country: /^[A-Z]{2}$/.test(string(meta.country)) ? string(meta.country) : '',
    count: typeof count === 'number' && Number.isInteger(count) && count >= 0 ? count : null,
  }
}

/** Whose prices the landed page shows, where its prefix names a country: `/en-gb`, but not `/pt-br`, which is a language. */
function marketOf({ landing, storefront }: Shop): string | undefined {
  const prefix = storefront?.localePrefix ?? localePrefixOf(landing)
  return /^\/(?!pt|zh)[a-z]{2}-([a-z]{2})$/i.exec(prefix)?.[1]?.toUpperCase()
}

async function currencyFor({ client, landing }: Shop, base: string): Promise<string | null> {
  const told = shownCurrency(landing, landing.setCookies)
  if (told) return told
  const cart = await getJson(client, `${base}/cart.js`)
  return currencyCode(fields(cart.ok ? cart.value : null).currency)
}
