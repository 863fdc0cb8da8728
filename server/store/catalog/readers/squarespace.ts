/** Squarespace: each of its pages is JSON as well, and those of a shop list their products in pages. */
import { currencyCode, parsePrice, rescale } from '../../../lib/money.ts'
import type { StoreClient } from '../../access/client.ts'
import type { Collection, Product } from '../../types.ts'
import { newReport, sitemapEntries } from '../../urls/sitemap.ts'
import { type Fields, fields, getJson, objects, string } from '../json.ts'
import { makeProduct, plainTitle, type RawVariant } from '../product.ts'
import { htmlOf, type Reader, SEES_ALL, type Shop } from '../reader.ts'

/** Pages that may be a shop. */
const MAX_CANDIDATES = 40
const USUAL_PATHS = ['/shop', '/store', '/products', '/shop-all', '/all']

export const readSquarespace: Reader = async function* (shop) {
  const { client } = shop
  const collections: Collection[] = []
  const seen = new Map<string, Product>()
  let [whole, why]: [boolean, string] = [true, '']
  const { paths, partial } = await candidatesOf(shop)
  for (const path of paths) {
    const end = yield* readShopPage(client, path, seen)
    if (end.collection) collections.push(end.collection)
    if (end.why) [whole, why] = [false, end.why]
  }
  if (collections.length === 0) return { closed: why || 'no page of the site lists products as JSON' }
  if (whole && partial) [whole, why] = [false, partial]
  return {
    platform: 'squarespace',
    currency: null,
    complete: whole,
    ...(why && { why }),
    sees: SEES_ALL,
    collections,
  }
}

/** Shop pages: the parents of product URLs in the sitemap, the usual paths, and links of the landed page. */
async function candidatesOf({ client, landing }: Shop): Promise<{ paths: string[]; partial: string }> {
  const found = new Set<string>()
  const report = newReport()
  for await (const { url } of sitemapEntries(client, report, { maxEntries: 50_000 })) {
    const shop = /^(\/.+?)\/p\/[^/]+$/.exec(new URL(url).pathname)?.[1]
    if (shop && found.size < MAX_CANDIDATES) found.add(shop)
  }
  const links = [...htmlOf(landing).matchAll(/<a\s[^>]{0,500}?href="(\/[a-z0-9/_-]{1,200})"/gi)]
  for (const path of [...USUAL_PATHS, ...links.map(([, path]) => path!.replace(/\/$/, ''))])
    if (path && found.size < MAX_CANDIDATES) found.add(path)
  return { paths: [...found], partial: report.partial ? (report.limits[0] ?? '') : '' }
}

async function* readShopPage(
  client: Pick<StoreClient, 'get' | 'origin'>,
  path: string,
  seen: Map<string, Product>,
): AsyncGenerator<Product, { collection?: Collection; why?: string }> {
  let collection: Collection | undefined
  for (let offset = ''; ; ) {
    const answer = await getJson(client, `${path}?format=json${offset && `&offset=${offset}`}`)
    // A candidate that is no shop page, or does not exist, leaves no gap.
    if (!answer.ok)
      return { collection, ...(collection || answer.kind === 'stopped' ? { why: answer.detail } : {}) }
    const value = fields(answer.value)
    const about = fields(value.collection)
    const items = objects(value.items)
    const sells = items.filter(isProduct)
    if (!collection && sells.length === 0) return {}
    collection ??= {
      handle: string(about.urlId) || path.slice(1),
      title: plainTitle(about.title),
      path: string(about.fullUrl) || path,
      count: 0,
    }
    for (const item of sells) {
      const product = productOf(item, collection.handle, client.origin)
      if (!product) continue
      collection.count = (collection.count ?? 0) + 1
      const known = seen.get(product.path)
      if (known) known.collections.push(collection.handle)
      else {
        seen.set(product.path, product)
        yield product
      }
    }
    const { nextPage, nextPageOffset } = fields(value.pagination)
    const next = String(nextPageOffset ?? '')
    if (nextPage !== true || !/^\d+$/.test(next)) return { collection }
    if (next === offset) return { collection, why: `${path} gives the same page again and again` }
    offset = next
  }
}

/** Whether an item of a page is sold at all: pages of blogs and galleries have items as well. */
const isProduct = (item: Fields): boolean => variantsOf(item).length > 0

/** A product of a shop page. */
function productOf(item: Fields, collection: string, origin: string): Product | null {
  const variants = variantsOf(item)
  const names = [...new Set(variants.flatMap(variant => [...choicesOf(variant).keys()]))]
  const currency = variants.map(currencyOf).find(code => code !== null) ?? null
  const pictures = objects(item.items).map(({ assetUrl, title }) => ({ url: assetUrl, alt: title }))
  return makeProduct(
    {
      url: string(item.fullUrl),
      title: item.title,
      description: string(item.body).trim() || string(item.excerpt),
      type: Array.isArray(item.categories) ? item.categories[0] : undefined,
      collections: [collection],
      images: pictures.length ? pictures : [{ url: item.assetUrl }],
      options: names.map(name => ({
        name,
        values: [...new Set(variants.map(variant => choicesOf(variant).get(name)))].filter(Boolean),
      })),
      variants: variants.map(variant => variantOf(variant, names)),
      currency,
    },
    origin,
  )
}

const variantsOf = (item: Fields): Fields[] => {
  const own = objects(item.variants)
  return own.length ? own : objects(fields(item.structuredContent).variants)
}

/** Newer pages list what is chosen, older ones keep it by name. */
function choicesOf(variant: Fields): Map<string, string> {
  const listed = objects(variant.optionValues).map(({ optionName, value }) => [
    string(optionName),
    string(value),
  ])
  const named = Object.entries(fields(variant.attributes)).map(([name, value]) => [name, string(value)])
  return new Map((listed.length ? listed : named) as [string, string][])
}

function variantOf(variant: Fields, names: readonly string[]): RawVariant {
  const currency = currencyOf(variant)
  /** Newer pages tell texts of major units with their currency, older ones whole cents. */
  const money = (modern: unknown, old: unknown) => {
    const { value } = fields(modern)
    return value === undefined ? rescale(old, 2, currency) : parsePrice(value, { currency, machine: true })
  }
  const regular = money(variant.priceMoney, variant.price)
  const sale = variant.onSale === true ? money(variant.salePriceMoney, variant.salePrice) : null
  const options = names.map(name => choicesOf(variant).get(name) ?? '')
  const stock = variant.qtyInStock
  return {
    title: options.filter(Boolean).join(' / '),
    options,
    sku: variant.sku,
    price: sale ?? regular,
    compareAt: sale === null ? null : regular,
    available: variant.unlimited === true ? true : typeof stock === 'number' ? stock > 0 : null,
  }
}

const currencyOf = (variant: Fields) => currencyCode(fields(variant.priceMoney).currency)
