/** robots.txt and the sitemaps: an index with children that carry a query, once for each market. */
import { escaped } from '../pages.ts'
import { pictureUrl } from './feeds.ts'
import type { StoreOptions } from './options.ts'
import { type Reply, text, xml } from './reply.ts'

const CHILD = 1000

export function sitemap(
  { goods, locales }: StoreOptions,
  origin: string,
  prefix: string,
  path: string,
): Reply | undefined {
  if (path === '/robots.txt')
    return text(
      `User-agent: *\nDisallow: /admin\nDisallow: /cart\nDisallow: /*/collections/*filter*\nSitemap: ${origin}/sitemap.xml\n`,
    )
  const base = origin + prefix
  if (path === '/sitemap.xml')
    return xml(
      index(
        goods.products,
        origin,
        ['', ...(prefix ? [] : locales)].map(locale => prefix + locale),
      ),
    )
  const products = /^\/sitemap_products_(\d+)\.xml$/.exec(path)
  if (products) {
    const part = goods.products.slice((Number(products[1]) - 1) * CHILD, Number(products[1]) * CHILD)
    const first = products[1] === '1' ? [entry(`${base}/`)] : []
    return xml(
      set([
        ...first,
        ...part.map(good =>
          entry(
            `${base}/products/${good.slug}`,
            good.pictures[0] && pictureUrl(origin, good.pictures[0].file),
            good.title,
          ),
        ),
      ]),
    )
  }
  if (path === '/sitemap_collections_1.xml')
    return xml(set(goods.groups.map(({ slug }) => entry(`${base}/collections/${slug}`))))
  if (path === '/sitemap_pages_1.xml')
    return xml(set(goods.pages.map(({ slug }) => entry(`${base}/pages/${slug}`))))
  if (path === '/sitemap_blogs_1.xml')
    return xml(
      set([
        entry(`${base}/blogs/news`),
        ...goods.posts.map(({ slug }) => entry(`${base}/blogs/news/${slug}`)),
      ]),
    )
  if (path === '/sitemap_agentic_discovery.xml')
    return xml(set([entry(`${base}/agents.md`), entry(`${base}/llms.txt`)]))
  return undefined
}

function index(products: { id: number }[], origin: string, prefixes: string[]): string {
  const parts = Math.max(1, Math.ceil(products.length / CHILD))
  const children = prefixes.flatMap(prefix =>
    [
      'sitemap_agentic_discovery.xml',
      ...Array.from({ length: parts }, (_, at) => {
        const part = products.slice(at * CHILD, (at + 1) * CHILD)
        return `sitemap_products_${at + 1}.xml?from=${part[0]?.id ?? 0}&to=${part.at(-1)?.id ?? 0}`
      }),
      'sitemap_pages_1.xml',
      'sitemap_collections_1.xml',
      'sitemap_blogs_1.xml',
    ].map(name => `<sitemap><loc>${escaped(`${origin}${prefix}/${name}`)}</loc></sitemap>`),
  )
  return `<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${children.join('\n')}\n</sitemapindex>`
}

const set = (entries: string[]) =>
  `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:image="http://www.google.com/schemas/sitemap-image/1.1">\n${entries.join('\n')}\n</urlset>`

const entry = (loc: string, image?: string, title = '') =>
  `<url><loc>${escaped(loc)}</loc><changefreq>daily</changefreq>${image ? `<image:image><image:loc>${escaped(image)}</image:loc><image:title>${escaped(title)}</image:title></image:image>` : ''}</url>`
