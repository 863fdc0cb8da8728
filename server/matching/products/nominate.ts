import { assign } from '../../lib/assignment.ts'
import { similarity, words } from '../../lib/text.ts'
import type { Catalog, Product } from '../../store/types.ts'
import type { Evidence, EvidenceBook } from './evidence.ts'

export interface Nominated {
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
export function nominate(
  original: Catalog,
  rebuilt: Catalog,
  left: readonly number[],
  right: readonly number[],
  book: Pick<EvidenceBook, 'contradicts'>,
): Nominated[] {
  if (left.length === 0 || right.length === 0) return []
  const byWord = postings(right, index => words(rebuilt.products[index]!.title))
  const byPicture = postings(right, index => rebuilt.products[index]!.images.map(({ key }) => key))
  const [shownBefore, shownNow] = [showings(original), showings(rebuilt)]
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
    const shown = images.slice(0, 5).flatMap(({ key }) => byPicture.get(key) ?? [])
    const hits = new Map<number, number>()
    for (const position of [...lists, ...shown].flat()) hits.set(position, (hits.get(position) ?? 0) + 1)
    return [...hits]
      .sort(([a, x], [b, y]) => y - x || a - b)
      .slice(0, MAX_CANDIDATES)
      .map(([position]) => position)
  }

  function weigh(a: Product, b: Product): Omit<Nominated, 'original' | 'rebuilt'> | null {
    const alike = similarity(a.title, b.title)
    if (alike < 0.3) return null
    const pictures = new Set(b.images.map(({ key }) => key))
    // A picture that many products show, such as a size chart, is no sign of one.
    const picture = a.images.some(
      ({ key }) => pictures.has(key) && shownBefore.get(key) === 1 && shownNow.get(key) === 1,
    )
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

const pricesOf = ({ variants }: Product): string =>
  [...new Set(variants.flatMap(({ price }) => price ?? []))].sort((a, b) => a - b).join(' ')

/** Whether one title has all words of the other. */
function within(a: string, b: string): boolean {
  const [short, long] = [new Set(words(a)), new Set(words(b))].sort((one, other) => one.size - other.size)
  return [...short!].every(word => long!.has(word))
}

/** How many products show each picture. */
function showings({ products }: Catalog): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { images } of products)
    for (const key of new Set(images.map(({ key }) => key))) counts.set(key, (counts.get(key) ?? 0) + 1)
  return counts
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
