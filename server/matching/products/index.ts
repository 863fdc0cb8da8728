/**
 * Which product of the new shop is which of the original's, one to one: evidence is gathered by numbers, addresses and
 * titles that both shops have, then all pairs are chosen together. Numbers that disagree weigh against equal titles.
 */
import { assign } from '../../lib/assignment.ts'
import { similarity, words } from '../../lib/text.ts'
import type { Catalog, Collection, Product } from '../../store/types.ts'
import { pricesOf, sharePicture, showings } from './agreement.ts'
import { createElsewhere, type Moved } from './elsewhere.ts'
import { createEvidence, type Evidence, type EvidenceBook, type Landings } from './evidence.ts'
import { handleKey, titleKey } from './keys.ts'
import { matchVariants, type VariantMatching } from './variants.ts'

export type { Moved } from './elsewhere.ts'
export type { Evidence, Landings } from './evidence.ts'
export type { VariantMatching } from './variants.ts'

export interface ProductPair {
  /** Indices in the two catalogs. */
  original: number
  rebuilt: number
  /** 0.5 to 1. */
  confidence: number
  /** What speaks for it, the strongest first. */
  evidence: Evidence[]
  readonly variants: VariantMatching
}

export interface ProductMatching {
  /** In the original's order. */
  pairs: ProductPair[]
  /** Of the original, found nowhere. */
  lost: number[]
  /** Of the original, found as variants of products that are others. */
  merged: { original: number; rebuilt: number[] }[]
  /** Of the new shop, without a counterpart. */
  extra: number[]
  /** The pair of a product of the original. */
  pairOf(original: number): ProductPair | undefined
  /** Variants that are sold under another product than its counterpart, of those that were merged too. */
  readonly moved: readonly Moved[]
  readonly collections: CollectionPair[]
}

/** Below it two products are others. */
const MIN_CONFIDENCE = 0.5

/** `landings`: where the original's paths lead on the new host, as far as that was asked. */
export function matchProducts(
  original: Catalog,
  rebuilt: Catalog,
  landings: Landings = new Map(),
): ProductMatching {
  let book: EvidenceBook | undefined
  const evidence = () => {
    book ??= createEvidence(original, rebuilt, landings)
    return book
  }
  const found = original === rebuilt ? itself(original) : chosen(original, rebuilt, evidence())
  const byOriginal = new Map(found.map(pair => [pair.original, pair]))
  const taken = new Set(found.map(pair => pair.rebuilt))
  const alone = original.products.map((_, index) => index).filter(index => !byOriginal.has(index))
  // Of a large shop as much as half of what is kept of it, and nothing is asked of it any more.
  book = undefined
  const elsewhere = createElsewhere(original, rebuilt, byOriginal)
  const movedOf = new Map(alone.map(index => [index, elsewhere.whole(index)]))
  const merged = alone
    .map(index => ({ original: index, rebuilt: movedOf.get(index)!.map(({ rebuilt: seller }) => seller) }))
    .filter(({ rebuilt: sellers }) => sellers.length > 0)
  const gone = new Set(merged.map(({ original: index }) => index))
  const matching = {
    pairs: found,
    lost: alone.filter(index => !gone.has(index)),
    merged,
    extra: rebuilt.products.map((_, index) => index).filter(index => !taken.has(index)),
    pairOf: (index: number) => byOriginal.get(index),
  }
  return {
    ...matching,
    get moved() {
      const value = [...movedOf.values(), ...found.map(pair => elsewhere.rest(pair))].flat()
      Object.defineProperty(this, 'moved', { value, enumerable: true })
      return value
    },
    get collections() {
      const value = matchCollections(original, rebuilt, matching.pairs)
      Object.defineProperty(this, 'collections', { value, enumerable: true })
      return value
    },
  }

  function pairUp(one: number, other: number, confidence: number, why: Evidence[]): ProductPair {
    const match = () => matchVariants(original.products[one]!, rebuilt.products[other]!)
    return new Paired(one, other, confidence, why, match)
  }

  function itself({ products }: Catalog): ProductPair[] {
    return products.map((_, index) => pairUp(index, index, 1, ['itself']))
  }

  function chosen(before: Catalog, after: Catalog, known: EvidenceBook): ProductPair[] {
    const sure = assign(
      before.products,
      after.products,
      (_, __, i, j) => {
        const { confidence } = known.weigh(i, j)
        return confidence < MIN_CONFIDENCE ? null : 1 - confidence
      },
      { candidates: (_, index) => known.candidates(index), alone: MIN_CONFIDENCE },
    )
    const pairs = sure.pairs.map(([i, j]) => {
      const { confidence, evidence: why } = known.weigh(i, j)
      return pairUp(i, j, confidence, why)
    })
    const nominated = nominate(before, after, sure.left, sure.right, known)
    for (const { original: i, rebuilt: j, confidence, evidence: why } of nominated)
      pairs.push(pairUp(i, j, confidence, why))
    return pairs.sort((a, b) => a.original - b.original)
  }
}

/** Its variants are matched when they are first asked for. */
class Paired implements ProductPair {
  readonly original: number
  readonly rebuilt: number
  readonly confidence: number
  readonly evidence: Evidence[]
  #variants: VariantMatching | (() => VariantMatching)

  constructor(
    original: number,
    rebuilt: number,
    confidence: number,
    evidence: Evidence[],
    match: () => VariantMatching,
  ) {
    this.original = original
    this.rebuilt = rebuilt
    this.confidence = Math.round(confidence * 1000) / 1000
    // A copy, as what was added to one by one has room for more.
    this.evidence = [...evidence]
    this.#variants = match
  }

  get variants(): VariantMatching {
    if (typeof this.#variants === 'function') this.#variants = this.#variants()
    return this.#variants
  }
}

interface Nominated {
  original: number
  rebuilt: number
  confidence: number
  evidence: Evidence[]
}

/** Of a product, so that a shop whose titles are all alike stays cheap. */
const MAX_CANDIDATES = 20
const MAX_RARE_WORDS = 4
const MAX_POSTINGS = 25

/**
 * Pairs among what is left by titles that are alike. Likeness only nominates: a picture, or all prices, must agree, and
 * nothing may contradict.
 */
function nominate(
  original: Catalog,
  rebuilt: Catalog,
  left: readonly number[],
  right: readonly number[],
  book: Pick<EvidenceBook, 'contradicts'>,
): Nominated[] {
  if (left.length === 0 || right.length === 0) return []
  const byWord = postings(right, index => words(rebuilt.products[index]!.title))
  const byPicture = postings(right, index => rebuilt.products[index]!.images.map(({ key }) => key))
  const shown = [showings(original), showings(rebuilt)] as const
  const weighed = new Map<string, Omit<Nominated, 'original' | 'rebuilt'>>()
  const { pairs } = assign(
    left,
    right,
    (i, j) => {
      const found = book.contradicts(i, j) ? null : weigh(original.products[i]!, rebuilt.products[j]!)
      if (!found) return null
      weighed.set(`${i} ${j}`, found)
      return 1 - found.confidence
    },
    { candidates: i => candidatesOf(original.products[i]!), alone: 0.5 },
  )
  return pairs.map(([l, r]) => {
    const [i, j] = [left[l]!, right[r]!]
    return { original: i, rebuilt: j, ...weighed.get(`${i} ${j}`)! }
  })

  function candidatesOf({ title, images }: Product): number[] {
    const lists = [...new Set(words(title))]
      .flatMap(word => byWord.get(word) ?? [])
      .sort((a, b) => a.length - b.length)
      .slice(0, MAX_RARE_WORDS)
    const showing = images.slice(0, 5).flatMap(({ key }) => byPicture.get(key) ?? [])
    const hits = new Map<number, number>()
    for (const position of [...lists, ...showing].flat()) hits.set(position, (hits.get(position) ?? 0) + 1)
    return [...hits]
      .sort(([a, x], [b, y]) => y - x || a - b)
      .slice(0, MAX_CANDIDATES)
      .map(([position]) => position)
  }

  function weigh(a: Product, b: Product): Omit<Nominated, 'original' | 'rebuilt'> | null {
    const alike = similarity(a.title, b.title)
    if (alike < 0.3) return null
    const picture = sharePicture(a, b, shown)
    // Two colours of one thing cost the same: only words that were added or left out are the same thing's.
    const edited = alike >= 0.6 && within(a.title, b.title)
    const price = edited && pricesOf(a) !== '' && pricesOf(a) === pricesOf(b)
    if (!picture && !price) return null
    const evidence: Evidence[] = ['similar title']
    if (picture) evidence.push('picture')
    if (price) evidence.push('price')
    return {
      confidence: Math.min(0.8, 0.5 + 0.1 * alike + (picture ? 0.1 : 0) + (price ? 0.1 : 0)),
      evidence,
    }
  }
}

/** Whether one title has all words of the other. */
function within(a: string, b: string): boolean {
  const [short, long] = [new Set(words(a)), new Set(words(b))].sort((one, other) => one.size - other.size)
  return [...short!].every(word => long!.has(word))
}

/** Positions in `right` by key, each list wrapped so that it can be looked up and left out; keys of many are dropped. */
function postings(
  right: readonly number[],
  keysOf: (index: number) => readonly string[],
): ReadonlyMap<string, [number[]]> {
  const found = new Map<string, [number[]]>()
  for (const [position, index] of right.entries())
    for (const key of new Set(keysOf(index))) {
      const [list] = found.get(key) ?? found.set(key, [[]]).get(key)!
      if (list.length <= MAX_POSTINGS) list.push(position)
    }
  for (const [key, [list]] of found) if (list.length > MAX_POSTINGS) found.delete(key)
  return found
}

export interface CollectionPair {
  /** Indices in the two catalogs. */
  original: number
  rebuilt: number
  evidence: 'handle' | 'title' | 'members'
}

/** Share of all members that two collections have in common, for them to be one without a common name. */
const MIN_SHARED_MEMBERS = 0.6

/** Which collection of the new shop is which of the original's, one to one: by name, else by what they hold. */
function matchCollections(
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
