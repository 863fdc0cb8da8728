import type { ImageArtifact } from '../../../capture/collectors/images/index.ts'
import { areaOf, isContent, isRich } from '../../../matching/picture.ts'
import type { PictureMatch, PictureMatching } from '../../../matching/pictures.ts'
import { cropOf } from '../../../vision/crops/index.ts'
import type { ImageFingerprint } from '../../../vision/fingerprint.ts'
import {
  distanceOf,
  meanColourDifference,
  paletteOverlap,
  placedColourDifference,
} from '../../../vision/image-distance.ts'
import type { Finding } from '../../core/finding.ts'
import { calledOf, type Pages, placesOf, wordsOf } from '../picture-finding.ts'
import { blurOf } from '../quality.ts'
import { seenInPlace } from '../visibility.ts'
import { rules } from './rules.ts'

/** Image distance up to which two files are one. */
const SAME_FILE = 0.15
/** Mean difference of colours, 0 to 255, and overlap of palettes: another place of a crop changes neither as much. */
const OTHER_COLOURS = 28
const OTHER_PALETTE = 0.5
/**
 * The same place by place, where both show the same part: the mean of a colourful picture is grey anyway. Encoding and
 * scaling anew leaves up to 13, with 0.9 of the palette.
 */
const OTHER_PLACES = 12
/** Of a picture that is compared, px². */
const MIN_AREA = 64 * 64

/**
 * Pictures of the same file that are drawn in other colours: filtered, faded, or without what darkened them. Null where
 * no picture can be compared.
 */
export function redrawnPictures(
  matched: PictureMatching,
  changing: readonly string[],
  pages: Pages,
): Finding[] | null {
  const seen = seenInPlace(matched, changing).filter(
    ({ original, rebuilt }) =>
      original.kind !== 'canvas' && isRich(original) && isDrawn(original) && isDrawn(rebuilt),
  )
  if (seen.length === 0) return null
  const total = seen.reduce((sum, match) => sum + areaOf(match.original), 0)
  return seen
    .filter(match => isRedrawn(match) && blurOf(match) === null)
    .map(({ original, rebuilt }) =>
      rules.report('redrawn', {
        key: `image/redrawn:${wordsOf(original)}`,
        as: isContent(original) || original.kind === 'background' ? undefined : 'ornament',
        extent: areaOf(original) / Math.max(1, total),
        message: `The ${calledOf(original)} is drawn in other colours: its file is the same, but what filters or covers it is not`,
        ...placesOf(pages, original, rebuilt),
      }),
    )
}

interface Drawn {
  file: ImageFingerprint
  rendered: ImageFingerprint
}

const isDrawn = (image: ImageArtifact): boolean =>
  image.rendered !== null && image.file !== null && areaOf(image) >= MIN_AREA

function isRedrawn(match: PictureMatch): boolean {
  const [original, rebuilt] = [match.original as Drawn, match.rebuilt as Drawn]
  if (distanceOf(original.file, rebuilt.file) > SAME_FILE) return false
  const [before, after] = [original.rendered, rebuilt.rendered]
  // Places of other shapes show other parts of it: nothing was laid over what looks like its own file.
  if (cropOf(before, after) || (cropOf(original.file, before) && cropOf(rebuilt.file, after))) return false
  if (paletteOverlap(before, after) > OTHER_PALETTE) return false
  const placed = placedColourDifference(before, after)
  return (placed !== null && placed >= OTHER_PLACES) || meanColourDifference(before, after) >= OTHER_COLOURS
}
