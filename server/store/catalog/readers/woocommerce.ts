/**
 * WooCommerce by its Store API, which the shop's own cart and blocks use.
 * @see https://developer.woocommerce.com/docs/apis/store-api/resources-endpoints/products/
 */
import { currencyCode, rescale } from '../../../lib/money.ts'
import { pooled } from '../../../lib/pool.ts'
import type { StoreClient } from '../../access/client.ts'
import type { Collection, Product } from '../../types.ts'
import { type Fields, fields, getJson, type JsonAnswer, objects, string } from '../json.ts'
import { makeProduct, plainText, plainTitle, type RawProduct, type RawVariant } from '../product.ts'
import { type Reader, SEES_ALL, type Shop } from '../reader.ts'

/** The second works where the shop does not rewrite its URLs. */
const ROOTS = ['/wp-json/wc/store/v1/products?', '/?rest_route=/wc/store/v1/products&']
const PER_PAGE = 100

export const readWooCommerce: Reader = async function* (shop) {
  const { client } = shop
  const { root, first } = await rootOf(shop)
  if (!first.ok) return { closed: first.detail }
  if (!Array.isArray(first.value)) return { closed: 'the Store API answers without a list of products' }

  const collections = new Map<string, Collection>()
  const seen = new Map<string, Product | null>()
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
    const unknown = parents.filter(({ id }) => !seen.has(id) && seen.set(id, null))
    if (seen.size === before) {
      why = 'the Store API gives the same page again and again'
      break
    }
    read += unknown.length
    currency ??= parents.find(parent => parent.currency)?.currency ?? null
    for (const { categories } of unknown) remember(categories, collections, client.origin)
    const variations = gap ? null : await variationsOf(client, root, unknown)
    gap ??= variations?.trouble
    for (const parent of unknown) {
      const product = parent.variations.length
        ? variableProduct(parent, variations?.known.get(parent.id), client.origin)
        : simpleProduct(parent, client.origin)
      if (!product) continue
      seen.set(parent.id, product)
      yield counted(product, collections)
    }
    total = totalOf(answer) ?? total
    if (total !== null && (page - 1) * PER_PAGE >= total) break
    answer = await getJson(client, pageOf(root, page))
  }
  for (const id of why ? [] : await hiddenOf(client, root, seen.size)) {
    const product = seen.get(id)
    if (product) product.hidden = true
  }
  if (!why && total !== null && read < total) why = `the shop counts ${total} products and gave ${read}`
  return {
    platform: 'woocommerce',
    currency: currencyCode(currency),
    complete: why === undefined,
    ...(why && { why }),
    sees: { ...SEES_ALL, variants: !gap },
    collections: [...collections.values()],
    ...(gap && { gaps: [gap] }),
  }
}

/**
 * Ids of the products that the shop shows in no list: the Store API gives them among the others, and no record tells. A shop
 * that gives all it has does not know the parameter.
 */
async function hiddenOf(client: Pick<StoreClient, 'get'>, root: string, known: number): Promise<string[]> {
  const answer = await getJson(client, `${pageOf(root, 1)}&catalog_visibility=hidden`)
  const ids = answer.ok ? objects(answer.value).map(({ id }) => idOf(id)) : []
  return ids.length < Math.min(PER_PAGE, known) ? ids.filter(id => id !== null) : []
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

/** The client asks no faster than its pace. */
const CONCURRENCY = 4
/** Parents in one URL: some servers take no more than 2,000 characters. */
const MAX_PARENTS = 60

/**
 * Variations have prices and numbers of their own but stand in no parent's record. They are asked for by many parents
 * at once, as many as fill a page. `known`: by parent, then by their own id. `trouble`: why some are missing.
 */
async function variationsOf(
  client: Pick<StoreClient, 'get'>,
  root: string,
  parents: readonly Parent[],
): Promise<{ known: ReadonlyMap<string, ReadonlyMap<string, Fields>>; trouble?: string }> {
  const known = new Map<string, Map<string, Fields>>()
  // Records do not always name their parent; the parent's record names all of its variations.
  const owner = new Map(parents.flatMap(({ id, variations }) => variations.map(own => [own.id, id] as const)))
  let trouble: string | undefined
  const waiting = batches(parents.filter(({ variations }) => variations.length > 0)).values()
  const read = pooled(
    () => waiting.next().value,
    CONCURRENCY,
    batch => recordsOf(client, root, batch),
  )
  for await (const { records, why } of read) {
    trouble ??= why
    for (const record of records) {
      const id = String(record.id)
      const parent = owner.get(id)
      if (parent === undefined) continue
      const siblings = known.get(parent) ?? new Map<string, Fields>()
      known.set(parent, siblings.set(id, record))
    }
    if (trouble) break
  }
  return { known, ...(trouble && { trouble }) }
}

async function recordsOf(
  client: Pick<StoreClient, 'get'>,
  root: string,
  batch: readonly Parent[],
): Promise<{ records: Fields[]; why?: string }> {
  const ids = batch.map(({ id }) => id).join(',')
  const wanted = batch.reduce((sum, { variations }) => sum + variations.length, 0)
  const records: Fields[] = []
  for (let page = 1; records.length < wanted && page <= Math.ceil(wanted / PER_PAGE) + 1; page++) {
    const answer = await getJson(
      client,
      `${root}type=variation&parent=${ids}&per_page=${PER_PAGE}&page=${page}&orderby=id&order=asc`,
    )
    if (!answer.ok) return { records, why: `variations could not be read: ${answer.detail}` }
    const found = objects(answer.value)
    if (found.length === 0) break
    records.push(...found)
  }
  return { records }
}

function batches(parents: readonly Parent[]): Parent[][] {
  const made: Parent[][] = []
  let [room, current]: [number, Parent[]] = [0, []]
  for (const parent of parents) {
    if (current.length === 0 || parent.variations.length > room || current.length >= MAX_PARENTS) {
      current = []
      made.push(current)
      room = PER_PAGE
    }
    current.push(parent)
    room -= parent.variations.length
  }
  return made
}

/** A product of the Store API, as far as it stands in its own record. */
interface Parent {
  id: string
  record: Fields
  currency: string | null
  categories: Fields[]
  /** Of a variable product: which value of which attribute each variation has; `''` stands for any. */
  variations: { id: string; values: Map<string, string> }[]
  /** What a visitor chooses, in the shop's order. */
  options: { name: string; values: string[] }[]
}

/** Where WooCommerce puts what nobody has put anywhere. */
const NO_CATEGORY =
  /^(uncategori[sz]ed|unkategorisiert|non-class[eé]|sin-categorizar|senza-categoria|ongecategoriseerd|okategoriserad|ukategorisert|ukategoriseret)$/

function parentOf(record: Fields, origin: string): Parent | null {
  const id = idOf(record.id)
  if (id === null || !URL.canParse(string(record.permalink), origin)) return null
  const chosen = objects(record.attributes).filter(({ has_variations }) => has_variations === true)
  const options = chosen.map(({ name, terms }) => ({
    name: string(name),
    values: objects(terms).map(term => string(term.name)),
  }))
  // Variations name a term by its slug, visitors read its name.
  const names = new Map(
    chosen.map(({ name, terms }) => [
      string(name).toLowerCase(),
      new Map(objects(terms).map(term => [string(term.slug), string(term.name)])),
    ]),
  )
  return {
    id,
    record,
    currency: currencyCode(fields(record.prices).currency_code),
    categories: objects(record.categories).filter(category => !NO_CATEGORY.test(slugOf(category))),
    options,
    variations: objects(record.variations).flatMap(variation => {
      const own = idOf(variation.id)
      if (own === null) return []
      const values = objects(variation.attributes).map(({ name, value }): [string, string] => {
        const key = string(name).toLowerCase()
        return [key, names.get(key)?.get(string(value)) ?? string(value)]
      })
      return [{ id: own, values: new Map(values) }]
    }),
  }
}

function simpleProduct(parent: Parent, origin: string): Product | null {
  return makeProduct({ ...about(parent), variants: [variantOf(parent.record)] }, origin)
}

/** `found`: the records of its variations by id, of which those that are not published lack; none when unreadable. */
function variableProduct(
  parent: Parent,
  found: ReadonlyMap<string, Fields> | undefined,
  origin: string,
): Product | null {
  const published = parent.variations.filter(({ id }) => !found || found.has(id))
  const variants = published.map(({ id, values }): RawVariant => {
    const options = parent.options.map(({ name }) => values.get(name.toLowerCase()) ?? '')
    const record = found?.get(id)
    const known: RawVariant = record ? variantOf(record) : { price: null }
    return { ...known, title: options.filter(Boolean).join(' / '), options }
  })
  return makeProduct({ ...about(parent), options: parent.options, variants }, origin)
}

function about({ record, categories, currency }: Parent): Omit<RawProduct, 'variants'> {
  return {
    url: string(record.permalink),
    ...(string(record.slug) && { handle: slugOf(record) }),
    title: record.name,
    description: wholeText(string(record.short_description), string(record.description)),
    vendor: objects(record.brands)[0]?.name,
    type: categories[0]?.name,
    collections: categories.map(slugOf).filter(Boolean),
    images: objects(record.images).map(({ src, alt }) => ({ url: src, alt })),
    currency,
  }
}

/** Visitors read both, the short one beside the price; some shops write the same into both. */
function wholeText(short: string, long: string): string {
  const [brief, whole] = [plainText(short), plainText(long)]
  if (brief === '' || whole.includes(brief)) return long
  return whole === '' || brief.includes(whole) ? short : `<p>${short}</p>${long}`
}

/** Prices are texts of whole minor units, as many decimals as the shop shows: none for `1500` KWD, or two. */
function variantOf(record: Fields): RawVariant {
  const prices = fields(record.prices)
  const decimals = typeof prices.currency_minor_unit === 'number' ? prices.currency_minor_unit : 2
  const currency = currencyCode(prices.currency_code)
  const money = (value: unknown) => rescale(value, decimals, currency)
  return {
    sku: record.sku,
    price: money(prices.price),
    compareAt: money(prices.regular_price),
    available: typeof record.is_in_stock === 'boolean' ? record.is_in_stock : null,
    ahead: record.is_on_backorder === true,
    picture: objects(record.images)[0]?.src,
  }
}

/** WordPress keeps letters beyond ASCII percent-encoded. */
function slugOf({ slug }: Fields): string {
  try {
    return decodeURIComponent(string(slug))
  } catch {
    return string(slug)
  }
}

function idOf(value: unknown): string | null {
  return typeof value === 'number' || (typeof value === 'string' && value !== '') ? String(value) : null
}
