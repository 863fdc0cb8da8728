import { showMoney } from '../../lib/money.ts'
import type { Catalog, Product, Variant } from '../../store/types.ts'
import { defineRules } from '../core/rules.ts'
import { inconclusive, notApplicable, type Outcome } from '../core/suite.ts'
import { catalogCheck } from './check.ts'
import {
  type Compared,
  type Difference,
  isStandIn,
  type PairedProducts,
  type StorePair,
  sold,
} from './difference.ts'
import { comparable, currencyOf, otherCurrency } from './money.ts'
import { CHEAP, CSV, grade } from './rules.ts'

/** A common factor between prices within these may be a tax. */
const TAX_FACTOR = { over: 1.02, under: 1.4 }

const rules = defineRules(
  'catalog/price',
  { why: 'A wrong price is sold, or keeps from being sold, before anybody notices.', reference: CSV },
  {
    free: {
      ...grade('serious'),
      measures:
        'A price of zero or less in a variant whose own was higher, or that none of the old ones explains, in whatever currency.',
      one: 'A product costs nothing in the new store',
      many: '% products cost nothing in the new store',
      fix: 'Import their prices.',
    },
    'out-of-range': {
      ...grade('serious'),
      measures:
        'Prices outside of the range of the old variants where none of those is found again; of a variant that was added, over ten times as high or low.',
      one: 'The price of a product is outside of the range that its variants had',
      many: 'The prices of % products are outside of the range that their variants had',
      fix: 'Import the variants with their prices; until then the price of the cheapest.',
    },
    flattened: {
      ...grade('serious'),
      measures: 'One price for all variants where there were several.',
      one: 'A variable product lost the prices of its variants: all cost the same now',
      many: '% variable products lost the prices of their variants: all of a product cost the same now',
      fix: 'Import the price of each variant, not the parent’s.',
    },
    scaled: {
      ...grade('serious'),
      measures: 'Prices that are 10, 100 or 1,000 times as high or low.',
      one: 'The price of a product is off by a power of ten',
      many: 'The prices of % products are off by a power of ten',
      fix: 'Look for a decimal separator, or cents taken for whole units, in the import.',
    },
    'reduction-lost': {
      ...grade('serious'),
      measures: 'The regular price of a reduced product as its price.',
      one: 'A product that is reduced is sold at its regular price',
      many: '% products that are reduced are sold at their regular prices',
      fix: 'Import the sale price as price and the regular one as compare-at price.',
    },
    taxed: {
      ...grade('serious'),
      measures: `A factor between ${TAX_FACTOR.over} and ${TAX_FACTOR.under} that most prices which changed have in common.`,
      one: 'The price of a product is another by the same factor as others',
      many: 'The prices of % products are others by the same factor',
      fix: 'Look whether prices were imported with tax on one side and without it on the other.',
    },
    priced: {
      ...grade('serious'),
      measures: 'The price of each variant that is in both shops.',
      one: 'A product has another price',
      many: '% products have other prices',
      fix: 'Set the prices of the original.',
    },
    rounded: {
      ...CHEAP,
      measures: 'Prices that differ by one unit of the smallest coin.',
      one: 'The price of a product differs by the smallest coin',
      many: 'The prices of % products differ by the smallest coin',
      fix: 'Nothing to do if rounding is meant; else import the rounded prices.',
    },
  },
)
type Cause = keyof typeof rules.table

interface Priced {
  before: Variant
  after: Variant
}

export const price = catalogCheck({
  title: 'Prices are kept',
  weight: 20,
  rules,
  find,
})

function find(pair: StorePair): Compared<Cause> | Outcome {
  const other = otherCurrency(pair)
  const changed: (PairedProducts & { pairs: Priced[]; changes: Priced[] })[] = []
  const differences: Difference<Cause>[] = []
  let applicable = 0
  for (const product of sold(pair)) {
    const pairs = other ? [] : pricesOf(product, pair)
    // In each currency nothing is nothing.
    const odd = freeOf(product, pair) ?? (other ? null : oddPrice(product, pairs, pair))
    if (pairs.length === 0 && odd === undefined) continue
    applicable++
    const changes = pairs.filter(({ before, after }) => before.price !== after.price)
    if (odd) differences.push(odd)
    else if (changes.length) changed.push({ ...product, variants: [], pairs, changes })
  }
  if (other && differences.length === 0) return inconclusive(`${other[0]} and ${other[1]} cannot be compared`)
  if (applicable === 0) return notApplicable('no product has a price on both sides')
  const factor = commonFactor(changed.map(({ changes }) => changes))
  for (const { before, after, pairs, changes } of changed) {
    const [first] = changes as [Priced]
    const currency = moneyOf({ before, after }, pair)
    differences.push({
      cause: causeOf(pairs, changes, factor),
      original: before,
      rebuilt: after,
      part: first.before.title,
      before: showMoney(first.before.price, currency),
      after: showMoney(first.after.price, currency),
    })
  }
  return { applicable, differences }
}

const moneyOf = (
  { before, after }: Pick<PairedProducts, 'before' | 'after'>,
  { original, rebuilt }: StorePair,
): string | null => currencyOf(after, rebuilt.catalog) ?? currencyOf(before, original.catalog)

const isTold = ({ price }: Variant): boolean => price !== null
const isFree = ({ price }: Variant): boolean => price !== null && price <= 0

/** A variant that costs nothing, or less, where what it was did not, or none that it may have been. */
function freeOf(product: PairedProducts, { original, rebuilt }: StorePair): Difference<Cause> | null {
  const { before, after, variants, others } = product
  const [had, has] = [before.variants.filter(isTold), after.variants.filter(isTold)]
  if (had.length === 0 || !has.some(isFree)) return null
  const was = new Map(variants.map(([i, j]) => [after.variants[j]!, before.variants[i]!]))
  const paired = new Set(was.values())
  const isMade = (one: Variant) => isFree(one) && isTold(was.get(one) ?? one) && !sameGift(was.get(one), one)
  const fresh = has.filter(one => isMade(one) && !was.has(one) && !others.has(one))
  const gifts = had.filter(one => isFree(one) && !paired.has(one)).length
  const free =
    has.find(one => was.has(one) && isMade(one)) ??
    (had.some(isFree) && !seesAll(before, original.catalog) ? undefined : fresh[gifts]) ??
    (has.every(isFree) && !had.every(isFree) ? has[0] : undefined)
  if (!free) return null
  const old = was.get(free)
  const then = currencyOf(before, original.catalog)
  return {
    cause: 'free',
    original: before,
    rebuilt: after,
    part: (old ?? free).title,
    before: old ? showMoney(old.price, then) : rangeOf(had, then),
    after: showMoney(free.price, currencyOf(after, rebuilt.catalog) ?? then),
  }
}

/** Given away on both sides. */
const sameGift = (then: Variant | undefined, now: Variant): boolean =>
  then !== undefined && isFree(then) && then.price! <= now.price!

const seesAll = (product: Product, { sees }: Catalog): boolean =>
  sees.variants && !isStandIn(product) && !product.truncated

function rangeOf(variants: readonly Variant[], currency: string | null): string {
  const prices = variants.map(({ price }) => price!)
  const [low, high] = [Math.min(...prices), Math.max(...prices)]
  return low === high
    ? showMoney(low, currency)
    : `${showMoney(low, currency)} to ${showMoney(high, currency)}`
}

/**
 * A price that no variant of the original explains, whatever became of the variants: outside of their range where none
 * of them is found again, and far outside of it where one was added. Null where all is in order, undefined where nothing can
 * be compared.
 */
function oddPrice(
  product: PairedProducts,
  pairs: Priced[],
  pair: StorePair,
): Difference<Cause> | null | undefined {
  const { before, after } = product
  const { original, rebuilt } = pair
  if (!comparable(currencyOf(before, original.catalog), currencyOf(after, rebuilt.catalog))) return undefined
  const [had, has] = [before.variants.filter(isTold), after.variants.filter(isTold)]
  if (!had.length || !has.length) return undefined
  const prices = had.map(variant => variant.price!)
  const far = pairs.length === 0 ? 1 : FAR
  const [low, high] = [Math.min(...prices) / far, Math.max(...prices) * far]
  const known = new Set([...product.variants.map(([, j]) => after.variants[j]!), ...product.others])
  // Of a new store that tells one price alone, that price is compared with the old ones.
  const isWhole = pairs.length === 0 || rebuilt.catalog.sees.variants
  const odd =
    isWhole && seesAll(before, original.catalog)
      ? has.find(one => !known.has(one) && (one.price! < low || one.price! > high))
      : undefined
  if (!odd) return null
  const currency = moneyOf(product, pair)
  return {
    cause: 'out-of-range',
    original: before,
    rebuilt: after,
    part: odd.title,
    before: rangeOf(had, currency),
    after: showMoney(odd.price, currency),
  }
}

/** What is added costs what it costs, but for what was left to be filled in. */
const FAR = 10

/** Variant by variant where both shops tell them; else the one price that is told against all of the other's. */
function pricesOf({ before, after, variants }: PairedProducts, { original, rebuilt }: StorePair): Priced[] {
  if (!comparable(currencyOf(before, original.catalog), currencyOf(after, rebuilt.catalog))) return []
  if (original.catalog.sees.variants && rebuilt.catalog.sees.variants && !isStandIn(before))
    return variants
      .map(([i, j]) => ({ before: before.variants[i]!, after: after.variants[j]! }))
      .filter(pair => isTold(pair.before) && isTold(pair.after))
  const [here, there] = [before.variants.filter(isTold), after.variants.filter(isTold)]
  const [one, many] = here.length <= there.length ? [here, there] : [there, here]
  const [single] = one
  if (!single) return []
  const same = many.find(variant => variant.price === single.price) ?? cheapest(many)
  return [one === here ? { before: single, after: same } : { before: same, after: single }]
}

const cheapest = (variants: Variant[]) =>
  variants.reduce((best, variant) => (variant.price! < best.price! ? variant : best))

function causeOf(pairs: Priced[], changes: Priced[], factor: number | null): Cause {
  const every = (test: (before: Variant, after: Variant) => boolean) =>
    changes.every(({ before, after }) => test(before, after))
  const distinct = (side: keyof Priced) => new Set(pairs.map(pair => pair[side].price)).size
  if (distinct('before') > 1 && distinct('after') === 1) return 'flattened'
  if (every((before, after) => isPowerOfTen(after.price! / before.price!))) return 'scaled'
  if (every((before, after) => before.compareAt === after.price)) return 'reduction-lost'
  if (every((before, after) => Math.abs(before.price! - after.price!) <= 1)) return 'rounded'
  if (factor !== null && every((before, after) => near(after.price! / before.price!, factor))) return 'taxed'
  return 'priced'
}

const isPowerOfTen = (ratio: number) =>
  [0.001, 0.01, 0.1, 10, 100, 1000].some(power => Math.abs(ratio / power - 1) < 0.005)

const near = (ratio: number, factor: number) => Math.abs(ratio / factor - 1) < 0.004

/** Products that have to agree on a factor, and of those that changed the share that must. */
const AGREEING = { least: 5, share: 0.6 }

/** The factor between most prices that changed, where it may be a tax; null where there is none. */
function commonFactor(changed: Priced[][]): number | null {
  const ratios = changed.flatMap(([first]) =>
    first && first.before.price! > 0 ? [first.after.price! / first.before.price!] : [],
  )
  const counts = new Map<number, number>()
  for (const ratio of ratios) {
    const rounded = Math.round(ratio * 200) / 200
    counts.set(rounded, (counts.get(rounded) ?? 0) + 1)
  }
  const [most] = [...counts].sort(([a, x], [b, y]) => y - x || a - b)
  if (!most) return null
  const members = ratios.filter(ratio => near(ratio, most[0]))
  const size = Math.max(most[0], 1 / most[0])
  const agree = members.length >= AGREEING.least && members.length >= AGREEING.share * ratios.length
  return agree && size > TAX_FACTOR.over && size < TAX_FACTOR.under
    ? members.sort((a, b) => a - b)[members.length >> 1]!
    : null
}
