import { expect, test } from 'vitest'
import {
  gtin14,
  makeProduct,
  pictureName,
  plainText,
  plainTitle,
} from '../../../server/store/catalog/product.ts'

test.each([
  ['4006381333931', '04006381333931'],
  ['036000291452', '00036000291452'],
  // A spreadsheet has eaten the leading zero.
  ['36000291452', '00036000291452'],
  ['96385074', '00000096385074'],
  [' 4006-3813-33931 ', '04006381333931'],
  [4006381333931, '04006381333931'],
  ['4006381333932', null],
  ['0000000000000', null],
  ['SKU-12', null],
  [null, null],
])('the GTIN %j is %j', (text, digits) => {
  expect(gtin14(text)).toBe(digits)
})

test.each([
  'https://cdn.shopify.com/s/files/1/0001/products/Red-Shirt_600x.jpg?v=1751998336',
  'https://shop.example/cdn/shop/files/red-shirt_1024x1024_crop_center@2x.png?v=2',
  '//cdn.example/red-shirt_f2c5a1de-5d2e-4a43-9d53-00aa11bb22cc.webp',
  '//cdn.example/red-shirt_f2c5a1de-5d2e-4a43-9d53-00aa11bb22cc_600x.webp',
  '/wp-content/uploads/2023/05/red-shirt-300x300.jpg',
  'https://old.example/uploads/red-shirt-scaled.jpg',
  'https://old.example/_next/image?url=%2Fmedia%2Fred-shirt.png&w=640&q=75',
  'red-shirt.avif',
])('%s is the picture red-shirt', url => {
  expect(pictureName(url)?.key).toBe('red-shirt')
})

test.each(['', 'data:image/gif;base64,R0lGOD', null, 'https://[', 'https://shop.example/'])(
  '%j is no picture',
  url => {
    expect(pictureName(url)).toBeNull()
  },
)

test('a description is its text: blocks apart, decoded, without code', () => {
  expect(
    plainText('<p>Soft &amp; warm</p><ul><li>Wool</li><li>S<b>il</b>k</li></ul><script>x()</script>'),
  ).toBe('Soft & warm Wool Silk')
  expect(plainText('Just text')).toBe('Just text')
  expect(plainText(null)).toBe('')
})

test('a description made to exhaust a reader is cut', () => {
  expect(plainText(`<p>${'word '.repeat(2_000_000)}</p>`).length).toBeLessThanOrEqual(8000)
  expect(plainText('<div>'.repeat(500_000)).length).toBe(0)
})

test('a title is one decoded line', () => {
  expect(plainTitle('Tom &#038; Co. &#8211; <i>Red</i>\n shirt')).toBe('Tom & Co. – Red shirt')
  expect(plainTitle('x'.repeat(5000))).toHaveLength(300)
})

const product = (given: object) =>
  makeProduct(
    {
      url: '/products/a',
      title: 'A',
      description: '',
      variants: [{ price: 100 }],
      ...given,
    } as Parameters<typeof makeProduct>[0],
    'https://shop.example',
  )

test('a compare-at price that is no reduction is none', () => {
  for (const compareAt of [null, 0, 99, 100])
    expect(product({ variants: [{ price: 100, compareAt }] })!.variants[0]!.compareAt).toBeNull()
  expect(product({ variants: [{ price: 100, compareAt: 150 }] })!.variants[0]!.compareAt).toBe(150)
})

test('an empty SKU is none', () => {
  expect(product({ variants: [{ price: 1, sku: ' ' }] })!.variants[0]!.sku).toBeNull()
  expect(product({ variants: [{ price: 1, sku: 4711 }] })!.variants[0]!.sku).toBe('4711')
})

test('pictures whose files have one name are as many as there are; sizes and versions of one are one', () => {
  const files = [
    'Detail.jpg?v=1',
    'Detail_600x.jpg?v=1',
    'Detail_14757178-ae03-4aea-9c52-b160f962436f.jpg?v=1',
    'Detail_6b721e8d-7321-4ea4-8dda-73053678f445.jpg?v=1',
    'Detail_6b721e8d-7321-4ea4-8dda-73053678f445.jpg?v=2',
  ]
  const images = files.map(file => ({ url: `https://cdn.shopify.com/s/files/1/0094/2252/files/${file}` }))
  expect(product({ images })!.images).toEqual([{ key: 'detail' }, { key: 'detail' }, { key: 'detail' }])
})

test('a product without title or address is none', () => {
  expect(product({ title: '' })).toBeNull()
  expect(product({ url: 'javascript:alert(1)' })).toBeNull()
  expect(product({ url: `/${'x'.repeat(3000)}` })).toBeNull()
})

test.each([
  ['Mug', ['Mug - Red - S', 'Mug - Red - M'], ['Red - S', 'Red - M']],
  ['Mug', ['MUG: Red', 'Mug, blue'], ['Red', 'blue']],
  // Not all of them, no name of its own, or the same twice.
  ['Mug', ['Mug - Red', 'Blue'], ['Mug - Red', 'Blue']],
  ['Rose', ['Rose/Gold', 'Gold'], ['Rose/Gold', 'Gold']],
  ['No. 5', ['No. 5-7', 'No. 5-9'], ['No. 5-7', 'No. 5-9']],
  ['2', ['2,5 m', '2,8 m'], ['2,5 m', '2,8 m']],
  ['Mug', ['Mug - Red', 'Mug - Red'], ['Mug - Red', 'Mug - Red']],
])('variants that bear the name of %s: %j', (title, titles, called) => {
  const { variants } = product({ title, variants: titles.map(name => ({ title: name, price: 1 })) })!
  expect(variants.map(variant => variant.title)).toEqual(called)
})

test('more variants than a shop can have are cut, and that is said', () => {
  const many = product({ variants: Array.from({ length: 3000 }, () => ({ price: 1 })) })!
  expect(many.variants).toHaveLength(2048)
  expect(many.truncated).toBe(true)
})
