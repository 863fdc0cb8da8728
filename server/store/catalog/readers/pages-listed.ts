import { isSameSite } from '../../../lib/url.ts'
import { newReport, sitemapEntries } from '../../urls/sitemap/index.ts'
import type { Shop } from '../reader.ts'

/** Pages whose addresses are made alike. */
export interface Shape {
  urls: string[]
  /** Its sitemap says in its name that they are products. */
  certain: boolean
}

export interface Listed {
  products: Shape[]
  /** The most promising first. */
  others: Shape[]
  /** Why the list may lack some, or ''. */
  partial: string
}

const MAX_SHAPES = 200
const PROMISING =
  /\/(products?|p|shop|store|item|items|artikel|produkte?|produits?|prodotti|productos?|product-page)\b/i

/** The addresses of the sitemaps, sorted by how they are made. Files of pictures and documents are left out. */
export async function listedPages({ client, limits }: Shop): Promise<Listed> {
  const report = newReport()
  const shapes = new Map<string, Shape>()
  let cut = ''
  for await (const { url, sitemap } of sitemapEntries(client, report)) {
    if (!isSameSite(url, [client.origin])) continue
    const { pathname } = new URL(url)
    if (/\.(jpe?g|png|gif|webp|avif|svg|pdf|xml|zip|mp4)$/i.test(pathname)) continue
    const certain = isOfProducts(sitemap)
    const name = certain ? 'products' : shapeOf(pathname)
    const known = shapes.get(name)
    if (!known && shapes.size >= MAX_SHAPES) continue
    const shape = known ?? { urls: [], certain }
    if (!known) shapes.set(name, shape)
    // Twice as many as will be read: some lead nowhere.
    if (shape.urls.length >= 2 * limits.pages) {
      cut = `only the first ${2 * limits.pages} addresses of a kind were taken from the sitemaps`
      continue
    }
    shape.urls.push(url)
  }
  const all = [...shapes.values()]
  return {
    products: all.filter(({ certain }) => certain),
    others: all
      .filter(({ certain }) => !certain)
      .sort((a, b) => Number(PROMISING.test(b.urls[0]!)) - Number(PROMISING.test(a.urls[0]!))),
    partial: cut || (report.partial ? (report.limits[0] ?? 'the sitemaps were read in part') : ''),
  }
}

/** `product-sitemap2.xml`, `store-products-sitemap.xml`, `xmlsitemap.php?type=products`; not those of categories. */
function isOfProducts(sitemap: string): boolean {
  const { pathname, search } = new URL(sitemap)
  const name = `${pathname.split('/').at(-1)}${search}`
  return /product/i.test(name) && !/categor|_cat|-cat\b|tag|brand|attribute|collection/i.test(name)
}

/** First step, depth and ending: `/shop/red-shirt.html` is like `/shop/blue-shirt.html`, and unlike `/about`. */
function shapeOf(pathname: string): string {
  const steps = pathname.split('/').filter(Boolean)
  const last = steps.at(-1) ?? ''
  const ending = /\.[a-z]{2,5}$/i.exec(last)?.[0] ?? ''
  const number = /^\d+-/.test(last) ? 'number-' : /-\d+(\.[a-z]+)?$/i.test(last) ? '-number' : ''
  const first = steps.length > 1 ? steps[0] : ''
  return `${first}/${steps.length}${number}${ending}`
}
