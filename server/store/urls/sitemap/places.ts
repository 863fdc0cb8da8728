/** Where sitemaps are when robots.txt names none: the standard, WordPress, its plugins, BigCommerce, PrestaShop. */
export const USUAL_PLACES = [
  '/sitemap.xml',
  '/sitemap_index.xml',
  '/wp-sitemap.xml',
  '/product-sitemap.xml',
  '/xmlsitemap.php',
  '/1_index_sitemap.xml',
]

const MAX_ROBOTS_LINES = 100

/** Absolute addresses on the `Sitemap:` lines of a robots.txt, 100 at most; they stand outside of its groups. */
export function sitemapLines(robots: string, origin: string): string[] {
  return [...robots.matchAll(/^[ \t\uFEFF]*sitemap[ \t]*:[ \t]*(\S+)/gim)]
    .slice(0, MAX_ROBOTS_LINES)
    .map(([, place]) => place!)
    .filter(place => URL.canParse(place, origin))
    .map(place => new URL(place, origin).href)
    .filter(place => /^https?:/.test(place))
}

/**
 * In an order that takes from each kind in turn, so that a limit cuts the fiftieth file of products before the first
 * of pages: `products_1, pages_1, products_2`. Leaves out files that are for machines, not for visitors.
 */
export function fairly(urls: readonly string[]): string[] {
  const turns = new Map<string, number>()
  return urls
    .filter(url => !/\/sitemap_agentic_discovery\.xml$/i.test(new URL(url).pathname))
    .map((url, index) => {
      const { pathname, search } = new URL(url)
      const kind = (pathname + search).replace(/\d+/g, '')
      const turn = turns.get(kind) ?? 0
      turns.set(kind, turn + 1)
      return { url, turn, index }
    })
    .sort((a, b) => a.turn - b.turn || a.index - b.index)
    .map(({ url }) => url)
}
