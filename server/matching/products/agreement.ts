/** What two products have in common beside their numbers and names. */
import { similarity, words } from '../../lib/text.ts'
import type { Catalog, Product } from '../../store/types.ts'
import { choiceOf } from './variants.ts'

/** Descriptions of fewer words are labels. */
const MIN_WORDS = 8
const SAME_TEXT = 0.9

/** Whether a picture or a description that no other product has, or what is chosen at which price, is the same. */
export function createAgreement(original: Catalog, rebuilt: Catalog): (i: number, j: number) => boolean {
  // Counted when first asked for: in most shops names and numbers agree.
  let counts: Counts | undefined
  return (i, j) => {
    counts ??= {
      shown: [showings(original), showings(rebuilt)],
      told: [tellings(original), tellings(rebuilt)],
    }
    const [a, b] = [original.products[i]!, rebuilt.products[j]!]
    return (
      sharePicture(a, b, counts.shown) ||
      (isOwn(a.descriptionText, b.descriptionText, counts.told) &&
        words(a.descriptionText).length >= MIN_WORDS &&
        similarity(a.descriptionText, b.descriptionText) >= SAME_TEXT) ||
      (choicesOf(a) !== '' && choicesOf(a) === choicesOf(b))
    )
  }
}

type Both = readonly [ReadonlyMap<string, number>, ReadonlyMap<string, number>]
interface Counts {
  shown: Both
  told: Both
}

/** A picture that many products show, such as a size chart, is no sign of one. */
export function sharePicture(a: Product, b: Product, shown: Both): boolean {
  const pictures = new Set(b.images.map(({ key }) => key))
  return a.images.some(({ key }) => pictures.has(key) && isOwn(key, key, shown))
}

const isOwn = (old: string, now: string, [before, after]: Both): boolean =>
  before.get(old) === 1 && after.get(now) === 1

/** How many products show each picture. */
export function showings({ products }: Catalog): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { images } of products)
    for (const key of new Set(images.map(({ key }) => key))) counts.set(key, (counts.get(key) ?? 0) + 1)
  return counts
}

function tellings({ products }: Catalog): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { descriptionText } of products)
    counts.set(descriptionText, (counts.get(descriptionText) ?? 0) + 1)
  return counts
}

/** Its prices, each once; empty where none is told. */
export const pricesOf = ({ variants }: Product): string =>
  [...new Set(variants.flatMap(({ price }) => price ?? []))].sort((a, b) => a - b).join(' ')

/** What can be chosen at which price; empty where there is nothing to choose. */
const choicesOf = ({ variants }: Product): string =>
  variants.length < 2
    ? ''
    : variants
        .map(variant => `${choiceOf(variant)} ${variant.price}`)
        .sort()
        .join('\n')
