import { expect, test } from 'vitest'
import { catalogOf, readShop } from '../../mock-store/catalogs.ts'
import { closing } from '../../mock-store/closing.ts'
import { makeGoods } from '../../mock-store/goods.ts'
import { serveShop } from '../../mock-store/serve.ts'
import { json } from '../../mock-store/shopify/reply.ts'
import { startWoo, type WooOptions } from '../../mock-store/woocommerce/index.ts'

const started = async (options: WooOptions) => {
  return closing(await startWoo(options))
}

const goods = makeGoods({ products: 130 })
const numbers = (of: { variants: { sku: string | null; price: number | null }[] }[]) =>
  of.map(({ variants }) => variants.map(({ sku, price }) => [sku, price]))

test('products with the prices and numbers of their variations, which stand in no product’s record', async () => {
  const shop = await started({ goods })
  const catalog = await catalogOf(`${shop.origin}/`)
  expect(catalog).toMatchObject({ platform: 'woocommerce', currency: 'USD', complete: true })
  expect(numbers(catalog.products)).toEqual(numbers(goods.products))
  const [index] = goods.products.flatMap(({ options }, at) => (options.length === 2 ? [at] : []))
  expect(catalog.products[index!]!.options).toEqual(goods.products[index!]!.options)
  expect(catalog.products[index!]!.variants.map(({ options }) => options)).toEqual(
    goods.products[index!]!.variants.map(({ options }) => options),
  )
})

test('categories are collections, at their own addresses', async () => {
  const shop = await started({ goods })
  const { collections } = await catalogOf(`${shop.origin}/`)
  const sizes = new Map(collections.map(({ handle, path, count }) => [handle, { path, count }]))
  for (const { slug, members } of goods.groups)
    expect(sizes.get(slug)).toEqual({ path: `/product-category/${slug}/`, count: members.length })
})

test('variations are asked for by many parents at once', async () => {
  const shop = await started({ goods })
  await catalogOf(`${shop.origin}/`)
  expect(shop.requests.length).toBeLessThan(15)
})

test.each([0, 1, 2, 3])(
  'prices with %d decimals are minor units of the currency all the same',
  async decimals => {
    const whole = structuredClone(goods)
    for (const { variants } of whole.products)
      for (const variant of variants) Object.assign(variant, { price: 4200, compareAt: null })
    const shop = await started({ goods: whole, decimals })
    const { products } = await catalogOf(`${shop.origin}/`)
    expect(new Set(products.flatMap(({ variants }) => variants.map(({ price }) => price)))).toEqual(
      new Set([4200]),
    )
  },
)

test('a shop whose addresses are plain', async () => {
  const shop = await started({ goods, plainAddresses: true })
  expect(await catalogOf(`${shop.origin}/`)).toMatchObject({
    platform: 'woocommerce',
    complete: true,
    products: { length: 130 },
  })
})

test.each([401, 403, 404, 'html'] as const)(
  'an API closed with %s: product pages are read',
  async closedApi => {
    const shop = await started({ goods, closedApi })
    const catalog = await catalogOf(`${shop.origin}/`)
    expect(catalog).toMatchObject({ platform: 'woocommerce', currency: 'USD', complete: true })
    const bySku = new Map(catalog.products.map(product => [product.variants[0]!.sku, product]))
    expect(numbers(goods.products.map(({ variants }) => bySku.get(variants[0]!.sku)!))).toEqual(
      numbers(goods.products),
    )
    // The sitemap of products was enough.
    expect(shop.requests.some(path => path.startsWith('/product-category/'))).toBe(false)
  },
)

const PAGE = { status: 200, headers: {}, body: 'wc_cart_fragments_params' }
const record = (id: number, more: object = {}) => ({
  id,
  name: `Thing ${id}`,
  permalink: `/product/thing-${id}/`,
  slug: `thing-${id}`,
  prices: { price: '1000', regular_price: '1000', currency_code: 'EUR', currency_minor_unit: 2 },
  ...more,
})

test('slugs beyond ASCII, which WordPress keeps encoded, are read', async () => {
  const encoded = (text: string) => encodeURIComponent(text).toLowerCase()
  const shop = await serveShop(url => {
    if (!url.pathname.startsWith('/wp-json/')) return PAGE
    const thing = record(1, {
      permalink: `/product/${encoded('赤い靴')}/`,
      slug: encoded('赤い靴'),
      categories: [{ slug: encoded('靴'), name: '靴', link: `/product-category/${encoded('靴')}/` }],
    })
    return json(url.searchParams.get('page') === '1' ? [thing, record(2, { slug: '100%-wool' })] : [])
  })
  closing(shop)
  const { products, collections } = await catalogOf(`${shop.origin}/`)
  expect(products.map(({ handle }) => handle)).toEqual(['赤い靴', '100%-wool'])
  expect(collections).toMatchObject([{ handle: '靴', count: 1 }])
})

test('what the shop shows in no list is marked, where the API tells it', async () => {
  const shopOf = async (knows: boolean) => {
    const shop = await serveShop(url => {
      if (!url.pathname.startsWith('/wp-json/')) return PAGE
      if (url.searchParams.get('page') !== '1') return json([])
      const isAsked = url.searchParams.get('catalog_visibility') === 'hidden'
      return json(isAsked && knows ? [record(2)] : [record(1), record(2), record(3)])
    })
    closing(shop)
    const { products, complete } = await catalogOf(`${shop.origin}/`)
    expect(complete).toBe(true)
    return products.filter(({ hidden }) => hidden).map(({ title }) => title)
  }
  expect(await shopOf(true)).toEqual(['Thing 2'])
  expect(await shopOf(false)).toEqual([])
})

test('what nobody has put into a category is in none', async () => {
  const category = (slug: string) => ({ slug, name: slug, link: `/product-category/${slug}/` })
  const shop = await serveShop(url => {
    if (!url.pathname.startsWith('/wp-json/')) return PAGE
    const categories = ['uncategorized', 'lamps'].map(category)
    return json(url.searchParams.get('page') === '1' ? [record(1, { categories }), record(2)] : [])
  })
  closing(shop)
  const { products, collections } = await catalogOf(`${shop.origin}/`)
  expect(collections.map(({ handle }) => handle)).toEqual(['lamps'])
  expect(products[0]).toMatchObject({ type: 'lamps', collections: ['lamps'] })
})

test('an API that counts more products than it gives is not complete', async () => {
  const shop = await serveShop(url => {
    if (!url.pathname.startsWith('/wp-json/')) return PAGE
    const reply = json(url.searchParams.get('page') === '1' ? [record(1), record(2)] : [])
    return { ...reply, headers: { ...reply.headers, 'x-wp-total': '250' } }
  })
  closing(shop)
  const catalog = await catalogOf(`${shop.origin}/`)
  expect(catalog).toMatchObject({ complete: false, products: { length: 2 } })
  expect(catalog.why).toContain('250')
})

test('a page that repeats itself ends the reading', async () => {
  const shop = await serveShop(url => (url.pathname.startsWith('/wp-json/') ? json([record(1)]) : PAGE))
  closing(shop)
  expect(await catalogOf(`${shop.origin}/`)).toMatchObject({ complete: false, products: { length: 1 } })
  expect(shop.requests.length).toBeLessThan(10)
})

test('variations that are refused leave variants without prices, and are said', async () => {
  const parent = record(1, {
    attributes: [
      { name: 'Size', has_variations: true, terms: [{ name: 'Small', slug: 's' }] },
      { name: 'Care', has_variations: false, terms: [{ name: 'Wash', slug: 'wash' }] },
    ],
    variations: [
      { id: 11, attributes: [{ name: 'Size', value: 's' }] },
      { id: 12, attributes: [{ name: 'Size', value: null }] },
    ],
  })
  const shop = await serveShop(url => {
    if (!url.pathname.startsWith('/wp-json/')) return PAGE
    if (url.searchParams.get('type') === 'variation') return json({ code: 'forbidden' }, 403)
    return json(url.searchParams.get('page') === '1' ? [parent] : [])
  })
  closing(shop)
  const read = await readShop(`${shop.origin}/`)
  expect(read).toMatchObject({ ok: true, catalog: { complete: true, sees: { variants: false } } })
  expect(read.ok && read.gaps.join()).toContain('variations')
  expect(read.ok && read.catalog.products[0]!.variants.map(({ options, price }) => [options, price])).toEqual(
    [
      [['Small'], null],
      // Any size.
      [[''], null],
    ],
  )
})

test('short descriptions count, beside the long ones or alone', async () => {
  const things = [
    record(1, { short_description: '<p>Made of linen.</p>', description: '<p>Cut in small batches.</p>' }),
    record(2, { short_description: '<p>Made of linen.</p>', description: '' }),
    record(3, { short_description: 'Made of linen.', description: '<p>Made of <b>linen</b>. And wool.</p>' }),
  ]
  const shop = await serveShop(url =>
    url.pathname.startsWith('/wp-json/') ? json(url.searchParams.get('page') === '1' ? things : []) : PAGE,
  )
  closing(shop)
  const { products } = await catalogOf(`${shop.origin}/`)
  expect(products.map(({ descriptionText }) => descriptionText)).toEqual([
    'Made of linen. Cut in small batches.',
    'Made of linen.',
    'Made of linen. And wool.',
  ])
})

test('records that share one slug are products each, told apart by what else they have', async () => {
  const same = { permalink: '/product/rose/', slug: 'rose' }
  const things = [
    record(1, { ...same, name: 'Red rose', sku: 'R-1' }),
    record(2, { ...same, name: 'White rose', sku: 'W-1' }),
    record(3),
  ]
  const shop = await serveShop(url =>
    url.pathname.startsWith('/wp-json/') ? json(url.searchParams.get('page') === '1' ? things : []) : PAGE,
  )
  closing(shop)
  const read = await readShop(`${shop.origin}/`)
  if (!read.ok) throw new Error(read.reason)
  expect(read.catalog.products.map(({ title }) => title)).toEqual(['Red rose', 'White rose', 'Thing 3'])
  expect(read.gaps.join()).toContain('2 products have the address /product/rose/')
})

test('401 in the middle of a feed: what was read is judged, and nothing beyond it', async () => {
  const shop = await serveShop(url => {
    if (!url.pathname.startsWith('/wp-json/')) return PAGE
    const page = Number(url.searchParams.get('page'))
    if (page > 1) return json({ code: 'rest_forbidden' }, 401)
    const reply = json(Array.from({ length: 100 }, (_, at) => record(at + 1)))
    return { ...reply, headers: { ...reply.headers, 'x-wp-total': '250' } }
  })
  closing(shop)
  const read = await readShop(`${shop.origin}/`)
  expect(read).toMatchObject({ ok: true, catalog: { complete: false, products: { length: 100 } } })
  expect(read.ok && read.gaps.join()).toMatch(/not all products are known: .*401/)
})
