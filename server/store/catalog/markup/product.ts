import { currencyCode, parsePrice } from '../../../lib/money.ts'
import type { StructuredItem } from '../../../lib/structured/item.ts'
import { pathOf } from '../../../lib/url.ts'
import type { RawProduct, RawVariant } from '../product.ts'
import { availabilityNamed, offersOf } from './offers.ts'
import type { PageMarkup } from './page.ts'
import { isA, type Values, valuesOf } from './values.ts'

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

function isHere(item: StructuredItem, values: Values, url: string): boolean {
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
    ...offersOf(item, values, page.language),
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

function openGraph({ metas, heading, language }: PageMarkup): Omit<RawProduct, 'url'> | null {
  if (!/^(og:)?product(\.item|\.group)?$/i.test(metas.get('og:type') ?? '')) return null
  const meta = (...names: string[]) => names.map(name => metas.get(name)).find(Boolean) ?? ''
  const currency = currencyCode(meta('product:price:currency', 'og:price:currency'))
  const reading = { currency, language, machine: true }
  const sale = parsePrice(meta('product:sale_price:amount', 'og:sale_price:amount'), reading)
  const regular = parsePrice(
    meta('product:price:amount', 'og:price:amount', 'product:original_price:amount'),
    reading,
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
        available: availabilityNamed(meta('product:availability', 'og:availability')),
      },
    ],
    currency,
  }
}
