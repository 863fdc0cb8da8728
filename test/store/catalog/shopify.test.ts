/** Shopify's feeds, as stores serve them and as they refuse them. */

import { expect, test } from 'vitest'
import { catalogOf, readShop } from '../../mock-store/catalogs.ts'
import { closing } from '../../mock-store/closing.ts'
import { makeGoods } from '../../mock-store/goods.ts'
import { type ServedShop, serveShop } from '../../mock-store/serve.ts'
import { startStore } from '../../mock-store/shopify/index.ts'
import { json, type Reply, text, urlset } from '../../mock-store/shopify/reply.ts'

const started = async (...given: Parameters<typeof startStore>) => {
  return closing(await startStore(...given))
}

const goods = makeGoods({ products: 40 })

test('every product with its variants, collections and the currency of the shop', async () => {
  const store = await started({ goods })
  const catalog = await catalogOf(`${store.origin}/`, { isNew: true })
  expect(catalog).toMatchObject({ platform: 'shopify', currency: 'USD', complete: true })
  expect(catalog.products.map(({ handle }) => handle)).toEqual(goods.products.map(({ slug }) => slug))
  for (const [index, good] of goods.products.entries()) {
    const product = catalog.products[index]!
    expect(
      product.variants.map(({ sku, price, compareAt, available }) => [sku, price, compareAt, available]),
    ).toEqual(good.variants.map(({ sku, price, compareAt, available }) => [sku, price, compareAt, available]))
    expect(product.images).toHaveLength(good.pictures.length)
    expect(product.options).toEqual(good.options)
  }
  for (const { slug, members } of goods.groups)
    expect(catalog.products.filter(({ collections }) => collections.includes(slug))).toHaveLength(
      members.length,
    )
})

test('prices are asked for in the country of the shop', async () => {
  const store = await started({ goods })
  await catalogOf(`${store.origin}/`, { isNew: true })
  const feeds = store.requests.filter(({ path }) => path.includes('products.json?limit=250'))
  expect(feeds.length).toBeGreaterThan(0)
  expect(feeds.every(({ path }) => path.endsWith('&country=DK'))).toBe(true)
})

test.each([401, 403, 404, 'html'] as const)(
  'a feed closed with %s: each product is asked for',
  async closedFeed => {
    const store = await started({ goods, closedFeed })
    const catalog = await catalogOf(`${store.origin}/`, { isNew: true })
    expect(catalog).toMatchObject({ currency: 'USD', complete: true })
    expect(catalog.products).toHaveLength(40)
    // Only there a store tells its barcodes.
    expect(catalog.products[0]!.variants[0]!.gtin).toBe(`0${goods.products[0]!.variants[0]!.barcode}`)
    const priced = catalog.products.map(({ handle, variants }) => [
      handle,
      variants.map(({ price }) => price),
    ])
    expect(Object.fromEntries(priced)).toEqual(
      Object.fromEntries(
        goods.products.map(({ slug, variants }) => [slug, variants.map(({ price }) => price)]),
      ),
    )
  },
)

test('a headless store answers at its permanent name', async () => {
  const store = await started({ goods, headless: true })
  const catalog = await catalogOf(`${store.origin}/`, {
    isNew: true,
    hosts: [store.alias.host],
    permanentOrigin: store.alias.origin,
  })
  expect(catalog).toMatchObject({ platform: 'shopify', currency: 'USD', complete: true })
  expect(catalog.products).toHaveLength(40)
  expect(catalog.products[0]!.url.startsWith(store.origin)).toBe(true)
})

test('a headless store whose permanent name is out of reach is read page by page', async () => {
  const store = await started({ goods, headless: true })
  const catalog = await catalogOf(`${store.origin}/`, { isNew: true, permanentOrigin: 'http://127.0.0.1:9' })
  expect(catalog.products).toHaveLength(40)
  expect(catalog.sees).toMatchObject({ variants: true, collections: false })
})

test('a store that throttles to the end is unknown, never empty', async () => {
  for (const status of [429, 430] as const) {
    const store = await started({
      goods,
      throttle: { status, every: 1, retryAfter: null, paths: /\.js|sitemap|products/ },
    })
    const read = await readShop(`${store.origin}/`, { isNew: true })
    expect(read).toMatchObject({ ok: false })
    expect(read).not.toHaveProperty('catalog')
  }
})

test('collections that a store keeps back are a gap, not empty ones', async () => {
  const many = makeGoods({ products: 600 })
  const store = await started({
    goods: many,
    throttle: { status: 429, every: 1, retryAfter: null, paths: /collections|sitemap/ },
  })
  const catalog = await catalogOf(`${store.origin}/`, { isNew: true })
  expect(catalog.products).toHaveLength(600)
  expect(catalog.sees.collections).toBe(false)
})

async function feedOf(reply: (url: URL) => Reply | undefined): Promise<ServedShop> {
  const shop = await serveShop(
    url =>
      reply(url) ?? {
        status: url.pathname === '/' ? 200 : 404,
        headers: { 'content-type': 'text/html', 'powered-by': 'Shopify' },
        body: '<h1>Shop</h1>',
      },
  )
  closing(shop)
  return shop
}

const record = (id: number, variants = 1) => ({
  id,
  title: `Product ${id}`,
  handle: `product-${id}`,
  body_html: '',
  variants: Array.from({ length: variants }, (_, at) => ({
    title: `V${at}`,
    option1: `V${at}`,
    price: '10.00',
    sku: `${id}-${at}`,
  })),
  options: [{ name: 'Kind', values: Array.from({ length: variants }, (_, at) => `V${at}`) }],
  images: [],
})
const pageOf = (url: URL, all: number) => {
  const [limit, page] = [Number(url.searchParams.get('limit')), Number(url.searchParams.get('page'))]
  const ids = Array.from({ length: all }, (_, id) => id)
  return limit * page > 25_000
    ? json({ errors: 'Page * Limit exceeds the 25000 limit.' }, 400)
    : json({ products: ids.slice((page - 1) * limit, page * limit).map(id => record(id)) })
}

test('beyond 25,000 products the collections go on', async () => {
  const collections = [
    { handle: 'first', title: 'First' },
    { handle: 'last', title: 'Last' },
  ]
  const shop = await feedOf(url => {
    if (url.pathname === '/products.json') return pageOf(url, 25_400)
    if (url.pathname === '/meta.json') return json({ currency: 'EUR', published_products_count: 25_400 })
    if (url.pathname === '/collections.json')
      return json({ collections: url.searchParams.get('page') === '1' ? collections : [] })
    const page = Number(url.searchParams.get('page'))
    if (url.pathname === '/collections/first/products.json')
      return json({ products: page === 1 ? [record(0)] : [] })
    if (url.pathname === '/collections/last/products.json')
      return json({
        products: Array.from({ length: 250 }, (_, at) => record(24_900 + (page - 1) * 250 + at)).filter(
          ({ id }) => id < 25_400,
        ),
      })
    return undefined
  })
  const catalog = await catalogOf(`${shop.origin}/`)
  expect(catalog.products).toHaveLength(25_400)
  expect(catalog).toMatchObject({ complete: true, currency: 'EUR' })
})

test('where nothing tells of those beyond, the catalog is not complete', async () => {
  const shop = await feedOf(url => (url.pathname === '/products.json' ? pageOf(url, 25_400) : undefined))
  const catalog = await catalogOf(`${shop.origin}/`)
  expect(catalog.products).toHaveLength(25_000)
  expect(catalog.complete).toBe(false)
  expect(catalog.why).toContain('25,000')
})

test('a short page is no end, an empty one is', async () => {
  const shop = await feedOf(url => {
    if (url.pathname !== '/products.json') return undefined
    const page = Number(url.searchParams.get('page'))
    return json({ products: page < 4 ? [record(page)] : [] })
  })
  expect(await catalogOf(`${shop.origin}/`)).toMatchObject({ complete: true, products: { length: 3 } })
})

test('products that the feed keeps back are found in the sitemap', async () => {
  const shop = await feedOf(url => {
    const { pathname } = url
    if (pathname === '/products.json')
      return json({ products: url.searchParams.get('page') === '1' ? [record(1)] : [] })
    if (pathname === '/meta.json') return json({ currency: 'USD', published_products_count: 2 })
    if (pathname === '/sitemap.xml') return urlset([1, 2, 3].map(id => `/products/product-${id}`))
    if (pathname === '/products/product-2.js')
      return json({ handle: 'product-2', title: 'Two', variants: [{ price: 1250 }], options: [], images: [] })
    // The third was taken down.
    return undefined
  })
  const catalog = await catalogOf(`${shop.origin}/`)
  expect(catalog.complete).toBe(true)
  expect(catalog.products.map(({ handle, variants }) => [handle, variants[0]!.price])).toEqual([
    ['product-1', 1000],
    ['product-2', 1250],
  ])
})

test('a server that knows no pages is not asked for ever', async () => {
  const shop = await feedOf(url =>
    url.pathname === '/products.json' ? json({ products: [record(1)] }) : undefined,
  )
  const catalog = await catalogOf(`${shop.origin}/`)
  expect(catalog).toMatchObject({ complete: false, products: { length: 1 } })
  expect(shop.requests.length).toBeLessThan(20)
})

test('pages that are too large are asked for in parts; 2,048 variants are all read', async () => {
  const big = Array.from({ length: 16 }, (_, id) => ({ ...record(id, 2048), body_html: 'x'.repeat(700_000) }))
  const shop = await feedOf(url => {
    if (url.pathname !== '/products.json') return undefined
    const [limit, page] = [Number(url.searchParams.get('limit')), Number(url.searchParams.get('page'))]
    return json({ products: big.slice((page - 1) * limit, page * limit) })
  })
  const catalog = await catalogOf(`${shop.origin}/`)
  expect(catalog).toMatchObject({ complete: true, products: { length: 16 } })
  expect(catalog.products.every(({ variants, truncated }) => variants.length === 2048 && !truncated)).toBe(
    true,
  )
  expect(shop.requests.some(path => path.includes('limit=10&'))).toBe(true)
})

test('a list that ends at a suspicious number of variants may be cut, unless its options give no more', async () => {
  const values = (many: number) => Array.from({ length: many }, (_, at) => `V${at}`)
  const withOptions = (id: number, variants: number, ...many: number[]) => ({
    ...record(id, variants),
    options: many.map((count, at) => ({ name: `Kind ${at}`, values: values(count) })),
  })
  const given = [
    ...[withOptions(1, 250, 300), withOptions(2, 249, 300), withOptions(3, 100, 10, 12)],
    ...[withOptions(4, 100, 10, 10), withOptions(5, 250, 250)],
  ]
  const shop = await feedOf(url =>
    url.pathname === '/products.json'
      ? json({ products: url.searchParams.get('page') === '1' ? given : [] })
      : undefined,
  )
  const { products } = await catalogOf(`${shop.origin}/`)
  expect(products.map(({ truncated }) => truncated ?? false)).toEqual([true, false, true, false, false])
})

test('what may be cut at 100 variants is asked for by itself: more are taken, as many are all', async () => {
  const values = Array.from({ length: 300 }, (_, at) => `V${at}`)
  const listed = (id: number, variants: number) => ({
    ...record(id, variants),
    options: [{ name: 'Kind', values }],
  })
  const alone: Record<string, number> = { 'product-1': 150, 'product-2': 100, 'product-3': 250 }
  const shop = await feedOf(url => {
    if (url.pathname === '/products.json')
      return json({
        products:
          url.searchParams.get('page') === '1'
            ? [1, 2, 3, 4].map(id => listed(id, id === 3 ? 250 : 100))
            : [],
      })
    const [, handle = ''] = /^\/products\/(.+)\.js$/.exec(url.pathname) ?? []
    return alone[handle] ? json(listed(Number(handle.at(-1)), alone[handle])) : undefined
  })
  const { products } = await catalogOf(`${shop.origin}/`)
  expect(products.map(({ variants, truncated }) => [variants.length, truncated ?? false])).toEqual([
    [150, false],
    [100, false],
    [250, true],
    [100, true],
  ])
  // One that is listed keeps what the list says of it.
  expect(products[0]!.variants[0]!.price).toBe(products[1]!.variants[0]!.price)
})

test('JSON that breaks off is asked for once more, then it is a gap', async () => {
  const whole = JSON.stringify({ products: [record(1), record(2)] })
  let count = 0
  const shop = await feedOf(url => {
    if (url.pathname !== '/products.json') return undefined
    if (url.searchParams.get('page') === '3') return text(whole.slice(0, 90))
    if (url.searchParams.get('page') !== '1')
      return json({ products: [record(Number(url.searchParams.get('page')) * 10)] })
    return count++ === 0 ? text(whole.slice(0, 90)) : json(JSON.parse(whole))
  })
  const catalog = await catalogOf(`${shop.origin}/`)
  expect(catalog.products).toHaveLength(3)
  expect(catalog.complete).toBe(false)
  expect(catalog.why).toContain('broken JSON')
})

test.each([
  ['/en-gb', 'GB', 'GBP'],
  ['/pt-br', 'US', 'USD'],
  ['/fr', 'US', 'USD'],
])('below %s prices are those of its market', async (prefix, country, currency) => {
  const shop = await feedOf(url => {
    if (url.pathname === prefix)
      return {
        status: 200,
        headers: {
          'content-type': 'text/html',
          'powered-by': 'Shopify',
          'set-cookie': `cart_currency=${currency}; path=/`,
        },
        body: '<h1>Shop</h1>',
      }
    if (url.pathname === '/meta.json') return json({ currency: 'USD', country: 'US' })
    if (url.pathname !== '/products.json') return undefined
    const price = url.searchParams.get('country') === 'GB' ? '8.00' : '10.00'
    const one = { ...record(1), variants: [{ title: 'V0', option1: 'V0', price }] }
    return json({ products: url.searchParams.get('page') === '1' ? [one] : [] })
  })
  for (const isNew of [true, false]) {
    const catalog = await catalogOf(`${shop.origin}${prefix}`, { isNew })
    expect(catalog).toMatchObject({
      currency,
      products: [{ variants: [{ price: country === 'GB' ? 800 : 1000 }] }],
    })
  }
})

test('the limits of products, variants and text hold, and are said', async () => {
  const shop = await feedOf(url => (url.pathname === '/products.json' ? pageOf(url, 2000) : undefined))
  const short = await readShop(`${shop.origin}/`, { limits: { characters: 50_000 } })
  expect(short).toMatchObject({ ok: true, catalog: { complete: false } })
  expect(short.ok && short.catalog.products.length).toBeLessThan(100)
  const read = await readShop(`${shop.origin}/`, { limits: { products: 300 } })
  expect(read).toMatchObject({ ok: true, catalog: { complete: false, products: { length: 300 } } })
  expect(read.ok && read.gaps.join()).toContain('300')
})

const listed = (id: number, more: object = {}) => ({
  ...record(id),
  handle: `thing-${id}`,
  title: `Thing ${id}`,
  ...more,
})
test('a product that is taken away while the list is read costs no other its place', async () => {
  let things = Array.from({ length: 600 }, (_, at) => listed(at + 1))
  const shop = await feedOf(url => {
    if (url.pathname === '/sitemap.xml')
      return urlset(things.map(({ handle }) => `${url.origin}/products/${handle}`))
    const [, handle] = /^\/products\/([^/]+)\.js$/.exec(url.pathname) ?? []
    if (handle) {
      const found = things.find(one => one.handle === handle)
      return found && json({ ...found, variants: [{ price: 1000, options: [] }] })
    }
    if (url.pathname !== '/products.json') return undefined
    const page = Number(url.searchParams.get('page'))
    const reply = json({ products: things.slice((page - 1) * 250, page * 250) })
    if (page === 1) things = things.slice(1)
    return reply
  })
  const { products, complete } = await catalogOf(`${shop.origin}/`, { isNew: true })
  expect(complete).toBe(true)
  expect(products.map(({ handle }) => handle)).toContain('thing-251')
})

test('products that share a handle are all there, and named', async () => {
  const things = [listed(1), listed(2, { handle: 'thing-1' }), listed(3), listed(3)]
  const shop = await feedOf(url => {
    if (url.pathname !== '/products.json') return undefined
    return json({ products: url.searchParams.get('page') === '1' ? things : [] })
  })
  const read = await readShop(`${shop.origin}/`, { isNew: true })
  if (!read.ok) throw new Error(read.reason)
  expect(read.catalog.products.map(({ title }) => title)).toEqual(['Thing 1', 'Thing 2', 'Thing 3'])
  expect(read.gaps.join()).toContain('2 products have the address /products/thing-1')
})

test('401 in the middle of a feed: what was read is judged, and nothing beyond it', async () => {
  const shop = await feedOf(url => {
    if (url.pathname !== '/products.json') return undefined
    return url.searchParams.get('page') === '1'
      ? json({ products: Array.from({ length: 250 }, (_, at) => listed(at + 1)) })
      : json({ errors: 'Unauthorized' }, 401)
  })
  const read = await readShop(`${shop.origin}/`, { isNew: true })
  expect(read).toMatchObject({ ok: true, catalog: { complete: false, products: { length: 250 } } })
  expect(read.ok && read.gaps.join()).toMatch(/not all products are known: .*401/)
})

test('a price that is none leaves the others as they are', async () => {
  const things = ['1,299.00-', 'on request', '10.00'].map((price, at) =>
    listed(at, { variants: [{ price }] }),
  )
  const shop = await feedOf(url => {
    if (url.pathname !== '/products.json') return undefined
    return json({ products: url.searchParams.get('page') === '1' ? things : [] })
  })
  const { products } = await catalogOf(`${shop.origin}/`, { isNew: true })
  expect(products.map(({ variants }) => variants[0]!.price)).toEqual([129_900, null, 1000])
})
