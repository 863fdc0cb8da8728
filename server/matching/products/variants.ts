import { assign } from '../../lib/assignment.ts'
import { words } from '../../lib/text.ts'
import type { Product, Variant } from '../../store/types.ts'
import { skuKey } from './keys.ts'

export interface VariantMatching {
  /** Indices in the two products, in the original's order. One that stands for any value may pair with several. */
  pairs: [original: number, rebuilt: number][]
  lost: number[]
  extra: number[]
  /** Of the original's in `pairs`, those that are called otherwise, and were paired by price and order. */
  renamed: number[]
}

/**
 * Which variant of a product is which of its counterpart's: by number, then by what a visitor chooses, whatever the
 * order and the names of the options, then by what is left: by words in common, last by price and order.
 */
export function matchVariants(original: Product, rebuilt: Product): VariantMatching {
  const before = original.variants
  const after = rebuilt.variants
  if (before.length === 1 && after.length === 1) return { pairs: [[0, 0]], lost: [], extra: [], renamed: [] }
  const partner = new Map<number, number>()
  const taken = new Set<number>()
  const join = (i: number, j: number) => {
    if (partner.has(i) || taken.has(j)) return
    partner.set(i, j)
    taken.add(j)
  }
  for (const keyOf of [numberOf, codeOf, choiceOf]) {
    const there = uniqueBy(after, keyOf, taken)
    for (const [key, i] of uniqueBy(before, keyOf, partner)) {
      const j = there.get(key)
      if (j !== undefined) join(i, j)
    }
  }
  const open = before.map((_, i) => i).filter(i => !partner.has(i))
  const free = after.map((_, j) => j).filter(j => !taken.has(j))
  const wild = new Map<number, number[]>()
  for (const i of open.filter(index => before[index]!.options.includes(''))) {
    const covered = free.filter(j => !taken.has(j) && covers(before[i]!, after[j]!))
    for (const j of covered) taken.add(j)
    if (covered.length) wild.set(i, covered)
  }
  const rest = [open.filter(i => !wild.has(i)), free.filter(j => !taken.has(j))] as const
  for (const [i, j] of alike(before, after, ...rest)) join(i, j)
  const renamed = calledOtherwise(
    before,
    after,
    rest[0].filter(i => !partner.has(i)),
    rest[1].filter(j => !taken.has(j)),
  )
  for (const [i, j] of renamed) join(i, j)
  // What had nothing to choose is what its title names beside the other's, else whichever is sold at its price now.
  if (before.length === 1 && partner.size + wild.size === 0 && before[0]!.options.length === 0) {
    const known = new Set(words(rebuilt.title))
    const called = variantCalled(
      rebuilt,
      words(original.title).filter(word => !known.has(word)),
    )
    const same = after.findIndex(({ price }) => price === before[0]!.price)
    join(0, called >= 0 ? called : Math.max(0, same))
  }

  const pairs = before.flatMap((_, i) => {
    const one = partner.get(i)
    return (one === undefined ? (wild.get(i) ?? []) : [one]).map((j): [number, number] => [i, j])
  })
  const found = new Set(pairs.map(([i]) => i))
  return {
    pairs,
    lost: before.map((_, i) => i).filter(i => !found.has(i)),
    extra: after.map((_, j) => j).filter(j => !taken.has(j)),
    renamed: renamed.map(([i]) => i),
  }
}

const numberOf = ({ sku }: Variant) => (sku ? skuKey(sku) : '')
const codeOf = ({ gtin }: Variant) => gtin ?? ''
/** `m`, `Medium`, `med.` and `Mittel` are one size, as are `xxl`, `2XL` and `XX-Large`; any other value is its words. */
function valueKey(value: string): string {
  const spelled = words(value)
    .map(word => word.replace(DECIMAL_COMMA, '.'))
    .join(' ')
  const { count = '', extra = '', ...sizes } = SIZE.exec(spelled)?.groups ?? {}
  const size = (['s', 'm', 'l'] as const).find(one => sizes[one] !== undefined)
  if (size === undefined) return spelled
  const times = count ? Number(count) : extra === 'extra' ? 1 : extra.length
  return size === 'm' && times > 0 ? spelled : 'x'.repeat(times) + size
}

const DECIMAL_COMMA = /(?<=^\d+),(?=\d{1,2}$)/

const SIZES = {
  s: 's|small|sml|klein|petite?|peque[nñ][oa]|pequen[oa]|piccol[oa]|liten|lille|lite',
  m: 'm|medium|med|mittel|moyen(?:ne)?|median[oa]|médi[oa]|medi[oa]|middel|mellan|mellem',
  l: 'l|large|lrg|gross|grande?|groot|stor',
}
const SIZE = new RegExp(
  `^(?:(?:(?<count>[2-9]) ?(?=x|extra))?(?<extra>x{1,6}|extra) ?)?(?:${Object.entries(SIZES)
    .map(([size, names]) => `(?<${size}>${names})`)
    .join('|')})$`,
)

const valuesOf = ({ options, title }: Pick<Variant, 'options' | 'title'>): readonly string[] =>
  options.length ? options : [title]

/** The words of its values in one order: `Red / M` and `m, red`. Empty where any value will do. */
export const choiceOf = ({ options, title }: Variant) => {
  if (options.includes('')) return ''
  return valuesOf({ options, title }).map(valueKey).sort().join('|')
}

/** What is chosen, known by its words alone where one of the shops tells it as options and the other one in a line. */
export const choicesOf = (variants: readonly Variant[], others: readonly Variant[]): string[] => {
  const asOptions = [...variants, ...others].map(({ options }) => options.length > 0)
  return asOptions.every(is => is === asOptions[0])
    ? variants.map(choiceOf)
    : variants.map(variant =>
        sortedWords(
          valuesOf(variant)
            .flatMap(value => value.split(SEPARATOR))
            .map(valueKey),
        ),
      )
}

const SEPARATOR = / [-–—/|] |, /

/** The variant that is chosen by these words: without any, the only one; -1 where there is none. */
export function variantCalled({ variants }: Product, choice: readonly string[]): number {
  if (choice.length === 0) return variants.length === 1 ? 0 : -1
  const keys = [sortedWords(choice.map(valueKey)), sortedWords([valueKey(choice.join(' '))])]
  return variants.findIndex(variant => keys.includes(sortedWords(valuesOf(variant).map(valueKey))))
}

const sortedWords = (values: readonly string[]): string => [...words(values.join(' '))].sort().join(' ')

/** Keys that one variant alone has, of those that are not `done`. */
function uniqueBy(
  variants: readonly Variant[],
  keyOf: (variant: Variant) => string,
  done: { has(index: number): boolean },
): Map<string, number> {
  const found = new Map<string, number>()
  const twice = new Set<string>()
  for (const [index, variant] of variants.entries()) {
    if (done.has(index)) continue
    const key = keyOf(variant)
    if (key === '') continue
    if (found.has(key)) twice.add(key)
    else found.set(key, index)
  }
  for (const key of twice) found.delete(key)
  return found
}

/** WooCommerce: one variation for any size. */
function covers(any: Variant, one: Variant): boolean {
  const chosen = new Set(one.options.map(valueKey))
  return any.options.every(value => value === '' || chosen.has(valueKey(value)))
}

/** More than that are compared by their keys alone. */
const MAX_COMPARED = 60

/** Values that were renamed, `M` to `Medium (M)`: most words in common, and the same price before another. */
function alike(
  before: readonly Variant[],
  after: readonly Variant[],
  open: readonly number[],
  free: readonly number[],
): [number, number][] {
  if (open.length === 0 || free.length === 0 || open.length > MAX_COMPARED || free.length > MAX_COMPARED)
    return []
  const wordsOf = (variant: Variant) => new Set(words(valuesOf(variant).map(valueKey).join(' ')))
  const there = free.map(j => wordsOf(after[j]!))
  const { pairs } = assign(
    open,
    free,
    (i, j, _, position) => {
      const own = wordsOf(before[i]!)
      const shared = [...own].filter(word => there[position]!.has(word)).length
      // Two numbers that differ are two things, however they are called.
      if (before[i]!.sku && after[j]!.sku && shared * 2 < own.size) return null
      const most = Math.max(own.size, there[position]!.size)
      const likeness = most === 0 ? 1 : shared / most
      if (likeness < 0.5) return null
      return 1 - likeness + (before[i]!.price === after[j]!.price ? 0 : 0.2)
    },
    { alone: 0.8 },
  )
  return pairs.map(([l, r]) => [open[l]!, free[r]!])
}

/**
 * As many on both sides without a word in common, such as `red` and `rot`: one each for each price, in their order. Sizes and
 * numbers are what they are in each language, and two SKUs that differ are two things.
 */
function calledOtherwise(
  before: readonly Variant[],
  after: readonly Variant[],
  open: readonly number[],
  free: readonly number[],
): [number, number][] {
  if (open.length === 0 || open.length !== free.length) return []
  const keyOf = (variant: Variant) =>
    [variant.price, ...valuesOf(variant).map(valueKey).filter(isFixed).sort()].join('|')
  const there = Map.groupBy(free, j => keyOf(after[j]!))
  const pairs: [number, number][] = []
  for (const i of open) {
    const j = there.get(keyOf(before[i]!))?.shift()
    if (j === undefined || (before[i]!.sku && after[j]!.sku)) return []
    pairs.push([i, j])
  }
  return pairs
}

const isFixed = (key: string) => /\d|^(x*[sl]|m)$/.test(key)
