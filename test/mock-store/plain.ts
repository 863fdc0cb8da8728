/** A shop that no system is known of: one sitemap, product pages that describe themselves to search engines. */
import type { Goods } from './goods.ts'
import { groupPage, homePage, layout, productPage, type Shopfront, textPage } from './pages.ts'
import { picture } from './picture.ts'
import { type ServedShop, serveShop } from './serve.ts'
import { html, type Reply, text, urlset } from './shopify/reply.ts'

export interface PlainOptions {
  goods: Goods
  /** Without it its products are found by links alone. */
  sitemap?: boolean
  delayMs?: number
}

export async function startPlain(options: PlainOptions, { port = 0 } = {}): Promise<ServedShop> {
  return serveShop((url, origin) => reply(options, url, origin), { port, delayMs: options.delayMs })
}

const frontOf = (origin: string): Shopfront => ({
  origin,
  home: '/',
  group: slug => `/range/${slug}.html`,
  product: slug => `/range/item/${slug}.html`,
  page: slug => `/${slug}.html`,
  post: slug => `/journal/${slug}.html`,
  policy: slug => `/${slug}.html`,
  picture: file => `/pictures/${file}`,
  cart: '/basket',
  head: '',
  jsonLd: true,
})

function reply({ goods, sitemap = true }: PlainOptions, url: URL, origin: string): Reply {
  const front = frontOf(origin)
  const path = decodeURIComponent(url.pathname)
  if (path === '/') return html(homePage(goods, front))
  if (path === '/robots.txt') return text('User-agent: *\nDisallow:\n')
  const file = /^\/pictures\/([^/]+\.png)$/.exec(path)
  if (file) return { status: 200, headers: { 'content-type': 'image/png' }, body: picture(file[1]!) }
  if (path === '/sitemap.xml' && sitemap) {
    const paths = [
      '/',
      ...goods.groups.map(({ slug }) => front.group(slug)),
      ...goods.products.map(({ slug }) => front.product(slug)),
      ...goods.pages.map(({ slug }) => front.page(slug)),
      ...goods.posts.map(({ slug }) => front.post(slug)),
    ]
    return urlset(paths.map(one => origin + one))
  }
  const good = goods.products.find(({ slug }) => front.product(slug) === path)
  if (good) return html(productPage(goods, front, good))
  const group = goods.groups.find(({ slug }) => front.group(slug) === path)
  if (group) return html(groupPage(goods, front, group))
  const page = goods.pages.find(({ slug }) => front.page(slug) === path)
  const post = goods.posts.find(({ slug }) => front.post(slug) === path)
  const found = page ?? post
  if (found) return html(textPage(goods, front, found, path))
  return html(
    layout(goods, front, {
      title: 'Not found',
      description: '',
      canonical: '/404',
      main: '<h1>Not found</h1>',
    }),
    404,
  )
}
