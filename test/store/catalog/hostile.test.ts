/** Whatever a shop sends: a catalog or a reason, never an exception, and nothing without bounds. */
import {
  array,
  assert,
  asyncProperty,
  constantFrom,
  dictionary,
  jsonValue,
  letrec,
  nat,
  oneof,
  record,
  string,
  webUrl,
} from 'fast-check'
import { expect, test } from 'vitest'
import type { Answer } from '../../../server/store/access/client.ts'
import { readCatalog } from '../../../server/store/catalog/read.ts'

const KEYS = [
  ...[
    'products',
    'variants',
    'images',
    'options',
    'values',
    'handle',
    'title',
    'price',
    'compare_at_price',
    'sku',
  ],
  ...[
    'option1',
    'src',
    'body_html',
    'currency',
    'collections',
    'id',
    'name',
    'permalink',
    'prices',
    'attributes',
  ],
  ...[
    'terms',
    'variations',
    'categories',
    'slug',
    'data',
    'storeConfig',
    'items',
    'url_key',
    'price_range',
    'total_count',
  ],
  ...[
    'page_info',
    'total_pages',
    'minimum_price',
    'final_price',
    'value',
    'collection',
    'pagination',
    'nextPage',
    'fullUrl',
  ],
  ...[
    'structuredContent',
    'priceMoney',
    'optionValues',
    'errors',
    '@type',
    '@graph',
    'offers',
    'hasVariant',
    '@id',
    'image',
  ],
]
const { node } = letrec(tie => ({
  node: oneof(
    { depthSize: 'small', withCrossShrink: true },
    constantFrom(
      '',
      '0',
      '19.99',
      '1.234,50 €',
      'Product',
      'Offer',
      '/products/a',
      -1,
      0,
      1e30,
      null,
      true,
      [],
      {},
    ),
    string(),
    webUrl(),
    jsonValue(),
    array(tie('node'), { maxLength: 4 }),
    dictionary(constantFrom(...KEYS), tie('node'), { maxKeys: 10 }),
  ),
}))

/** Right enough to be taken for a product, with anything in its fields. */
const thing = record(
  {
    ...Object.fromEntries(KEYS.map(key => [key, node])),
    variants: oneof(node, array(dictionary(constantFrom(...KEYS), node))),
    options: oneof(node, array(dictionary(constantFrom('name', 'values'), node))),
    variations: oneof(node, array(record({ id: nat(5), attributes: node }))),
    id: nat(5),
    handle: constantFrom('a', 'b', ''),
    title: constantFrom('A', '<b>B</b>', '&amp;', ''),
    name: constantFrom('A', '', 7),
    permalink: constantFrom('/product/a', 'https://other.example/b', '::'),
    url_key: constantFrom('a', '%', ''),
    fullUrl: constantFrom('/shop/p/a', 'http://['),
    '@type': constantFrom('Product', 'ProductGroup', 'Offer', 'AggregateOffer'),
  },
  { requiredKeys: ['id', 'handle', 'title', 'name', 'permalink', 'url_key', 'fullUrl', '@type'] },
)
const shop = array(thing, { maxLength: 3 }).map(things => ({
  products: things,
  collections: things,
  collection: things[0] ?? null,
  items: things,
  '@graph': things,
  data: {
    storeConfig: things[0] ?? {},
    products: { items: things, total_count: 3, page_info: { total_pages: 2 } },
  },
}))
const anything = oneof(node, array(thing, { maxLength: 3 }), shop)

const PAGES = [
  '<script>Shopify.shop = "a.myshopify.com"</script>',
  'wc_cart_fragments_params',
  '<script type="text/x-magento-init">{}</script>',
  'Static.SQUARESPACE_CONTEXT',
  '<a href="/cart">Cart</a>',
]

const shopOf = (page: string, sent: unknown, asked: { count: number }) => ({
  origin: 'https://shop.example',
  async get(url: string): Promise<Answer> {
    asked.count++
    const { pathname, href } = new URL(url, 'https://shop.example')
    const json = JSON.stringify(sent)
    const [type, body] =
      pathname === '/' || pathname.startsWith('/p/')
        ? ['text/html', `${page}<h1>A</h1><script type="application/ld+json">${json}</script>`]
        : pathname === '/sitemap.xml'
          ? ['text/xml', '<urlset><url><loc>/p/1</loc></url><url><loc>/products/b</loc></url></urlset>']
          : ['application/json', json]
    return {
      ok: true,
      response: {
        url: href,
        status: 200,
        headers: { 'content-type': type },
        setCookies: [],
        body: Buffer.from(body),
        truncated: false,
        chain: [],
      },
    }
  },
})

test.each(PAGES)('a shop that bears %s and sends anything', async page => {
  await assert(
    asyncProperty(anything, async sent => {
      const asked = { count: 0 }
      const client = shopOf(page, sent, asked)
      const landing = await client.get('/')
      if (!landing.ok) throw new Error('unreachable')
      const read = await readCatalog({ client, landing: landing.response })
      expect(asked.count).toBeLessThan(200)
      if (!read.ok) {
        expect(read.reason).toContain('catalog')
        return
      }
      for (const product of read.catalog.products) {
        expect(product.title).not.toBe('')
        expect(product.variants.length).toBeGreaterThan(0)
        for (const { price, compareAt } of product.variants) {
          expect(price === null || Number.isSafeInteger(price)).toBe(true)
          expect(compareAt === null || compareAt > price!).toBe(true)
        }
      }
      // It is kept as JSON.
      expect(JSON.parse(JSON.stringify(read.catalog))).toEqual(read.catalog)
    }),
    { numRuns: 40, seed: 7 },
  )
})
