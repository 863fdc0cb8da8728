import type { ImageArtifact } from '../../../capture/collectors/images/index.ts'
import type { ShiftArtifact } from '../../../capture/collectors/shifts.ts'
import type { Severity } from '../../../contract.ts'
import { areaOf, calledOf, failureOf, LARGE, ofScreen, placeOf, wordsOf } from '../../../matching/picture.ts'
import type { Check, Finding } from '../../core/suite.ts'
import { notApplicable } from '../../core/suite.ts'
import { weightOf } from './weight.ts'

const SCREEN_HEIGHT = 900
/** Growth of the layout shift score that is no noise. */
const JUMPS = 0.05
/** What is smaller moves little. */
const LEAST_AREA = 100 * 100

export const delivery: Check<'images' | 'document' | 'layouts' | 'volatile' | 'shifts'> = {
  id: 'image/delivery',
  title: 'Pictures come without jumps and in good time',
  weight: 5,
  judge({ original, rebuilt, matching }) {
    if (rebuilt.images.length === 0) return notApplicable('the rebuilt page has no pictures')
    const { matches } = matching.pictures
    const source = new Map(matches.map(match => [match.rebuilt, match.original]))
    const jumps = shiftOf(rebuilt.shifts) - shiftOf(original.shifts) >= JUMPS
    return [...unreserved(), ...late(), ...weightOf(matches, [original.document.url, rebuilt.document.url])]

    function unreserved(): Finding[] {
      return rebuilt.images
        .filter(
          image =>
            image.kind === 'img' &&
            image.state === 'visible' &&
            !image.reserved &&
            areaOf(image) >= LEAST_AREA &&
            failureOf(image) === null &&
            (source.get(image)?.reserved ?? true),
        )
        .map(image => {
          const early = image.box.y < SCREEN_HEIGHT && ofScreen(areaOf(image)) >= LARGE
          return report(image, 'unreserved', early && (jumps || !source.has(image)) ? 'moderate' : 'minor', {
            message: `No room is kept for the ${calledOf(source.get(image) ?? image)}: what is below it jumps by ${Math.round(image.box.height)} px when it comes`,
            fix: `Give it \`width\` and \`height\` attributes${image.naturalWidth ? ` (${image.naturalWidth} × ${image.naturalHeight})` : ''} or an \`aspect-ratio\``,
          })
        })
    }

    /** The largest picture of the first screen waits for the layout when it is lazy. */
    function late(): Finding[] {
      const first = firstOf(rebuilt.images)
      if (first?.kind !== 'img' || first.loading !== 'lazy' || source.get(first)?.loading === 'lazy')
        return []
      return [
        report(first, 'lazy', 'moderate', {
          message: `The ${calledOf(source.get(first) ?? first)}, the largest picture of the first screen, is loaded lazily: it comes late`,
          fix: 'Take `loading="lazy"` off it',
        }),
      ]
    }

    function report(
      image: ImageArtifact,
      rule: string,
      severity: Severity,
      words: Pick<Finding, 'message' | 'fix'>,
    ): Finding {
      const before = source.get(image)
      return {
        key: `image/${rule}:${wordsOf(before ?? image)}`,
        severity,
        penalty: severity === 'moderate' ? 0.4 : 0.02,
        ...words,
        ...(before && { original: placeOf(before, original.document.url) }),
        rebuilt: placeOf(image, rebuilt.document.url),
      }
    }
  },
}

const shiftOf = (shifts: readonly ShiftArtifact[]) => shifts.reduce((sum, { value }) => sum + value, 0)

/** Share of the first screen from which a picture may be its largest paint: beside it stand lines of text. */
const PAINTED = 0.03
/** What may be the largest paint of the page: drawings are hardly ever. */
const FILES = new Set(['img', 'background', 'poster'])

function firstOf(images: readonly ImageArtifact[]): ImageArtifact | undefined {
  return images
    .filter(({ kind, state, seen }) => FILES.has(kind) && state === 'visible' && seen.y < SCREEN_HEIGHT)
    .map(image => ({
      image,
      area: image.seen.width * Math.min(image.seen.height, SCREEN_HEIGHT - image.seen.y),
    }))
    .filter(({ area }) => ofScreen(area) >= PAINTED)
    .sort((a, b) => b.area - a.area)[0]?.image
}
