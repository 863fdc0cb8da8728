import { pooled } from '../../../lib/pool.ts'
import type { Collection, Product } from '../catalog.ts'
import { fields, string } from '../json.ts'
import type { Shop } from '../reader.ts'
import { plainTitle } from '../text.ts'
import { feed } from './shopify-feed.ts'

/** The client asks no faster than its pace. */
const CONCURRENCY = 4

export interface CollectionsRead {
  collections: Collection[]
  /** Whether it is known of every collection what it holds. */
  sees: boolean
  /** What could not be read, as a sentence. */
  gap?: string
}

/**
 * Which product is in which collection, written into `known`. The feed's own `products_count` is unreliable, so each
 * collection is read. Products that only a collection gives are handed on through `fresh`.
 */
export async function* readCollections(
  { client, limits }: Shop,
  base: string,
  query: string,
  known: ReadonlyMap<string, Product>,
  fresh: (records: unknown[]) => Iterable<Product>,
): AsyncGenerator<Product, CollectionsRead> {
  const collections: Collection[] = []
  const pages = feed(client, `${base}/collections.json`, 'collections')
  let page = await pages.next()
  for (; !page.done && collections.length <= limits.collections; page = await pages.next())
    for (const record of page.value) {
      const { handle, title } = fields(record)
      if (string(handle) === '') continue
      collections.push({
        handle: string(handle).slice(0, 255),
        title: plainTitle(title),
        path: `/collections/${encodeURIComponent(string(handle))}`,
        count: null,
      })
    }
  if (!page.done || collections.length > limits.collections)
    return unseen(collections.slice(0, limits.collections), `there are more than ${limits.collections}`)
  if (!page.value.whole) return unseen(collections, page.value.why ?? 'their list is closed')

  const waiting = collections.values()
  const listed = pooled(
    () => waiting.next().value,
    CONCURRENCY,
    ({ path }) => membersOf(client, base, query, path, fresh),
  )
  let position = 0
  for await (const { handles, products, trouble } of listed) {
    const collection = collections[position++]!
    yield* products
    if (trouble) return unseen(collections, trouble)
    collection.count = [...handles].filter(handle => known.has(handle)).length
    for (const handle of handles) known.get(handle)?.collections.push(collection.handle)
  }
  return { collections, sees: true }
}

interface Members {
  handles: Set<string>
  /** That were not known before. */
  products: Product[]
  trouble?: string
}

async function membersOf(
  client: Shop['client'],
  base: string,
  query: string,
  path: string,
  fresh: (records: unknown[]) => Iterable<Product>,
): Promise<Members> {
  const [handles, products]: [Set<string>, Product[]] = [new Set(), []]
  const pages = feed(client, `${base}${path}/products.json`, 'products', query)
  let page = await pages.next()
  for (; !page.done; page = await pages.next()) {
    products.push(...fresh(page.value))
    for (const record of page.value) handles.add(string(fields(record).handle))
  }
  const { whole, deep, why } = page.value
  return { handles, products, ...(!whole && !deep && { trouble: why ?? `${path} is closed` }) }
}

const unseen = (collections: Collection[], why: string): CollectionsRead => ({
  collections,
  sees: false,
  gap: `which products are in which collection is not known: ${why}`,
})
