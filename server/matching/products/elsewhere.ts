/**
 * Where variants went that their product's counterpart does not sell: products that were merged into one, and variants that
 * became products. By their number, or by their whole name, title and choice: `Beanie Red` is the red one of `Beanie`.
 */
import { similarity, words } from '../../lib/text.ts'
import type { Catalog, Product } from '../../store/types.ts'
import { UNLIKE } from './evidence.ts'
import { skuKey } from './keys.ts'
import { type VariantMatching, variantCalled } from './variants.ts'

export interface Moved {
  /** Indices in the two catalogs. */
  original: number
  rebuilt: number
  /** Indices in the two products. */
  variants: [original: number, rebuilt: number][]
}

interface Pair {
  original: number
  rebuilt: number
  readonly variants: VariantMatching
}

/** A choice of more words is none. */
const MAX_CHOICE = 4

export function createElsewhere(original: Catalog, rebuilt: Catalog, pairs: ReadonlyMap<number, Pair>) {
  let known: Index | undefined
  const byRebuilt = new Map([...pairs.values()].map(pair => [pair.rebuilt, pair]))
  let translated: boolean | undefined
  const taken = new Set<string>()

  return {
    /** Of a product without a counterpart: nothing where not at least half of its variants are sold. */
    whole(index: number): Moved[] {
      const { variants } = original.products[index]!
      const moved = of(index, [...variants.keys()])
      const sold = moved.reduce((sum, one) => sum + one.variants.length, 0)
      return sold * 2 >= variants.length ? moved : []
    },
    /** Of one with a counterpart, what that one lacks. */
    rest: (pair: Pair): Moved[] => (pair.variants.lost.length ? of(pair.original, pair.variants.lost) : []),
  }

  function of(index: number, variants: readonly number[]): Moved[] {
    const found = new Map<number, Moved>()
    for (const i of variants) {
      const [seller, j] = byNumber(index, i) ?? byName(index, i) ?? []
      if (seller === undefined || j === undefined) continue
      taken.add(`${seller} ${j}`)
      const moved = found.get(seller) ?? { original: index, rebuilt: seller, variants: [] }
      moved.variants.push([i, j])
      found.set(seller, moved)
    }
    return [...found.values()]
  }

  function byNumber(index: number, i: number): Place | undefined {
    const { sku } = original.products[index]!.variants[i]!
    if (sku === null) return
    known ??= indexOf(original, rebuilt)
    const place = known.numbers.get(skuKey(sku))
    if (!place || place[0] === pairs.get(index)?.rebuilt || !isFree(place)) return
    return isTrusted(index, i, place) ? place : undefined
  }

  /** A number may have been given to another thing: where its name is another, several must have come together. */
  function isTrusted(index: number, i: number, [seller, j]: Place): boolean {
    const name = nameOf(rebuilt.products[seller]!, j)
    const counterpart = rebuilt.products[pairs.get(index)?.rebuilt ?? -1]
    return (
      similarity(nameOf(original.products[index]!, i), name) >= UNLIKE ||
      (counterpart !== undefined && similarity(counterpart.title, name) >= UNLIKE) ||
      known!.kept[seller]! > 1 ||
      isTranslated()
    )
  }

  function isTranslated(): boolean {
    translated ??=
      [...pairs.values()].filter(
        pair =>
          similarity(original.products[pair.original]!.title, rebuilt.products[pair.rebuilt]!.title) < UNLIKE,
      ).length *
        2 >
      pairs.size
    return translated
  }

  function byName(index: number, i: number): Place | undefined {
    known ??= indexOf(original, rebuilt)
    for (const name of namesOf(original.products[index]!, i))
      for (let length = Math.min(MAX_CHOICE, name.length - 1); length >= 0; length--)
        for (let from = 0; from + length <= name.length; from++) {
          const seller = known.titles.get(name.toSpliced(from, length).join(' '))
          if (seller === undefined || seller < 0 || seller === pairs.get(index)?.rebuilt) continue
          const j = variantCalled(rebuilt.products[seller]!, name.slice(from, from + length))
          if (j >= 0 && isFree([seller, j])) return [seller, j]
        }
    return
  }

  /** Whether no other variant of the original is known to be this one. */
  function isFree([seller, j]: Place): boolean {
    const pair = byRebuilt.get(seller)
    return !taken.has(`${seller} ${j}`) && (!pair || pair.variants.extra.includes(j))
  }
}

type Place = readonly [product: number, variant: number]

interface Index {
  /** Where the new shop sells a number that one product of each has. */
  numbers: ReadonlyMap<string, Place>
  /** How many of those each product of the new shop has. */
  kept: readonly number[]
  /** The product with a title, as words; -1 where several have it. */
  titles: ReadonlyMap<string, number>
}

function indexOf(original: Catalog, rebuilt: Catalog): Index {
  const [before, after] = [placesOf(original), placesOf(rebuilt)]
  const numbers = new Map<string, Place>()
  const kept = rebuilt.products.map(() => 0)
  for (const [sku, place] of after)
    if (place && before.get(sku)) {
      numbers.set(sku, place)
      kept[place[0]]!++
    }
  const titles = new Map<string, number>()
  for (const [index, { title }] of rebuilt.products.entries()) {
    const key = words(title).join(' ')
    titles.set(key, titles.has(key) ? -1 : index)
  }
  return { numbers, kept, titles }
}

/** Null for numbers of several products. */
function placesOf({ products }: Catalog): Map<string, Place | null> {
  const places = new Map<string, Place | null>()
  for (const [index, { variants }] of products.entries())
    for (const [position, { sku }] of variants.entries()) {
      if (sku === null) continue
      const known = places.get(skuKey(sku))
      if (known === undefined) places.set(skuKey(sku), [index, position])
      else if (known?.[0] !== index) places.set(skuKey(sku), null)
    }
  return places
}

const valuesOf = ({ variants }: Product, i: number): string =>
  variants.length > 1 || variants[i]!.options.length
    ? variants[i]!.options.join(' ') || variants[i]!.title
    : ''

const nameOf = (product: Product, i: number): string => `${product.title} ${valuesOf(product, i)}`

/** As words; shops write what is chosen before or behind. */
function namesOf(product: Product, i: number): (readonly string[])[] {
  const [title, values] = [words(product.title), words(valuesOf(product, i))]
  return values.length
    ? [
        [...title, ...values],
        [...values, ...title],
      ]
    : [title]
}
