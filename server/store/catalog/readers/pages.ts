/**
 * Any shop by its product pages: those that its sitemaps list, or, without a sitemap, those that its links lead to.
 * What a page says to search engines is read: schema.org in JSON-LD or microdata, then Open Graph.
 */
import type { Platform } from '../catalog.ts'
import type { Reader } from '../reader.ts'
import { crawled } from './pages-crawl.ts'
import { listedPages, type Shape } from './pages-listed.ts'
import { openPages } from './pages-read.ts'

/** Pages of a kind that are looked at before the kind is left or read whole. */
const SAMPLE_SIZE = 10
const CONCURRENCY = 8

export const readPages = (platform: Platform): Reader =>
  async function* (shop) {
    const pages = openPages(shop, CONCURRENCY)
    const listed = await listedPages(shop)
    let why = listed.partial
    for (const shapes of [listed.products, listed.others]) {
      // Where the sitemaps name a file after products, the others hold none.
      if (pages.products > 0) break
      for (const shape of shapes) {
        const { urls, certain } = shape
        const first = certain ? urls : spread(urls)
        const before = pages.products
        yield* pages.read(first, certain)
        if (!certain && pages.products > before) yield* pages.read(rest(shape, first), true)
        if (pages.stopped) break
      }
    }
    why ||= pages.why()
    const fromLinks = pages.products === 0 && !pages.stopped
    if (fromLinks) yield* crawled(shop, pages)
    if (pages.products === 0)
      return {
        closed: pages.stopped ?? (why || 'no page describes a product to search engines'),
        unsure: Boolean(pages.stopped ?? (why || pages.why())),
      }
    return {
      platform,
      currency: null,
      complete: fromLinks ? 'unknown' : !why,
      ...(fromLinks
        ? { why: `there is no sitemap of products; links were followed over ${pages.asked} pages` }
        : why && { why }),
      sees: pages.sees(),
      collections: pages.collections(),
    }
  }

/** From the beginning, the middle and the end. */
function spread(urls: readonly string[]): string[] {
  if (urls.length <= SAMPLE_SIZE) return [...urls]
  const step = (urls.length - 1) / (SAMPLE_SIZE - 1)
  return Array.from({ length: SAMPLE_SIZE }, (_, index) => urls[Math.round(index * step)]!)
}

function* rest({ urls }: Shape, first: readonly string[]): Generator<string> {
  const known = new Set(first)
  for (const url of urls) if (!known.has(url)) yield url
}
