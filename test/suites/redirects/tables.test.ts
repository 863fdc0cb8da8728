import { expect, test } from 'vitest'
import { rowsOf } from '../../../server/suites/redirects/rows.ts'
import { redirectTables } from '../../../server/suites/redirects/tables.ts'
import { type Given, makePair, makeProduct, type Options } from './made.ts'

const missing: Given = { end: 404 }
const lost: Given = { kind: 'product', end: 404 }

const imported = (given: Record<string, Given>, options: Options = {}) =>
  redirectTables(makePair(given, options)).shopifyRedirects

const SHOP: Options = {
  old: {
    products: [
      makeProduct('/product/lamp', 'Brass lamp'),
      makeProduct('/product/vase', 'Blue vase', { collections: ['lights'] }),
      makeProduct('/product/only-here', 'Singular thing'),
    ],
    collections: [{ handle: 'lights', title: 'Lights', path: '/product-category/lights/', count: 1 }],
  },
  new: {
    products: [makeProduct('/products/brass-table-lamp', 'Brass lamp')],
    collections: [{ handle: 'lights', title: 'Lights', path: '/collections/lights', count: 1 }],
  },
  targets: [
    { path: '/pages/about-us', kind: 'page', title: '' },
    { path: '/pages/shipping', kind: 'page', title: 'Shipping and returns' },
    { path: '/pages/size-guide-men', kind: 'page', title: 'Size guide' },
    { path: '/pages/size-guide-women', kind: 'page', title: 'Size guide' },
    { path: '/blogs/news/caring-for-linen', kind: 'post', title: '' },
    { path: '/pages/gone-too', kind: 'page', title: 'Gone too' },
  ],
}

test('each missing URL gets the page that took its place, and none where nothing fits', () => {
  const rows = imported(
    {
      '/product/lamp': lost,
      '/product/vase': lost,
      '/product/only-here': lost,
      '/product-category/lights/': { kind: 'category', end: 404 },
      '/about-us.html': missing,
      '/delivery': { ...missing, title: 'Shipping and returns' },
      '/2024/05/caring-for-linen': { kind: 'post', end: 404 },
      '/size-guide': { ...missing, title: 'Size guide' },
      '/completely-different': missing,
    },
    SHOP,
  )
  expect(rows[0]).toEqual(['Redirect from', 'Redirect to'])
  expect(Object.fromEntries(rows.slice(1) as [string, string][])).toEqual({
    '/product/lamp': '/products/brass-table-lamp',
    // A list is better than nothing, and is no more than that.
    '/product/vase': '/collections/lights',
    '/product-category/lights/': '/collections/lights',
    '/product-category/lights': '/collections/lights',
    '/about-us.html': '/pages/about-us',
    '/delivery': '/pages/shipping',
    '/2024/05/caring-for-linen': '/blogs/news/caring-for-linen',
  })
})

test('without a catalog of the original products are found by their names, when one alone fits', () => {
  const products = ['Brass table lamp', 'Oak chair red', 'Oak chair blue', 'Ash stool'].map((title, at) =>
    makeProduct(`/products/n${at}`, title),
  )
  const rows = imported(
    {
      '/p/1': { ...lost, title: 'Brass Table Lamp' },
      '/p/2': { ...lost, title: 'Oak chair' },
      '/p/oak-chair-blue': { ...lost, title: 'Chair' },
      '/p/4': { ...lost, title: 'Steel stool' },
      '/about': { ...missing, title: 'Ash stool' },
    },
    { new: { products } },
  )
  expect(rows.slice(1)).toEqual([
    ['/p/1', '/products/n0'],
    ['/p/oak-chair-blue', '/products/n2'],
  ])
})

test('wrong redirects are replaced, chains shortened; pages that answer by themselves stay', () => {
  const rows = imported(
    {
      '/product/lamp': { kind: 'product', hops: ['301 /'] },
      '/about': { title: 'About us', hops: ['301 /x', '301 /pages/about-us'], page: { heading: 'About us' } },
      '/meta': { title: 'Sizes', hops: ['meta /pages/shipping'], page: { heading: 'Sizes' } },
      '/soft': { title: 'Shipping and returns', page: { pageType: '404' } },
      '/temporary': {
        title: 'Linen',
        hops: ['302 /blogs/news/caring-for-linen'],
        page: { heading: 'Linen' },
      },
    },
    SHOP,
  )
  expect(rows.slice(1)).toEqual([
    ['/product/lamp', '/products/brass-table-lamp'],
    ['/about', '/pages/about-us'],
  ])
})

test('a page that answers at its own address stays, whatever its host and slash are', () => {
  const rows = imported(
    {
      '/products/lamp/': {
        kind: 'product',
        hops: ['301 https://new.example/products/lamp/', '301 /products/lamp'],
      },
    },
    {
      old: { products: [makeProduct('/products/lamp/', 'Brass lamp')] },
      new: {
        products: [
          makeProduct('/products/brass-lamp', 'Brass lamp'),
          makeProduct('/products/lamp', 'Oak chair'),
        ],
      },
    },
  )
  expect(rows.slice(1)).toEqual([])
})

test('pages of the platform that lead on by themselves come before any redirect', () => {
  const away: Given = { title: 'Shipping and returns', hops: ['301 /'] }
  const rows = imported({ '/checkout/shipping': away, '/checkout-help/shipping': away }, SHOP)
  expect(rows.slice(1)).toEqual([['/checkout-help/shipping', '/pages/shipping']])
})

test('what the original leads on itself belongs where its target went', () => {
  const alias = (more: Given): Given => ({
    kind: 'product',
    shows: '/product/lamp',
    title: 'Brass lamp',
    ...more,
  })
  const own: Given = { kind: 'product', title: 'Brass lamp', hops: ['301 /products/brass-table-lamp'] }
  const given = (more: Given) => ({ '/product/lamp': own, '/old-lamp': alias(more) })
  const classOf = (more: Given) =>
    rowsOf(makePair(given(more), SHOP)).rows.find(({ url }) => url.path === '/old-lamp')!.class
  expect(classOf({ hops: ['301 /products/brass-table-lamp'] })).toBe('moved')
  expect(classOf({ hops: ['301 /pages/about-us'] })).toBe('wrong-target')
  expect(imported(given({ end: 404 }), SHOP).slice(1)).toEqual([['/old-lamp', '/products/brass-table-lamp']])
})

test('another number is another product, however alike the rest is', () => {
  const name = (number: number) => `Acme travel mug of stainless steel, blue edition, model ${number}`
  const rows = imported(
    { '/product/m12': lost, '/p/13': { ...lost, title: name(13) } },
    {
      old: { products: [makeProduct('/product/m12', name(12))] },
      new: { products: [makeProduct('/products/m13', name(13))] },
    },
  )
  expect(rows.slice(1)).toEqual([['/p/13', '/products/m13']])
})

test.each<[what: string, path: string, to: string, title?: string, name?: string]>([
  ['another year', '/brochure-2021', '/pages/brochure-2023'],
  ['another year in its name', '/catalogue-a', '/pages/catalogue', 'Catalogue 2021', 'Catalogue 2023'],
  ['another one of two', '/terms-b2b', '/pages/terms'],
  ['one of several seasons', '/sale', '/pages/summer-sale'],
])(
  'what is called alike is no proposal where a word of it tells otherwise: %s',
  (_, path, to, title, name) => {
    const page = { ...missing, ...(title && { title }) }
    const target = { path: to, kind: 'page' as const, title: name ?? '' }
    const targets = [
      target,
      ...['contact', 'jobs', 'press', 'our-stores', 'about-us'].map(one => ({
        path: `/pages/${one}`,
        kind: 'page' as const,
        title: '',
      })),
    ]
    const others = Object.fromEntries(
      ['/contact', '/jobs', '/press', '/our-stores', '/about-us'].map(one => [one, missing]),
    )
    const { shopifyRedirects, candidates } = redirectTables(
      makePair({ ...others, [path]: page }, { targets }),
    )
    expect(shopifyRedirects.slice(1).map(([from]) => from)).toEqual(Object.keys(others).sort())
    // For a person to decide.
    expect(candidates.find(([from]) => from === path)).toContain(to)
  },
)

test('a lost product is found among many that others became', () => {
  const names = Array.from({ length: 40 }, (_, at) => `Linen shirt, long sleeves, colour${at}`)
  const old = names.map((name, at) => makeProduct(`/product/s${at}`, name))
  const fresh = names.map((name, at) => makeProduct(`/products/t${at}`, name))
  const lostOne = makeProduct('/product/long', 'Linen shirt, long sleeves', { variants: [] })
  const found = makeProduct('/products/shirt-long', 'Long sleeves, linen shirt', { variants: [] })
  const rows = imported(
    { '/product/long': lost },
    { old: { products: [...old, lostOne] }, new: { products: [...fresh, found] } },
  )
  expect(rows.slice(1)).toEqual([['/product/long', '/products/shirt-long']])
})

test('only what Shopify can redirect, only to pages that answer, never a redirect to a redirect', () => {
  const rows = imported(
    {
      '/shop/about-us': missing,
      '/cart/about-us': missing,
      '/about-us?lang=en': missing,
      [`/${'a'.repeat(1024)}/about-us`]: missing,
      '/shopping/about-us': missing,
      '/pages/gone-too': { ...missing, title: 'Gone too' },
      '/gone-too': { ...missing, title: 'Gone too' },
    },
    SHOP,
  )
  expect(rows.slice(1)).toEqual([['/shopping/about-us', '/pages/about-us']])
})

test('no more rows than a store takes, the weightiest first', () => {
  const products = Array.from({ length: 3 }, (_, at) => makeProduct(`/p/n${at}x`, `Thing number ${at}`))
  const rows = imported(
    {
      '/about-us.html': missing,
      '/p/n1x': lost,
      '/nav/about-us': { ...missing, source: 'navigation' },
    },
    {
      ...SHOP,
      old: { products },
      new: { products: products.map(({ title }, at) => makeProduct(`/products/m${at}`, title)) },
    },
  )
  expect(rows.slice(1).map(([from]) => from)).toEqual(['/nav/about-us', '/p/n1x', '/about-us.html'])
})

test('the full table has every URL with its class and what is proposed', () => {
  const { redirects } = redirectTables(makePair({ '/product/lamp': lost, '/about': {} }, SHOP))
  const [header, ...rows] = redirects
  expect(rows).toHaveLength(3)
  const cells = rows.map(row => Object.fromEntries(header!.map((name, at) => [name, row[at]])))
  expect(cells[0]).toEqual({
    old_url: '/product/lamp',
    kind: 'product',
    template: 'product /*',
    found_in: 'sitemap',
    weight: '2',
    class: 'missing',
    penalty: '1',
    status: '404',
    redirects: '0',
    landed_on: '',
    because: 'it answers 404',
    proposed_target: '/products/brass-table-lamp',
    proposed_because: 'the same product',
  })
  expect(cells.map(cell => cell.class)).toEqual(['missing', 'kept', 'kept'])
})

test('what is lost stands first in the table, the dearest before all', () => {
  const { redirects } = redirectTables(
    makePair(
      {
        '/about': {},
        '/ideas': { end: 404 },
        '/product/vase': { kind: 'product', end: 404 },
        '/product/lamp': {
          kind: 'product',
          hops: ['302 /products/brass-table-lamp'],
          page: { heading: 'Brass lamp' },
        },
        '/walled': { end: 403 },
      },
      SHOP,
    ),
  )
  const [header, ...rows] = redirects
  expect(rows.map(row => [row[0], row[header!.indexOf('class')]])).toEqual([
    ['/product/vase', 'missing'],
    ['/ideas', 'missing'],
    ['/product/lamp', 'temporary'],
    ['/walled', 'throttled'],
    ['/', 'kept'],
    ['/about', 'kept'],
  ])
})
