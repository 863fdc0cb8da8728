import { decodeHTML } from 'entities'
import { Parser } from 'htmlparser2'
import { currencyCode } from '../../lib/money.ts'
import { assetName } from '../../lib/url.ts'
import type { Picture, Product, ProductOption, Variant } from '../types.ts'

/** A product as the reader of its platform found it. */
export interface RawProduct {
  /** Absolute or relative to `base`. */
  url: string
  /** Given where the last step of the URL is not the handle. */
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
  ahead?: boolean
  /** Address of the picture that shows it. */
  picture?: unknown
}

const MAX = {
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
  const variants = withoutName(raw.variants.slice(0, MAX.variants).map(makeVariant), title)
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
  const picture = pictureName(raw.picture)
  return {
    title: plainTitle(raw.title, 200),
    options: (raw.options ?? []).slice(0, MAX.options).map(value => plainTitle(asText(value), 200)),
    sku: sku || null,
    gtin: gtin14(raw.gtin),
    price,
    // Shops write null, "", 0.00 or the price itself where nothing is reduced.
    compareAt: compareAt !== null && price !== null && compareAt > price ? compareAt : null,
    available: raw.available ?? null,
    ...(raw.ahead && { ahead: true as const }),
    ...(picture && { picture: picture.key }),
  }
}

/** `Shirt - Red - M` of the product `Shirt` is `Red - M`, where all of its variants are called so. */
function withoutName(variants: Variant[], product: string): Variant[] {
  const rests = variants.map(({ title }) =>
    title.toLowerCase().startsWith(product.toLowerCase())
      ? (/^(?: [-–—|/] |: |, )(?<rest>.+)$/.exec(title.slice(product.length))?.groups?.rest ?? '')
      : '',
  )
  const isNamed = rests.every(rest => rest !== '') && new Set(rests).size === rests.length
  return isNamed ? variants.map((variant, at) => ({ ...variant, title: rests[at]! })) : variants
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

/** Characters of a description that are kept, and of the markup that is read for it. */
const MAX_DESCRIPTION = 8000
const MAX_MARKUP = 200_000

/** The text of a description's markup: decoded, blocks apart, without scripts and styles. Bounded. */
export function plainText(markup: unknown): string {
  if (typeof markup !== 'string' || markup === '') return ''
  if (!/[<&]/.test(markup)) return bounded(markup.slice(0, MAX_MARKUP))
  const parts: string[] = []
  let [length, unseen] = [0, 0]
  const say = (text: string) => {
    if (unseen || length > 2 * MAX_DESCRIPTION) return
    parts.push(text)
    length += text.length
  }
  const parser = new Parser({
    ontext: say,
    onopentagname(name) {
      if (UNSEEN_TAGS.test(name)) unseen++
      if (!INLINE_TAGS.test(name)) say(' ')
    },
    onclosetag(name) {
      if (UNSEEN_TAGS.test(name)) unseen--
      if (!INLINE_TAGS.test(name)) say(' ')
    },
  })
  // In pieces, so that parsing ends as soon as enough text is known.
  for (let at = 0; at < Math.min(markup.length, MAX_MARKUP) && length <= 2 * MAX_DESCRIPTION; at += 10_000)
    parser.write(markup.slice(at, Math.min(at + 10_000, MAX_MARKUP)))
  parser.end()
  return bounded(parts.join(''))
}

/** One line: decoded, without tags. */
export function plainTitle(value: unknown, most = 300): string {
  if (typeof value !== 'string') return ''
  const decoded = decodeHTML(value.slice(0, 4 * most))
  return decoded
    .replace(/<\/?[a-z][^<>]*>/gi, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, most)
}

const bounded = (text: string) => text.replace(/\s+/g, ' ').trim().slice(0, MAX_DESCRIPTION)

const UNSEEN_TAGS = /^(script|style|noscript|template|iframe|svg|object)$/
const INLINE_TAGS =
  /^(a|abbr|b|bdi|bdo|cite|code|del|dfn|em|font|i|ins|kbd|label|mark|q|s|samp|small|span|strong|sub|sup|time|u|var|wbr)$/

/**
 * A GTIN in its 14 digits, or null where the check digit is wrong: shops keep all kinds of numbers in that field.
 * 11 digits are a UPC whose leading zero a spreadsheet has removed.
 * @see https://www.gs1.org/services/how-calculate-check-digit-manually
 */
export function gtin14(value: unknown): string | null {
  const text = typeof value === 'number' ? String(value) : typeof value === 'string' ? value : ''
  const digits = text.slice(0, 40).replace(/[\s-]/g, '')
  if (!/^(\d{8}|\d{11,14})$/.test(digits)) return null
  const padded = digits.padStart(14, '0')
  // All zeros are a placeholder whose check digit happens to be right.
  if (/^0+$/.test(padded)) return null
  const sum = [...padded].reduce((total, digit, at) => total + Number(digit) * (at % 2 === 0 ? 3 : 1), 0)
  return sum % 10 === 0 ? padded : null
}

interface PictureName {
  /**
   * Of its file, as far as it survives a move: without folder, size, version, fingerprint and ending.
   * `/files/Shirt_600x@2x.jpg?v=17`, `/uploads/shirt-300x300.webp` and `/shirt-scaled.jpg` are one.
   */
  key: string
  /** The suffix that Shopify adds to a file name already in use, or ''. Two suffixes are two pictures. */
  copy: string
}

/** Null for no address. */
export function pictureName(url: unknown): PictureName | null {
  if (typeof url !== 'string' || url.trim() === '' || url.startsWith('data:')) return null
  const given = url.slice(0, 2048).trim()
  const address = given.replace(UUID, '')
  if (!URL.canParse(address, 'http://localhost')) return null
  const name = assetName(new URL(address, 'http://localhost').href)
  const stem = name.replace(/\.[a-z0-9]{2,5}$/, '')
  const key = stem.replace(SHOPIFY_SIZE, '').replace(WORDPRESS_SIZE, '').slice(0, 200)
  return key ? { key, copy: UUID.exec(given)?.[0].toLowerCase() ?? '' } : null
}

const SHOPIFY_SIZE =
  /_(?:pico|icon|thumb|small|compact|medium|large|grande|original|master|\d{1,5}x\d{0,5}|x\d{1,5})(?:_crop_[a-z]+)?(?:@[23]x)?(?:\.progressive)?$/
const UUID = /_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}(?=[._])/i
const WORDPRESS_SIZE = /-(?:\d{1,5}x\d{1,5}|scaled|e\d{10,13})$/
