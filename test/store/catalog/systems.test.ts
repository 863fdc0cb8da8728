/** Magento and Squarespace by their own JSON. */

import { expect, test } from 'vitest'
import { catalogOf } from '../../mock-store/catalogs.ts'
import { closing } from '../../mock-store/closing.ts'
import { serveShop } from '../../mock-store/serve.ts'
import { html, json, type Reply, urlset } from '../../mock-store/shopify/reply.ts'

const started = async (reply: (url: URL, method: string) => Reply | undefined) => {
  const shop = await serveShop(
    (url, _, request) => reply(url, request.method ?? '') ?? html('<h1>Not found</h1>', 404),
  )
  closing(shop)
  return shop
}

const MAGENTO = html('<script type="text/x-magento-init">{}</script>')
const price = (value: number, regular = value) => ({
  minimum_price: { final_price: { value, currency: 'EUR' }, regular_price: { value: regular } },
})
const item = (id: number, more: object = {}) => ({
  sku: `SKU-${id}`,
  name: `Thing &amp; ${id}`,
  url_key: `thing-${id}`,
  url_suffix: '.html',
  stock_status: 'IN_STOCK',
  price_range: price(19.99),
  description: { html: '<p>Good</p>' },
  media_gallery: [{ url: `https://cdn.example/media/catalog/thing-${id}.jpg`, label: 'Front' }],
  categories: [{ name: 'Things', url_path: 'all/things', url_suffix: '.html' }],
  ...more,
})
const CONFIGURABLE = item(3, {
  price_range: price(10, 15),
  configurable_options: [{ label: 'Size', attribute_code: 'size', values: [{ label: 'S' }, { label: 'M' }] }],
  variants: ['S', 'M'].map((label, at) => ({
    attributes: [{ label, code: 'size' }],
    product: {
      sku: `SKU-3-${label}`,
      stock_status: at ? 'OUT_OF_STOCK' : 'IN_STOCK',
      price_range: price(10 + at, 15),
    },
  })),
})

const answer = (url: URL, items: object[], total = items.length): Reply => {
  const query = url.searchParams.get('query') ?? ''
  if (query.includes('storeConfig'))
    return json({
      data: { storeConfig: { base_currency_code: 'USD', default_display_currency_code: 'EUR' } },
    })
  const page = Number(/currentPage:(\d+)/.exec(query)?.[1])
  return json({
    data: {
      products: {
        total_count: total,
        page_info: { total_pages: Math.ceil(items.length / 2) },
        items: items.slice((page - 1) * 2, page * 2),
      },
    },
  })
}

test('Magento: pages of GraphQL, floating point amounts, configurable products', async () => {
  const shop = await started(url => {
    if (url.pathname === '/') return MAGENTO
    return url.pathname === '/graphql' ? answer(url, [item(1), item(2), CONFIGURABLE]) : undefined
  })
  const catalog = await catalogOf(`${shop.origin}/`)
  expect(catalog).toMatchObject({ platform: 'magento', currency: 'EUR', complete: true })
  expect(catalog.collections).toEqual([
    { handle: 'all/things', title: 'Things', path: '/all/things.html', count: 3 },
  ])
  expect(catalog.products[0]).toMatchObject({
    path: '/thing-1.html',
    handle: 'thing-1',
    title: 'Thing & 1',
    descriptionText: 'Good',
    images: [{ key: 'thing-1', alt: 'Front' }],
    variants: [{ sku: 'SKU-1', price: 1999, compareAt: null, available: true }],
  })
  expect(catalog.products[2]).toMatchObject({
    options: [{ name: 'Size', values: ['S', 'M'] }],
    variants: [
      { title: 'S', sku: 'SKU-3-S', price: 1000, compareAt: 1500, available: true },
      { title: 'M', sku: 'SKU-3-M', price: 1100, compareAt: 1500, available: false },
    ],
  })
})

test('Magento: a shop that takes only POST', async () => {
  const shop = await started((url, method) => {
    if (url.pathname === '/') return MAGENTO
    if (method !== 'POST') return json({ errors: [{ message: 'GET is not allowed' }] }, 400)
    return json({
      data: {
        storeConfig: {},
        products: { total_count: 1, page_info: { total_pages: 1 }, items: [item(1)] },
      },
    })
  })
  expect(await catalogOf(`${shop.origin}/`)).toMatchObject({ currency: 'EUR', products: { length: 1 } })
})

test('Magento: a count that ends at its search index’s limit is no end', async () => {
  const shop = await started(url => {
    if (url.pathname === '/') return MAGENTO
    return url.pathname === '/graphql' ? answer(url, [item(1), item(2)], 10_000) : undefined
  })
  const catalog = await catalogOf(`${shop.origin}/`)
  expect(catalog.complete).toBe(false)
  expect(catalog.why).toContain('10000')
})

const squarespaceItem = (name: string, variants: object[]) => ({
  title: name,
  fullUrl: `/shop/p/${name.toLowerCase()}`,
  urlId: name.toLowerCase(),
  body: `<p>${name} of clay</p>`,
  assetUrl: `https://images.squarespace-cdn.com/content/${name}.jpg`,
  items: [{ assetUrl: `https://images.squarespace-cdn.com/content/${name}-1.jpg`, title: 'Front' }],
  variants,
})

test('Squarespace: shop pages as JSON, in parts, newer and older prices', async () => {
  const mug = squarespaceItem('Mug', [
    {
      sku: 'MUG-S',
      optionValues: [{ optionName: 'Size', value: 'S' }],
      priceMoney: { currency: 'GBP', value: '24.00' },
      salePriceMoney: { currency: 'GBP', value: '18.00' },
      onSale: true,
      unlimited: true,
    },
    {
      sku: 'MUG-L',
      optionValues: [{ optionName: 'Size', value: 'L' }],
      priceMoney: { currency: 'GBP', value: '30.00' },
      onSale: false,
      qtyInStock: 0,
    },
  ])
  const bowl = squarespaceItem('Bowl', [{ sku: 'BOWL', attributes: {}, price: 2450, qtyInStock: 3 }])
  const shop = await started(url => {
    if (url.pathname === '/')
      return html(
        '<script>Static.SQUARESPACE_CONTEXT = {}</script><a href="/about">About</a><a href="/pots">Pots</a>',
      )
    if (url.pathname === '/sitemap.xml') return urlset(['/shop/p/mug', '/shop/p/bowl'])
    if (url.searchParams.get('format') !== 'json') return undefined
    const collection = { title: 'Shop', urlId: url.pathname.slice(1), fullUrl: url.pathname }
    if (url.pathname === '/about') return json({ collection, items: [{ title: 'No product' }] })
    if (url.pathname === '/pots') return json({ collection, items: [mug] })
    if (url.pathname !== '/shop') return undefined
    return url.searchParams.get('offset') === '17'
      ? json({ collection, items: [bowl], pagination: { nextPage: false } })
      : json({ collection, items: [mug], pagination: { nextPage: true, nextPageOffset: 17 } })
  })
  const catalog = await catalogOf(`${shop.origin}/`)
  expect(catalog).toMatchObject({ platform: 'squarespace', currency: 'GBP', complete: true })
  expect(catalog.collections.map(({ path, count }) => [path, count])).toEqual([
    ['/shop', 2],
    ['/pots', 1],
  ])
  expect(catalog.products).toMatchObject([
    {
      path: '/shop/p/mug',
      collections: ['shop', 'pots'],
      images: [{ key: 'mug-1', alt: 'Front' }],
      options: [{ name: 'Size', values: ['S', 'L'] }],
      variants: [
        { sku: 'MUG-S', price: 1800, compareAt: 2400, available: true },
        { sku: 'MUG-L', price: 3000, compareAt: null, available: false },
      ],
    },
    { path: '/shop/p/bowl', variants: [{ sku: 'BOWL', price: 2450, available: true }] },
  ])
})
