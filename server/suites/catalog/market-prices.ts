import { showMoney } from '../../lib/money.ts'
import { pathKey } from '../../matching/products/keys.ts'
import type { Product } from '../../store/types.ts'
import { defineRules } from '../core/rules.ts'
import { inconclusive, notApplicable, type Outcome } from '../core/suite.ts'
import { catalogCheck } from './check.ts'
import { type Compared, type Difference, type PairedProducts, paired, type StorePair } from './difference.ts'
import { currencyOf } from './money.ts'
import { FREE, grade, percent, widespread } from './rules.ts'

/** Two prices of a market within this are one: rates of exchange change from day to day. */
const MARKET_PRICES = { near: 0.03 }

const rules = defineRules(
  'catalog/market-prices',
  {
    why: 'A price of another country is sold, or keeps from being sold, before anybody at home notices.',
    reference: 'https://help.shopify.com/en/manual/international/pricing',
  },
  {
    'market-currency': {
      ...grade('serious'),
      measures:
        'The currency in which the page of a market (hreflang with a country) offers a product, on both sites.',
      one: 'A market is sold to in another currency',
      many: 'In % cases a market is sold to in another currency',
      fix: 'Set the currency of the market under Settings, Markets.',
    },
    'market-price': {
      ...grade('moderate'),
      ...widespread(0.5, 3, 'serious'),
      measures: `The least price of a product in a market, where it is the same in the main one: more than ${percent(MARKET_PRICES.near)} apart.`,
      one: 'A product has another price in a market',
      many: 'Products have other prices in markets, in % cases',
      fix: 'Import the prices of the market (a catalog with fixed prices, or the adjustment in percent); without them the main prices are converted.',
    },
    'market-rate': {
      ...FREE,
      measures: `Prices in a market that differ by up to ${percent(MARKET_PRICES.near)}.`,
      one: 'A price in a market differs by little, as rates of exchange do',
      many: '% prices in markets differ by little, as rates of exchange do',
      fix: 'Nothing to do where prices are converted; else import the prices of the market.',
    },
  },
)
type Cause = keyof typeof rules.table

/** What some products cost in markets that both sites name. A price that is another in the main market is told there. */
export const marketPrices = catalogCheck({
  title: 'Prices of other markets are kept',
  weight: 4,
  readsPages: true,
  rules,
  find,
})

function find(pair: StorePair): Compared<Cause> | Outcome {
  const { original, rebuilt } = pair
  const had = original.urls.markets ?? []
  if (had.length === 0)
    return notApplicable('no product page that was read on both sites names a market with its own price')
  const has = new Map((rebuilt.urls.markets ?? []).map(one => [`${one.market} ${one.path}`, one]))
  const products = new Map([...paired(pair)].map(one => [pathKey(one.before.path), one]))
  const differences: Difference<Cause>[] = []
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
