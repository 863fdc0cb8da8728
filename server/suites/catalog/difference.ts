import type { Product } from '../../store/types.ts'
import type { Outcome, Pair } from '../core/suite.ts'
import type { Cause } from './rules.ts'

export type StorePair = Pair<'catalog' | 'urls'>

/** What is left of it where old addresses could not be followed. */
export type CatalogPair = Pair<'catalog'>

/** A product, or a page that is none. */
export type Shown = Pick<Product, 'url' | 'title'>

/** One thing that is other than it was: a row of the table, and a part of the finding that its cause makes. */
export interface Difference {
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
export interface Compared {
  /** How many things could have been other, by cause where those differ. */
  applicable: number | Partial<Record<Cause, number>>
  differences: Difference[]
}

export type Finder = (pair: StorePair) => Compared | Outcome

export interface PairedProducts {
  before: Product
  after: Product
  variants: readonly (readonly [original: number, rebuilt: number])[]
}

/** The paired products, in the original's order. */
export function* paired({ original, rebuilt, matching }: StorePair): Generator<PairedProducts> {
  for (const pair of matching.products.pairs)
    yield {
      before: original.catalog.products[pair.original]!,
      after: rebuilt.catalog.products[pair.rebuilt]!,
      get variants() {
        return pair.variants.pairs
      },
    }
}

/** Of several prices the cheapest alone is told. A list of variants that was cut holds those that it holds. */
export const isStandIn = ({ truncated, variants }: Product): boolean =>
  truncated === true && variants.length === 1
