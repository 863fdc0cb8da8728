import { parsePrice, rescale } from '../../../lib/money.ts'
import type { Product } from '../catalog.ts'
import { fields, objects, string } from '../json.ts'
import { makeProduct, type RawVariant } from '../product.ts'

/** Lists are known to end at these numbers of variants, with no word of the rest. */
const CUT_VARIANT_COUNTS = new Set([100, 250])

/** A record of `/products.json`: prices are texts in major units, `"25.00"`. Null for no product. */
export function fromList(value: unknown, currency: string | null, origin: string): Product | null {
  const record = fields(value)
  const handle = string(record.handle)
  if (handle === '') return null
  const names = objects(record.options).map(({ name, values }) => ({
    name,
    values: Array.isArray(values) ? values : [],
  }))
  const variants = objects(record.variants)
  return withoutDefault(
    {
      url: productPath(handle),
      handle,
      title: record.title,
      description: record.body_html,
      vendor: record.vendor,
      type: record.product_type,
      images: objects(record.images).map(({ src, alt }) => ({ url: src, alt })),
      options: names,
      variants: variants.map(variant => ({
        title: variant.title,
        options: [variant.option1, variant.option2, variant.option3].slice(0, names.length),
        sku: variant.sku,
        gtin: variant.barcode,
        price: parsePrice(variant.price, { currency, machine: true }),
        compareAt: parsePrice(variant.compare_at_price, { currency, machine: true }),
        available: typeof variant.available === 'boolean' ? variant.available : null,
      })),
      truncated: CUT_VARIANT_COUNTS.has(variants.length),
    },
    origin,
  )
}

/** An answer of `/products/HANDLE.js`: prices are whole hundredths, whatever the currency. Null for no product. */
export function fromScript(value: unknown, currency: string | null, origin: string): Product | null {
  const record = fields(value)
  const handle = string(record.handle)
  if (handle === '') return null
  const options = objects(record.options).map(({ name, values }) => ({
    name,
    values: Array.isArray(values) ? values : [],
  }))
  const variants = objects(record.variants)
  return withoutDefault(
    {
      url: productPath(handle),
      handle,
      title: record.title,
      description: record.description,
      vendor: record.vendor,
      type: record.type,
      images: (Array.isArray(record.images) ? record.images : []).map(url => ({ url })),
      options,
      variants: variants.map(variant => ({
        title: variant.title,
        options: Array.isArray(variant.options) ? variant.options : [],
        sku: variant.sku,
        gtin: variant.barcode,
        price: rescale(variant.price, 2, currency),
        compareAt: rescale(variant.compare_at_price, 2, currency),
        available: typeof variant.available === 'boolean' ? variant.available : null,
      })),
      truncated: CUT_VARIANT_COUNTS.has(variants.length),
    },
    origin,
  )
}

const productPath = (handle: string) => `/products/${encodeURIComponent(handle)}`

/** "Title: Default Title" is how Shopify says that there is nothing to choose. */
function withoutDefault(raw: Parameters<typeof makeProduct>[0], origin: string): Product | null {
  const [only, ...others] = raw.options ?? []
  const nothing =
    others.length === 0 &&
    (!only || (only.name === 'Title' && only.values.every(value => value === 'Default Title')))
  const variants = nothing
    ? raw.variants.map((variant): RawVariant => ({ ...variant, title: '', options: [] }))
    : raw.variants
  return makeProduct({ ...raw, variants, options: nothing ? [] : raw.options }, origin)
}
