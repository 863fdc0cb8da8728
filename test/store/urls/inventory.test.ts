import { expect, test } from 'vitest'
import { addressOf, kindOfPath, kindOfSitemap, templateOf } from '../../../server/store/urls/address.ts'
import { createSample } from '../../../server/store/urls/inventory.ts'

const ORIGINS = ['https://www.shop.example']

test.each([
  ['https://shop.example/About/', '/about'],
  ['http://www.shop.example/about/index.html', '/about'],
  ['https://shop.example/about?utm_source=x#team', '/about'],
  ['https://shop.example/?b=2&a=1', '/?a=1&b=2'],
  ['https://shop.example/%C3%BCber', '/über'],
])('%s is the address %s', (url, key) => {
  expect(addressOf(url, ORIGINS)?.key).toBe(key)
})

test.each([
  'https://other.example/about',
  'https://shop.example/app.js',
  'https://shop.example/photo.JPG?v=1',
  'https://shop.example/shop/?add-to-cart=12',
  'https://shop.example/my-account/customer-logout/',
  'https://shop.example/cart/clear',
  'https://shop.example/customer/account/login/',
  'https://shop.example/de/my-account/orders/',
  'https://shop.example/index.php?route=account/login',
  'https://shop.example/wishlist/',
  'https://shop.example/login.php',
  'https://shop.example/basket/',
  'https://shop.example/fr/basket?x=1',
  'https://shop.example/account/orders/12',
  'https://shop.example/account/reset-password',
  'https://shop.example/checkout/onepage/success',
  `https://shop.example/${'x'.repeat(3000)}`,
  'mailto:a@shop.example',
])('%s is no address of a page, or does something when it is asked', url => {
  expect(addressOf(url, ORIGINS)).toBeNull()
})

test.each([
  '/accounts-payable/',
  '/login-pillows',
  '/wishlist-ideas/',
  '/shop/account-books/',
  '/basket/nike-air',
  '/fr/basket/nike-air',
  '/account/opening-fees',
  '/account/orders-explained',
  '/checkout/solutions',
  '/index.php?route=information/information&information_id=4',
])('%s is the address of a page', path => {
  expect(addressOf(`https://shop.example${path}`, ORIGINS)).not.toBeNull()
})

test.each([
  ['/', 'home'],
  ['/en-ca/', 'home'],
  ['/fr', 'home'],
  ['/tv', null],
  ['/us', null],
  ['/us/', null],
  ['/us/products/linen-shirt', 'product'],
  ['/products/linen-shirt', 'product'],
  ['/en-ca/products/linen-shirt', 'product'],
  ['/collections/shirts/products/linen-shirt', 'product'],
  ['/product/linen-shirt/', 'product'],
  ['/index.php?route=product/product&product_id=4', 'product'],
  ['/collections/shirts', 'category'],
  ['/product-category/shirts/', 'category'],
  ['/blogs/news/the-workshop', 'post'],
  ['/2024/05/hello', 'post'],
  ['/tag/linen/', 'archive'],
  ['/author/ann/', 'archive'],
  ['/product-tag/linen/', 'archive'],
  ['/blog/category/summer/', 'archive'],
  ['/2024/05/', 'archive'],
  ['/product-category/shirts/page/2/', 'archive'],
  ['/shirts?page=2', 'archive'],
  ['/women/tops.html?color=4&p=2', 'archive'],
  ['/hello/comment-page-2/', 'archive'],
  ['/?p=12', null],
  ['/content.php?page=2', null],
  ['/category/shirts/', null],
  ['/pages/about', 'page'],
  ['/files/size-guide.pdf', 'file'],
  ['/about-us', null],
] as const)('%s is a %s', (path, kind) => {
  expect(kindOfPath(path)).toBe(kind)
})

test.each([
  ['https://s.example/sitemap_products_1.xml?from=1&to=2', 'product'],
  ['https://s.example/product_cat-sitemap.xml', 'category'],
  ['https://s.example/xmlsitemap.php?type=categories&page=1', 'category'],
  ['https://s.example/post-sitemap2.xml', 'post'],
  ['https://s.example/wp-sitemap-posts-page-1.xml', 'page'],
  ['https://s.example/wp-sitemap-taxonomies-product_cat-1.xml', 'category'],
  ['https://s.example/category-sitemap.xml', 'archive'],
  ['https://s.example/post_tag-sitemap.xml', 'archive'],
  ['https://s.example/product_tag-sitemap.xml', 'archive'],
  ['https://s.example/wp-sitemap-users-1.xml', 'archive'],
  ['https://s.example/sitemap.xml', null],
] as const)('the sitemap %s holds kind %s', (file, kind) => {
  expect(kindOfSitemap(file)).toBe(kind)
})

test.each([
  ['/shop/shirts/linen', 'product', 'product /shop/*/*'],
  ['/2024/05/hello/', 'post', 'post /#/#/*'],
  ['/linen.html', 'product', 'product /*.html'],
  ['/de/produkt/hemd', 'product', 'product /produkt/*'],
  ['/index.php?id=4&cat=2', 'product', 'product /index.php?cat&id'],
  ['/', 'home', 'home /'],
] as const)('%s is made by %s %s', (path, kind, template) => {
  expect(templateOf(path, kind)).toBe(template)
})

test('a sample is even, the same whatever the order, and holds some of every template', () => {
  const items = [
    ...Array.from({ length: 20_000 }, (_, n) => ({ key: `/p/${n}`, template: 'product' })),
    ...Array.from({ length: 500 }, (_, n) => ({ key: `/c/${n}`, template: 'category' })),
    { key: '/about', template: 'page' },
  ]
  const taken = (list: typeof items) => {
    const sample = createSample<(typeof items)[number]>(1000, 60_000)
    for (const item of [...list, ...list]) sample.add(item)
    return { order: sample.inOrder().slice(0, 400), counts: sample.counts() }
  }
  const { order, counts } = taken(items)
  expect(taken(items.toReversed()).order).toEqual(order)
  expect(new Set(order.map(({ key }) => key)).size).toBe(400)
  expect(new Set(order.slice(0, 11).map(({ template }) => template)).size).toBe(3)
  // One in 41, and five in any case.
  const categories = order.filter(({ template }) => template === 'category').length
  expect(categories).toBeGreaterThanOrEqual(5)
  expect(categories).toBeLessThan(20)
  const found = Object.fromEntries(counts.map(({ template, found }) => [template, found]))
  expect(found.category).toBe(500)
  expect(Math.abs(found.product! - 20_000)).toBeLessThan(2000)
  expect(counts.find(({ template }) => template === 'product')!.exact).toBe(false)
})

test('memory is bounded by templates and by all of them together', () => {
  const sample = createSample<{ key: string; template: string }>(2000, 5000)
  for (let n = 0; n < 100_000; n++) sample.add({ key: `/${n % 1000}/${n}`, template: `page /${n % 1000}/*` })
  expect(sample.inOrder().length).toBeLessThanOrEqual(2 * 100 * 201)
  expect(sample.counts().length).toBeLessThanOrEqual(201)
  expect(sample.counts().reduce((sum, { found }) => sum + found, 0)).toBeGreaterThan(80_000)
})
