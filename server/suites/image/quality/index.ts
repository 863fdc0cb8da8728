import { areaOf, isContent, isRich } from '../../../matching/picture.ts'
import { type Check, notApplicable } from '../../core/suite.ts'
import { calledOf, placesOf, wordsOf } from '../picture-finding.ts'
import { seenInPlace } from '../visibility.ts'
import { blurOf, croppingOf, damageOf, stretchOf } from './flaws.ts'
import { rules } from './rules.ts'

export const quality: Check<'images' | 'volatile' | 'document' | 'layouts'> = {
  id: 'image/quality',
  title: 'Pictures are as sharp and as wide as they were',
  weight: 10,
  rules,
  judge({ original, rebuilt, matching }) {
    const seen = seenInPlace(matching.pictures, original.volatile.images).filter(
      match => match.rebuilt.state === 'visible',
    )
    if (seen.length === 0) return notApplicable('no picture of the original is shown on the rebuilt page')
    const total = seen.reduce((sum, match) => sum + areaOf(match.original), 0)
    return seen.flatMap(match => {
      const [before, after] = [match.original, match.rebuilt]
      if (!isRich(before)) return []
      // One picture, one fault: the one that is seen first.
      const flaw = stretchOf(match) ?? blurOf(match) ?? croppingOf(match) ?? damageOf(match)
      if (!flaw) return []
      return rules.report(flaw.rule, {
        key: `image/${flaw.rule}:${wordsOf(before)}`,
        as: isContent(before) || before.kind === 'background' ? flaw.as : 'ornament',
        extent: (flaw.part ?? 1) * (areaOf(before) / Math.max(1, total)),
        message: `The ${calledOf(before)} ${flaw.why}`,
        fix: flaw.fix,
        ...placesOf({ original, rebuilt }, before, after),
      })
    })
  },
}
