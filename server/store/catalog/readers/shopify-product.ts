/** A product as Shopify writes it, in a list and by itself. */
import { parsePrice, rescale } from '../../../lib/money.ts'
import type { Product } from '../../types.ts'
import { type Fields, fields, list, objects, string } from '../json.ts'
import { makeProduct, type RawProduct } from '../product.ts'

/** A record of `/products.json`: prices are texts in major units, `"25.00"`. Null for no product. */
export function fromList(value: unknown, currency: string | null, origin: string): Product | null {
  const record = fields(value)
  const options = objects(record.options).length
  return productOf(origin, record, {
    description: record.body_html,
    type: record.product_type,
    images: objects(record.images).map(({ src, alt }) => ({ url: src, alt })),
    chosen: ({ option1, option2, option3 }) => [option1, option2, option3].slice(0, options),
    price: amount => parsePrice(amount, { currency, machine: true }),
  })
}

/** An answer of `/products/HANDLE.js`: prices are whole hundredths, whatever the currency. Null for no product. */
export function fromScript(value: unknown, currency: string | null, origin: string): Product | null {
  const record = fields(value)
  return productOf(origin, record, {
    description: record.description,
    type: record.type,
    images: list(record.images).map(url => ({ url })),
    chosen: ({ options }) => list(options),
    price: amount => rescale(amount, 2, currency),
  })
}

/** Lists of variants have been seen to end at these numbers without saying so. */
const CUT_VARIANT_COUNTS = new Set([100, 250])

/** A product's options name all their values: as many variants as these can be combined to are all that there are. */
const isCut = (variants: number, options: { values: unknown[] }[]) =>
  CUT_VARIANT_COUNTS.has(variants) &&
  options.reduce((combinations, { values }) => combinations * values.length, 1) !== variants

/** What the two formats of a product spell alike, and `own`, where they differ. */
function productOf(
  origin: string,
  record: Fields,
  own: Pick<RawProduct, 'description' | 'type' | 'images'> & {
    /** Values of the options that a variant stands for. */
    chosen(variant: Fields): unknown[]
    price(amount: unknown): number | null
  },
): Product | null {
  const handle = string(record.handle)
  if (handle === '') return null
  const { chosen, price, ...about } = own
  const variants = objects(record.variants)
  // A variant names its picture, a picture its variants; feeds have been seen with one of the two.
  const pictures = new Map(
    objects(record.images).flatMap(({ src, variant_ids }) => list(variant_ids).map(id => [id, src] as const)),
  )
  const options = objects(record.options).map(({ name, values }) => ({ name, values: list(values) }))
  // "Title: Default Title" is how Shopify says that there is nothing to choose.
  const nothing =
    options.length === 0 ||
    (options.length === 1 &&
      options[0]!.name === 'Title' &&
      options[0]!.values.every(value => value === 'Default Title'))
  return makeProduct(
    {
      ...about,
      url: `/products/${encodeURIComponent(handle)}`,
      handle,
      title: record.title,
      vendor: record.vendor,
      options: nothing ? [] : options,
      variants: variants.map(variant => ({
        title: nothing ? '' : variant.title,
        options: nothing ? [] : chosen(variant),
        sku: variant.sku,
        gtin: variant.barcode,
        price: price(variant.price),
        compareAt: price(variant.compare_at_price),
        available: typeof variant.available === 'boolean' ? variant.available : null,
        picture: fields(variant.featured_image).src ?? pictures.get(variant.id),
      })),
      truncated: isCut(variants.length, options),
    },
    origin,
  )
}
