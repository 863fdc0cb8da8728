/**
 * Any shop by its product pages: those that its sitemaps list, or, without a sitemap, those that its links lead to.
 * What a page says to search engines is read: schema.org in JSON-LD or microdata, then Open Graph.
 */
import { pooled } from '../../../lib/pool.ts'
import { isSameSite } from '../../../lib/url.ts'
import type { Collection, Platform, Product, Sees } from '../../types.ts'
import { kindOfPath } from '../../urls/address.ts'
import { newReport, sitemapEntries } from '../../urls/sitemap.ts'
import { type PageMarkup, readPage } from '../markup/page.ts'
import { isA, productOfPage, valuesOf } from '../markup/product.ts'
import { handleOf, makeProduct, plainTitle } from '../product.ts'
import type { Reader, Shop } from '../reader.ts'

/** Pages of one shape of URL that are read before all of them are, or none. */
const SAMPLE_SIZE = 10
const CONCURRENCY = 8

export const readPages = (platform: Platform): Reader =>
  async function* (shop) {
    const pages = openPages(shop)
    const listed = await listedPages(shop)
    let why = listed.partial
    for (const shapes of [listed.products, listed.others]) {
      // Where the sitemaps name a file after products, the others hold none.
      if (pages.learned.products > 0) break
      for (const shape of shapes) {
        const { urls, certain } = shape
        const first = certain ? urls : spread(urls)
        const before = pages.learned.products
        yield* pages.read(first, certain)
        if (!certain && pages.learned.products > before) yield* pages.read(rest(shape, first), true)
        if (pages.learned.stopped) break
      }
    }
    why ||= pages.why()
    const fromLinks = pages.learned.products === 0 && !pages.learned.stopped
    if (fromLinks) yield* crawled(shop, pages)
    if (pages.learned.products === 0)
      return {
        closed: pages.learned.stopped ?? (why || 'no page describes a product to search engines'),
        unsure: Boolean(pages.learned.stopped ?? (why || pages.why())),
      }
    return {
      platform,
      currency: null,
      complete: fromLinks ? 'unknown' : !why,
      ...(fromLinks
        ? { why: `there is no sitemap of products; links were followed over ${pages.learned.asked} pages` }
        : why && { why }),
      sees: pages.sees(),
      collections: [...pages.learned.collections.values()],
    }
  }

/** An even sample over the whole list. */
function spread(urls: readonly string[]): string[] {
  if (urls.length <= SAMPLE_SIZE) return [...urls]
  const step = (urls.length - 1) / (SAMPLE_SIZE - 1)
  return Array.from({ length: SAMPLE_SIZE }, (_, index) => urls[Math.round(index * step)]!)
}

function* rest({ urls }: Shape, first: readonly string[]): Generator<string> {
  const known = new Set(first)
  for (const url of urls) if (!known.has(url)) yield url
}

/** Pages whose addresses are made alike. */
interface Shape {
  urls: string[]
  /** Its sitemap says in its name that they are products. */
  certain: boolean
}

interface Listed {
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
async function listedPages({ client, limits }: Shop): Promise<Listed> {
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

/** Pages read by following links, where no sitemap lists the products. */
const MAX_CRAWLED = 400
const MAX_CRAWL_DEPTH = 3

/** Follows links from the landed page, breadth first. Nobody knows whether they lead to every product. */
async function* crawled(shop: Shop, pages: PageReader): AsyncGenerator<Product, void> {
  const seen = new Set<string>()
  pages.learned.follow = true
  let round = [shop.landing.url]
  for (let depth = 0; depth < MAX_CRAWL_DEPTH && round.length && !pages.learned.stopped; depth++) {
    for (const url of round) seen.add(url)
    yield* pages.read(round)
    round = [...pages.learned.links]
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

const MAX_PAGE_BYTES = 3_000_000
const MAX_LINKS = 5000

type PageReader = ReturnType<typeof openPages>

/** Reads pages one by one and remembers in `learned` what they tell of the shop. */
function openPages({ client, limits, storefront }: Shop) {
  const learned = {
    products: 0,
    asked: 0,
    /** Why nothing more is asked. */
    stopped: undefined as string | undefined,
    /** Same-host links of the pages that were read, where `follow` is set. */
    links: new Set<string>(),
    follow: false,
    collections: new Map<string, Collection>(),
  }
  const known = new Set<string>()
  const sees = { variants: false, compareAt: false, images: false }
  let [unread, silent, cut, reason]: [number, number, boolean, string] = [0, 0, false, '']
  const started = Date.now()

  async function one(url: string, expected: boolean): Promise<Product | null> {
    if (learned.stopped) return null
    const answer = await client.get(url, {
      accept: 'text/html',
      maxBytes: MAX_PAGE_BYTES,
      tooLarge: 'truncate',
    })
    if (!answer.ok) {
      unread++
      reason ||= answer.detail
      if (answer.kind !== 'too-large' && answer.kind !== 'unreachable') learned.stopped = answer.detail
      return null
    }
    const { status, headers, body, url: landed } = answer.response
    // A page that is gone is no product of the original.
    if (status === 404 || status === 410) return null
    if (status !== 200) {
      unread++
      reason ||= `${url} answers ${status}`
      return null
    }
    if (!/html/i.test(headers['content-type'] ?? 'text/html')) return null
    const page = readPage(body.toString('utf8'), landed)
    if (learned.follow)
      for (const link of page.links) if (learned.links.size < MAX_LINKS) learned.links.add(link)
    const raw = productOfPage(page, landed)
    const trail = raw ? breadcrumb(page, landed) : null
    const product = raw && makeProduct({ ...raw, collections: trail ? [trail.handle] : [] }, landed)
    if (!product || known.has(product.path)) {
      if (!product && expected && isLikeProduct(url)) silent++
      return null
    }
    known.add(product.path)
    sees.variants ||= product.variants.length > 1
    sees.compareAt ||= product.variants.some(({ compareAt }) => compareAt !== null)
    sees.images ||= product.images.length > 1
    if (trail) {
      const collection = learned.collections.get(trail.handle) ?? { ...trail, count: 0 }
      learned.collections.set(trail.handle, { ...collection, count: (collection.count ?? 0) + 1 })
    }
    // Its texts are slices of the whole page, which they would keep in memory.
    return structuredClone(product)
  }

  return {
    learned,
    /** Products of these pages that were not known yet. `expected`: they are made like pages of products. */
    async *read(urls: Iterable<string>, expected = false): AsyncGenerator<Product, void> {
      const waiting = urls[Symbol.iterator]()
      const next = () => {
        const { value, done } = waiting.next()
        if (done || learned.stopped) return undefined
        cut ||= learned.asked >= limits.pages
        if (cut) return undefined
        if (Date.now() - started > limits.pagesMs) {
          learned.stopped = `after ${learned.asked} pages the time for reading them one by one was over`
          return undefined
        }
        learned.asked++
        return value
      }
      for await (const product of pooled(next, CONCURRENCY, url => one(url, expected))) {
        if (!product) continue
        learned.products++
        yield product
      }
    },
    /** Why products may be missing, or ''. */
    why(): string {
      if (learned.stopped) return learned.stopped
      if (cut) return `only ${limits.pages} pages were read one by one`
      if (unread) return `${unread} pages could not be read: ${reason}`
      // Only some product pages of the original have markup: it is incomplete once those without are three times as many.
      // Of the new store a product without markup must not count as lost, so one is enough.
      return silent > (storefront ? 0 : 3 * learned.products)
        ? `${silent} pages that are made like those of products describe none`
        : ''
    },
    // Markup may name only some of the pictures: those it names can be missed on the new side, but on the new side
    // itself nobody knows whether there are others.
    sees: (): Sees => ({
      ...sees,
      images: sees.images && !storefront,
      description: false,
      collections: false,
      availability: true,
    }),
  }
}

/** Sitemaps of products list the home page and that of all products too. */
function isLikeProduct(url: string): boolean {
  const kind = kindOfPath(new URL(url).pathname)
  return kind === null || kind === 'product'
}

/** The category that a product's trail of breadcrumbs leads through last. */
function breadcrumb(page: PageMarkup, url: string): Omit<Collection, 'count'> | null {
  const values = valuesOf(page.items)
  const list = page.items.find(item => isA(item, 'BreadcrumbList'))
  if (!list) return null
  const steps = values
    .items(list, 'itemListElement')
    .map(step => {
      const [item] = values.items(step, 'item')
      const address = values.text(step, 'item') || (item ? item.id || values.text(item, 'url') : '')
      return { title: values.text(step, 'name') || (item ? values.text(item, 'name') : ''), address }
    })
    .filter(({ address }) => address !== '' && URL.canParse(address, url))
    .map(({ title, address }) => ({ title: plainTitle(title), path: new URL(address, url).pathname }))
    .filter(({ path }) => path !== '/' && path !== new URL(url).pathname)
  const last = steps.at(-1)
  return last ? { ...last, handle: handleOf(last.path) } : null
}
