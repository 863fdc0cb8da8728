/** The pages of a store, and what stands where there is none. */

import { inMarket } from '../goods.ts'
import { escaped, groupPage, homePage, layout, productPage, type Shopfront, textPage } from '../pages.ts'
import { picture } from '../picture.ts'
import type { Asked } from './gate.ts'
import { MYSHOPIFY, SHOP_ID, type StoreOptions } from './options.ts'
import type { Redirects } from './redirects.ts'
import { html, type Reply, redirect, text } from './reply.ts'

export function shopfront(origin: string, prefix: string, headless: boolean): Shopfront {
  return {
    origin,
    home: `${prefix}/`,
    group: slug => `${prefix}/collections/${slug}`,
    product: slug => `${prefix}/products/${slug}`,
    page: slug => `${prefix}/pages/${slug}`,
    policy: slug => `${prefix}/policies/${slug}`,
    post: slug => `${prefix}/blogs/news/${slug}`,
    picture: file => `${headless ? '/assets/' : '/cdn/shop/files/'}${file}?v=1751998336`,
    cart: `${prefix}/cart`,
    head: headless ? HEADLESS : THEME,
    jsonLd: true,
    separator: ' – ',
    reviews: ({ value, count }) =>
      `<div class="jdgm-preview-badge" data-average-rating="${value.toFixed(2)}" data-number-of-reviews="${count}"></div>`,
    specifications: rows =>
      `<details><summary>Details</summary><ul>${rows.map(([what, how]) => `<li>${what}: ${how}</li>`).join('')}</ul></details>`,
    section: (title, text) =>
      `<div class="product__block"><h3>${title}</h3><div class="metafield-rich_text_field"><p>${text}</p></div></div>`,
    byline: (author, date) =>
      `<script type="application/ld+json">${JSON.stringify({ '@context': 'https://schema.org', '@type': 'BlogPosting', datePublished: `${date}T10:00:00Z`, author: { '@type': 'Person', name: author } })}</script><span class="article__date">${date}</span>`,
  }
}

/** Everything that is no JSON and no sitemap. */
export function page(options: StoreOptions, redirects: Redirects, origin: string, asked: Asked): Reply {
  const { path, prefix, url } = asked
  const file = /^\/(?:cdn\/shop\/files|assets)\/([^/]+\.png)$/.exec(path)
  if (file)
    return {
      status: 200,
      headers: { 'content-type': 'image/png', 'cache-control': 'max-age=31536000' },
      body: picture(file[1]!),
    }
  if (path === '/agents.md' || path === '/llms.txt') return text('# Nordhaven\n')
  const front = shopfront(origin, prefix, options.headless)
  const { goods } = inMarket(options.goods, `${prefix}/`)
  const [kind, body] = bodyOf({ ...options, goods }, front, path, url.searchParams) ?? []
  if (kind !== undefined && body !== undefined) return html(told(options, body), 200, marks(options, kind))
  const target = redirects.find(prefix + path, url.search)
  if (target !== undefined) return redirect(target, 301, marks(options, 'redirect'))
  const lost = layout(options.goods, front, {
    title: `404 Not Found | ${options.goods.name}`,
    description: '',
    canonical: '/404',
    main: '<h1>Page not found</h1><p>The page you asked for does not exist.</p>',
  })
  return html(lost, options.softNotFound ? 200 : 404, options.softNotFound ? {} : marks(options, '404'))
}

/** In places of every kind: title, text, a link and data. */
function told({ telltale, password }: StoreOptions, body: string): string {
  if (!telltale || password === undefined) return body
  const text = escaped(password)
  return body
    .replace('</title>', ` ${text}</title>`)
    .replace(
      '</main>',
      `<p>Welcome, ${text}. <a href="/pages/about?from=${encodeURIComponent(password)}">On</a></p></main>`,
    )
    .replace(
      '</head>',
      `<script type="application/json">${JSON.stringify({ password }).replaceAll('<', '\\u003c')}</script></head>`,
    )
}

function bodyOf(
  { goods }: StoreOptions,
  front: Shopfront,
  path: string,
  query: URLSearchParams,
): [kind: string, body: string] | undefined {
  if (path === '/') return ['index', homePage(goods, front)]
  const [, place, slug = '', rest] = /^\/([a-z]+)\/([^/]+)(?:\/(.+?))?\/?$/.exec(path) ?? []
  if (place === 'products' && rest === undefined) {
    const wanted = decodeURIComponent(slug).toLowerCase()
    const good = goods.products.find(known => known.slug === wanted)
    return good && ['product', productPage(goods, front, good)]
  }
  if (place === 'collections') {
    const group = goods.groups.find(known => known.slug === slug)
    const all = { slug: 'all', title: 'Products', text: '', members: goods.products.map(({ id }) => id) }
    const [, inside] = /^products\/([^/]+)$/.exec(rest ?? '') ?? []
    const good = inside === undefined ? undefined : goods.products.find(known => known.slug === inside)
    if (inside !== undefined) return good && ['product', productPage(goods, front, good)]
    const shown = group ?? (slug === 'all' ? all : undefined)
    // Any tag is a page, whether anything bears it or not.
    if (shown)
      return ['collection', groupPage(goods, front, rest === undefined ? shown : { ...shown, members: [] })]
    const brand = slug === 'vendors' ? query.get('q') : null
    const ofBrand = goods.products.filter(
      ({ vendor }) => vendor === brand && !goods.hiddenBrands?.includes(vendor),
    )
    if (brand !== null)
      return [
        'collection',
        groupPage(goods, front, { ...all, title: brand, members: ofBrand.map(({ id }) => id) }),
      ]
    if (slug === 'vendors' || slug === 'types')
      return ['collection', groupPage(goods, front, { ...all, members: [] })]
  }
  if (place === 'pages') {
    const text = goods.pages.find(known => known.slug === slug)
    return text && ['page', textPage(goods, front, text, front.page(slug))]
  }
  if (place === 'policies' && rest === undefined) {
    const text = goods.policies?.find(known => known.slug === slug)
    return text && ['policy', textPage(goods, front, text, front.policy(slug))]
  }
  if (place === 'blogs' && slug === 'news') {
    const post = goods.posts.find(known => known.slug === rest)
    const main = `<h1>News</h1>${goods.posts.map(({ slug, title }) => `<p><a href="${front.post(slug)}">${title}</a></p>`).join('')}`
    if (post) return ['article', textPage(goods, front, post, front.post(post.slug))]
    if (rest === undefined)
      return [
        'blog',
        layout(goods, front, {
          title: `News | ${goods.name}`,
          description: 'News',
          canonical: '/blogs/news',
          main,
        }),
      ]
  }
  const single = {
    collections: ['list-collections', 'Collections'],
    cart: ['cart', 'Your cart is empty'],
    search: ['search', 'Search'],
  }[path.replace(/^\/|\/$/g, '')]
  return (
    single && [
      single[0]!,
      layout(goods, front, {
        title: single[1]!,
        description: '',
        canonical: path,
        main: `<h1>${single[1]}</h1>`,
      }),
    ]
  )
}

/** What the platform says beside each page. */
function marks({ headless, goods }: StoreOptions, kind: string): Reply['headers'] {
  if (headless) return { 'powered-by': 'Shopify, Oxygen' }
  return {
    'powered-by': 'Shopify',
    'server-timing': `processing;dur=12;desc="gc:1", theme;desc="150201008267", pageType;desc="${kind}", servedBy;desc="g5ds"`,
    etag: `W/"page_cache:${SHOP_ID}:${kind}Controller:0a1b2c"`,
    'content-language': 'en',
    'set-cookie': [
      `cart_currency=${goods.currency}; Path=/; SameSite=Lax`,
      'localization=US; Path=/; SameSite=Lax',
      '_shopify_y=0a1b2c3d; Path=/; SameSite=Lax',
    ],
  }
}

const THEME = `<meta name="shopify-digital-wallet" content="/${SHOP_ID}/digital_wallets/dialog">
<script>var Shopify = Shopify || {}; Shopify.shop = "${MYSHOPIFY}"; Shopify.locale = "en"; Shopify.currency = {"active":"USD","rate":"1.0"}; Shopify.theme = {"name":"Horizon","id":150201008267};</script>`
const HEADLESS = `<link rel="preconnect" href="https://cdn.shopify.com/oxygen">`
