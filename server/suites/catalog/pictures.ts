import type { Picture } from '../../store/types.ts'
import { notApplicable } from '../core/suite.ts'
import { type Difference, type Finder, paired } from './difference.ts'

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
  if (applicable === 0) return notApplicable('no product that is in both shops has a picture on the original')
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
