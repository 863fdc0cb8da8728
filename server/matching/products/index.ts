/**
 * Which product of the new shop is which of the original's, one to one: evidence is gathered by numbers, addresses and
 * titles that both shops have, then all pairs are chosen together. Numbers that disagree weigh against equal titles.
 */
import { assign } from '../../lib/assignment.ts'
import type { Catalog } from '../../store/types.ts'
import { type CollectionPair, matchCollections } from './collections.ts'
import { createEvidence, type Evidence, type EvidenceBook, type Landings } from './evidence.ts'
import { nominate } from './nominate.ts'
import { matchVariants, type VariantMatching } from './variants.ts'

export type { CollectionPair } from './collections.ts'
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
  /** The new shop's product that sells this number, if one does. */
  sellerOf(sku: string | null): number | undefined
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
  const merged = alone.flatMap(index => {
    const sellers = evidence().sellersOf(index)
    return sellers.length ? [{ original: index, rebuilt: sellers }] : []
  })
  const elsewhere = new Set(merged.map(({ original: index }) => index))
  const matching = {
    pairs: found,
    lost: alone.filter(index => !elsewhere.has(index)),
    merged,
    extra: rebuilt.products.map((_, index) => index).filter(index => !taken.has(index)),
    pairOf: (index: number) => byOriginal.get(index),
    sellerOf: (sku: string | null) => evidence().sellerOf(sku),
  }
  return {
    ...matching,
    get collections() {
      const value = matchCollections(original, rebuilt, matching.pairs)
      Object.defineProperty(this, 'collections', { value, enumerable: true })
      return value
    },
  }

  function pairUp(one: number, other: number, confidence: number, why: Evidence[]): ProductPair {
    return {
      original: one,
      rebuilt: other,
      confidence: Math.round(confidence * 1000) / 1000,
      evidence: why,
      get variants() {
        const value = matchVariants(original.products[one]!, rebuilt.products[other]!)
        Object.defineProperty(this, 'variants', { value, enumerable: true })
        return value
      },
    }
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
