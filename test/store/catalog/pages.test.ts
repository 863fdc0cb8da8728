/** Shops that are read page by page. */

import { expect, test } from 'vitest'
import { catalogOf, readShop } from '../../mock-store/catalogs.ts'
import { closing } from '../../mock-store/closing.ts'
import { makeGoods } from '../../mock-store/goods.ts'
import { startPlain } from '../../mock-store/plain.ts'
import { serveShop } from '../../mock-store/serve.ts'
import { html, json, type Reply, sitemapIndex, text, urlset } from '../../mock-store/shopify/reply.ts'

const started = async (reply: (url: URL) => Reply | undefined) => {
  return closing(await serveShop(url => reply(url) ?? html('<h1>Not found</h1>', 404)))
}
const goods = makeGoods({ products: 60 })

test('a shop of no known system: its sitemap, and JSON-LD of its pages', async () => {
  const shop = closing(await startPlain({ goods }))
  const catalog = await catalogOf(`${shop.origin}/`)
  expect(catalog).toMatchObject({ platform: 'other', currency: 'USD', complete: true })
  expect(new Set(catalog.products.map(({ handle }) => handle))).toEqual(
    new Set(goods.products.map(({ slug }) => slug)),
  )
})

test('without a sitemap links are followed, and nobody knows how many there are', async () => {
  const shop = closing(await startPlain({ goods, sitemap: false }))
  const catalog = await catalogOf(`${shop.origin}/`)
  expect(catalog.complete).toBe('unknown')
  expect(catalog.products.length).toBeGreaterThan(20)
})

const product = (name: string) =>
  html(
    `<h1>${name}</h1><script type="application/ld+json">${JSON.stringify({
      '@type': 'Product',
      name,
      offers: { '@type': 'Offer', price: '10', priceCurrency: 'CAD' },
    })}</script>`,
  )
test.each([
  {
    platform: 'bigcommerce',
    home: { ...html('<h1>Shop</h1>'), headers: { 'content-type': 'text/html', 'x-bc-store-id': '7' } },
    index: '/xmlsitemap.php',
    child: '/xmlsitemap.php?type=products&page=1',
    paths: ['/red-mug/', '/blue-mug/'],
  },
  {
    platform: 'wix',
    home: { ...html('<h1>Shop</h1>'), headers: { 'content-type': 'text/html', server: 'Pepyaka' } },
    index: '/sitemap.xml',
    child: '/store-products-sitemap.xml',
    paths: ['/product-page/red-mug', '/product-page/blue-mug'],
  },
  {
    platform: 'prestashop',
    home: html('<script>var prestashop = {};</script>'),
    index: '/1_index_sitemap.xml',
    child: '/1_en_0_sitemap.xml',
    paths: ['/mugs/1-red-mug.html', '/mugs/2-blue-mug.html'],
  },
])('$platform: sitemap and JSON-LD', async ({ platform, home, index, child, paths }) => {
  const shop = await started(url => {
    const path = url.pathname + url.search
    if (path === '/') return home
    if (path === index) return sitemapIndex([child, '/pages.xml'])
    if (path === child) return urlset(paths)
    if (path === '/pages.xml') return urlset(['/about', '/contact'])
    if (path === '/about' || path === '/contact') return html('<h1>About</h1>')
    return paths.includes(path) ? product(path) : undefined
  })
  const catalog = await catalogOf(`${shop.origin}/`)
  expect(catalog).toMatchObject({ platform, currency: 'CAD', complete: true })
  expect(catalog.products.map(({ path }) => path)).toEqual(paths)
})

test('one page of each kind tells whether the kind sells anything', async () => {
  const posts = Array.from({ length: 300 }, (_, at) => `/blog/post-${at}`)
  const items = Array.from({ length: 30 }, (_, at) => `/goods/item-${at}`)
  const shop = await started(url => {
    if (url.pathname === '/') return html('<a href="/cart">Cart</a>')
    if (url.pathname === '/sitemap.xml') return urlset([...posts, ...items])
    if (items.includes(url.pathname)) return product(url.pathname)
    return posts.includes(url.pathname) ? html('<h1>Post</h1>') : undefined
  })
  const catalog = await catalogOf(`${shop.origin}/`)
  expect(catalog).toMatchObject({ complete: true, products: { length: 30 } })
  expect(shop.requests.filter(path => path.startsWith('/blog/')).length).toBeLessThanOrEqual(10)
})

test('pages that cannot be read make the catalog incomplete; those that are gone do not', async () => {
  let broken = true
  const paths = ['/product/a', '/product/b', '/product/gone']
  const shop = await started(url => {
    if (url.pathname === '/') return html('<a href="/cart">Cart</a>')
    if (url.pathname === '/sitemap.xml') return urlset(paths)
    if (url.pathname === '/product/b' && broken) return html('<h1>Error</h1>', 500)
    return url.pathname === '/product/a' || url.pathname === '/product/b' ? product(url.pathname) : undefined
  })
  expect(await catalogOf(`${shop.origin}/`)).toMatchObject({ complete: false, products: { length: 1 } })
  broken = false
  expect(await catalogOf(`${shop.origin}/`)).toMatchObject({ complete: true, products: { length: 2 } })
})

test('more pages than are read one by one are said to be left out', async () => {
  const shop = closing(await startPlain({ goods }))
  const read = await readShop(`${shop.origin}/`, { limits: { pages: 50 } })
  expect(read).toMatchObject({ ok: true, catalog: { complete: false } })
  expect(read.ok && read.gaps.join()).toContain('50 pages')
})

test('time that is over before the first page leaves nothing known', async () => {
  const shop = closing(await startPlain({ goods }))
  const read = await readShop(`${shop.origin}/`, { limits: { pagesMs: -1 } })
  expect(read).toMatchObject({ ok: false, reason: expect.stringContaining('time') })
})

test('a challenge on product pages is no empty shop', async () => {
  const challenge = {
    ...html('<title>Just a moment...</title><script src="/cdn-cgi/challenge-platform/x.js"></script>', 403),
    headers: { 'content-type': 'text/html', 'cf-mitigated': 'challenge', server: 'cloudflare' },
  }
  const shop = await started(url => {
    if (url.pathname === '/') return html('<a href="/cart">Cart</a>')
    return url.pathname === '/sitemap.xml' ? urlset(['/product/a', '/product/b']) : challenge
  })
  expect(await readShop(`${shop.origin}/`)).toMatchObject({ ok: false })
})

test('a sitemap that names itself, and one that never ends, are read within bounds', async () => {
  const shop = await started(url => {
    if (url.pathname === '/') return html('<a href="/cart">Cart</a>')
    if (url.pathname === '/sitemap.xml') return sitemapIndex(['/sitemap.xml', '/products.xml'])
    if (url.pathname === '/products.xml')
      return urlset(Array.from({ length: 30_000 }, (_, at) => `/product/${at}`))
    return /^\/product\/\d+$/.test(url.pathname) ? product(url.pathname) : undefined
  })
  const catalog = await catalogOf(`${shop.origin}/`, { limits: { pages: 100 } })
  expect(catalog).toMatchObject({ complete: false, products: { length: 100 } })
})

test('a site that sells nothing has an empty catalog, a shop that hides its products has none', async () => {
  const firm = await started(url => (url.pathname === '/' ? html('<h1>Our law firm</h1>') : undefined))
  expect(await readShop(`${firm.origin}/`)).toMatchObject({
    ok: true,
    catalog: { complete: true, products: [] },
  })
  const shop = await started(url => (url.pathname === '/' ? html('<a href="/cart">Cart</a>') : undefined))
  expect(await readShop(`${shop.origin}/`)).toMatchObject({ ok: false })
})

test('a site that would not be read is not one that sells nothing', async () => {
  const firm = await started(url => {
    if (url.pathname === '/') return html('<h1>Our law firm</h1>')
    return url.pathname === '/sitemap.xml' ? urlset(['/a', '/b']) : html('<h1>Error</h1>', 500)
  })
  expect(await readShop(`${firm.origin}/`)).toMatchObject({ ok: false })
})

test('many pages of text beside few products are no reason for doubt', async () => {
  const texts = Array.from({ length: 120 }, (_, at) => `/part-${at % 12}/text-${at}`)
  const shop = await started(url => {
    if (url.pathname === '/') return html('<a href="/cart">Cart</a>')
    if (url.pathname === '/sitemap.xml') return urlset([...texts, '/goods/a', '/goods/b'])
    if (/^\/goods\/[ab]$/.test(url.pathname)) return product(url.pathname)
    return texts.includes(url.pathname) ? html('<h1>Text</h1>') : undefined
  })
  expect(await catalogOf(`${shop.origin}/`)).toMatchObject({ complete: true, products: { length: 2 } })
})

test('what pages of the new store leave out of their markup is not known to be lost', async () => {
  const paths = ['/products/a', '/products/b', '/products/c']
  const silent = new Set(['/products/c'])
  const shop = await started(url => {
    if (url.pathname === '/')
      return {
        ...html('<h1>Shop</h1>'),
        headers: { 'content-type': 'text/html', 'powered-by': 'Shopify, Hydrogen' },
      }
    if (url.pathname === '/sitemap_products_1.xml') return urlset(['/', '/products', ...paths])
    if (url.pathname === '/sitemap.xml') return sitemapIndex(['/sitemap_products_1.xml'])
    if (url.pathname === '/products') return html('<h1>All</h1>')
    if (!paths.includes(url.pathname)) return undefined
    return silent.has(url.pathname) ? html('<h1>Product</h1>') : product(url.pathname)
  })
  const read = () => readShop(`${shop.origin}/`, { isNew: true })
  expect(await read()).toMatchObject({ ok: true, catalog: { complete: false, products: { length: 2 } } })
  silent.clear()
  expect(await read()).toMatchObject({ ok: true, catalog: { complete: true, products: { length: 3 } } })
})

test.each<[string, unknown[]]>([
  ['nothing', []],
  ['records of its own', [{ sku: '1', name: 'One' }]],
])('a site whose products.json lists %s is no store of Shopify’s that sells nothing', async (_, products) => {
  const shop = await started(url => {
    if (url.pathname === '/') return html('<a href="/cart">Cart</a>')
    if (url.pathname === '/products.json') return json({ products })
    if (url.pathname === '/sitemap.xml') return urlset(['/goods/a', '/goods/b'])
    return /^\/goods\/[ab]$/.test(url.pathname) ? product(url.pathname) : undefined
  })
  expect(await catalogOf(`${shop.origin}/`)).toMatchObject({ platform: 'other', products: { length: 2 } })
})

test('a site that answers everything with 200 and HTML has no feeds', async () => {
  const shop = await started(url =>
    url.pathname === '/robots.txt' ? text('') : html('<h1>Welcome</h1><a href="/cart">Cart</a>'),
  )
  expect(await readShop(`${shop.origin}/`)).toMatchObject({ ok: false })
})
