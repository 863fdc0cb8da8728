import { currencyCode, rescale } from '../../../lib/money.ts'
import type { Product } from '../catalog.ts'
import { fields, objects, string } from '../json.ts'
import { makeProduct, type RawProduct, type RawVariant } from '../product.ts'

type Fields = Record<string, unknown>

/** A product of the Store API, as far as it stands in its own record. */
export interface Parent {
  id: string
  record: Fields
  currency: string | null
  categories: Fields[]
  /** Of a variable product: which value of which attribute each variation has; `''` stands for any. */
  variations: { id: string; values: Map<string, string> }[]
  /** What a visitor chooses, in the shop's order. */
  options: { name: string; values: string[] }[]
}

export function parentOf(record: Fields, origin: string): Parent | null {
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
    categories: objects(record.categories),
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

export function simpleProduct(parent: Parent, origin: string): Product | null {
  return makeProduct({ ...about(parent), variants: [variantOf(parent.record)] }, origin)
}

/** `found`: the records of its variations by id, of which those that are not published lack; none when unreadable. */
export function variableProduct(
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
    description: string(record.description).trim() || record.short_description,
    vendor: objects(record.brands)[0]?.name,
    type: categories[0]?.name,
    collections: categories.map(slugOf).filter(Boolean),
    images: objects(record.images).map(({ src, alt }) => ({ url: src, alt })),
    currency,
  }
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
  }
}

/** WordPress keeps letters beyond ASCII percent-encoded. */
export function slugOf({ slug }: Fields): string {
  try {
    return decodeURIComponent(string(slug))
  } catch {
    return string(slug)
  }
}

function idOf(value: unknown): string | null {
  return typeof value === 'number' || (typeof value === 'string' && value !== '') ? String(value) : null
}
