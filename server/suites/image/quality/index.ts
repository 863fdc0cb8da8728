import type { ImageArtifact } from '../../../capture/collectors/images/index.ts'
import type { Severity } from '../../../contract.ts'
import { isDisplaced } from '../../../matching/displaced.ts'
import { areaOf, calledOf, isContent, isRich, placeOf, wordsOf } from '../../../matching/picture.ts'
import type { Check, Finding } from '../../core/suite.ts'
import { notApplicable } from '../../core/suite.ts'
import { sightsOf } from '../visibility.ts'
import { croppingOf } from './cropping.ts'
import { damageOf } from './damage.ts'
import { blurOf } from './sharpness.ts'
import { stretchOf } from './stretch.ts'

/** A fault of how a picture is shown. */
export interface Flaw {
  rule: 'stretched' | 'blurred' | 'cropped' | 'damaged'
  /** Serious is plain to anybody, moderate to those who look. */
  severity: 'serious' | 'moderate' | 'minor'
  /** How much of the picture it spoils, 0 to 1: all of it by default. */
  part?: number
  why: string
  fix: string
}

export const quality: Check<'images' | 'volatile' | 'document' | 'layouts'> = {
  id: 'image/quality',
  title: 'Pictures are as sharp and as wide as they were',
  weight: 10,
  judge({ original, rebuilt, matching }) {
    const sights = sightsOf(matching.pictures, original.volatile.images)
    const seen = [...sights].filter(
      ([match, sight]) =>
        sight === 'seen' &&
        match.by === 'appearance' &&
        match.rebuilt.state === 'visible' &&
        !isDisplaced(matching.pictures, match),
    )
    if (seen.length === 0) return notApplicable('no picture of the original is shown on the rebuilt page')
    const total = seen.reduce((sum, [match]) => sum + areaOf(match.original), 0)
    const findings: Finding[] = []
    for (const [match] of seen) {
      if (!isRich(match.original)) continue
      // One picture, one fault: the one that is seen first.
      const flaw = stretchOf(match) ?? blurOf(match) ?? croppingOf(match) ?? damageOf(match)
      if (!flaw) continue
      const severity = severityOf(match.original, flaw)
      const share = areaOf(match.original) / Math.max(1, total)
      findings.push({
        key: `image/${flaw.rule}:${wordsOf(match.original)}`,
        severity,
        penalty: Math.min(1, Math.max(LEAST[severity], (flaw.part ?? 1) * share)),
        message: `The ${calledOf(match.original)} ${flaw.why}`,
        fix: flaw.fix,
        original: placeOf(match.original, original.document.url),
        rebuilt: placeOf(match.rebuilt, rebuilt.document.url),
      })
    }
    return findings
  },
}

const LEAST: Record<Severity, number> = { critical: 1, serious: 0.2, moderate: 0.1, minor: 0.02 }

const severityOf = (image: ImageArtifact, { severity }: Flaw): Severity =>
  isContent(image) || image.kind === 'background' ? severity : 'minor'
