/** One product page as search engines read it. */
import { expect, test } from 'vitest'
import { readPage } from '../../../server/store/catalog/markup/page.ts'
import { productOfPage } from '../../../server/store/catalog/markup/product.ts'
import { makeProduct } from '../../../server/store/catalog/product.ts'

const URL_ = 'https://shop.example/p/mug'
const read = (html: string, url = URL_) => {
  const raw = productOfPage(readPage(html, url), url)
  return raw && makeProduct(raw, url)
}
const script = (value: unknown) => `<script type="application/ld+json">${JSON.stringify(value)}</script>`
const offer = (price: unknown, more: object = {}) => ({
  '@type': 'Offer',
  price,
  priceCurrency: 'EUR',
  ...more,
})

test('a Product with one offer', () => {
  expect(
    read(
      script({
        '@context': 'https://schema.org',
        '@type': ['Product', 'Thing'],
        name: 'Mug &amp; lid',
        description: 'Made of clay',
        sku: 'MUG',
        gtin13: '4006381333931',
        brand: { '@type': 'Brand', name: 'Potter' },
        image: ['/a/mug.jpg', { '@type': 'ImageObject', url: 'https://cdn.example/mug-2.jpg' }],
        offers: offer('19.99', { availability: 'http://schema.org/InStock' }),
      }),
    ),
  ).toMatchObject({
    title: 'Mug & lid',
    vendor: 'Potter',
    descriptionText: 'Made of clay',
    currency: 'EUR',
    images: [{ key: 'mug' }, { key: 'mug-2' }],
    variants: [{ sku: 'MUG', gtin: '04006381333931', price: 1999, available: true }],
  })
})

test('a graph with references, and a list price', () => {
  expect(
    read(
      script({
        '@graph': [
          { '@type': 'WebPage', '@id': '#page', mainEntity: { '@id': '#mug' } },
          { '@type': 'Product', '@id': '#mug', name: 'Mug', offers: { '@id': '#offer' } },
          {
            '@id': '#offer',
            '@type': 'Offer',
            availability: 'SoldOut',
            priceSpecification: [
              { '@type': 'UnitPriceSpecification', price: 15, priceCurrency: 'USD' },
              { '@type': 'UnitPriceSpecification', priceType: 'https://schema.org/ListPrice', price: '20' },
            ],
          },
        ],
      }),
    ),
  ).toMatchObject({ currency: 'USD', variants: [{ price: 1500, compareAt: 2000, available: false }] })
})

test('a ProductGroup with its variants', () => {
  const variant = (size: string, price: number) => ({
    '@type': 'Product',
    name: `Mug ${size}`,
    sku: `MUG-${size}`,
    size,
    offers: offer(price),
  })
  expect(
    read(
      script({
        '@type': 'ProductGroup',
        name: 'Mug',
        variesBy: ['https://schema.org/size'],
        hasVariant: [variant('S', 10), variant('L', 12.5)],
      }),
    ),
  ).toMatchObject({
    title: 'Mug',
    options: [{ name: 'size', values: ['S', 'L'] }],
    variants: [
      { title: 'S', options: ['S'], sku: 'MUG-S', price: 1000 },
      { title: 'L', options: ['L'], sku: 'MUG-L', price: 1250 },
    ],
  })
})

test('a range of offers tells the cheapest, and that there are others', () => {
  const range = {
    '@type': 'AggregateOffer',
    lowPrice: '1.234,50',
    highPrice: '2.000,00',
    priceCurrency: 'EUR',
  }
  expect(read(script({ '@type': 'Product', name: 'Mug', offers: range }))).toMatchObject({
    variants: [{ price: 123_450 }],
    truncated: true,
  })
})

test('microdata', () => {
  expect(
    read(`<div itemscope itemtype="https://schema.org/Product">
<h1 itemprop="name">Mug</h1><img itemprop="image" src="/i/mug_large.jpg">
<div itemprop="description"><p>Made of <b>clay</b></p></div><meta itemprop="sku" content="MUG">
<div itemprop="offers" itemscope itemtype="https://schema.org/Offer"><span itemprop="price" content="12.50">€ 12,50</span>
<meta itemprop="priceCurrency" content="EUR"><link itemprop="availability" href="https://schema.org/OutOfStock"></div></div>`),
  ).toMatchObject({
    title: 'Mug',
    descriptionText: 'Made of clay',
    images: [{ key: 'mug' }],
    variants: [{ sku: 'MUG', price: 1250, available: false }],
  })
})

test('Open Graph', () => {
  expect(
    read(`<html lang="de"><h1>Becher</h1><meta property="og:type" content="product">
<meta property="product:price:amount" content="1.234,50"><meta property="product:price:currency" content="EUR">
<meta property="product:availability" content="in stock"><meta property="og:image" content="/mug.jpg">`),
  ).toMatchObject({ title: 'Becher', currency: 'EUR', variants: [{ price: 123_450, available: true }] })
})

test('a price that JSON-LD leaves out is taken from Open Graph', () => {
  expect(
    read(
      `${script({ '@type': 'Product', name: 'Mug', sku: 'MUG' })}<meta property="og:type" content="product"><meta property="product:price:amount" content="9.90"><meta property="product:price:currency" content="EUR">`,
    ),
  ).toMatchObject({ currency: 'EUR', variants: [{ sku: 'MUG', price: 990 }] })
})

test('of several products the one of this address is meant, else none', () => {
  const two = [
    { '@type': 'Product', name: 'Plate', url: '/p/plate', offers: offer(1) },
    { '@type': 'Product', name: 'Mug', url: `${URL_}?ref=list`, '@id': `${URL_}/`, offers: offer(2) },
  ]
  expect(read(script(two))).toMatchObject({ title: 'Mug' })
  expect(read(script(two), 'https://shop.example/range')).toBeNull()
  expect(read(`<h1>Plate</h1>${script(two)}`, 'https://shop.example/x')).toMatchObject({ title: 'Plate' })
})

test('products that a page only lists or mentions are not its own', () => {
  const item = { '@type': 'Product', name: 'Mug', offers: offer(2) }
  expect(read(script({ '@type': 'ItemList', itemListElement: [{ '@type': 'ListItem', item }] }))).toBeNull()
  expect(read('<h1>About us</h1>')).toBeNull()
})

test('the canonical address is the product’s own', () => {
  const html = `<link rel="canonical" href="/p/mug">${script({ '@type': 'Product', name: 'Mug', offers: offer(2) })}`
  expect(read(html, 'https://shop.example/sale/mug?ref=mail')).toMatchObject({
    path: '/p/mug',
    handle: 'mug',
  })
})

test.each([
  ['broken JSON', '<script type="application/ld+json">{"@type":"Product",</script>'],
  ['a script that never ends', `<script type="application/ld+json">${'['.repeat(200_000)}`],
  ['nesting', '<div itemscope itemprop="a">'.repeat(50_000)],
  ['a wrong price', script({ '@type': 'Product', name: 'Mug', offers: [[[[{ price: {} }]]]] })],
  [
    'a circle of references',
    script([{ '@type': 'Product', '@id': '#a', name: 'A', offers: { '@id': '#a' } }]),
  ],
])('%s does no harm', (_, html) => {
  expect(() => read(html)).not.toThrow()
})

test.each([
  ['1.234', '<p>Nur 1.234,00 €</p>', 123_400],
  ['1.234', '<p>EUR 1.234</p>', 123_400],
  ['1.234', '<p><span>1.234</span>,<sup>–</sup></p>', 123_400],
  ['1.234', '<p>1,23 €</p>', 123],
  ['1.234', '<p>Artikel 1.234, 1.234 Gramm</p>', 123],
  ['1.234', '<script>price("1.234,00")</script>', 123],
  ['1234.00', '<p>1.234,00 €</p>', 123_400],
])('a price of %s where the page shows %s', (price, shown, minor) => {
  const product = { '@type': 'Product', name: 'Mug', offers: offer(price) }
  expect(read(`<html lang="de">${script(product)}${shown}`)?.variants[0]?.price).toBe(minor)
})
