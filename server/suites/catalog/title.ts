import { similarity } from '../../lib/text.ts'
import { titleKey } from '../../matching/products/keys.ts'
import { notApplicable } from '../core/suite.ts'
import { type Difference, type Finder, paired } from './difference.ts'
import { MIN_EDITED } from './rules.ts'

export const title: Finder = pair => {
  const differences: Difference[] = []
  let applicable = 0
  for (const { before, after } of paired(pair)) {
    applicable++
    if (titleKey(before.title) === titleKey(after.title)) continue
    differences.push({
      cause: similarity(before.title, after.title) >= MIN_EDITED ? 'title-edited' : 'title-changed',
      original: before,
      rebuilt: after,
      before: before.title,
      after: after.title,
    })
  }
  if (applicable === 0) return notApplicable('no product is in both shops')
  return { applicable, differences }
}
