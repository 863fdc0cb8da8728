/**
 * WooCommerce by its Store API, which the shop's own cart and blocks use.
 * @see https://developer.woocommerce.com/docs/apis/store-api/resources-endpoints/products/
 */

import { currencyCode } from '../../../lib/money.ts'
import type { Collection, Product } from '../catalog.ts'
import { getJson, type JsonAnswer, objects, string } from '../json.ts'
import type { Reader, Shop } from '../reader.ts'
import { plainTitle } from '../text.ts'
import { type Parent, parentOf, simpleProduct, slugOf, variableProduct } from './woocommerce-record.ts'
import { NO_VARIATIONS, variationsOf } from './woocommerce-variations.ts'

/** The second where the shop's addresses are plain. */
const ROOTS = ['/wp-json/wc/store/v1/products?', '/?rest_route=/wc/store/v1/products&']
const PER_PAGE = 100

export const readWooCommerce: Reader = async function* (shop) {
  const { client } = shop
  const { root, first } = await rootOf(shop)
  if (!first.ok) return { closed: first.detail }
  if (!Array.isArray(first.value)) return { closed: 'the Store API answers without a list of products' }

  const collections = new Map<string, Collection>()
  const seen = new Set<string>()
  let currency: string | null = null
  let total: number | null = null
  let why: string | undefined
  /** Why no prices of variations are known from here on. */
  let gap: string | undefined
  let [read, answer]: [number, JsonAnswer] = [0, first]
  for (let page = 2; ; page++) {
    if (!answer.ok) {
      why = answer.detail
      break
    }
    const records = objects(answer.value)
    if (records.length === 0) break
    const parents = records.map(record => parentOf(record, client.origin)).filter(parent => parent !== null)
    const before = seen.size
    const unknown = parents.filter(({ id }) => !seen.has(id) && seen.add(id))
    if (seen.size === before) {
      why = 'the Store API gives the same page again and again'
      break
    }
    read += unknown.length
    currency ??= parents.find(parent => parent.currency)?.currency ?? null
    for (const { categories } of unknown) remember(categories, collections, client.origin)
    const variations = gap ? NO_VARIATIONS : await variationsOf(client, root, unknown)
    gap ??= variations.trouble
    for (const parent of unknown) {
      const product = parent.variations.length
        ? variableProduct(parent, variations.of(parent.id), client.origin)
        : simpleProduct(parent, client.origin)
      if (product) yield counted(product, collections)
    }
    total = totalOf(answer) ?? total
    if (total !== null && (page - 1) * PER_PAGE >= total) break
    answer = await getJson(client, pageOf(root, page))
  }
  if (!why && total !== null && read < total) why = `the shop counts ${total} products and gave ${read}`
  return {
    platform: 'woocommerce',
    currency: currencyCode(currency),
    complete: why === undefined,
    ...(why && { why }),
    sees: {
      variants: !gap,
      compareAt: true,
      images: true,
      description: true,
      collections: true,
      availability: true,
    },
    collections: [...collections.values()],
    ...(gap && { gaps: [gap] }),
  }
}

async function rootOf({ client }: Shop): Promise<{ root: string; first: JsonAnswer }> {
  const [pretty, plain] = ROOTS as [string, string]
  const first = await getJson(client, pageOf(pretty, 1))
  if (first.ok || first.kind !== 'absent') return { root: pretty, first }
  const second = await getJson(client, pageOf(plain, 1))
  return second.ok ? { root: plain, first: second } : { root: pretty, first }
}

/** By id, so that a product that changes meanwhile does not move to a page that was read. */
const pageOf = (root: string, page: number) => `${root}per_page=${PER_PAGE}&page=${page}&orderby=id&order=asc`

function totalOf(answer: JsonAnswer): number | null {
  const text = answer.ok ? (answer.headers['x-wp-total'] ?? '') : ''
  return /^\d{1,9}$/.test(text) ? Number(text) : null
}

function remember(
  categories: Parent['categories'],
  collections: Map<string, Collection>,
  origin: string,
): void {
  for (const category of categories) {
    const { name, link } = category
    const handle = slugOf(category)
    if (handle === '' || collections.has(handle)) continue
    const path = URL.canParse(string(link), origin) ? new URL(string(link), origin).pathname : ''
    collections.set(handle, { handle, title: plainTitle(name), path, count: 0 })
  }
}

function counted(product: Product, collections: ReadonlyMap<string, Collection>): Product {
  for (const handle of product.collections) {
    const collection = collections.get(handle)
    if (collection) collection.count = (collection.count ?? 0) + 1
  }
  return product
}
