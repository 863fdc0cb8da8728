import { currencyCode, parsePrice } from '../../../lib/money.ts'
import type { Collection, Product } from '../catalog.ts'
import { fields, objects, string } from '../json.ts'
import { makeProduct, type RawVariant } from '../product.ts'
import { plainTitle } from '../text.ts'

type Fields = Record<string, unknown>

/** A product of the GraphQL search. `store`: the shop's configuration, which knows the ending of its addresses. */
export function productOf(
  item: Fields,
  store: Fields,
  currency: string | null,
  origin: string,
): Product | null {
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

export function collectionsOf(item: Fields, store: Fields): Collection[] {
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
