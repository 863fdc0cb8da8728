import { exponentOf } from '../../lib/money.ts'
import type { Catalog, Product } from '../../store/types.ts'
import type { StorePair } from './difference.ts'

export const currencyOf = (product: Product, { currency }: Catalog): string | null =>
  product.currency ?? currency

/**
 * Whether amounts of both can be compared. Where one does not tell its currency, they can as long as both were read
 * with two decimals.
 */
export function comparable(before: string | null, after: string | null): boolean {
  return before === after || ((before === null || after === null) && exponentOf(before ?? after) === 2)
}

/** The two currencies where both shops tell one and they are two. */
export function otherCurrency({ original, rebuilt }: StorePair): [string, string] | null {
  const [before, after] = [original.catalog.currency, rebuilt.catalog.currency]
  return before !== null && after !== null && before !== after ? [before, after] : null
}
