import type { ImageArtifact } from '../../../capture/collectors/images/index.ts'
import { isDisplaced } from '../../../matching/displaced.ts'
import { areaOf, calledOf, isContent, isRich, placeOf, wordsOf } from '../../../matching/picture.ts'
import type { PictureMatch, PictureMatching } from '../../../matching/pictures.ts'
import { cropOf } from '../../../vision/crops/index.ts'
import {
  distanceOf,
  meanColourDifference,
  paletteOverlapOf,
  placedColourDifference,
} from '../../../vision/image-distance.ts'
import type { Finding } from '../../core/suite.ts'
import { blurOf } from '../quality/sharpness.ts'
import { sightsOf } from '../visibility.ts'

/** Image distance up to which two files are one. */
const SAME_FILE = 0.15
/** Mean difference of colours, 0 to 255, and overlap of palettes: another place of a crop changes neither as much. */
const OTHER_COLOURS = 28
/**
 * The same place by place, where both show the same part: the mean of a colourful picture is grey anyway. Encoding and
 * scaling anew leaves up to 13, with 0.9 of the palette.
 */
const OTHER_PLACES = 12
const OTHER_PALETTE = 0.5
const LEAST_AREA = 64 * 64

/**
 * Pictures of the same file that are drawn in other colours: filtered, faded, or without what darkened them. Null where
 * no picture can be compared.
 */
export function redrawnPictures(
  matched: PictureMatching,
  changing: readonly string[],
  [before, after]: [string, string],
): Finding[] | null {
  const seen = [...sightsOf(matched, changing)]
    .filter(([match, sight]) => sight === 'seen' && match.by === 'appearance' && isComparable(match))
    .map(([match]) => match)
    .filter(match => !isDisplaced(matched, match))
  if (seen.length === 0) return null
  const total = seen.reduce((sum, match) => sum + areaOf(match.original), 0)
  return seen
    .filter(match => isRedrawn(match) && blurOf(match) === null)
    .map(({ original, rebuilt }) => ({
      key: `image/redrawn:${wordsOf(original)}`,
      severity: isContent(original) || original.kind === 'background' ? 'moderate' : 'minor',
      penalty: Math.min(1, Math.max(0.1, areaOf(original) / Math.max(1, total))),
      message: `The ${calledOf(original)} is drawn in other colours: its file is the same, but what filters or covers it is not`,
      fix: 'Compare filter, opacity, blend mode and overlay with the original’s',
      original: placeOf(original, before),
      rebuilt: placeOf(rebuilt, after),
    }))
}

const isBare = ({ file, rendered }: ImageArtifact) => cropOf(file!, rendered!) !== null

function isComparable({ original, rebuilt }: PictureMatch): boolean {
  return (
    original.kind !== 'canvas' &&
    original.rendered !== null &&
    rebuilt.rendered !== null &&
    original.file !== null &&
    rebuilt.file !== null &&
    areaOf(original) >= LEAST_AREA &&
    areaOf(rebuilt) >= LEAST_AREA &&
    isRich(original)
  )
}

function isRedrawn({ original, rebuilt }: PictureMatch): boolean {
  if (distanceOf(original.file!, rebuilt.file!) > SAME_FILE) return false
  // Places of other shapes show other parts of it: nothing was laid over what looks like its own file.
  if (cropOf(original.rendered!, rebuilt.rendered!) || (isBare(original) && isBare(rebuilt))) return false
  const [before, after] = [original.rendered!, rebuilt.rendered!]
  if (paletteOverlapOf(before, after) > OTHER_PALETTE) return false
  const placed = placedColourDifference(before, after)
  return placed === null
    ? meanColourDifference(before, after) >= OTHER_COLOURS
    : placed >= OTHER_PLACES || meanColourDifference(before, after) >= OTHER_COLOURS
}
