/** Shopify's own feeds, for its online store and, on the store's permanent host, for a headless one. */
import { currencyCode } from '../../../lib/money.ts'
import { pooled } from '../../../lib/pool.ts'
import type { StoreClient } from '../../access/client.ts'
import { localePrefixOf, shownCurrency } from '../../access/detect.ts'
import type { Collection, Product } from '../../types.ts'
import { newReport, sitemapEntries } from '../../urls/sitemap.ts'
import { fields, getJson, type JsonTrouble, string } from '../json.ts'
import { platformOf } from '../platform.ts'
import { handleOf, plainTitle } from '../product.ts'
import { type Closed, type Reader, type Reading, SEES_ALL, type Shop } from '../reader.ts'
import { fromList, fromScript } from './shopify-product.ts'

/** `/products.json` to its empty page, then the collections, then what both leave out, from the sitemap. */
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
  // Prices follow the visitor's country unless one is named: the merchant's own prices are those of the shop's country.
  const country = marketOf(shop) ?? meta.country
  const query = country ? `&country=${country}` : ''
  const known = new Map<string, Product>()
  const ids = new Set<string>()

  const pages = feed(client, `${base}/products.json`, 'products', query)
  let page = await pages.next()
  if (page.done && !page.value.whole && !page.value.deep) return { closed: page.value.why ?? 'no feed' }
  const own = country === meta.country ? meta.currency : null
  const currency = own ?? shop.storefront?.currency ?? (await currencyFor(shop, base)) ?? meta.currency
  let lists = 0
  for (; !page.done; page = await pages.next(), lists++) yield* fresh(page.value)
  let { whole, why } = page.value

  // Sites that are no Shopify store may answer this path with JSON of their own.
  if (known.size === 0 && platformOf(shop.landing) !== 'shopify' && !shop.storefront)
    return { closed: `${base}/products.json lists no products of Shopify` }

  // Collections also list products beyond the 25,000 that the long list ends at.
  const { collections, gap } = yield* readCollections(shop, base, query, known, fresh)
  if (!whole && page.value.deep) {
    whole = meta.count !== null && known.size >= meta.count
    why = whole ? undefined : `${why}; ${known.size} of ${meta.count ?? 'unknown'} were found by collection`
  } else if (whole && (meta.count === null ? lists > 1 : meta.count > known.size)) {
    // What is taken away while the list is read moves the next one to a page that was read before.
    const rest = yield* productsOfSitemap(shop, base, currency, known)
    whole = rest.whole || (meta.count === null && !rest.listed)
    why = whole ? undefined : rest.why
  }
  await completeVariants(shop, base, currency, known)
  return {
    platform: 'shopify',
    currency,
    complete: whole,
    ...(why && { why }),
    sees: { ...SEES_ALL, collections: !gap },
    collections,
    ...(gap && { gaps: [gap] }),
  }

  function* fresh(records: unknown[]): Generator<Product> {
    for (const record of records) {
      const product = fromList(record, currency, client.origin)
      if (!product) continue
      const id = String(fields(record).id ?? product.handle)
      if (ids.has(id)) continue
      ids.add(id)
      if (!known.has(product.handle)) known.set(product.handle, product)
      yield product
    }
  }
}

/** For stores that have closed their feed: every product that the sitemaps list. */
export const readShopifyOneByOne: Reader = async function* (shop) {
  const known = new Map<string, Product>()
  const { client, storefront } = shop
  const cart = await cartCurrency(client, client.origin)
  const currency = storefront?.currency ?? cart
  const { whole, why } = yield* productsOfSitemap(shop, client.origin, currency, known)
  if (known.size === 0) return { closed: why ?? 'the sitemaps list no products' }
  return {
    platform: 'shopify',
    currency,
    complete: whole,
    ...(why && { why }),
    sees: { ...SEES_ALL, collections: false },
    collections: [],
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

/** The country whose prices the landed page shows, where its prefix names a country: `/en-gb`, but not `/pt-br`, which is a language. */
function marketOf({ landing, storefront }: Shop): string | undefined {
  const prefix = storefront?.localePrefix ?? localePrefixOf(landing)
  return /^\/(?!pt|zh)[a-z]{2}-([a-z]{2})$/i.exec(prefix)?.[1]?.toUpperCase()
}

async function currencyFor({ client, landing }: Shop, base: string): Promise<string | null> {
  return shownCurrency(landing, landing.setCookies) ?? (await cartCurrency(client, base))
}

async function cartCurrency(client: Shop['client'], base: string): Promise<string | null> {
  const cart = await getJson(client, `${base}/cart.js`)
  return currencyCode(fields(cart.ok ? cart.value : null).currency)
}

/** Records a request, from the largest down: each divides the one before, so that a page can be asked for in parts. */
const PAGE_SIZES = [250, 50, 10, 2, 1]
/** `page * limit` beyond is refused. */
const MAX_RECORDS = 25_000
const TOO_DEEP = 'Shopify gives no more than 25,000 records of a list'

interface FeedEnd {
  /** Whether an empty page was reached: a short one says nothing. */
  whole: boolean
  /** Before the first record: the feed is not there. */
  kind?: JsonTrouble
  /** Shopify gives no more than 25,000 records of a list. */
  deep?: boolean
  why?: string
}

/**
 * The records of one of Shopify's paged lists, `/products.json` or a collection's. Pages that are too large are asked
 * for in parts; one that repeats the page before ends the list, as its server knows no pages.
 */
async function* feed(
  client: Pick<StoreClient, 'get'>,
  url: string,
  name: 'products' | 'collections',
  query = '',
): AsyncGenerator<unknown[], FeedEnd> {
  let [offset, size] = [0, 0]
  /** Where pages of a size end that were asked for in place of a larger one. */
  const ends: number[] = []
  let before = ''
  for (;;) {
    while (size > 0 && offset >= ends[size]!) size--
    const limit = PAGE_SIZES[size]!
    if (offset + limit > MAX_RECORDS) return { whole: false, deep: true, why: TOO_DEEP }
    const page = `${url}?limit=${limit}&page=${offset / limit + 1}${query}`
    const answer = await getJson(client, page)
    if (!answer.ok) {
      if (answer.kind === 'large' && size < PAGE_SIZES.length - 1) {
        ends[size + 1] = offset + limit
        size++
        continue
      }
      const deep = answer.status === 400 && offset > 0
      return { whole: false, kind: answer.kind, deep, why: deep ? TOO_DEEP : answer.detail }
    }
    const records = fields(answer.value)[name]
    if (!Array.isArray(records)) {
      // The refusal of deep pages has been seen with status 200.
      const deep = offset > 0 && fields(answer.value).errors !== undefined
      return { whole: false, kind: 'broken', deep, why: deep ? TOO_DEEP : `${page} has no list of ${name}` }
    }
    if (records.length === 0) return { whole: true }
    const now = JSON.stringify(records[0]).slice(0, 500)
    if (now === before) return { whole: false, why: `${url} gives the same page again and again` }
    before = now
    yield records
    offset += limit
  }
}

/** The client asks no faster than its pace. */
const CONCURRENCY = 4

interface CollectionsRead {
  collections: Collection[]
  /** Why it is not known of every collection what it holds, as a sentence. */
  gap?: string
}

/**
 * Which product is in which collection, written into `known`. The feed's own `products_count` is unreliable, so each
 * collection is read. Products that only a collection gives are handed on through `fresh`.
 */
async function* readCollections(
  { client, limits }: Shop,
  base: string,
  query: string,
  known: ReadonlyMap<string, Product>,
  fresh: (records: unknown[]) => Iterable<Product>,
): AsyncGenerator<Product, CollectionsRead> {
  const collections: Collection[] = []
  const pages = feed(client, `${base}/collections.json`, 'collections')
  let page = await pages.next()
  for (; !page.done && collections.length <= limits.collections; page = await pages.next())
    for (const record of page.value) {
      const { handle, title } = fields(record)
      if (string(handle) === '') continue
      collections.push({
        handle: string(handle).slice(0, 255),
        title: plainTitle(title),
        path: `/collections/${encodeURIComponent(string(handle))}`,
        count: null,
      })
    }
  if (!page.done || collections.length > limits.collections)
    return unseen(collections.slice(0, limits.collections), `there are more than ${limits.collections}`)
  if (!page.value.whole) return unseen(collections, page.value.why ?? 'their list is closed')

  const waiting = collections.values()
  const listed = pooled(
    () => waiting.next().value,
    CONCURRENCY,
    ({ path }) => membersOf(client, base, query, path, fresh),
  )
  let position = 0
  for await (const { handles, products, trouble } of listed) {
    const collection = collections[position++]!
    yield* products
    if (trouble) return unseen(collections, trouble)
    collection.count = [...handles].filter(handle => known.has(handle)).length
    for (const handle of handles) known.get(handle)?.collections.push(collection.handle)
  }
  return { collections }
}

interface Members {
  handles: Set<string>
  /** That were not known before. */
  products: Product[]
  trouble?: string
}

async function membersOf(
  client: Shop['client'],
  base: string,
  query: string,
  path: string,
  fresh: (records: unknown[]) => Iterable<Product>,
): Promise<Members> {
  const [handles, products]: [Set<string>, Product[]] = [new Set(), []]
  const pages = feed(client, `${base}${path}/products.json`, 'products', query)
  let page = await pages.next()
  for (; !page.done; page = await pages.next()) {
    products.push(...fresh(page.value))
    for (const record of page.value) handles.add(string(fields(record).handle))
  }
  const { whole, deep, why } = page.value
  return { handles, products, ...(!whole && !deep && { trouble: why ?? `${path} is closed` }) }
}

const unseen = (collections: Collection[], why: string): CollectionsRead => ({
  collections,
  gap: `which products are in which collection is not known: ${why}`,
})

interface SitemapRead {
  /** Every product of the sitemaps is known now. */
  whole: boolean
  why?: string
  /** There are sitemaps at all. */
  listed?: boolean
}

/** Products that the sitemaps list and `known` lacks, each asked for by its handle. Adds them to `known`. */
async function* productsOfSitemap(
  { client, limits }: Shop,
  base: string,
  currency: string | null,
  known: Map<string, Product>,
): AsyncGenerator<Product, SitemapRead> {
  const report = newReport()
  let [asked, unread] = [0, 0]
  const started = Date.now()
  for await (const { url } of sitemapEntries({ get: client.get, origin: base }, report)) {
    // Of a product's addresses only the one without a locale, which is the primary market's.
    const path = /^\/products\/[^/]+$/.exec(new URL(url).pathname)?.[0]
    if (!path || known.has(handleOf(path))) continue
    if (asked++ >= limits.pages)
      return { whole: false, listed: true, why: `only ${limits.pages} were asked one by one` }
    if (Date.now() - started > limits.pagesMs)
      return {
        whole: false,
        listed: true,
        why: `after ${asked - 1} products the time for asking one by one was over`,
      }
    const answer = await getJson(client, `${base}${path}.js`)
    if (!answer.ok && answer.kind === 'absent') {
      // Sitemaps list products that were taken down a while ago.
      const page = await client.get(`${base}${path}`, { method: 'HEAD' })
      if (!page.ok || page.response.status !== 404) unread++
      continue
    }
    if (!answer.ok) return { whole: false, listed: true, why: answer.detail }
    const product = fromScript(answer.value, currency, client.origin)
    if (!product || known.has(product.handle)) continue
    known.set(product.handle, product)
    yield product
  }
  const listed = report.files.length > 0
  if (report.partial)
    return { whole: false, listed, why: report.limits[0] ?? 'the sitemaps were read in part' }
  if (!listed) return { whole: false, why: 'there is no sitemap' }
  if (unread > 0) return { whole: false, listed, why: `${unread} products of the sitemap could not be read` }
  return { whole: true, listed }
}

/** Products that are asked for by themselves since their list of variants may have been cut; each costs a request. */
const MAX_ASKED_AGAIN = 20

/**
 * Asks for products whose variants may have been cut in the list, each by itself. Another list that ends at 100 too shows
 * that there are no more; one that ends at 250 may have been cut at that number, as templates are.
 */
async function completeVariants(
  { client }: Shop,
  base: string,
  currency: string | null,
  known: ReadonlyMap<string, Product>,
): Promise<void> {
  const doubtful = [...known.values()].filter(({ truncated }) => truncated).slice(0, MAX_ASKED_AGAIN)
  for (const product of doubtful) {
    const answer = await getJson(client, `${base}/products/${encodeURIComponent(product.handle)}.js`)
    const full = answer.ok ? fromScript(answer.value, currency, client.origin) : null
    if (!full || full.handle !== product.handle || full.variants.length < product.variants.length) continue
    // Prices of the list are those of the shop's own country.
    const more = full.variants.slice(product.variants.length)
    const isWhole = more.length > 0 ? !full.truncated : product.variants.length === 100
    product.variants.push(...more)
    if (more.length > 0) product.options = full.options
    if (isWhole) product.truncated = false
  }
}
