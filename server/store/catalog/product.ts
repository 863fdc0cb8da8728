import { currencyCode } from '../../lib/money.ts'
import type { Picture, Product, ProductOption, Variant } from './catalog.ts'
import { gtin14 } from './gtin.ts'
import { pictureName } from './picture-name.ts'
import { plainText, plainTitle } from './text.ts'

/** A product as a reader found it, in its source's own spelling. */
export interface RawProduct {
  /** Absolute or relative to `base`. */
  url: string
  /** Where its last step is none. */
  handle?: string
  title: unknown
  /** Markup or text. */
  description: unknown
  vendor?: unknown
  type?: unknown
  collections?: string[]
  images?: { url: unknown; alt?: unknown }[]
  options?: { name: unknown; values: unknown[] }[]
  variants: RawVariant[]
  currency?: string | null
  truncated?: boolean
}

export interface RawVariant {
  title?: unknown
  options?: unknown[]
  sku?: unknown
  gtin?: unknown
  /** Minor units. */
  price: number | null
  compareAt?: number | null
  available?: boolean | null
}

export const MAX = {
  /** Shopify's own. */
  variants: 2048,
  images: 250,
  options: 20,
  values: 2048,
  collections: 100,
} as const

/** The one shape of all shops: decoded, bounded, empty values null. Null for what has neither title nor address. */
export function makeProduct(raw: RawProduct, base: string): Product | null {
  if (!URL.canParse(raw.url, base)) return null
  const url = new URL(raw.url, base)
  const title = plainTitle(raw.title)
  if (title === '' || !/^https?:$/.test(url.protocol) || url.href.length > 2048) return null
  url.hash = ''
  const description = plainText(raw.description)
  const variants = raw.variants.slice(0, MAX.variants).map(makeVariant)
  const currency = currencyCode(raw.currency)
  const truncated = raw.truncated || raw.variants.length > MAX.variants
  return {
    url: url.href,
    path: url.pathname + url.search,
    handle: raw.handle?.slice(0, 255) ?? handleOf(url.pathname),
    title,
    descriptionText: description,
    ...named('vendor', raw.vendor),
    ...named('type', raw.type),
    collections: [...new Set(raw.collections ?? [])].slice(0, MAX.collections),
    images: picturesOf(raw.images ?? []),
    options: optionsOf(raw.options ?? []),
    variants: variants.length
      ? variants
      : [{ title: '', options: [], sku: null, gtin: null, price: null, compareAt: null, available: null }],
    ...(currency && { currency }),
    ...(truncated && { truncated }),
  }
}

/** Last step of a path, decoded, without an ending: `/shop/p/red-shirt.html` gives `red-shirt`. */
export function handleOf(path: string): string {
  const last = path.split(/[?#]/)[0]!.split('/').filter(Boolean).at(-1) ?? ''
  const plain = last.replace(/\.(html?|php|aspx?)$/i, '')
  try {
    return decodeURIComponent(plain).slice(0, 255)
  } catch {
    return plain.slice(0, 255)
  }
}

function makeVariant(raw: RawVariant): Variant {
  const sku = plainTitle(typeof raw.sku === 'number' ? String(raw.sku) : raw.sku, 100)
  const price = raw.price
  const compareAt = raw.compareAt ?? null
  return {
    title: plainTitle(raw.title, 200),
    options: (raw.options ?? []).slice(0, MAX.options).map(value => plainTitle(asText(value), 200)),
    sku: sku || null,
    gtin: gtin14(raw.gtin),
    price,
    // Shops write null, "", 0.00 or the price itself where nothing is reduced.
    compareAt: compareAt !== null && price !== null && compareAt > price ? compareAt : null,
    available: raw.available ?? null,
  }
}

function picturesOf(images: NonNullable<RawProduct['images']>): Picture[] {
  const found = new Map<string, Picture>()
  for (const { url, alt } of images) {
    const name = pictureName(url)
    if (name === null) continue
    const { key, copy } = name
    if (found.has(key + copy)) continue
    if (found.size >= MAX.images) break
    const text = plainTitle(alt, 300)
    found.set(key + copy, text ? { key, alt: text } : { key })
  }
  return [...found.values()]
}

function optionsOf(options: NonNullable<RawProduct['options']>): ProductOption[] {
  return options
    .slice(0, MAX.options)
    .map(({ name, values }) => ({
      name: plainTitle(asText(name), 100),
      values: values.slice(0, MAX.values).map(value => plainTitle(asText(value), 200)),
    }))
    .filter(({ name }) => name !== '')
}

const asText = (value: unknown) => (typeof value === 'number' ? String(value) : value)

function named<Name extends 'vendor' | 'type'>(name: Name, value: unknown): { [N in Name]?: string } {
  const text = plainTitle(value, 200)
  return (text ? { [name]: text } : {}) as { [N in Name]?: string }
}
