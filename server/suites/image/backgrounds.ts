import type { ImageArtifact } from '../../capture/collectors/images.ts'
import type { Severity } from '../../contract.ts'
import { areaOf, calledOf, fileName, isRich, LARGE, ofScreen, placeOf } from '../../matching/picture.ts'
import { failureOf } from '../../matching/picture-failure.ts'
import type { Check, Finding } from '../suite.ts'
import { notApplicable } from '../suite.ts'
import { sightsOf } from './sight.ts'

export const backgrounds: Check<'images' | 'volatile' | 'document'> = {
  id: 'image/backgrounds',
  title: 'Background pictures are kept',
  weight: 10,
  judge({ original, rebuilt, matching }) {
    const demanded = original.images.filter(isDemanded)
    if (demanded.length === 0) return notApplicable('the original has no background pictures')
    const total = demanded.reduce((sum, image) => sum + areaOf(image), 0)
    const matched = matching.pictures
    const findings = matched.lost
      .filter(isDemanded)
      .map(image => report(image, undefined, 'no picture of the rebuilt page looks like it'))
    for (const [match, sight] of sightsOf(matched, original.volatile.images))
      if (sight !== 'seen' && (sight.how === 'gone' || sight.how === 'shrunk') && isDemanded(match.original))
        findings.push(report(match.original, match.rebuilt, sight.why, sight.how === 'shrunk'))
    return findings

    function report(
      image: ImageArtifact,
      stand: ImageArtifact | undefined,
      why: string,
      less = false,
    ): Finding {
      const severity = less ? 'minor' : severityOf(image)
      const called = calledOf(image)
      return {
        key: `image/background:${fileName(image) || image.near.toLowerCase().slice(0, 60)}`,
        severity,
        penalty: Math.min(1, Math.max(LEAST[severity], areaOf(image) / Math.max(1, total))),
        message: `The ${called}${behind(image)} is lost: ${why}`,
        fix: `Put the picture back${/^http/.test(image.url) ? ` (${image.url.slice(0, 200)})` : ''}; check its address, its size and what covers it`,
        original: placeOf(image, original.document.url),
        ...(stand && { rebuilt: placeOf(stand, rebuilt.document.url) }),
      }
    }
  },
}

const LEAST: Record<Severity, number> = { critical: 0.5, serious: 0.3, moderate: 0.1, minor: 0.02 }
/** Below this a background is an icon or an ornament. */
const SIDE = 64

const isDemanded = (image: ImageArtifact) =>
  image.kind === 'background' &&
  image.state === 'visible' &&
  image.seen.width >= SIDE &&
  image.seen.height >= SIDE &&
  isRich(image) &&
  failureOf(image) === null

function severityOf(image: ImageArtifact): Severity {
  // A small tile that is repeated is a pattern, not a picture; a flat file is a tint.
  const tile = image.file !== null && (image.file.width < SIDE || image.file.height < SIDE)
  return !tile && ofScreen(areaOf(image)) >= LARGE ? 'serious' : 'moderate'
}

const behind = (image: ImageArtifact) =>
  image.near && fileName(image) ? ` behind “${image.near.slice(0, 60)}”` : ''
