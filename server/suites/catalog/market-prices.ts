import { showMoney } from '../../lib/money.ts'
import { pathKey } from '../../matching/products/keys.ts'
import type { Product } from '../../store/types.ts'
import { inconclusive, notApplicable } from '../core/suite.ts'
import { type Difference, type Finder, type PairedProducts, paired, type StorePair } from './difference.ts'
import { currencyOf } from './money.ts'
import { type Cause, MARKET_PRICES } from './rules.ts'

/** What some products cost in markets that both sites name. A price that is another in the main market is told there. */
export const marketPrices: Finder = pair => {
  const { original, rebuilt } = pair
  const had = original.urls.markets ?? []
  if (had.length === 0)
    return notApplicable('no product page that was read on both sites names a market with its own price')
  const has = new Map((rebuilt.urls.markets ?? []).map(one => [`${one.market} ${one.path}`, one]))
  const products = new Map([...paired(pair)].map(one => [pathKey(one.before.path), one]))
  const differences: Difference[] = []
  let applicable = 0
  for (const { path, market, currency, price } of had) {
    const now = has.get(`${market} ${path}`)
    const product = products.get(pathKey(path))
    if (!now || !product || !isSameAtHome(product, pair)) continue
    applicable++
    const cause = causeOf({ currency, price }, now)
    if (cause)
      differences.push({
        cause,
        original: product.before,
        rebuilt: product.after,
        part: market,
        before: showMoney(price, currency),
        after: showMoney(now.price, now.currency),
      })
  }
  if (applicable === 0)
    return inconclusive(
      'the prices that the original’s markets have could not be compared: the new store’s pages of the same markets tell none, or its main prices are others',
    )
  return { applicable, differences }
}

interface Price {
  currency: string
  price: number
}

function causeOf(had: Price, has: Price): Cause | null {
  if (had.currency !== has.currency) return 'market-currency'
  if (had.price === has.price) return null
  const apart = Math.abs(has.price - had.price) / Math.max(1, had.price)
  return apart > MARKET_PRICES.near ? 'market-price' : 'market-rate'
}

/** Where the shops do not sell in one currency at home, nothing is known of that. */
function isSameAtHome({ before, after }: PairedProducts, { original, rebuilt }: StorePair): boolean {
  if (currencyOf(before, original.catalog) !== currencyOf(after, rebuilt.catalog)) return true
  const [had, has] = [leastOf(before), leastOf(after)]
  return had === null || has === null || had === has
}

const leastOf = ({ variants }: Product): number | null =>
  variants.reduce<number | null>(
    (least, { price }) => (price === null || (least !== null && least <= price) ? least : price),
    null,
  )
