import { words } from '../../lib/text.ts'
import { showings } from '../../matching/products/agreement.ts'
import type { Picture, Product } from '../../store/types.ts'
import { defineRules } from '../core/rules.ts'
import { notApplicable, type Outcome } from '../core/suite.ts'
import { catalogCheck } from './check.ts'
import { type Compared, type Difference, paired, type StorePair } from './difference.ts'
import { grade, widespread } from './rules.ts'

const rules = defineRules(
  'catalog/images',
  {
    why: 'People buy what they see.',
    reference: 'https://help.shopify.com/en/manual/products/product-media',
  },
  {
    'pictures-gone': {
      ...grade('serious'),
      measures: 'Products that had pictures and have none.',
      one: 'A product has no picture any more',
      many: '% products have no picture any more',
      fix: 'Import their pictures.',
    },
    'pictures-lost': {
      ...grade('moderate'),
      ...widespread(0.5, 5, 'serious'),
      measures: 'The number of pictures of each product.',
      one: 'A product has fewer pictures',
      many: '% products have fewer pictures',
      fix: 'Import all pictures of the gallery, not the main one alone.',
    },
    'pictures-exchanged': {
      ...grade('serious'),
      measures:
        'Products whose first picture is, by the name of its file, one that another product alone had, and that show none of their own; or that have a picture first which another product has first as well, and which bears the name of that one, where each had its own.',
      one: 'A product shows the picture of another one',
      many: '% products show the pictures of others',
      fix: 'Assign to each product its own pictures (in a CSV file, look whether the column slipped by a row): as it is, who orders one gets another.',
    },
    'variant-pictures-lost': {
      ...grade('moderate'),
      ...widespread(0.5, 5, 'serious'),
      measures:
        'Variants that had a picture of their own and have none, where variants of the product had several.',
      one: 'A product no longer shows its variants: choosing one leaves the picture as it is',
      many: '% products no longer show their variants: choosing one leaves the picture as it is',
      fix: 'Assign its picture to each variant (in a CSV file the column Variant Image).',
    },
    'variant-pictures-swapped': {
      ...grade('moderate'),
      ...widespread(0.05, 3, 'serious'),
      measures: 'Variants that are shown by the picture of another one.',
      one: 'A product shows other variants than those that are chosen',
      many: '% products show other variants than those that are chosen',
      fix: 'Assign to each variant the picture that it had.',
    },
  },
)
type Cause = keyof typeof rules.table

/** How many, by the names of their files: hosts, sizes and formats change in a move, and so may their order. */
export const pictures = catalogCheck({
  title: 'Pictures of products are kept',
  weight: 8,
  rules,
  find,
})

function find(pair: StorePair): Compared<Cause> | Outcome {
  const all = pair.original.catalog.sees.images && pair.rebuilt.catalog.sees.images
  const differences: Difference<Cause>[] = []
  let applicable = 0
  for (const { before, after } of paired(pair)) {
    const [had, has] = [before.images.length, after.images.length]
    if (had === 0) continue
    applicable++
    if (has > 0 && (!all || has >= had)) continue
    const gone = missing(before.images, after.images)
    differences.push({
      cause: has === 0 ? 'pictures-gone' : 'pictures-lost',
      original: before,
      rebuilt: after,
      // Names tell which one only where they were kept.
      ...(gone.length === had - has && { part: gone.slice(0, 5).join(', ') }),
      before: `${had} ${had === 1 ? 'picture' : 'pictures'}`,
      after: String(has),
    })
  }
  const shown = variantPictures(pair)
  differences.push(...exchanged(pair), ...borrowed(pair), ...shown.differences)
  if (applicable + shown.applicable === 0)
    return notApplicable('no product that is in both shops has a picture on the original')
  return {
    applicable: {
      'pictures-gone': applicable,
      'pictures-lost': applicable,
      'pictures-exchanged': applicable,
      'variant-pictures-lost': shown.applicable,
      'variant-pictures-swapped': shown.applicable,
    },
    differences,
  }
}

/**
 * Products that are shown by the picture of another one, and by none of their own. Names that were given anew tell nothing:
 * only a picture counts that one product alone shows on either side, where that other product is sold as another one.
 */
function exchanged({ original, rebuilt, matching }: StorePair): Difference<Cause>[] {
  if (!original.catalog.sees.images || !rebuilt.catalog.sees.images) return []
  const [before, after] = [showings(original.catalog), showings(rebuilt.catalog)]
  const owners = new Map<string, number>()
  for (const [index, { images }] of original.catalog.products.entries())
    for (const { key } of images)
      if (before.get(key) === 1 && after.get(key) === 1 && !NUMBERED.test(key)) owners.set(key, index)
  return matching.products.pairs.flatMap(({ original: index, rebuilt: position }): Difference<Cause>[] => {
    const [had, has] = [original.catalog.products[index]!, rebuilt.catalog.products[position]!]
    const first = has.images[0]?.key ?? ''
    const owner = owners.get(first)
    if (owner === undefined || owner === index) return []
    const own = new Set(had.images.map(({ key }) => key))
    if (own.size === 0 || has.images.some(({ key }) => own.has(key))) return []
    const seller = matching.products.pairOf(owner)?.rebuilt
    if (seller === undefined || seller === position) return []
    return [
      {
        cause: 'pictures-exchanged',
        original: had,
        rebuilt: has,
        before: had.images[0]!.key,
        after: `${first}, which shows “${original.catalog.products[owner]!.title}”`,
      },
    ]
  })
}

/**
 * Where files are named anew they bear the name of their product: of two products that are shown by one picture first, and had
 * one each, the one whose own words it lacks, with those of the other one.
 */
function borrowed({ original, rebuilt, matching }: StorePair): Difference<Cause>[] {
  if (!rebuilt.catalog.sees.images) return []
  const had = (index: number) => original.catalog.products[index]!
  const has = (position: number) => rebuilt.catalog.products[position]!
  const showers = Map.groupBy(matching.products.pairs, pair => has(pair.rebuilt).images[0]?.key ?? '')
  return [...showers].flatMap(([key, [one, other, ...more]]): Difference<Cause>[] => {
    if (key === '' || NUMBERED.test(key) || !one || !other || more.length > 0) return []
    const [first, second] = [had(one.original), had(other.original)].map(({ images }) => images[0]?.key)
    if (!first || !second || uncounted(first) === uncounted(second)) return []
    const named = new Set(words(key))
    const bears = (own: Product, others: Product) =>
      words(own.title).some(
        word => word.length >= MIN_NAME && named.has(word) && !words(others.title).includes(word),
      )
    const [a, b] = [has(one.rebuilt), has(other.rebuilt)]
    if (bears(a, b) === bears(b, a)) return []
    const [pair, owner] = bears(a, b) ? [other, a] : [one, b]
    const shown = new Set(owner.images.map(image => image.key))
    if (!has(pair.rebuilt).images.every(image => shown.has(image.key))) return []
    return [
      {
        cause: 'pictures-exchanged',
        original: had(pair.original),
        rebuilt: has(pair.rebuilt),
        before: had(pair.original).images[0]!.key,
        after: `${key}, which shows “${owner.title}”`,
      },
    ]
  })
}

/** A file that was uploaded twice: `mug-1`, `mug-scaled`. */
const uncounted = (key: string): string => key.replace(/[-_](?:\d{1,2}|scaled)$/, '')
/** Letters of a word by which a picture is another product's. */
const MIN_NAME = 4

/** Systems that name files anew count them: `image-12` here and there are two pictures. */
const NUMBERED =
  /^(image|img|photo|foto|picture|pic|bild|product|produkt|item|file|untitled|unnamed|main|large|front)?[\W_]*\d{0,3}$/i

/** Which picture shows which variant, of products whose variants had several. */
function variantPictures(pair: StorePair): { applicable: number; differences: Difference<Cause>[] } {
  const differences: Difference<Cause>[] = []
  let applicable = 0
  if (!pair.original.catalog.sees.variantPictures || !pair.rebuilt.catalog.sees.variantPictures)
    return { applicable, differences }
  for (const { before, after, variants } of paired(pair)) {
    const known = new Set(before.variants.map(({ picture }) => picture))
    known.delete(undefined)
    if (known.size < 2) continue
    // Where a variant has none, shops tell the product's first one.
    const standIn = before.images[0]?.key
    const own = variants.filter(([i]) => {
      const { picture } = before.variants[i]!
      return picture !== undefined && picture !== standIn
    })
    // A product without pictures has lost more than that.
    if (own.length === 0 || after.images.length === 0) continue
    applicable++
    const lost = own.filter(([, j]) => after.variants[j]!.picture === undefined)
    const swapped = own.filter(([i, j]) => {
      const [had, has] = [before.variants[i]!.picture, after.variants[j]!.picture]
      return has !== undefined && has !== had && known.has(has)
    })
    const told = lost.length ? lost : swapped
    if (told.length === 0) continue
    const [[i, j]] = told as [(typeof own)[number]]
    differences.push({
      cause: lost.length ? 'variant-pictures-lost' : 'variant-pictures-swapped',
      original: before,
      rebuilt: after,
      part: told.map(([at]) => before.variants[at]!.title).join(', '),
      before: before.variants[i]!.picture!,
      after: after.variants[j]!.picture ?? 'none',
    })
  }
  return { applicable, differences }
}

/** Names that are there more often before than after. */
function missing(before: readonly Picture[], after: readonly Picture[]): string[] {
  const left = new Map<string, number>()
  for (const { key } of after) left.set(key, (left.get(key) ?? 0) + 1)
  return before.flatMap(({ key }) => {
    const rest = left.get(key) ?? 0
    left.set(key, rest - 1)
    return rest > 0 ? [] : [key]
  })
}
