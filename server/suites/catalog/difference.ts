import type { Product, Variant } from '../../store/types.ts'
import type { Pair } from '../core/suite.ts'

export type StorePair = Pair<'catalog' | 'urls'>

/** What is left of it where old addresses could not be followed. */
export type CatalogPair = Pair<'catalog'>

/** A product, or a page that is none. */
export type Shown = Pick<Product, 'url' | 'title'>

/** One thing that is other than it was: a row of the table, and a part of the finding that its cause makes. */
export interface Difference<Cause extends string = string> {
  /** What stands behind differences that are alike: a rule of the check. */
  cause: Cause
  /** It has a finding of its own, whose key ends with this: somebody has named it. */
  named?: string
  /** What it is about, where that is no product: a collection, a policy. */
  subject?: string
  original?: Shown
  rebuilt?: Shown
  /** Which variant, or which product of a collection. */
  part?: string
  before: string
  after: string
}

/** What a check looked at. */
export interface Compared<Cause extends string = string> {
  /** How many things could have been other, by cause where those differ. */
  applicable: number | Partial<Record<Cause, number>>
  differences: Difference<Cause>[]
}

export interface PairedProducts {
  before: Product
  after: Product
  variants: readonly (readonly [original: number, rebuilt: number])[]
  /** Variants of `after` that are those of other products of the original, which were merged into it. */
  others: ReadonlySet<Variant>
  /** Which of the old product's variants, where these are not all. */
  part?: string
}

/** The paired products, in the original's order. */
export function* paired({ original, rebuilt, matching }: StorePair): Generator<PairedProducts> {
  const others = new Map<number, Set<Variant>>()
  for (const { rebuilt: seller, variants } of matching.products.moved) {
    const known = others.get(seller) ?? new Set()
    for (const [, j] of variants) known.add(rebuilt.catalog.products[seller]!.variants[j]!)
    others.set(seller, known)
  }
  for (const pair of matching.products.pairs)
    yield {
      before: original.catalog.products[pair.original]!,
      after: rebuilt.catalog.products[pair.rebuilt]!,
      get variants() {
        return pair.variants.pairs
      },
      others: others.get(pair.rebuilt) ?? NONE,
    }
}

/** What is sold on both sides: the paired products, then of merged and split ones the variants that were found again. */
export function* sold(pair: StorePair): Generator<PairedProducts> {
  yield* paired(pair)
  const { original, rebuilt, matching } = pair
  if (!original.catalog.sees.variants || !rebuilt.catalog.sees.variants) return
  for (const moved of matching.products.moved) {
    const [before, after] = [
      original.catalog.products[moved.original]!,
      rebuilt.catalog.products[moved.rebuilt]!,
    ]
    if (isStandIn(before)) continue
    yield {
      before: { ...before, variants: moved.variants.map(([i]) => before.variants[i]!) },
      after: { ...after, variants: moved.variants.map(([, j]) => after.variants[j]!) },
      variants: moved.variants.map((_, at) => [at, at] as const),
      others: NONE,
      part: moved.variants
        .map(([i]) => before.variants[i]!.title)
        .filter(Boolean)
        .join(', '),
    }
  }
}

const NONE: ReadonlySet<Variant> = new Set()

/** Of several prices the cheapest alone is told. A list of variants that was cut holds those that it holds. */
export const isStandIn = ({ truncated, variants }: Product): boolean =>
  truncated === true && variants.length === 1
