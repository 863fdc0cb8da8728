import type { Collection, Product } from '../catalog.ts'
import { fields, string } from '../json.ts'
import type { Shop } from '../reader.ts'
import { plainTitle } from '../text.ts'
import { feed } from './shopify-feed.ts'

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

  for (const collection of collections) {
    const members = feed(client, `${base}${collection.path}/products.json`, 'products', query)
    let next = await members.next()
    let count = 0
    for (; !next.done; next = await members.next()) {
      yield* fresh(next.value)
      for (const record of next.value) {
        const product = known.get(string(fields(record).handle))
        if (!product || product.collections.at(-1) === collection.handle) continue
        product.collections.push(collection.handle)
        count++
      }
    }
    if (!next.value.whole && !next.value.deep)
      return unseen(collections, next.value.why ?? `${collection.handle} is closed`)
    collection.count = count
  }
  return { collections, sees: true }
}

const unseen = (collections: Collection[], why: string): CollectionsRead => ({
  collections,
  sees: false,
  gap: `which products are in which collection is not known: ${why}`,
})
