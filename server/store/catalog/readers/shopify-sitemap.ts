import { currencyCode } from '../../../lib/money.ts'
import { newReport, sitemapEntries } from '../../urls/sitemap/index.ts'
import type { Product } from '../catalog.ts'
import { fields, getJson } from '../json.ts'
import { handleOf } from '../product.ts'
import type { Reader, Shop } from '../reader.ts'
import { fromScript } from './shopify-record.ts'

export interface SitemapRead {
  /** Every product of the sitemaps is known now. */
  whole: boolean
  why?: string
}

/** Products that the sitemaps list and `known` lacks, each asked for by its handle. Adds them to `known`. */
export async function* productsOfSitemap(
  { client, limits }: Shop,
  base: string,
  currency: string | null,
  known: Map<string, Product>,
): AsyncGenerator<Product, SitemapRead> {
  const report = newReport()
  let [asked, unread] = [0, 0]
  const started = Date.now()
  for await (const { url } of sitemapEntries({ get: client.get, origin: base }, report)) {
    // Of a product's addresses only the one without a locale, which is the primary market's.
    const path = /^\/products\/[^/]+$/.exec(new URL(url).pathname)?.[0]
    if (!path || known.has(handleOf(path))) continue
    if (asked++ >= limits.pages) return { whole: false, why: `only ${limits.pages} were asked one by one` }
    if (Date.now() - started > limits.pagesMs)
      return { whole: false, why: `after ${asked - 1} products the time for asking one by one was over` }
    const answer = await getJson(client, `${base}${path}.js`)
    if (!answer.ok && answer.kind === 'absent') {
      // Sitemaps list products that were taken down a while ago.
      const page = await client.get(`${base}${path}`, { method: 'HEAD' })
      if (!page.ok || page.response.status !== 404) unread++
      continue
    }
    if (!answer.ok) return { whole: false, why: answer.detail }
    const product = fromScript(answer.value, currency, client.origin)
    if (!product || known.has(product.handle)) continue
    known.set(product.handle, product)
    yield product
  }
  if (report.partial) return { whole: false, why: report.limits[0] ?? 'the sitemaps were read in part' }
  if (report.files.length === 0) return { whole: false, why: 'there is no sitemap' }
  if (unread > 0) return { whole: false, why: `${unread} products of the sitemap could not be read` }
  return { whole: true }
}

/** For stores that have closed their feed: every product that the sitemaps list. */
export const readShopifyOneByOne: Reader = async function* (shop) {
  const known = new Map<string, Product>()
  const cart = await getJson(shop.client, '/cart.js')
  const currency =
    shop.storefront?.currency ?? currencyCode(fields(cart.ok ? cart.value : null).currency) ?? null
  const { whole, why } = yield* productsOfSitemap(shop, shop.client.origin, currency, known)
  if (known.size === 0) return { closed: why ?? 'the sitemaps list no products' }
  return {
    platform: 'shopify',
    currency,
    complete: whole,
    ...(why && { why }),
    sees: {
      variants: true,
      compareAt: true,
      images: true,
      description: true,
      collections: false,
      availability: true,
    },
    collections: [],
  }
}
