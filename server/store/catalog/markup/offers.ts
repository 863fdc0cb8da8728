import { currencyCode, parsePrice } from '../../../lib/money.ts'
import type { StructuredItem } from '../../../lib/structured/item.ts'
import type { RawVariant } from '../product.ts'
import { isA, type Values } from './values.ts'

export interface Offers {
  variants: RawVariant[]
  currency: string | null
  /** Only the cheapest of several prices is told. */
  cheapestOnly: boolean
}

/** What a Product, or one variant of a ProductGroup, is offered for. */
export function offersOf(product: StructuredItem, values: Values, language: string): Offers {
  const offers = values.items(product, 'offers')
  const ranges = offers.filter(offer => isA(offer, 'AggregateOffer'))
  const single = [
    ...offers.filter(offer => !isA(offer, 'AggregateOffer')),
    ...ranges.flatMap(range => values.items(range, 'offers')),
  ]
  const currency = [...single, ...ranges].map(offer => currencyOf(offer, values)).find(code => code !== null)
  const reading = { currency: currency ?? null, language, machine: true }
  if (single.length)
    return {
      variants: single.map(offer => ({
        ...productFields(product, values),
        ...offerFields(offer, values, reading),
      })),
      currency: currency ?? null,
      cheapestOnly: false,
    }
  const [range] = ranges
  const low = range ? parsePrice(values.text(range, 'lowPrice', 'price'), reading) : null
  const high = range ? parsePrice(values.text(range, 'highPrice'), reading) : null
  return {
    variants: [
      {
        ...productFields(product, values),
        price: low,
        available: range ? availabilityOf(range, values) : null,
      },
    ],
    currency: currency ?? null,
    cheapestOnly: range !== undefined && high !== low,
  }
}

const GTINS = ['gtin', 'gtin13', 'gtin14', 'gtin12', 'gtin8', 'ean']

function productFields(product: StructuredItem, values: Values): RawVariant {
  return {
    title: values.text(product, 'name'),
    sku: values.text(product, 'sku', 'productID', 'mpn'),
    gtin: values.text(product, ...GTINS),
    price: null,
  }
}

function offerFields(
  offer: StructuredItem,
  values: Values,
  reading: { currency: string | null; language: string },
): Partial<RawVariant> & Pick<RawVariant, 'price'> {
  const machine = { ...reading, machine: true }
  const specifications = values.items(offer, 'priceSpecification')
  const isList = (item: StructuredItem) =>
    /(List|Strikethrough|Regular|MSRP|SRP)/i.test(values.text(item, 'priceType'))
  const own = values.text(offer, 'price')
  const plain = specifications.find(item => !isList(item))
  const list = specifications.find(isList)
  const sku = values.text(offer, 'sku', 'mpn')
  const gtin = values.text(offer, ...GTINS)
  const name = values.text(offer, 'name')
  return {
    price: parsePrice(own || (plain ? values.text(plain, 'price') : ''), machine),
    compareAt: list ? parsePrice(values.text(list, 'price'), machine) : null,
    available: availabilityOf(offer, values),
    ...(sku && { sku }),
    ...(gtin && { gtin }),
    ...(name && { title: name }),
  }
}

function currencyOf(offer: StructuredItem, values: Values): string | null {
  const [specification] = values.items(offer, 'priceSpecification')
  return (
    currencyCode(values.text(offer, 'priceCurrency')) ??
    (specification ? currencyCode(values.text(specification, 'priceCurrency')) : null)
  )
}

/** An address of schema.org or its last word alone; null for anything else. */
export function availabilityOf(offer: StructuredItem, values: Values): boolean | null {
  return availabilityNamed(values.text(offer, 'availability'))
}

export function availabilityNamed(text: string): boolean | null {
  const word = text
    .replace(/^.*[/#]/, '')
    .replace(/[\s_-]/g, '')
    .toLowerCase()
  if (
    /^(instock|limitedavailability|preorder|presale|backorder|onlineonly|instoreonly|availablefororder|madetoorder)$/.test(
      word,
    )
  )
    return true
  if (/^(outofstock|oos|soldout|discontinued|reserved)$/.test(word)) return false
  return null
}
