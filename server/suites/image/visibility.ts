import type { ImageArtifact } from '../../capture/collectors/images/index.ts'
import { isDisplaced } from '../../matching/displaced.ts'
import { areaOf, failureOf, isDrawing, isFlat, isLogo, isOutOfReach, isRich } from '../../matching/picture.ts'
import type { PictureMatch, PictureMatching } from '../../matching/pictures.ts'
import { withoutTurns } from '../core/path.ts'

/** What became of a picture that the original shows. */
export interface Visibility {
  /**
   * `broken`: its file is to blame; `gone`: it cannot be seen; `replaced`: another picture stands there, which of a logo
   * is another logo; `out-of-view`: one turn of a carousel away; `cut-off`: little of it is left.
   */
  state: 'seen' | 'broken' | 'gone' | 'replaced' | 'out-of-view' | 'cut-off'
  /** In the reader's words, '' for what is seen. */
  why: string
}

const EMPTY_PLACE = 'an empty placeholder is shown instead of it'
/** Of a drawing in the markup nobody knows why nothing is seen. */
const UNSEEN = 'its drawing is empty, covered, or in the colour of what it stands on'
const SEEN: Visibility = { state: 'seen', why: '' }
/** Contrast of a region in which something is drawn, and of one that is empty. */
const DRAWN = 12
const EMPTY = 2.5
/** Share of its area below which a picture is not what it was, and below which it is gone. */
export const MIN_LEFT = 0.3
const GONE = 0.06
/** Sides of a picture that anybody makes out, px: it is smaller, not gone. */
const MIN_PLAIN_PX = 32
const MIN_ICON_PX = 16
/** Share of its box from which all of a picture is seen. */
const WHOLE = 0.95
/** Of a picture that is told to be cut off, px². */
const MIN_AREA = 64 * 64

/** Judges each match of a picture that is seen on the original; `changing` are files that change by themselves. */
export function visibilityOf(
  { matches }: PictureMatching,
  changing: readonly string[],
): Map<PictureMatch, Visibility> {
  const volatile = new Set(changing)
  const shown = matches.flatMap(({ rebuilt }) => (rebuilt.state === 'visible' ? rebuilt : []))
  // Pictures that came to the front: others then stand behind them.
  const turned = matches
    .filter(match => match.original.state !== 'visible' && match.rebuilt.state === 'visible')
    .map(match => areaOf(match.rebuilt))
  return new Map(
    matches
      .filter(({ original }) => original.state === 'visible' && failureOf(original) === null)
      .map(match => [match, judge(match, volatile.has(match.original.url), turned, shown)]),
  )
}

/** Matches by appearance that are seen on both pages, in their own places. */
export const seenInPlace = (matched: PictureMatching, changing: readonly string[]): PictureMatch[] =>
  [...visibilityOf(matched, changing)]
    .filter(
      ([match, { state }]) => state === 'seen' && match.by === 'appearance' && !isDisplaced(matched, match),
    )
    .map(([match]) => match)

function judge(
  { original, rebuilt, by }: PictureMatch,
  changes: boolean,
  turned: readonly number[],
  shown: readonly ImageArtifact[],
): Visibility {
  const failure = failureOf(rebuilt)
  if (failure) return { state: 'broken', why: failure }
  if (isOutOfReach(rebuilt)) return SEEN
  if (by === 'place' && isRich(original) && !changes && !isFilmOf(original, rebuilt)) {
    if (rebuilt.kind === 'video') return { state: 'replaced', why: 'a video stands in its place' }
    // Nor what it draws here nor that it draws nothing, as where no graphics card is, tells what visitors see.
    if (rebuilt.kind === 'canvas' && original.kind !== 'canvas')
      return { state: 'replaced', why: 'a canvas stands in its place' }
    if (isBlank(rebuilt)) return { state: 'broken', why: rebuilt.kind === 'svg' ? UNSEEN : EMPTY_PLACE }
    if (original.kind !== 'canvas' && isRich(rebuilt))
      return { state: 'replaced', why: 'another picture stands in its place' }
  }
  if (by === 'shape' && isHardlySeen(original, rebuilt))
    return { state: 'gone', why: 'it is drawn in colours that hardly show on what it stands on' }
  if (rebuilt.state === 'visible') return remainderOf(original, rebuilt)
  const outOfView =
    rebuilt.state === 'clipped' ||
    shown.some(one => isSlideOf(one, rebuilt)) ||
    turned.some(area => area > areaOf(original) / 2 && area < areaOf(original) * 2)
  return outOfView
    ? { state: 'out-of-view', why: 'it is there, but not in the part that is shown first' }
    : { state: 'gone', why: 'its element is there, but it is hidden' }
}

/** Entries of one list that lie on each other: of such slides one is shown at a time. */
const isSlideOf = (one: ImageArtifact, other: ImageArtifact): boolean =>
  one.selector !== other.selector &&
  withoutTurns(one.selector) === withoutTurns(other.selector) &&
  isSamePlace(one.box, other.box)

/** CSS px by which the boxes of two pictures may differ that lie on each other. */
const SAME_PLACE_PX = 2

export const isSamePlace = (one: ImageArtifact['box'], other: ImageArtifact['box']): boolean =>
  (['x', 'y', 'width', 'height'] as const).every(side => Math.abs(one[side] - other[side]) <= SAME_PLACE_PX)

/** A film is known by its place: which frame is drawn here, and whether any, says little. Its poster is seen for a moment. */
const isFilmOf = (original: ImageArtifact, rebuilt: ImageArtifact): boolean =>
  rebuilt.kind === 'video' &&
  (original.kind === 'video' || (original.kind === 'poster' && rebuilt.plays === true))

function remainderOf(original: ImageArtifact, rebuilt: ImageArtifact): Visibility {
  // What is seen of a file of one colour is what stands around it, and of a film this browser may decode nothing.
  const drawn = rebuilt.kind !== 'video' && !isFlat(original) && (original.rendered?.contrast ?? 0) >= DRAWN
  if (drawn && rebuilt.rendered && rebuilt.rendered.contrast < EMPTY)
    return { state: 'gone', why: 'its element is there, but nothing of it can be seen' }
  const left = areaOf(rebuilt) / Math.max(1, areaOf(original))
  // One step aside in its strip or carousel.
  const whole = rebuilt.box.width * rebuilt.box.height >= 0.5 * original.box.width * original.box.height
  if (left < MIN_LEFT && rebuilt.scroller && whole)
    return { state: 'out-of-view', why: 'little of it is in the part that is shown first' }
  // All of it is there, only smaller.
  const { width, height } = rebuilt.box
  const isPlain = left >= GONE || Math.min(width, height) >= MIN_PLAIN_PX
  if (isPlain && areaOf(rebuilt) >= WHOLE * width * height) return SEEN
  const why = `only ${Math.round(rebuilt.seen.width)} × ${Math.round(rebuilt.seen.height)} px of it are left`
  // As an icon a logo is still made out.
  const isIcon = isLogo(original) && Math.min(rebuilt.seen.width, rebuilt.seen.height) >= MIN_ICON_PX
  if (left < GONE && !isIcon) return { state: 'gone', why }
  return left < MIN_LEFT && areaOf(original) > MIN_AREA ? { state: 'cut-off', why } : SEEN
}

/** Share of the contrast below which a drawing in other colours is hardly seen: a dark logo on a dark background. */
const FAINT = 0.3

const isHardlySeen = ({ rendered: before }: ImageArtifact, { rendered: after }: ImageArtifact): boolean =>
  before !== null && after !== null && after.contrast < FAINT * before.contrast

/** Whether it fills its place with nothing: a pixel stretched, or one colour. */
export function isBlank(image: ImageArtifact): boolean {
  const { kind, url, naturalWidth, naturalHeight, file, rendered } = image
  if (kind === 'img' && naturalWidth > 0 && naturalWidth <= 2 && naturalHeight <= 2) return true
  if (file && file.width <= 2 && file.height <= 2) return true
  const fingerprint = file ?? rendered
  if (fingerprint === null || fingerprint.contrast >= 2) return false
  // An inlined drawing of nothing: what is seen there is the frame.
  return (rendered?.contrast ?? 0) < 4 || (isDrawing(image) && url.startsWith('data:'))
}
