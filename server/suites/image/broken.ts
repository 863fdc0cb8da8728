import type { ImageArtifact } from '../../capture/collectors/images/index.ts'
import type { Severity } from '../../contract.ts'
import {
  areaOf,
  calledOf,
  failureOf,
  isContent,
  LARGE,
  ofScreen,
  placeOf,
  wordsOf,
} from '../../matching/picture.ts'
import type { Check, Finding } from '../core/suite.ts'
import { notApplicable } from '../core/suite.ts'
import { sightsOf } from './visibility.ts'

export const broken: Check<'images' | 'volatile' | 'document'> = {
  id: 'image/broken',
  title: 'Picture files load',
  weight: 20,
  judge({ original, rebuilt, matching }) {
    if (rebuilt.images.length === 0 && original.images.length === 0)
      return notApplicable('neither page has pictures')
    const matched = matching.pictures
    const findings: Finding[] = []
    for (const [match, sight] of sightsOf(matched, original.volatile.images))
      if (sight !== 'seen' && sight.how === 'broken') report(match.rebuilt, match.original, sight.why)
    // Broken before, hidden before, or new: there is no sight of the original to lose.
    for (const { original: before, rebuilt: after } of matched.matches)
      if (failureOf(before) !== null || before.state !== 'visible') reportFailure(after, before)
    for (const image of matched.added) reportFailure(image, undefined)
    return findings

    function reportFailure(image: ImageArtifact, before: ImageArtifact | undefined) {
      const why = failureOf(image)
      if (why && isShown(image)) report(image, before, why)
    }

    function report(image: ImageArtifact, before: ImageArtifact | undefined, why: string) {
      const shown = before && areaOf(before) > 0 ? before : image
      const severity = severityOf(shown)
      const called = calledOf(before ?? image)
      findings.push({
        key: `image/broken:${wordsOf(before ?? image)}`,
        severity,
        penalty: Math.min(1, Math.max(LEAST[severity], ofScreen(areaOf(shown)))),
        message: `The ${called} does not show on the rebuilt page: ${why}${addressOf(image)}`,
        fix: before?.url.startsWith('http')
          ? `Serve the picture that the original shows there (${before.url.slice(0, 200)}) and point to it`
          : 'Point it to a picture file that exists',
        ...(before && { original: placeOf(before, original.document.url) }),
        rebuilt: placeOf(image, rebuilt.document.url),
      })
    }
  },
}

const LEAST: Record<Severity, number> = { critical: 0.4, serious: 0.15, moderate: 0.05, minor: 0.02 }

/** A broken img may have no box at all; what is hidden on purpose has none either. */
const isShown = (image: ImageArtifact) =>
  image.state === 'visible' ||
  (image.state === 'hidden' && image.kind === 'img' && image.landmark !== 'dialog')

function severityOf(image: ImageArtifact): Severity {
  if (!isContent(image)) return 'minor'
  return ofScreen(areaOf(image)) > LARGE ? 'critical' : 'serious'
}

const addressOf = ({ url }: ImageArtifact) => (/^https?:/.test(url) ? ` (${url.slice(0, 200)})` : '')
