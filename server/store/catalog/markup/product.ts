import { currencyCode, type PriceReading, parsePrice } from '../../../lib/money.ts'
import type { StructuredItem, StructuredValue } from '../../../lib/structured/item.ts'
import { pathOf } from '../../../lib/url.ts'
import type { RawProduct, RawVariant } from '../product.ts'
import type { PageMarkup } from './page.ts'

/**
 * The one product that a page is about: JSON-LD first, then microdata, then Open Graph. Null for a page about none or,
 * like a list of products, about several.
 */
export function productOfPage(page: PageMarkup, url: string): RawProduct | null {
  const values = valuesOf(page.items)
  const product = mainProduct(page, values, url)
  const made = product ? structuredProduct(product, page, values) : null
  const graph = openGraph(page)
  if (!made) return graph && { ...graph, url: page.canonical || url }
  const priced = made.variants.some(({ price }) => price !== null)
  return {
    ...made,
    url: page.canonical || url,
    // Themes that describe a product leave its price to Open Graph now and then.
    ...(!priced && graph && made.variants.length === 1
      ? { variants: [{ ...made.variants[0]!, price: graph.variants[0]!.price }], currency: graph.currency }
      : {}),
  }
}

/** `Product` within the page's own description, not those that it only mentions. */
function mainProduct(page: PageMarkup, values: Values, url: string): StructuredItem | null {
  const found = page.items.flatMap(item => [
    item,
    ...['mainEntity', 'mainEntityOfPage', 'about', 'hasPart'].flatMap(name => values.items(item, name)),
  ])
  const groups = found.filter(item => isA(item, 'ProductGroup'))
  const products = groups.length
    ? groups
    : found.filter(item => isA(item, 'Product', 'IndividualProduct', 'ProductModel', 'SomeProducts'))
  const distinct = [...new Set(products)]
  for (const syntax of ['json-ld', 'microdata'] as const) {
    const own = distinct.filter(item => item.syntax === syntax)
    if (own.length <= 1 && own[0]) return own[0]
    const here = own.filter(item => isHere(item, values, page.canonical || url))
    const named = own.filter(item => page.heading !== '' && values.text(item, 'name').trim() === page.heading)
    if (own.length > 1) return here[0] ?? named[0] ?? null
  }
  return null
}

/** Whether an item names the address of a page as its own. */
export function isHere(item: StructuredItem, values: Values, url: string): boolean {
  const origins = [new URL(url).origin]
  const place = pathOf(url, origins)
  return [values.text(item, 'url'), item.id].some(
    address =>
      address !== '' && URL.canParse(address, url) && pathOf(new URL(address, url).href, origins) === place,
  )
}

function structuredProduct(
  product: StructuredItem,
  page: PageMarkup,
  values: Values,
): Omit<RawProduct, 'url'> {
  const children = isA(product, 'ProductGroup') ? values.items(product, 'hasVariant') : []
  const all = (children.length ? children : [product]).map(item => ({
    item,
    ...offersOf(item, values, page),
  }))
  const names = children.length ? optionNames(product, children, values) : []
  const variants = all.flatMap(({ item, variants: own }) =>
    children.length ? own.slice(0, 1).map(variant => withOptions(variant, item, names, values)) : own,
  )
  const pictures = [product, ...children].flatMap(item => [
    ...values.texts(item, 'image'),
    ...values.items(item, 'image').map(image => values.text(image, 'contentUrl', 'url')),
  ])
  const brand = values.items(product, 'brand')[0]
  return {
    title: values.text(product, 'name') || page.heading || page.metas.get('og:title'),
    description: values.text(product, 'description'),
    vendor: values.text(product, 'brand') || (brand && values.text(brand, 'name')),
    type: values.text(product, 'category'),
    images: pictures.filter(Boolean).map(url => ({ url })),
    options: names.map(name => ({
      name,
      values: [...new Set(variants.map(({ options }) => options?.[names.indexOf(name)]))].filter(Boolean),
    })),
    variants,
    currency: all.map(({ currency }) => currency).find(code => code !== null) ?? null,
    truncated: all.some(({ cheapestOnly }) => cheapestOnly),
  }
}

const USUAL_OPTIONS = ['color', 'size', 'material', 'pattern', 'suggestedAge', 'suggestedGender']

/** What the variants of a group differ in: as it says, or in the properties that have two values. */
function optionNames(group: StructuredItem, children: StructuredItem[], values: Values): string[] {
  const said = values.texts(group, 'variesBy').map(name => name.replace(/^.*[/#]/, ''))
  if (said.length) return [...new Set(said)].slice(0, 10)
  return USUAL_OPTIONS.filter(name => new Set(children.map(child => values.text(child, name))).size > 1)
}

function withOptions(
  variant: RawVariant,
  item: StructuredItem,
  names: readonly string[],
  values: Values,
): RawVariant {
  const options = names.map(name => values.text(item, name))
  return { ...variant, options, ...(options.some(Boolean) && { title: options.filter(Boolean).join(' / ') }) }
}

function openGraph(page: PageMarkup): Omit<RawProduct, 'url'> | null {
  const { metas, heading, language } = page
  if (!/^(og:)?product(\.item|\.group)?$/i.test(metas.get('og:type') ?? '')) return null
  const meta = (...names: string[]) => names.map(name => metas.get(name)).find(Boolean) ?? ''
  const currency = currencyCode(meta('product:price:currency', 'og:price:currency'))
  const reading = { currency, language }
  const sale = priceOf(meta('product:sale_price:amount', 'og:sale_price:amount'), reading, page)
  const regular = priceOf(
    meta('product:price:amount', 'og:price:amount', 'product:original_price:amount'),
    reading,
    page,
  )
  return {
    title: heading || meta('og:title'),
    description: meta('og:description', 'description'),
    vendor: meta('product:brand', 'og:brand'),
    images: [{ url: meta('og:image', 'og:image:url') }],
    variants: [
      {
        sku: meta('product:retailer_item_id', 'product:sku'),
        gtin: meta('product:ean', 'product:upc', 'product:gtin'),
        price: sale ?? regular,
        compareAt: sale === null ? null : regular,
        ...availabilityNamed(meta('product:availability', 'og:availability')),
      },
    ],
    currency,
  }
}

interface Offers {
  variants: RawVariant[]
  currency: string | null
  /** Only the cheapest of several prices is told. */
  cheapestOnly: boolean
}

/** What a Product, or one variant of a ProductGroup, is offered for. */
function offersOf(product: StructuredItem, values: Values, page: PageMarkup): Offers {
  const offers = values.items(product, 'offers')
  const ranges = offers.filter(offer => isA(offer, 'AggregateOffer'))
  const single = [
    ...offers.filter(offer => !isA(offer, 'AggregateOffer')),
    ...ranges.flatMap(range => values.items(range, 'offers')),
  ]
  const currency = [...single, ...ranges].map(offer => currencyOf(offer, values)).find(code => code !== null)
  const reading = { currency: currency ?? null, language: page.language }
  const read = (text: string) => priceOf(text, reading, page)
  if (single.length)
    return {
      variants: single.map(offer => ({
        ...productFields(product, values),
        ...offerFields(offer, values, read),
      })),
      currency: currency ?? null,
      cheapestOnly: false,
    }
  const [range] = ranges
  const low = range ? read(values.text(range, 'lowPrice', 'price')) : null
  const high = range ? read(values.text(range, 'highPrice')) : null
  return {
    variants: [
      {
        ...productFields(product, values),
        price: low,
        ...availabilityNamed(range ? values.text(range, 'availability') : ''),
      },
    ],
    currency: currency ?? null,
    cheapestOnly: range !== undefined && high !== low,
  }
}

/** A machine's point is the decimal one, unless the page shows visitors that very amount with it for thousands. */
const priceOf = (text: string, reading: PriceReading, { thousands }: Pick<PageMarkup, 'thousands'>) =>
  parsePrice(text, { ...reading, machine: !thousands.has(text.trim()) })

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
  read: (text: string) => number | null,
): Partial<RawVariant> & Pick<RawVariant, 'price'> {
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
    price: read(own || (plain ? values.text(plain, 'price') : '')),
    compareAt: list ? read(values.text(list, 'price')) : null,
    ...availabilityNamed(values.text(offer, 'availability')),
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

/** By an address of schema.org or its last word alone; not known by anything else. */
function availabilityNamed(text: string): { available: boolean | null; ahead?: true } {
  const word = text
    .replace(/^.*[/#]/, '')
    .replace(/[\s_-]/g, '')
    .toLowerCase()
  if (/^(preorder|presale|backorder)$/.test(word)) return { available: true, ahead: true }
  if (/^(instock|limitedavailability|onlineonly|instoreonly|availablefororder|madetoorder)$/.test(word))
    return { available: true }
  return { available: /^(outofstock|oos|soldout|discontinued|reserved)$/.test(word) ? false : null }
}

type Values = ReturnType<typeof valuesOf>

/** Looks up what items say, and the items that they only refer to. */
export function valuesOf(known: readonly StructuredItem[]) {
  const byId = new Map<string, StructuredItem>()
  for (const item of known) if (item.id && !byId.has(item.id)) byId.set(item.id, item)
  const all = (item: StructuredItem, name: string): StructuredValue[] =>
    item.properties.find(([own]) => own === name)?.[1] ?? []
  const texts = (item: StructuredItem, name: string): string[] =>
    all(item, name).filter(value => typeof value === 'string')
  return {
    texts,
    /** The first text, or ''. */
    text(item: StructuredItem, ...names: string[]): string {
      for (const name of names) {
        const [first] = texts(item, name)
        if (first) return first
      }
      return ''
    },
    items: (item: StructuredItem, name: string): StructuredItem[] =>
      all(item, name).flatMap(value => {
        if (typeof value === 'string') return []
        const found = 'ref' in value ? byId.get(value.ref) : value
        return found ? [found] : []
      }),
  }
}

export const isA = (item: StructuredItem, ...types: string[]): boolean =>
  item.types.some(type => types.includes(type))
