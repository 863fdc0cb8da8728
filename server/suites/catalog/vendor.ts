import { normalise } from '../../lib/text.ts'
import { notApplicable } from '../core/suite.ts'
import { type Difference, type Finder, paired } from './difference.ts'

/** Brands, where the original tells several: a shop that sells its own alone names itself, or nobody. */
export const vendor: Finder = pair => {
  const brands = new Set(pair.original.catalog.products.map(({ vendor: name = '' }) => normalise(name)))
  brands.delete('')
  if (brands.size < 2) return notApplicable('the original names no more than one brand')
  const differences: Difference[] = []
  let applicable = 0
  for (const { before, after } of paired(pair)) {
    if (!before.vendor) continue
    applicable++
    const [had, has] = [normalise(before.vendor), normalise(after.vendor ?? '')]
    if (had === has) continue
    differences.push({
      cause: brands.has(has) ? 'vendor-changed' : 'vendor-lost',
      original: before,
      rebuilt: after,
      before: before.vendor,
      after: after.vendor ?? 'none',
    })
  }
  if (applicable === 0)
    return notApplicable('no product that is in both shops names its brand on the original')
  return { applicable, differences }
}
