import type { ImageArtifact } from '../../../capture/collectors/images/index.ts'
import type { SurfaceArtifact } from '../../../capture/collectors/surfaces.ts'
import type { Box } from '../../../contract.ts'
import { contains } from '../../../lib/box.ts'
import { areaOf, isContent, isRich, LARGE, ofScreen } from '../../../matching/picture.ts'
import type { PictureMatch, PictureMatching } from '../../../matching/pictures.ts'
import { cropOf } from '../../../vision/crops/index.ts'
import type { ImageFingerprint } from '../../../vision/fingerprint.ts'
import {
  colourDifference,
  distanceOf,
  meanColourDifference,
  paletteOverlap,
  placedColourDifference,
} from '../../../vision/image-distance.ts'
import type { Finding } from '../../core/finding.ts'
import { placeOf } from '../../core/place.ts'
import { type Check, notApplicable } from '../../core/suite.ts'
import { causesOf } from '../colours/causes.ts'
import { calledOf, type Pages, placesOf, wordsOf } from '../picture-finding.ts'
import { blurOf } from '../quality.ts'
import { examples } from '../texts.ts'
import { seenInPlace } from '../visibility.ts'
import { markedNavigation } from './markers.ts'
import { ROUND, rules, SEVERAL, SQUARE } from './rules.ts'
import { lostItsBackground, type SurfacePair, surfacePairs } from './surfaces.ts'

type Kind = SurfaceArtifact['kind']

/** What a box can lose, the gravest first. */
const LOSSES = ['undrawn', 'border', 'shadow', 'corners'] as const
type Loss = (typeof LOSSES)[number]

export const blocks: Check<
  'surfaces' | 'images' | 'layouts' | 'document' | 'colours' | 'palette' | 'volatile'
> = {
  id: 'image/blocks',
  title: 'Blocks look as they did',
  weight: 7,
  rules,
  byLook: true,
  judge({ original, rebuilt, matching }) {
    const menus = markedNavigation({ original, rebuilt, matching })
    const pairs = surfacePairs(original, rebuilt)
    const pictures = redrawnPictures(matching.pictures, original.volatile.images, { original, rebuilt })
    if (pairs.length === 0 && pictures === null && menus.length === 0)
      return notApplicable('the original has no cards, buttons or fields that the new page shows as well')
    // Another colour is the colours': what is left of a repainted button is a button.
    const repainted = [...causesOf(original, rebuilt).explained].map(({ before }) => before.box)
    const isRepainted = ({ before }: SurfacePair) => repainted.some(box => contains(before.box, box))
    const lossOf = new Map(
      pairs.map(pair => {
        const loss = gravestLoss(pair)
        return [pair, loss === 'undrawn' && isRepainted(pair) ? null : loss]
      }),
    )
    const findings = (['button', 'field', 'card'] as const).flatMap(kind =>
      LOSSES.flatMap(loss => {
        const kin = pairs.filter(({ before }) => before.kind === kind)
        const lost = kin.filter(pair => lossOf.get(pair) === loss)
        if (!lost[0]) return []
        const share = lost.length / Math.max(1, kin.filter(({ before }) => has(before, loss)).length)
        const { before, after } = lost[0]
        const found = {
          key: `image/blocks:${kind}:${loss === 'undrawn' ? 'look' : loss}`,
          extent: share,
          message: `${summary(kind, loss, lost.length)}: ${examples(lost)}`,
          fix: `Draw ${LINES[loss](before)} around ${lost.length === 1 ? 'it' : 'them'} again`,
          original: placeOf(before, original.document.url),
          ...(after && { rebuilt: placeOf(after, rebuilt.document.url) }),
        }
        if (loss === 'corners') return rules.report(loss, found)
        const several = lost.length >= SEVERAL.count && share >= SEVERAL.share ? 'several' : undefined
        if (loss !== 'undrawn') return rules.report(loss, { ...found, as: several })
        return rules.report(loss, {
          ...found,
          as: kind === 'button' ? 'button' : several,
        })
      }),
    )
    return [...menus, ...findings, ...(pictures ?? [])]
  },
}

/** What a box lost, the gravest alone: one cause is charged once. */
function gravestLoss(pair: SurfacePair): Loss | null {
  const { before, after } = pair
  const framed = (surface: SurfaceArtifact) => surface.border || surface.shadow
  if (lostItsBackground(pair) && !(after && framed(after))) return 'undrawn'
  if (framed(before) && !after) return 'undrawn'
  if (!after) return null
  if (before.border && !framed(after) && !(after.fill && !before.fill)) return 'border'
  if (before.shadow && !framed(after)) return 'shadow'
  return before.radius >= ROUND && after.radius <= SQUARE && isSized(before.box, after.box) ? 'corners' : null
}

/** How many times as wide or high one box may be that is another's: a label within a tile is not the tile. */
const MAX_RATIO = 2

const isSized = (one: Box, other: Box): boolean =>
  (['width', 'height'] as const).every(
    side => Math.max(one[side], other[side]) <= MAX_RATIO * Math.min(one[side], other[side]),
  )

const has = (surface: SurfaceArtifact, loss: Loss) =>
  loss === 'undrawn' || (loss === 'corners' ? surface.radius >= ROUND : surface[loss])

const NAMES: Record<Kind, [one: string, more: string]> = {
  button: ['button', 'buttons'],
  field: ['field', 'fields'],
  card: ['box', 'boxes'],
}

/** What is to be drawn again. */
const LINES: Record<Loss, (before: SurfaceArtifact) => string> = {
  undrawn: () => 'the box',
  border: () => 'the border',
  shadow: () => 'the shadow',
  corners: ({ radius }) => `rounded corners of ${radius} px`,
}

function summary(kind: Kind, loss: Loss, count: number): string {
  const one = count === 1
  const who = one ? `A ${NAMES[kind][0]}` : `${count} ${NAMES[kind][1]}`
  if (loss === 'corners') return `${who} of rounded corners ${one ? 'is' : 'are'} square`
  if (loss !== 'undrawn') return `${who} lost ${one ? 'its' : 'their'} ${loss}`
  if (kind === 'button') return `${who} ${one ? 'looks' : 'look'} like plain text`
  return `${who} ${one ? 'is' : 'are'} no longer drawn`
}

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
/** The same of an even veil over places of one shape, which leaves much of the palette. */
const VEILED_PLACES = 18
const VEILED_PALETTE = 0.85
const SAME_ASPECT = Math.log(1.06)
/** Of a picture that is compared, px². */
const MIN_AREA = 64 * 64

/**
 * Pictures of the same file that are drawn in other colours: filtered, faded, or without what darkened them. Null where
 * no picture can be compared.
 */
function redrawnPictures(
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
  const [palette, placed] = [paletteOverlap(before, after), placedColourDifference(before, after) ?? 0]
  const isOneShape = Math.abs(Math.log(aspectOf(match.original) / aspectOf(match.rebuilt))) <= SAME_ASPECT
  if (palette > OTHER_PALETTE) return isOneShape && palette <= VEILED_PALETTE && placed >= VEILED_PLACES
  if (placed >= OTHER_PLACES || meanColourDifference(before, after) >= OTHER_COLOURS) return true
  // A gradient changes what is lighter than what. What shines through a small logo is not its veil.
  const isLarge = ofScreen(areaOf(match.original)) >= LARGE
  return isOneShape && isLarge && colourDifference(before, after) >= OTHER_COLOURS
}

const aspectOf = ({ box }: ImageArtifact) => box.width / Math.max(1, box.height)
