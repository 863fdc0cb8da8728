import type { ImageArtifact } from '../../capture/collectors/images/index.ts'
import type { ShiftArtifact } from '../../capture/collectors/shifts.ts'
import { areaOf, failureOf, LARGE, ofScreen, SCREEN } from '../../matching/picture.ts'
import type { PictureMatch } from '../../matching/pictures.ts'
import type { Finding } from '../core/finding.ts'
import { withoutTurnsAndIds } from '../core/path.ts'
import { defineRules } from '../core/rules.ts'
import { type Check, notApplicable } from '../core/suite.ts'
import { calledOf, type Pages, placesOf, wordsOf } from './picture-finding.ts'

/** Growth of the layout shift score that is no noise. */
const MIN_SHIFT = 0.05
/** Of a picture that pushes others down, px²: what is smaller moves little. */
const MIN_AREA = 100 * 100
/** Share of the first screen from which a picture may be its largest paint: beside it stand lines of text. */
const MIN_PAINT = 0.03
/** What may be the largest paint of the page: drawings are hardly ever. */
const PAINTED = new Set(['img', 'background', 'poster', 'video'])
/** Times the original's bytes, and bytes more, from which a weight is told, and from which it matters. */
const HEAVIER = { times: 1.5, bytes: 100_000 }
const TWICE = { times: 2, bytes: 500_000 }

const rules = defineRules(
  'image/delivery',
  {
    why: 'A page that jumps or fills slowly is left, above all on phones.',
    reference: 'https://web.dev/articles/cls',
  },
  {
    unreserved: {
      severity: 'minor',
      penalty: 0.02,
      measures: `Whether room is kept for each img of ${MIN_AREA} px² or more, where the original keeps it or has no such picture.`,
      fix: 'Give it `width` and `height` attributes or an `aspect-ratio`',
      reference: 'https://web.dev/articles/optimize-cls',
      cases: {
        jumps: {
          when: `it is a large picture of the first screen, and new or the layout shift score grew by ${MIN_SHIFT}`,
          severity: 'moderate',
          penalty: 0.4,
        },
      },
    },
    lazy: {
      severity: 'moderate',
      penalty: 0.4,
      measures:
        'Whether the largest picture of the first screen is loaded lazily where the original’s is not.',
      fix: 'Take `loading="lazy"` off it',
      why: 'A lazy picture waits for the layout: the largest one of the first screen comes late.',
      reference: 'https://web.dev/articles/lcp-lazy-loading',
    },
    heavier: {
      severity: 'minor',
      penalty: 0.05,
      measures: `Whether the files of the pictures that both pages show weigh over ${HEAVIER.times} times and ${HEAVIER.bytes / 1000} kB more together.`,
      fix: 'Compress them as the original does, in the size they are shown in',
      reference: 'https://developer.chrome.com/docs/performance/insights/image-delivery',
      cases: {
        twice: {
          when: `they weigh over ${TWICE.times} times and ${TWICE.bytes / 1000} kB more`,
          severity: 'moderate',
          penalty: 0.3,
        },
      },
    },
  },
)

export const delivery: Check<'images' | 'document' | 'layouts' | 'volatile' | 'shifts'> = {
  id: 'image/delivery',
  title: 'Pictures come without jumps and in good time',
  weight: 5,
  rules,
  judge({ original, rebuilt, matching }) {
    if (rebuilt.images.length === 0) return notApplicable('the new page has no pictures')
    const { matches } = matching.pictures
    const source = new Map(matches.map(match => [match.rebuilt, match.original]))
    const jumps = shiftOf(rebuilt.shifts) - shiftOf(original.shifts) >= MIN_SHIFT
    return [...unreserved(), ...late(), ...weightOf(matches, { original, rebuilt })]

    function unreserved(): Finding[] {
      return rebuilt.images
        .filter(image => isUnreserved(image) && (source.get(image)?.reserved ?? true))
        .map(image => {
          const early = image.box.y < SCREEN.height && ofScreen(areaOf(image)) >= LARGE
          const size = image.naturalWidth ? ` (${image.naturalWidth} × ${image.naturalHeight})` : ''
          return rules.report('unreserved', {
            ...at(image, 'unreserved'),
            cause: `unreserved ${withoutTurnsAndIds(image.selector)}`,
            as: early && (jumps || !source.has(image)) ? 'jumps' : undefined,
            message: `No room is kept for the ${calledOf(source.get(image) ?? image)}: what is below it jumps by ${Math.round(image.box.height)} px when it comes`,
            fix: `Give it \`width\` and \`height\` attributes${size} or an \`aspect-ratio\``,
          })
        })
    }

    /** The largest picture of the first screen waits for the layout when it is lazy. */
    function late(): Finding[] {
      const first = largestPaintOf(rebuilt.images)
      if (first?.kind !== 'img' || first.loading !== 'lazy' || source.get(first)?.loading === 'lazy')
        return []
      const message = `The ${calledOf(source.get(first) ?? first)}, the largest picture of the first screen, is loaded lazily: it comes late`
      return [rules.report('lazy', { ...at(first, 'lazy'), message })]
    }

    function at(image: ImageArtifact, rule: string) {
      const before = source.get(image)
      return {
        key: `image/${rule}:${wordsOf(before ?? image)}`,
        ...placesOf({ original, rebuilt }, before, image),
      }
    }
  },
}

const shiftOf = (shifts: readonly ShiftArtifact[]) => shifts.reduce((sum, { value }) => sum + value, 0)

const isUnreserved = (image: ImageArtifact) =>
  image.kind === 'img' &&
  image.state === 'visible' &&
  !image.reserved &&
  areaOf(image) >= MIN_AREA &&
  failureOf(image) === null

function largestPaintOf(images: readonly ImageArtifact[]): ImageArtifact | undefined {
  return images
    .filter(({ kind, state, seen }) => PAINTED.has(kind) && state === 'visible' && seen.y < SCREEN.height)
    .map(image => ({
      image,
      area: image.seen.width * Math.min(image.seen.height, SCREEN.height - image.seen.y),
    }))
    .filter(({ area }) => ofScreen(area) >= MIN_PAINT)
    .sort((a, b) => b.area - a.area)[0]?.image
}

/** What the matched pictures weigh together against the original's. */
function weightOf(matches: readonly PictureMatch[], pages: Pages): Finding[] {
  const files = filesOf(matches)
  const was = files.reduce((sum, { original }) => sum + original.bytes, 0)
  const is = files.reduce((sum, { rebuilt }) => sum + rebuilt.bytes, 0)
  const exceeds = ({ times, bytes }: typeof HEAVIER) => is > times * was && is - was > bytes
  const worst = files.toSorted((a, b) => growthOf(b) - growthOf(a))[0]
  if (worst && exceeds(HEAVIER))
    return [
      rules.report('heavier', {
        key: 'image/heavier',
        as: exceeds(TWICE) ? 'twice' : undefined,
        message: `The pictures weigh ${kilobytes(is)} instead of ${kilobytes(was)}; the ${calledOf(worst.original)} alone ${kilobytes(worst.rebuilt.bytes)} instead of ${kilobytes(worst.original.bytes)}`,
        ...placesOf(pages, worst.original, worst.rebuilt),
      }),
    ]
  return []
}

const growthOf = ({ original, rebuilt }: PictureMatch) => rebuilt.bytes - original.bytes

/** Each file counts once, however often it is shown. */
function filesOf(matches: readonly PictureMatch[]): PictureMatch[] {
  const [first, second] = [new Set<string>(), new Set<string>()]
  return matches.filter(({ original, rebuilt }) => {
    if (!isFile(original) || !isFile(rebuilt) || first.has(original.url) || second.has(rebuilt.url))
      return false
    first.add(original.url)
    second.add(rebuilt.url)
    return true
  })
}

const isFile = ({ url, bytes }: ImageArtifact) => /^https?:/.test(url) && bytes > 0
const kilobytes = (bytes: number) => `${Math.round(bytes / 1000).toLocaleString('en')} kB`
