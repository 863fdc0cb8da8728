/** The public JSON of a store, key by key as stores serve it. */
import type { Good, Goods, Group } from '../goods.ts'
import { MYSHOPIFY, SHOP_ID, type StoreOptions } from './options.ts'
import { json, type Reply } from './reply.ts'

const PAGE = { standard: 30, most: 250, reach: 25_000 }
const DATE = '2025-07-08T14:11:56-04:00'

export const pictureUrl = (origin: string, file: string) => `${origin}/cdn/shop/files/${file}?v=1751998336`
export const major = (minor: number) => (minor / 100).toFixed(2)

/** The reply to a path of JSON, undefined for any other path. */
export function feed(
  { goods }: StoreOptions,
  origin: string,
  path: string,
  query: URLSearchParams,
): Reply | undefined {
  if (path === '/products.json')
    return paged(query, goods.products.length, (from, to) => ({
      products: goods.products.slice(from, to).map(good => listed(good, origin)),
    }))
  if (path === '/collections.json')
    return paged(query, goods.groups.length, (from, to) => ({
      collections: goods.groups.slice(from, to).map(collection),
    }))
  if (path === '/pages.json')
    return paged(query, goods.pages.length, (from, to) => ({
      pages: goods.pages.slice(from, to).map((page, at) => ({
        id: 99_000 + from + at,
        title: page.title,
        handle: page.slug,
        body_html: page.paragraphs.map(paragraph => `<p>${paragraph}</p>`).join(''),
        published_at: DATE,
      })),
    }))
  if (path === '/meta.json') return json(meta(goods, origin))
  if (path === '/cart.js' || path === '/cart.json')
    return json({
      token: 'c1-0a1b2c',
      note: null,
      items: [],
      item_count: 0,
      total_price: 0,
      currency: goods.currency,
    })
  const members = /^\/collections\/([^/]+)\/products\.json$/.exec(path)
  if (members) return membersOf(goods, members[1]!, origin, query)
  const one = /^\/products\/([^/]+)\.(json|js)$/.exec(path)
  const wanted = one && decodeURIComponent(one[1]!)
  const good = one && goods.products.find(({ slug }) => slug === wanted)
  if (one && !good) return json({ errors: 'Not Found' }, 404)
  return good
    ? json(one[2] === 'js' ? script(good, origin) : { product: single(good, origin, goods.currency) })
    : undefined
}

function paged(query: URLSearchParams, total: number, slice: (from: number, to: number) => object): Reply {
  const limit = Math.min(PAGE.most, Math.max(1, Number(query.get('limit') ?? PAGE.standard) || PAGE.standard))
  const page = Math.max(1, Number(query.get('page') ?? 1) || 1)
  if (page * limit > PAGE.reach) return json({ errors: `Page * Limit exceeds the ${PAGE.reach} limit.` }, 400)
  return json(slice(Math.min(total, (page - 1) * limit), Math.min(total, page * limit)))
}

function membersOf(goods: Goods, slug: string, origin: string, query: URLSearchParams): Reply {
  const group = goods.groups.find(known => known.slug === slug)
  if (!group && slug !== 'all') return json({ errors: 'Not Found' }, 404)
  const ids = group && new Set(group.members)
  const products = ids ? goods.products.filter(({ id }) => ids.has(id)) : goods.products
  return paged(query, products.length, (from, to) => ({
    products: products.slice(from, to).map(good => listed(good, origin)),
  }))
}

const collection = (group: Group) => ({
  id: group.id,
  title: group.title,
  handle: group.slug,
  description: group.text,
  published_at: DATE,
  updated_at: DATE,
  image: null,
  // Not what a reader would count: hidden products are in it as well.
  products_count: Math.round(group.members.length * 1.4),
})

function meta(goods: Goods, origin: string) {
  return {
    id: SHOP_ID,
    name: goods.name,
    city: 'Aarhus',
    province: '',
    country: 'DK',
    currency: goods.currency,
    domain: new URL(origin).host,
    url: origin,
    myshopify_domain: MYSHOPIFY,
    description: 'Clothes that last',
    ships_to_countries: ['*'],
    money_format: '{{amount}} USD',
    published_collections_count: goods.groups.length,
    published_products_count: goods.products.length,
    shopify_pay_enabled_card_brands: [],
    offers_shop_pay_installments: false,
  }
}

const optionsOf = (good: Good) =>
  good.options.length > 0
    ? good.options.map(({ name, values }, at) => ({ name, position: at + 1, values }))
    : [{ name: 'Title', position: 1, values: ['Default Title'] }]

const valuesOf = (values: string[]) => (values.length > 0 ? values : ['Default Title'])

function variantOf(good: Good, at: number, origin: string) {
  const variant = good.variants[at]!
  const [option1, option2 = null, option3 = null] = valuesOf(variant.options)
  return {
    id: variant.id,
    title: valuesOf(variant.options).join(' / '),
    option1,
    option2,
    option3,
    sku: variant.sku,
    requires_shipping: true,
    taxable: true,
    featured_image: variant.picture
      ? { id: 1, product_id: good.id, src: pictureUrl(origin, variant.picture), variant_ids: [variant.id] }
      : null,
    available: variant.available,
    price: major(variant.price),
    grams: 400,
    compare_at_price: variant.compareAt === null ? null : major(variant.compareAt),
    position: at + 1,
    product_id: good.id,
    created_at: DATE,
    updated_at: DATE,
  }
}

const imagesOf = (good: Good, origin: string) =>
  good.pictures.map(({ id, file }, at) => ({
    id,
    created_at: DATE,
    position: at + 1,
    updated_at: DATE,
    product_id: good.id,
    variant_ids: [],
    src: pictureUrl(origin, file),
    width: 240,
    height: 240,
  }))

const listed = (good: Good, origin: string) => ({
  id: good.id,
  title: good.title,
  handle: good.slug,
  body_html: good.description,
  published_at: DATE,
  created_at: DATE,
  updated_at: DATE,
  vendor: good.vendor,
  product_type: good.type,
  tags: good.tags,
  variants: good.variants.map((_, at) => variantOf(good, at, origin)),
  images: imagesOf(good, origin),
  options: optionsOf(good),
})

/** `/products/{handle}.json`: tags are one text, variants have a barcode and may lack `available`. */
function single(good: Good, origin: string, currency: string) {
  const images = imagesOf(good, origin).map((image, at) => ({
    ...image,
    alt: good.pictures[at]!.alt || null,
  }))
  return {
    ...listed(good, origin),
    tags: good.tags.join(', '),
    template_suffix: '',
    published_scope: 'global',
    variants: good.variants.map(({ barcode }, at) => {
      const { available: _, ...variant } = variantOf(good, at, origin)
      return {
        ...variant,
        barcode,
        inventory_policy: 'deny',
        weight: 0.4,
        weight_unit: 'kg',
        price_currency: currency,
      }
    }),
    images,
    image: images[0] ?? null,
  }
}

/** `/products/{handle}.js`: prices in minor units. */
function script(good: Good, origin: string) {
  const prices = good.variants.map(({ price }) => price)
  const before = good.variants.map(({ compareAt }) => compareAt ?? 0)
  return {
    id: good.id,
    title: good.title,
    handle: good.slug,
    description: good.description,
    published_at: DATE,
    created_at: DATE,
    vendor: good.vendor,
    type: good.type,
    tags: good.tags,
    price: prices[0],
    price_min: Math.min(...prices),
    price_max: Math.max(...prices),
    available: good.variants.some(({ available }) => available),
    compare_at_price: before[0] || null,
    compare_at_price_min: Math.min(...before),
    compare_at_price_max: Math.max(...before),
    variants: good.variants.map((variant, at) => ({
      ...variantOf(good, at, origin),
      public_title: variant.options.length > 0 ? variant.options.join(' / ') : null,
      options: valuesOf(variant.options),
      price: variant.price,
      compare_at_price: variant.compareAt,
      barcode: variant.barcode,
    })),
    images: good.pictures.map(({ file }) => pictureUrl(origin, file).replace(/^https?:/, '')),
    featured_image: good.pictures[0]
      ? pictureUrl(origin, good.pictures[0].file).replace(/^https?:/, '')
      : null,
    options: optionsOf(good),
    url: `/products/${good.slug}`,
    media: good.pictures.map(({ id, alt }, at) => ({
      id,
      alt: alt || null,
      position: at + 1,
      media_type: 'image',
    })),
  }
}
