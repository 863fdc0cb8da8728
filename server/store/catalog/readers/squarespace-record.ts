import { currencyCode, parsePrice, rescale } from '../../../lib/money.ts'
import type { Product } from '../catalog.ts'
import { fields, objects, string } from '../json.ts'
import { makeProduct, type RawVariant } from '../product.ts'

type Fields = Record<string, unknown>

/** Whether an item of a page is sold at all: pages of blogs and galleries have items as well. */
export const isProduct = (item: Fields): boolean => variantsOf(item).length > 0

/** A product of a shop page. */
export function productOf(item: Fields, collection: string, origin: string): Product | null {
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
