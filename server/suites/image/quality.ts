import { isDeepStrictEqual } from 'node:util'
import type { ImageArtifact } from '../../capture/collectors/images/index.ts'
import { areaOf, isContent, isRich, LARGE, ofScreen } from '../../matching/picture.ts'
import type { PictureMatch } from '../../matching/pictures.ts'
import { detailRatio } from '../../vision/detail.ts'
import { distanceOf } from '../../vision/image-distance.ts'
import { structureOf } from '../../vision/ssim.ts'
import { blownUpOf, HIDING, MAX_ICON_SIDE } from '../core/blown-up.ts'
import { withoutTurns } from '../core/path.ts'
import { lacksScripts, stopsForWant } from '../core/requests.ts'
import { defineRules } from '../core/rules.ts'
import { type Check, notApplicable } from '../core/suite.ts'
import { narrowStretches, worstPullOf } from './narrow-aspects.ts'
import { calledOf, placesOf, wordsOf } from './picture-finding.ts'
import { seenInPlace } from './visibility.ts'

/** Growth of the aspect that people notice when they look, and that anybody sees. */
const STRETCHED = 1.08
const PLAINLY_STRETCHED = 1.15
/**
 * Share of fine detail, by the median field, below which a picture is blurred by itself, and when its file has too few
 * pixels as well. Measured on photographs with and without grain: WebP and AVIF at q80 keep 0.9 and more, half a pixel
 * of displacement 0.64, AVIF at q50 0.5 of heavy grain; enlarging four times leaves 0.1 to 0.42 (0.7 of flat drawings),
 * twice 0.36 to 0.9.
 */
const BLURRED = 0.47
const SOFT = 0.8
/** Pixels of the file for each CSS px, in one direction, below which they are too few, and plainly so. */
const FEW = 0.55
const PLAINLY_FEW = 0.52
/**
 * How many times larger or smaller the area of a picture may be, and of a large one; and of which size it is to matter,
 * CSS px.
 */
const RESIZED = 4
const LARGE_RESIZED = 2.5
const MIN_RESIZED_SIDE = 64
const MIN_FILE_SIDE = 16

const share = (min: number) => ({ of: 'share of the area of all pictures that it spoils', min })
const percent = (value: number) => `${Math.round(100 * value)} %`
const moderate = { severity: 'moderate', penalty: share(0.1) } as const
const serious = { severity: 'serious', penalty: share(0.2) } as const
const ornament = {
  when: 'the picture carries no content and is no background',
  severity: 'minor',
  penalty: share(0.02),
} as const

const rules = defineRules(
  'image/quality',
  {
    why: 'Blurred, stretched or cropped pictures look careless, and show less of what is for sale.',
    reference: 'https://web.dev/articles/serve-responsive-images',
  },
  {
    stretched: {
      ...moderate,
      measures: `Whether a picture, or its file, is drawn to more than ${percent(STRETCHED)} of its width or height.`,
      fix: 'Keep its aspect, or set `object-fit: cover`',
      reference: 'https://developer.mozilla.org/en-US/docs/Web/CSS/object-fit',
      cases: {
        plain: { when: `to ${percent(PLAINLY_STRETCHED)} or more`, ...serious },
        narrow: {
          when: 'so it is on a narrower screen alone, where the original has no such picture or keeps its aspect',
          ...moderate,
        },
        ornament,
      },
    },
    blurred: {
      ...moderate,
      measures: `Whether less than ${percent(BLURRED)} of the original's fine detail is left, or less than ${percent(SOFT)} where the file has under ${FEW} pixels for each CSS px.`,
      fix: 'Serve a file of at least the size in which it is shown',
      cases: {
        plain: {
          when: `the file has under ${PLAINLY_FEW} pixels for each CSS px, and no script of another site was out of reach that may set its size`,
          ...serious,
        },
        ornament,
      },
    },
    resized: {
      severity: 'moderate',
      penalty: { ...share(0.1), max: 0.4 },
      measures: `Whether a picture of ${MIN_RESIZED_SIDE} px a side or more, before or after, is drawn on over ${RESIZED} times its area, or on less than a ${RESIZED}th; of one that took ${100 * LARGE} % of a screen or more, ${LARGE_RESIZED} times.`,
      fix: 'Show it in about the size of the original',
      cases: { ornament },
    },
    'blown-up': {
      severity: 'serious',
      penalty: { of: 'number of them', base: 0.4, factor: 0.2 },
      measures: `Whether an icon of the original, a drawing of under ${MAX_ICON_SIDE} px a side, fills ${percent(HIDING.wide)} of a screen or more. All of them together.`,
      why: 'The page is pushed away by a shape that nobody can make out.',
      fix: 'Give it the size of the original: an svg without a width of its own fills what it stands in',
      reference: 'https://developer.mozilla.org/en-US/docs/Web/SVG/Reference/Attribute/viewBox',
    },
  },
)

export const quality: Check<'images' | 'volatile' | 'document' | 'layouts' | 'health'> = {
  id: 'image/quality',
  title: 'Pictures are as sharp and as wide as they were',
  weight: 10,
  rules,
  byLook: true,
  judge({ original, rebuilt, matching }) {
    const seen = seenInPlace(matching.pictures, original.volatile.images).filter(
      // How a film was encoded is not told by one frame of it.
      ({ original, rebuilt }) =>
        rebuilt.state === 'visible' && original.kind !== 'video' && rebuilt.kind !== 'video',
    )
    const isUnfinished = lacksScripts(original, rebuilt) || stopsForWant(original, rebuilt)
    const blownUp = blownUpOf(matching.pictures, original.images, rebuilt.images)
    if (seen.length + blownUp.length === 0)
      return notApplicable('no picture of the original is shown on the new page')
    const total = seen.reduce((sum, match) => sum + areaOf(match.original), 0)
    const toldOf = new Set(blownUp.map(one => one.rebuilt))
    const [first] = blownUp
    const enlarged = first
      ? rules.report('blown-up', {
          key: 'image/blown-up',
          extent: blownUp.length,
          message: `The ${calledOf(first.original)} is drawn at ${sizeOf(first.rebuilt)} px instead of ${sizeOf(first.original)} px${blownUp.length > 1 ? `; ${blownUp.length - 1} more are` : ''}`,
          ...placesOf({ original, rebuilt }, first.original, first.rebuilt),
        })
      : []
    const worstOf = worstPullOf(rebuilt, PLAINLY_STRETCHED)
    const flawed = seen.flatMap(match => {
      if (toldOf.has(match.rebuilt)) return []
      const [before, after] = [match.original, match.rebuilt]
      // One picture, one fault: the one that is seen first.
      const flaw = (isRich(before) ? (stretchOf(match) ?? blurOf(match)) : null) ?? resizingOf(match)
      if (!flaw) return []
      const as = flaw.isOfPlace && isUnfinished ? undefined : flaw.as
      return rules.report(flaw.rule, {
        key: `image/${flaw.rule}:${wordsOf(before)}`,
        as: isContent(before) || before.kind === 'background' ? as : 'ornament',
        extent: areaOf(before) / Math.max(1, total),
        // Pictures of one list have one style.
        cause:
          flaw.cause ?? (flaw.rule === 'stretched' ? `stretched ${withoutTurns(after.selector)}` : undefined),
        message: `The ${calledOf(before)} ${flaw.why}${flaw.rule === 'stretched' ? worseAt(worstOf(after), flaw.times) : ''}`,
        fix: flaw.fix,
        ...placesOf({ original, rebuilt }, before, after),
      })
    })
    const narrow = narrowStretches({ original, rebuilt, matching }, PLAINLY_STRETCHED).map(
      ({ image, before, widths, factor }) =>
        rules.report('stretched', {
          key: `image/stretched:narrow:${wordsOf(before ?? image)}`,
          as: isContent(image) ? 'narrow' : 'ornament',
          extent: areaOf(image) / Math.max(1, total),
          cause: 'on narrow screens',
          message: `The ${calledOf(before ?? image)} is stretched to ${Math.round(100 * Math.max(factor, 1 / factor))} % of its ${factor > 1 ? 'width' : 'height'} at ${widths.join(' and ')} px`,
          fix: 'Set `height: auto` where the width is that of the screen, or `object-fit: cover`',
          ...placesOf({ original, rebuilt }, before, image),
        }),
    )
    return [enlarged, flawed, narrow].flat()
  },
}

/** What can be wrong with how a picture is shown. */
interface Flaw {
  rule: 'stretched' | 'blurred' | 'resized'
  /** Plain to anybody, not only to those who look. */
  as?: 'plain' | undefined
  /** Of a stretched one. */
  times?: number
  /** The place is too large for the file. */
  isOfPlace?: boolean
  why: string
  fix: string
  /** Where pictures share it, such as those of a gallery. */
  cause?: string
}

/** Rounding to whole pixels: of a smaller picture, px, nothing can be said, and of a smaller file. */
const MIN_STRETCH_SIDE = 32
const MIN_SQUEEZED_SIDE = 64
/** SSIM of two files that are one picture, whatever their aspect. */
const SAME_PICTURE = 0.9

/** A picture wider or higher than its file, or whose file was squeezed; a crop is neither. */
function stretchOf({ original, rebuilt, crop }: PictureMatch): Flaw | null {
  if (rebuilt.drawn.width < MIN_STRETCH_SIDE || rebuilt.drawn.height < MIN_STRETCH_SIDE) return null
  const [before, after] = [aspectOf(original), aspectOf(rebuilt)]
  const worse = Math.abs(after) - Math.abs(before)
  const shown = worse > Math.log(STRETCHED) ? after : crop ? 0 : squeezeOf(original, rebuilt)
  if (Math.abs(shown) < Math.log(STRETCHED)) return null
  return {
    rule: 'stretched',
    times: Math.exp(Math.abs(shown)),
    as: Math.abs(shown) >= Math.log(PLAINLY_STRETCHED) ? 'plain' : undefined,
    why: `is stretched to ${Math.round(100 * Math.exp(Math.abs(shown)))} % of its ${shown > 0 ? 'width' : 'height'}`,
    fix: `Keep its aspect: ${sizeOf(original)} px on the original, or \`object-fit: cover\``,
  }
}

/** Where it is pulled more than by `times`, as anybody sees. */
function worseAt(worst: { width: number; factor: number } | undefined, times = 1): string {
  if (!worst) return ''
  const { width, factor } = worst
  const most = Math.max(factor, 1 / factor)
  if (most < times * STRETCHED) return ''
  return `, and to ${percent(most)} of its ${factor > 1 ? 'width' : 'height'} at ${width} px`
}

/** Logarithm of how much wider than high a pixel of its file is drawn. */
function aspectOf(image: ImageArtifact): number {
  const scale = scaleOf(image)
  return scale ? Math.log(scale.x / scale.y) : 0
}

/** The same for a file that has the whole picture in another aspect. */
function squeezeOf(original: ImageArtifact, rebuilt: ImageArtifact): number {
  const [before, after] = [original.file, rebuilt.file]
  if (!before || !after || original.format === 'svg' || rebuilt.format === 'svg') return 0
  const change = aspectChange(before, after)
  const side = Math.min(before.width, before.height, after.width, after.height)
  if (Math.abs(change) < Math.log(PLAINLY_STRETCHED) || side < MIN_SQUEEZED_SIDE) return 0
  const structure = structureOf(before, after)
  return structure !== null && structure >= SAME_PICTURE ? change : 0
}

/** Share of the original's pixels for each CSS px below which they are fewer. */
const FEWER = 0.75
/** Of a picture that is told to be blurred by its pixels alone, CSS px. */
const MIN_BLUR_SIDE = 64
/** Beyond this difference of size, or of aspect, detail is not comparable. */
const SIZE = Math.log(1.18)
const ASPECT = Math.log(1.06)
/** Image distance of two crops that are one. */
const SAME_CROP = 0.3
/** Share of the contrast below which less detail is no longer put down to fading. */
const MIN_FADED = 0.4

/** A picture that shows less detail than the original's, because its file is small, or however it came about. */
export function blurOf({ original, rebuilt }: PictureMatch): Flaw | null {
  const [before, after] = [densityOf(original), densityOf(rebuilt)]
  const fewer = after !== null && after < FEW && (before === null || after < FEWER * Math.min(1, before))
  // Of the same pixels, whatever packs them, that are drawn through no blur, what lies over or under them differs: a text or
  // a pattern on the one page makes detail that is none of the picture's.
  const isSharp = isSameFile(original, rebuilt) && (!rebuilt.blurred || !!original.blurred)
  const kept = isSharp ? null : detailKept(original, rebuilt)
  const { width, height } = rebuilt.box
  const blurred =
    kept === null
      ? fewer && !isComparable(original, rebuilt) && width >= MIN_BLUR_SIDE && height >= MIN_BLUR_SIDE
      : kept < (fewer ? SOFT : BLURRED)
  if (!blurred) return null
  const left = `${Math.round((kept ?? 0) * 100)} % of its`
  const file = rebuilt.file
    ? `its file has ${pixels(rebuilt.file)} for a place of ${sizeOf(rebuilt)} px`
    : `${left} detail is left`
  return {
    rule: 'blurred',
    as: fewer && after < PLAINLY_FEW ? 'plain' : undefined,
    isOfPlace: fewer,
    why: `is blurred: ${fewer ? file : `${left} fine detail is left`}`,
    fix: isSameFile(original, rebuilt)
      ? `Show it at the original's size, ${sizeOf(original)} px, or serve a larger file`
      : `Serve a file of at least ${sizeOf(rebuilt)} px${original.file ? `; the original's has ${pixels(original.file)}` : ''}`,
  }
}

const isSameFile = (one: ImageArtifact, other: ImageArtifact): boolean =>
  one.file !== null && isDeepStrictEqual(one.file, other.file)

function densityOf(image: ImageArtifact): number | null {
  const scale = scaleOf(image)
  return scale ? 1 / Math.max(scale.x, scale.y) : null
}

/** Both are drawn in about one size and one crop. */
function isComparable(original: ImageArtifact, rebuilt: ImageArtifact): boolean {
  const [a, b] = [original.seen, rebuilt.seen]
  const size = Math.log((b.width * b.height) / Math.max(1, a.width * a.height)) / 2
  const aspect = Math.log((b.width * a.height) / Math.max(1, b.height * a.width))
  return Math.abs(size) < SIZE && Math.abs(aspect) < ASPECT
}

/** Share of the original's fine detail that is left, 0 to 1 and above; null where it had none or cannot be compared. */
function detailKept(original: ImageArtifact, rebuilt: ImageArtifact): number | null {
  if (!original.detail || !rebuilt.detail || !original.rendered || !rebuilt.rendered) return null
  if (!isComparable(original, rebuilt)) return null
  if (distanceOf(original.rendered, rebuilt.rendered) > SAME_CROP) return null
  const faded = rebuilt.rendered.contrast / Math.max(1, original.rendered.contrast)
  return detailRatio(original.detail, rebuilt.detail, Math.min(1, Math.max(MIN_FADED, faded)))
}

/** A picture that is many times larger or smaller, and whole. */
function resizingOf({ original, rebuilt }: PictureMatch): Flaw | null {
  if (original.kind === 'background' || rebuilt.kind === 'background') return null
  const [before, after] = [original.box, rebuilt.box]
  if (Math.max(before.width, after.width) < MIN_RESIZED_SIDE) return null
  if (Math.max(before.height, after.height) < MIN_RESIZED_SIDE) return null
  const times = (after.width * after.height) / Math.max(1, before.width * before.height)
  const most = ofScreen(areaOf(original)) >= LARGE ? LARGE_RESIZED : RESIZED
  if (times <= most && times >= 1 / most) return null
  // A spacer has any size.
  if (original.file && Math.min(original.file.width, original.file.height) < MIN_FILE_SIDE) return null
  return {
    rule: 'resized',
    cause: `${sizeOf(original)} px became ${sizeOf(rebuilt)} px`,
    why: `is drawn at ${sizeOf(rebuilt)} px instead of ${sizeOf(original)} px`,
    fix: `Show it at about ${sizeOf(original)} px`,
  }
}

interface Size {
  width: number
  height: number
}

const aspectChange = (before: Size, after: Size) =>
  Math.log((after.width * before.height) / (after.height * before.width))
const pixels = ({ width, height }: Size) => `${width} × ${height} px`
const sizeOf = ({ box }: ImageArtifact) => `${Math.round(box.width)} × ${Math.round(box.height)}`

/**
 * How a file is laid into its place: CSS px for each of its own pixels, by direction. Null where it cannot be known, or
 * where there are no pixels: drawings are sharp at any size and keep their aspect.
 */
function scaleOf(image: ImageArtifact): { x: number; y: number } | null {
  if (image.format === 'svg' || image.kind === 'svg' || image.kind === 'poster') return null
  const [width, height] = pixelsOf(image)
  const place = image.drawn
  if (width < 2 || height < 2 || place.width < 2 || place.height < 2) return null
  const [x, y] = [place.width / width, place.height / height]
  const even = (scale: number) => ({ x: scale, y: scale })
  const background = image.kind === 'background'
  const fit = background ? image.backgroundSize : image.objectFit
  if (fit === 'cover') return even(Math.max(x, y))
  if (fit === 'contain') return even(Math.min(x, y))
  if (!background) return fit === 'scale-down' ? even(Math.min(1, x, y)) : fit === 'none' ? even(1) : { x, y }
  if (fit === 'auto') return even(1)
  if (fit === '100% 100%') return { x, y }
  const [, w, h] = /^([\d.]+)px(?: ([\d.]+)px)?$/.exec(fit) ?? []
  return w ? { x: Number(w) / width, y: h ? Number(h) / height : Number(w) / width } : null
}

/** Of the file; turned as the browser shows it. */
function pixelsOf(image: ImageArtifact): [number, number] {
  const { file, naturalWidth, naturalHeight } = image
  if (!file) return [naturalWidth, naturalHeight]
  const turned = naturalWidth > naturalHeight !== file.width > file.height && naturalWidth !== naturalHeight
  return turned && naturalWidth > 0 && file.width !== file.height
    ? [file.height, file.width]
    : [file.width, file.height]
}
