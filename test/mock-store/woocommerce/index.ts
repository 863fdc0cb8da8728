/** A WooCommerce shop with the same goods: Store API, WordPress sitemaps, pages at its usual addresses. */
import { brandsIn, type Goods, inMarket, slugOf, type Text } from '../goods.ts'
import { escaped, groupPage, homePage, layout, productPage, type Shopfront, textPage } from '../pages.ts'
import { picture } from '../picture.ts'
import { type ServedShop, serveShop } from '../serve.ts'
import { html, json, type Reply, sitemapIndex, text, urlset } from '../shopify/reply.ts'
import { storeApi } from './store-api.ts'

export interface WooOptions {
  goods: Goods
  /** The Store API is refused, as firewalls do. */
  closedApi?: 401 | 403 | 404 | 'html'
  /** Addresses without rewriting: the API is at `/?rest_route=` alone. */
  plainAddresses?: boolean
  /** Decimals of its prices; default 2. */
  decimals?: number
  delayMs?: number
}

export interface WooShop extends ServedShop {
  /** May be changed while it runs. */
  options: WooOptions
}

export async function startWoo(options: WooOptions, { port = 0 } = {}): Promise<WooShop> {
  const shop = await serveShop((url, origin) => reply(options, url, origin), {
    port,
    delayMs: options.delayMs,
  })
  return { ...shop, options }
}

export const wooFront = (origin: string): Shopfront => ({
  origin,
  home: '/',
  group: slug => `/product-category/${slug}/`,
  product: slug => `/product/${slug}/`,
  page: slug => `/${slug}/`,
  policy: slug => `/${slug}/`,
  post: slug => `/${slug}/`,
  picture: file => `/wp-content/uploads/2023/05/${file}`,
  cart: '/cart/',
  head: `<link rel="stylesheet" href="/wp-content/plugins/woocommerce/assets/css/woocommerce.css">
<meta name="generator" content="WooCommerce 9.1.2">`,
  jsonLd: true,
  reviews: ({ value, count }) =>
    `<div class="star-rating" role="img" aria-label="Rated ${value.toFixed(2)} out of 5"></div><a href="#reviews">(${count} customer reviews)</a>`,
  specifications: rows =>
    `<table class="shop_attributes">${rows.map(([what, how]) => `<tr><th>${what}</th><td><p>${how}</p></td></tr>`).join('')}</table>`,
  section: (title, text) =>
    `<div class="woocommerce-Tabs-panel panel wc-tab" id="tab-${title}" role="tabpanel" aria-labelledby="tab-title-${title}"><h2>${title}</h2><p>${text}</p></div>`,
  byline: (author, date) =>
    `<p class="entry-meta"><time class="entry-date published" datetime="${date}T08:30:00+00:00">${date}</time> by <span class="author vcard"><a rel="author" href="/author/x/">${escaped(author)}</a></span></p>`,
})

function reply(options: WooOptions, url: URL, origin: string): Reply {
  const { goods, path } = inMarket(options.goods, decodeURIComponent(url.pathname))
  const front = wooFront(origin)
  const route = url.searchParams.get('rest_route')
  if (path.startsWith('/wp-json/') || (path === '/' && route)) {
    if (options.plainAddresses && !route) return lost(goods, front)
    if (options.closedApi === 'html') return html('<h1>Nothing to see</h1>')
    if (options.closedApi) return json({ code: 'rest_forbidden' }, options.closedApi)
    return storeApi(
      goods,
      front,
      route ?? path.slice('/wp-json'.length),
      url.searchParams,
      options.decimals ?? 2,
    )
  }
  const file = /^\/wp-content\/uploads\/2023\/05\/([^/]+\.png)$/.exec(path)
  if (file) return { status: 200, headers: { 'content-type': 'image/png' }, body: picture(file[1]!) }
  if (path.endsWith('.css')) return { status: 200, headers: { 'content-type': 'text/css' }, body: '' }
  return sitemap(goods, front, path) ?? page(goods, front, path) ?? lost(goods, front)
}

function page(goods: Goods, front: Shopfront, path: string): Reply | undefined {
  if (path === '/') return html(homePage(goods, front))
  if (path === '/shop/') {
    const members = goods.products.map(({ id }) => id)
    return html(groupPage(goods, front, { slug: 'shop', title: 'Shop', text: 'Everything.', members }))
  }
  if (path === '/cart/')
    return html(
      layout(goods, front, { title: 'Cart', description: '', canonical: '/cart/', main: '<h1>Cart</h1>' }),
    )
  const [, kind, slug] = /^\/(product|product-category|brand)\/([^/]+)\/$/.exec(path) ?? []
  if (kind === 'brand') {
    const title = goods.brandPages && brandsIn(goods).find(brand => slugOf(brand) === slug)
    const members = goods.products.filter(({ vendor }) => vendor === title).map(({ id }) => id)
    return title
      ? html(groupPage(goods, front, { slug: slug!, title, text: `All of ${title}.`, members }))
      : undefined
  }
  if (kind === 'product') {
    const good = goods.products.find(known => known.slug === slug)
    return good && html(productPage(goods, front, good))
  }
  if (kind) {
    const group = goods.groups.find(known => known.slug === slug)
    return group && html(groupPage(goods, front, group))
  }
  const text: Text | undefined = [...goods.pages, ...goods.posts, ...(goods.policies ?? [])].find(
    known => `/${known.slug}/` === path,
  )
  return text && html(textPage(goods, front, text, path))
}

const lost = (goods: Goods, front: Shopfront): Reply =>
  html(
    layout(goods, front, {
      title: 'Page not found',
      description: '',
      canonical: '/404/',
      main: '<h1>Oops! That page can’t be found.</h1>',
    }),
    404,
  )

const PER_FILE = 2000

function sitemap(goods: Goods, front: Shopfront, path: string): Reply | undefined {
  if (path === '/robots.txt')
    return text(`User-agent: *\nDisallow: /wp-admin/\n\nSitemap: ${front.origin}/wp-sitemap.xml\n`)
  const lists: Record<string, string[]> = {
    'posts-page': [
      '/',
      '/shop/',
      ...[...goods.pages, ...(goods.policies ?? [])].map(({ slug }) => front.page(slug)),
    ],
    'posts-post': goods.posts.map(({ slug }) => front.post(slug)),
    'posts-product': goods.products.map(({ slug }) => front.product(slug)),
    ...(goods.brandPages && {
      'taxonomies-product_brand': brandsIn(goods).map(brand => `/brand/${slugOf(brand)}/`),
    }),
    'taxonomies-product_cat': goods.groups.map(({ slug }) => front.group(slug)),
  }
  if (path === '/wp-sitemap.xml') {
    const files = Object.entries(lists).flatMap(([name, urls]) =>
      Array.from(
        { length: Math.ceil(urls.length / PER_FILE) },
        (_, at) => `/wp-sitemap-${name}-${at + 1}.xml`,
      ),
    )
    return sitemapIndex(files.map(file => front.origin + file))
  }
  const [, name = '', number] = /^\/wp-sitemap-([a-z_-]+)-(\d+)\.xml$/.exec(path) ?? []
  const urls = lists[name]?.slice((Number(number) - 1) * PER_FILE, Number(number) * PER_FILE)
  return urls && urlset(urls.map(url => front.origin + url))
}
