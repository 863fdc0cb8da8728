import { pooled } from '../../../lib/pool.ts'
import { kindOfPath } from '../../urls/inventory/kind.ts'
import type { Collection, Product, Sees } from '../catalog.ts'
import { type PageMarkup, readPage } from '../markup/page.ts'
import { productOfPage } from '../markup/product.ts'
import { isA, valuesOf } from '../markup/values.ts'
import { handleOf, makeProduct } from '../product.ts'
import type { Shop } from '../reader.ts'
import { plainTitle } from '../text.ts'

/** Reads pages one by one and remembers what it has learnt of the shop. */
export interface PageReader {
  /** Products of these pages that were not known yet. `expected`: they are made like pages of products. */
  read(urls: Iterable<string>, expected?: boolean): AsyncGenerator<Product, void>
  /** Same-host links of the pages that were read, where `follow` was asked for. */
  readonly links: ReadonlySet<string>
  follow: boolean
  readonly products: number
  readonly asked: number
  /** Why nothing more is asked. */
  readonly stopped: string | undefined
  /** Why products may be missing, or ''. */
  why(): string
  sees(): Sees
  collections(): Collection[]
}

const MAX_PAGE_BYTES = 3_000_000
const MAX_LINKS = 5000

export function openPages({ client, limits, storefront }: Shop, width: number): PageReader {
  const known = new Set<string>()
  const links = new Set<string>()
  const collections = new Map<string, Collection>()
  const sees = { variants: false, compareAt: false, images: false }
  let [products, asked, unread, silent, cut]: [number, number, number, number, boolean] = [0, 0, 0, 0, false]
  let stopped: string | undefined
  const started = Date.now()
  let reason = ''

  async function one(url: string, expected: boolean): Promise<Product | null> {
    if (stopped) return null
    const answer = await client.get(url, {
      accept: 'text/html',
      maxBytes: MAX_PAGE_BYTES,
      tooLarge: 'truncate',
    })
    if (!answer.ok) {
      unread++
      reason ||= answer.detail
      if (answer.kind !== 'too-large' && answer.kind !== 'unreachable') stopped = answer.detail
      return null
    }
    const { status, headers, body, url: landed } = answer.response
    // What is gone is no product of the original.
    if (status === 404 || status === 410) return null
    if (status !== 200) {
      unread++
      reason ||= `${url} answers ${status}`
      return null
    }
    if (!/html/i.test(headers['content-type'] ?? 'text/html')) return null
    const page = readPage(body.toString('utf8'), landed)
    if (reader.follow) for (const link of page.links) if (links.size < MAX_LINKS) links.add(link)
    const raw = productOfPage(page, landed)
    const trail = raw ? breadcrumb(page, landed) : null
    const product = raw && makeProduct({ ...raw, collections: trail ? [trail.handle] : [] }, landed)
    if (!product || known.has(product.path)) {
      if (!product && expected && isLikeProduct(url)) silent++
      return null
    }
    known.add(product.path)
    learn(product)
    if (trail) remember(trail)
    // Its texts are slices of the whole page, which they would keep in memory.
    return structuredClone(product)
  }

  function learn(product: Product): void {
    sees.variants ||= product.variants.length > 1
    sees.compareAt ||= product.variants.some(({ compareAt }) => compareAt !== null)
    sees.images ||= product.images.length > 1
  }

  function remember({ handle, title, path }: Omit<Collection, 'count'>): void {
    const collection = collections.get(handle) ?? { handle, title, path, count: 0 }
    collections.set(handle, { ...collection, count: (collection.count ?? 0) + 1 })
  }

  const reader: PageReader = {
    async *read(urls, expected = false) {
      const waiting = urls[Symbol.iterator]()
      const next = () => {
        const { value, done } = waiting.next()
        if (done || stopped) return undefined
        cut ||= asked >= limits.pages
        if (cut) return undefined
        if (Date.now() - started > limits.pagesMs) {
          stopped = `after ${asked} pages the time for reading them one by one was over`
          return undefined
        }
        asked++
        return value
      }
      for await (const product of pooled(next, width, url => one(url, expected))) {
        if (!product) continue
        products++
        yield product
      }
    },
    links,
    follow: false,
    get products() {
      return products
    },
    get asked() {
      return asked
    },
    get stopped() {
      return stopped
    },
    why() {
      if (stopped) return stopped
      if (cut) return `only ${limits.pages} pages were read one by one`
      if (unread) return `${unread} pages could not be read: ${reason}`
      // A shop whose product pages speak to search engines now and then only. What the new one leaves out is not lost.
      return silent > (storefront ? 0 : 3 * products)
        ? `${silent} pages that are made like those of products describe none`
        : ''
    },
    // Markup names some of the pictures: enough to miss them elsewhere, and no reason to miss others here.
    sees: () => ({
      ...sees,
      images: sees.images && !storefront,
      description: false,
      collections: false,
      availability: true,
    }),
    collections: () => [...collections.values()],
  }
  return reader
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
