import type { Catalog, Collection } from '../../store/types.ts'
import { handleKey, titleKey } from './keys.ts'

export interface CollectionPair {
  /** Indices in the two catalogs. */
  original: number
  rebuilt: number
  evidence: 'handle' | 'title' | 'members'
}

/** Share of all members that two collections have in common, for them to be one without a common name. */
const MIN_SHARED_MEMBERS = 0.6

/** Which collection of the new shop is which of the original's, one to one: by name, else by what they hold. */
export function matchCollections(
  original: Catalog,
  rebuilt: Catalog,
  products: readonly { original: number; rebuilt: number }[],
): CollectionPair[] {
  const found = new Map<number, CollectionPair>()
  const taken = new Set<number>()
  const join = (i: number, j: number | undefined, evidence: CollectionPair['evidence']) => {
    if (j === undefined || found.has(i) || taken.has(j)) return
    found.set(i, { original: i, rebuilt: j, evidence })
    taken.add(j)
  }
  const byHandle = keyed(rebuilt.collections, ({ handle }) => handleKey(lastStep(handle)))
  const byTitle = keyed(rebuilt.collections, ({ title }) => titleKey(title))
  for (const [i, { handle }] of original.collections.entries())
    join(i, byHandle.get(handleKey(lastStep(handle))), 'handle')
  for (const [i, { title }] of original.collections.entries())
    if (title !== '') join(i, byTitle.get(titleKey(title)), 'title')

  const shared = sharedMembers(original, rebuilt, products)
  const sizes = [sizesOf(original), sizesOf(rebuilt)] as const
  const likely = [...shared]
    .flatMap(([i, counts]) =>
      [...counts].map(([j, count]) => {
        const all = sizes[0][i]! + sizes[1][j]! - count
        return { i, j, share: count / all }
      }),
    )
    .filter(({ share }) => share >= MIN_SHARED_MEMBERS)
    .sort((a, b) => b.share - a.share || a.i - b.i || a.j - b.j)
  for (const { i, j } of likely) join(i, j, 'members')
  return [...found.values()].sort((a, b) => a.original - b.original)
}

/** A handle of a category within another may be a path. */
const lastStep = (handle: string) => handle.split('/').filter(Boolean).at(-1) ?? handle

function keyed(collections: readonly Collection[], keyOf: (one: Collection) => string): Map<string, number> {
  const found = new Map<string, number>()
  for (const [index, collection] of collections.entries()) {
    const key = keyOf(collection)
    if (key !== '' && !found.has(key)) found.set(key, index)
  }
  return found
}

const positions = ({ collections }: Catalog) =>
  new Map(collections.map(({ handle }, index) => [handle, index]))

function sizesOf(catalog: Catalog): number[] {
  const at = positions(catalog)
  const sizes = catalog.collections.map(() => 0)
  for (const { collections } of catalog.products)
    for (const handle of collections) {
      const index = at.get(handle)
      if (index !== undefined) sizes[index]!++
    }
  return sizes
}

/** How many paired products a collection has in common with each of the other shop. */
function sharedMembers(
  original: Catalog,
  rebuilt: Catalog,
  products: readonly { original: number; rebuilt: number }[],
): Map<number, Map<number, number>> {
  const [here, there] = [positions(original), positions(rebuilt)]
  const shared = new Map<number, Map<number, number>>()
  for (const pair of products)
    for (const own of original.products[pair.original]!.collections)
      for (const other of rebuilt.products[pair.rebuilt]!.collections) {
        const [i, j] = [here.get(own), there.get(other)]
        if (i === undefined || j === undefined) continue
        const counts = shared.get(i) ?? new Map<number, number>()
        shared.set(i, counts.set(j, (counts.get(j) ?? 0) + 1))
      }
  return shared
}
