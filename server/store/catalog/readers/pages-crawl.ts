import type { Product } from '../catalog.ts'
import type { Shop } from '../reader.ts'
import type { PageReader } from './pages-read.ts'

/** Pages without a sitemap to say which are worth it. */
const MAX_CRAWLED = 400
const MAX_CRAWL_DEPTH = 3

/** Follows links from the landed page, breadth first. There is no telling what they do not lead to. */
export async function* crawled(shop: Shop, pages: PageReader): AsyncGenerator<Product, void> {
  const seen = new Set<string>()
  pages.follow = true
  let round = [shop.landing.url]
  for (let depth = 0; depth < MAX_CRAWL_DEPTH && round.length && !pages.stopped; depth++) {
    for (const url of round) seen.add(url)
    yield* pages.read(round)
    round = [...pages.links]
      .filter(url => !seen.has(url) && worthwhile(url))
      .slice(0, MAX_CRAWLED - seen.size)
  }
}

/** Not carts, accounts and the endless combinations of filters. */
const worthwhile = (url: string): boolean => {
  const { pathname, search } = new URL(url)
  return (
    !/\/(cart|basket|checkout|account|login|register|wishlist|compare|search|wp-admin|wp-json)\b/i.test(
      pathname,
    ) &&
    !/\.(jpe?g|png|gif|webp|svg|pdf|xml|zip|css|js|json)$/i.test(pathname) &&
    !/add-to-cart|action=|orderby|filter|sort/i.test(search) &&
    search.split('&').length <= 2
  )
}
