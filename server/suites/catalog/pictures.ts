import type { Picture } from '../../store/types.ts'
import { notApplicable } from '../core/suite.ts'
import { type Difference, type Finder, paired, type StorePair } from './difference.ts'

/** How many, by the names of their files: hosts, sizes and formats change in a move, and so may their order. */
export const pictures: Finder = pair => {
  const all = pair.original.catalog.sees.images && pair.rebuilt.catalog.sees.images
  const differences: Difference[] = []
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
  differences.push(...shown.differences)
  if (applicable + shown.applicable === 0)
    return notApplicable('no product that is in both shops has a picture on the original')
  return {
    applicable: {
      'pictures-gone': applicable,
      'pictures-lost': applicable,
      'variant-pictures-lost': shown.applicable,
      'variant-pictures-swapped': shown.applicable,
    },
    differences,
  }
}

/** Which picture shows which variant, of products whose variants had several. */
function variantPictures(pair: StorePair): { applicable: number; differences: Difference[] } {
  const differences: Difference[] = []
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
