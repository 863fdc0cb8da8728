/**
 * Magento 2 by GraphQL, which its own storefronts use.
 * @see https://developer.adobe.com/commerce/webapi/graphql/schema/products/queries/products/
 */
import { currencyCode, parsePrice } from '../../../lib/money.ts'
import type { StoreClient } from '../../access/client.ts'
import type { Collection, Product } from '../../types.ts'
import { type Fields, fields, getJson, type JsonAnswer, objects, string } from '../json.ts'
import { makeProduct, plainTitle, type RawVariant } from '../product.ts'
import { type Reader, SEES_ALL } from '../reader.ts'

const PER_PAGE = 50
/** Magento's search index counts no further. */
const MAX_COUNTED = 10_000

const CONFIG =
  '{storeConfig{base_currency_code default_display_currency_code product_url_suffix category_url_suffix}}'
const MONEY = 'price_range{minimum_price{final_price{value currency}regular_price{value}}}'
const productsQuery = (page: number) =>
  `{products(search:"",pageSize:${PER_PAGE},currentPage:${page},sort:{name:ASC}){total_count page_info{total_pages}items{` +
  `__typename sku name url_key url_suffix stock_status ${MONEY} description{html}short_description{html}` +
  'media_gallery{url label}categories{name url_path url_suffix url_key}' +
  '...on ConfigurableProduct{configurable_options{label attribute_code values{label}}' +
  `variants{attributes{label code}product{sku stock_status ${MONEY}}}}}}}`

export const readMagento: Reader = async function* ({ client }) {
  const config = await ask(client, CONFIG)
  if (!config.ok) return { closed: config.detail }
  const store = fields(fields(config.value).storeConfig)
  const currency = currencyCode(store.default_display_currency_code) ?? currencyCode(store.base_currency_code)
  const collections = new Map<string, Collection>()
  let why: string | undefined
  let [read, total, pages] = [0, 0, 1]
  for (let page = 1; page <= pages; page++) {
    const answer = await ask(client, productsQuery(page))
    if (!answer.ok && page === 1) return { closed: answer.detail }
    if (!answer.ok) {
      why = answer.detail
      break
    }
    const list = fields(fields(answer.value).products)
    total = typeof list.total_count === 'number' ? list.total_count : total
    const last = fields(list.page_info).total_pages
    pages = typeof last === 'number' && last > 0 ? last : pages
    const items = objects(list.items)
    read += items.length
    for (const item of items) {
      for (const collection of collectionsOf(item, store)) {
        const known = collections.get(collection.handle) ?? { ...collection, count: 0 }
        collections.set(collection.handle, { ...known, count: (known.count ?? 0) + 1 })
      }
      const product = productOf(item, store, currency, client.origin)
      if (product) yield product
    }
    if (items.length === 0) break
  }
  if (!why && read < total) why = `the shop counts ${total} products and gave ${read}`
  return {
    platform: 'magento',
    currency,
    complete: why ? false : total >= MAX_COUNTED ? 'unknown' : true,
    ...((why || total >= MAX_COUNTED) && {
      why: why ?? `the shop counts no further than ${MAX_COUNTED} products`,
    }),
    sees: SEES_ALL,
    collections: [...collections.values()],
  }
}

/** The `data` of an answer. Caches and firewalls prefer GET; some shops take only POST. */
async function ask(client: Pick<StoreClient, 'get'>, query: string): Promise<JsonAnswer> {
  const first = dataOf(await getJson(client, `/graphql?query=${encodeURIComponent(query)}`))
  if (first.ok || first.kind === 'stopped' || first.kind === 'absent') return first
  return dataOf(
    await getJson(client, '/graphql', {
      method: 'POST',
      body: JSON.stringify({ query }),
      headers: { 'content-type': 'application/json' },
    }),
  )
}

function dataOf(answer: JsonAnswer): JsonAnswer {
  if (!answer.ok) return answer
  const { data, errors } = fields(answer.value)
  if (data && !Array.isArray(data)) return { ...answer, value: data }
  const message = string(objects(errors)[0]?.message).slice(0, 200) || 'no data'
  return { ok: false, kind: 'broken', status: 200, detail: `/graphql answers: ${message}` }
}

/** A product of the GraphQL search. `store`: the shop's configuration, which knows the ending of its addresses. */
function productOf(item: Fields, store: Fields, currency: string | null, origin: string): Product | null {
  const key = string(item.url_key)
  if (key === '') return null
  const suffix = item.url_suffix ?? store.product_url_suffix
  const options = objects(item.configurable_options).map(option => ({
    code: string(option.attribute_code),
    name: string(option.label),
    values: objects(option.values).map(({ label }) => label),
  }))
  const children = objects(item.variants).map(({ product, attributes }): RawVariant => {
    const chosen = new Map(objects(attributes).map(({ code, label }) => [string(code), label]))
    const values = options.map(({ code }) => chosen.get(code) ?? '')
    return {
      ...variantOf(fields(product), currency),
      title: values.filter(Boolean).join(' / '),
      options: values,
    }
  })
  const description = string(fields(item.description).html)
  return makeProduct(
    {
      url: `/${encodeURI(key)}${encodeURI(string(suffix))}`,
      handle: key,
      title: item.name,
      description: description.trim() || fields(item.short_description).html,
      collections: objects(item.categories).map(handleOfCategory).filter(Boolean),
      images: objects(item.media_gallery).map(({ url, label }) => ({ url, alt: label })),
      options,
      variants: children.length ? children : [variantOf(item, currency)],
      currency: moneyOf(item).currency,
    },
    origin,
  )
}

function collectionsOf(item: Fields, store: Fields): Collection[] {
  return objects(item.categories).flatMap(category => {
    const handle = handleOfCategory(category)
    if (handle === '') return []
    const suffix = string(category.url_suffix ?? store.category_url_suffix)
    return [{ handle, title: plainTitle(category.name), path: `/${encodeURI(handle + suffix)}`, count: null }]
  })
}

const handleOfCategory = (category: Fields) => string(category.url_path) || string(category.url_key)

function variantOf(record: Fields, currency: string | null): RawVariant {
  const { price, regular, currency: own } = moneyOf(record)
  const reading = { currency: own ?? currency, machine: true }
  return {
    sku: record.sku,
    price: parsePrice(price, reading),
    compareAt: parsePrice(regular, reading),
    available: record.stock_status === undefined ? null : record.stock_status === 'IN_STOCK',
  }
}

/** Amounts are floating point numbers of major units. */
function moneyOf(record: Fields) {
  const minimum = fields(fields(record.price_range).minimum_price)
  const final = fields(minimum.final_price)
  return {
    price: final.value,
    regular: fields(minimum.regular_price).value,
    currency: currencyCode(final.currency),
  }
}
