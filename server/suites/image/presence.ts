import type { ImageArtifact } from '../../capture/collectors/images/index.ts'
import type { Severity } from '../../contract.ts'
import { isDisplaced } from '../../matching/displaced.ts'
import {
  areaOf,
  calledOf,
  failureOf,
  fileName,
  isContent,
  isHero,
  isPicture,
  isRich,
  LARGE,
  ofScreen,
  placeOf,
  wordsOf,
} from '../../matching/picture.ts'
import type { Check, Finding } from '../core/suite.ts'
import { inconclusive, notApplicable } from '../core/suite.ts'
import { type Sight, sightsOf } from './visibility.ts'

/** As many as a capture keeps: what is beyond is unknown. */
const KEPT = 600

export const presence: Check<'images' | 'volatile' | 'document'> = {
  id: 'image/presence',
  title: 'Pictures of the original are there',
  weight: 25,
  judge({ original, rebuilt, matching }) {
    const demanded = original.images.filter(isDemanded)
    if (demanded.length === 0) return notApplicable('the original shows no pictures')
    const matched = matching.pictures
    if (rebuilt.images.length >= KEPT && matched.lost.some(isDemanded))
      return inconclusive(`the rebuilt page has more than ${KEPT} pictures; some were not looked at`)
    const total = demanded.reduce((sum, image) => sum + areaOf(image), 0)
    const findings: Finding[] = matched.lost
      .filter(isDemanded)
      .map(image =>
        report(image, undefined, { how: 'gone', why: 'nothing on the rebuilt page looks like it' }),
      )
    for (const [match, sight] of sightsOf(matched, original.volatile.images)) {
      if (sight === 'seen' || sight.how === 'broken' || !isDemanded(match.original)) continue
      // In another place it has another size, and a background has no part that is shown first.
      if (sight.how === 'shrunk' && isDisplaced(matched, match)) continue
      if (sight.how === 'aside' && match.original.kind === 'background') continue
      findings.push(report(match.original, match.rebuilt, sight))
    }
    return findings

    function report(
      image: ImageArtifact,
      stand: ImageArtifact | undefined,
      sight: Exclude<Sight, 'seen'>,
    ): Finding {
      const share = areaOf(image) / Math.max(1, total)
      const severity = severityOf(image, sight.how)
      const called = calledOf(image)
      return {
        key: keyOf(image),
        severity,
        penalty: Math.min(1, Math.max(LEAST[severity], severity === 'minor' ? share / 4 : share)),
        message: `The ${called}${behind(image)} of the original cannot be seen on the rebuilt page: ${sight.why}`,
        fix: `Show the ${called} again${fileOf(image)} at about ${Math.round(image.box.width)} × ${Math.round(image.box.height)} px`,
        original: placeOf(image, original.document.url),
        ...(stand && { rebuilt: placeOf(stand, rebuilt.document.url) }),
      }
    }
  },
}

const LEAST: Record<Severity, number> = { critical: 0.5, serious: 0.1, moderate: 0.05, minor: 0.01 }

/** Below this a background is an icon or an ornament. */
const BACKGROUND_SIDE = 64

/** What failed on the original shows nothing that could be lost. */
function isDemanded(image: ImageArtifact): boolean {
  if (image.state !== 'visible' || !isPicture(image) || failureOf(image) !== null) return false
  if (image.kind !== 'background') return true
  return image.seen.width >= BACKGROUND_SIDE && image.seen.height >= BACKGROUND_SIDE && isRich(image)
}

function severityOf(image: ImageArtifact, how: Exclude<Sight, 'seen'>['how']): Severity {
  if (image.kind === 'background') {
    // A small tile that is repeated is a pattern, not a picture; a flat file is a tint.
    const tile =
      image.file !== null && (image.file.width < BACKGROUND_SIDE || image.file.height < BACKGROUND_SIDE)
    return how === 'shrunk' ? 'minor' : !tile && ofScreen(areaOf(image)) >= LARGE ? 'serious' : 'moderate'
  }
  if (how === 'aside' || !isContent(image)) return 'minor'
  if (how === 'shrunk') return 'moderate'
  return isHero(image) ? 'critical' : 'serious'
}

const keyOf = (image: ImageArtifact) =>
  image.kind === 'background'
    ? `image/background:${fileName(image) || image.near.toLowerCase().slice(0, 60)}`
    : `image/lost:${wordsOf(image)}`

const fileOf = (image: ImageArtifact) => (/^https?:/.test(image.url) ? ` (${image.url.slice(0, 200)})` : '')

const behind = (image: ImageArtifact) =>
  image.kind === 'background' && image.near && fileName(image) ? ` behind “${image.near.slice(0, 60)}”` : ''
