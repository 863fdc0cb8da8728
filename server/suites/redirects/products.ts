import { urlKey } from '../../lib/url.ts'
import { createEvidence, type EvidenceBook } from '../../matching/products/evidence.ts'
import type { ProductMatching } from '../../matching/products/index.ts'
import type { Catalog, Collection, Product, TargetPage } from '../../store/types.ts'
import type { Places } from './place.ts'

/** What both catalogs tell about addresses. */
export interface Products {
  /** The old product at a place, and the new ones that sell it, the best first: none where it is lost. */
  at(place: string): { product: Product; became: Product[] } | undefined
  /** The new product at a place. */
  newAt(place: string): Product | undefined
  /** Handle of the new collection at a place. */
  newCollectionAt(place: string): string | undefined
  /**
   * Share of the old collection's products at a place that are in the new collection, null where that is not known. What
   * is in many collections tells little of one: each counts by how few it is in.
   */
  sharedBy(oldPlace: string, newHandle: string): number | null
  /** The new collection that an old one at a place became. */
  becameCollection(oldPlace: string): Collection | undefined
  /** The same by the handle of the old one. */
  becameCollectionOf(handle: string): Collection | undefined
  /** Whether the new product at a place is what an old one became. */
  isTaken(place: string): boolean
  /** Whether an old product and the new one at a place are two things, by numbers that were kept elsewhere. */
  contradict(old: Product, newPlace: string): boolean
  /** All new products, as pages that a redirect could lead to. */
  targets(): TargetPage[]
  /** New collections of a product are known, so that not being in one means something. */
  readonly collectionsKnown: boolean
}

/** `old` is null where the original's catalog could not be read. */
export function productsOf(
  old: Catalog | null,
  after: Catalog,
  { pairs, merged, collections }: Pick<ProductMatching, 'pairs' | 'merged' | 'collections'>,
  oldOrigins: readonly string[],
  { productPlace, withoutLocale }: Places,
): Products {
  const before = old ?? { products: [], collections: [], sees: { collections: false } }
  const became = new Map<number, Product[]>()
  // What a redirect alone says of a product is what is to be found out here.
  for (const { original, rebuilt, evidence } of pairs)
    if (evidence.some(one => one !== 'redirect')) became.set(original, [after.products[rebuilt]!])
  for (const { original, rebuilt } of merged)
    became.set(
      original,
      rebuilt.map(index => after.products[index]!),
    )
  const absolute = (path: string) => urlKey(new URL(path, 'http://shop').href, ['http://shop'])
  const oldPlaces = new Map<string, number>()
  for (const [index, { url, path }] of before.products.entries()) {
    oldPlaces.set(absolute(path), index)
    if (URL.canParse(url)) oldPlaces.set(urlKey(url, oldOrigins), index)
  }
  const newPlaces = new Map(after.products.map(product => [productPlace(absolute(product.path)), product]))
  const newCollections = new Map(
    after.collections.map(({ path, handle }) => [withoutLocale(absolute(path)), handle]),
  )
  const members = membersOf(before, absolute)
  const matchedOf = (place: string) =>
    (members.get(place) ?? []).flatMap(index =>
      (became.get(index) ?? []).map(product => ({
        product,
        weight: 1 / before.products[index]!.collections.length,
      })),
    )
  const pathOfHandle = new Map(before.collections.map(({ handle, path }) => [handle, absolute(path)]))
  const becameCollections = new Map(
    collections.map(({ original, rebuilt }) => [
      absolute(before.collections[original]!.path),
      after.collections[rebuilt]!,
    ]),
  )

  const taken = new Set([...became.values()].flat().map(({ path }) => productPlace(absolute(path))))

  let book: EvidenceBook | undefined

  return {
    collectionsKnown: after.sees.collections,
    at(place) {
      const index = oldPlaces.get(place) ?? oldPlaces.get(place.split('?')[0]!)
      return index === undefined
        ? undefined
        : { product: before.products[index]!, became: became.get(index) ?? [] }
    },
    isTaken: place => taken.has(productPlace(place)),
    newAt: place => newPlaces.get(productPlace(place)),
    contradict(product, newPlace) {
      const found = newPlaces.get(productPlace(newPlace))
      if (!old || !found) return false
      book ??= createEvidence(old, after, new Map())
      return book.contradicts(old.products.indexOf(product), after.products.indexOf(found))
    },
    newCollectionAt: place => newCollections.get(withoutLocale(place).split('?')[0]!),
    sharedBy(oldPlace, newHandle) {
      const matched = matchedOf(oldPlace)
      if (!matched.length || !after.sees.collections) return null
      const sum = (list: typeof matched) => list.reduce((total, { weight }) => total + weight, 0)
      return sum(matched.filter(({ product }) => product.collections.includes(newHandle))) / sum(matched)
    },
    becameCollection: oldPlace => becameCollections.get(oldPlace),
    becameCollectionOf(handle) {
      const path = pathOfHandle.get(handle)
      return path === undefined ? undefined : becameCollections.get(path)
    },
    targets: () => after.products.map(({ path, title }) => ({ path, title, kind: 'product' })),
  }
}

/** Indices of the products in each collection, by its place. */
function membersOf(
  {
    products,
    collections,
    sees,
  }: Pick<Catalog, 'products' | 'collections'> & { sees: Pick<Catalog['sees'], 'collections'> },
  absolute: (path: string) => string,
) {
  const members = new Map<string, number[]>()
  if (!sees.collections) return members
  const places = new Map(collections.map(({ handle, path }) => [handle, absolute(path)]))
  for (const [index, product] of products.entries())
    for (const handle of product.collections) {
      const place = places.get(handle)
      if (place === undefined) continue
      const list = members.get(place)
      if (list) list.push(index)
      else members.set(place, [index])
    }
  return members
}

export const NO_PRODUCTS: Products = {
  at: () => undefined,
  isTaken: () => false,
  newAt: () => undefined,
  contradict: () => false,
  newCollectionAt: () => undefined,
  sharedBy: () => null,
  becameCollection: () => undefined,
  becameCollectionOf: () => undefined,
  targets: () => [],
  collectionsKnown: false,
}
