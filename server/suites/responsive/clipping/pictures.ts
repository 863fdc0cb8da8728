/** Pictures of which a part is cut off where nobody can get to it. */

import type { ImageArtifact } from '../../../capture/collectors/images/index.ts'
import type { PictureBox } from '../../../capture/collectors/layouts.ts'
import { atWidth, DESKTOP } from '../../../lib/widths.ts'
import { isDisplaced } from '../../../matching/displaced.ts'
import { altOf, fileName, isContent } from '../../../matching/picture.ts'
import type { PictureMatch } from '../../../matching/pictures.ts'
import type { Finding } from '../../core/finding.ts'
import { quote } from '../../core/quote.ts'
import type { Pair } from '../../core/suite.ts'
import { COMMON_SCREENS } from '../overlaps/rules.ts'
import { pictureAt } from '../pairs.ts'
import { atWidths, canBeSeen, picturedOf, placeAt, type Screen, TOLERANCE_PX } from '../screens.ts'
import { isShrunk } from '../viewport.ts'
import { normalText } from '../words.ts'
import { PICTURE, rules } from './rules.ts'

type Needed = 'layouts' | 'head' | 'document' | 'images'

interface Cut {
  match: PictureMatch
  widths: number[]
  /** Whether it lies beyond an edge of the page by far, on a screen that most visitors have. */
  isPushed: boolean
  /** Of its area, at the width at which most of it is cut off. */
  share: number
  width: number
  was: PictureBox
  is: PictureBox
}

/** Those that both pages show, the original whole: one finding, since one rule of the styles cuts them most often. */
export function cutPictures(pair: Pair<Needed>): Finding[] {
  const { original, rebuilt, matching } = pair
  // A page that is read from right to left is scrolled to what lies on its left.
  if (original === rebuilt || rebuilt.head.dir.toLowerCase() === 'rtl') return []
  const { matches } = matching.pictures
  const cuts = matches
    .filter(
      match =>
        match.by !== 'place' &&
        isElement(match) &&
        isContent(match.original) &&
        !isDisplaced(matching.pictures, match),
    )
    .flatMap(match => cutOf(match, pair) ?? [])
    .toSorted((a, b) => b.share - a.share)
  const [worst] = cuts
  if (!worst) return []
  const { match, widths, share, width, was, is } = worst
  const name = calledOf(match)
  const called = name ? `the picture ${quote(name, 60)}` : 'a picture'
  const more =
    cuts.length > 1 ? `; ${cuts.length - 1} more ${cuts.length > 2 ? 'are' : 'is'} cut off as well` : ''
  return [
    rules.report('picture-cut-off', {
      key: `responsive/clipping:picture:${normalText(name) || match.turn.original}`,
      as: cuts.some(({ isPushed }) => isPushed) ? 'page' : undefined,
      extent: share,
      message: `${Math.round(share * 100)} % of ${called} is cut off ${atWidths(widths)}, where the original shows it whole${more}`,
      original: placeAt(original.document.url, width, { ...was, text: name }),
      rebuilt: placeAt(rebuilt.document.url, width, { ...is, text: name }),
    }),
  ]
}

function cutOf(match: PictureMatch, { original, rebuilt }: Pair<Needed>): Cut | null {
  const [beforeAt, afterAt] = [original, rebuilt].map(({ layouts }) => atWidth(layouts, DESKTOP))
  const found = rebuilt.layouts.flatMap(layout => {
    const before = atWidth(original.layouts, layout.width)
    const was = before && pictureAt(before, match.original.selector, beforeAt)
    const is = pictureAt(layout, match.rebuilt.selector, afterAt)
    if (!was || !is || isShrunk(layout.width, rebuilt.head)) return []
    if (!canBeSeen(was, before) || !canBeSeen(is, layout)) return []
    const share = shareOf(is)
    const cropped = isBeyondEdge(is) ? 0 : croppedShare(match.original, was)
    // What a scroller of the original hides is not shown, though it can be.
    const isWhole = hiddenShare(was) <= PICTURE.whole
    const isTold = share >= PICTURE.told + cropped && isWhole && !isMeant(is, layout)
    return isTold ? [{ width: layout.width, share, was, is }] : []
  })
  if (found.length === 0) return null
  return {
    ...found.reduce(picturedOf),
    share: Math.max(...found.map(({ share }) => share)),
    match,
    widths: found.map(({ width }) => width),
    isPushed: found.some(
      ({ width, share, is }) => share >= PICTURE.grave && COMMON_SCREENS.has(width) && isBeyondEdge(is),
    ),
  }
}

/** What of its box is not seen on each side, CSS px. */
const hiddenOf = ({ box, seen }: PictureBox) => ({
  left: seen.x - box.x,
  top: seen.y - box.y,
  right: box.x + box.width - seen.x - seen.width,
  bottom: box.y + box.height - seen.y - seen.height,
})

/** Zoomed in within its frame, or cut by the right edge of the screen alone, which is the overflow check's. */
function isMeant(picture: PictureBox, { screenWidth }: Screen): boolean {
  const { left, top, right, bottom } = hiddenOf(picture)
  const isAtEdge = picture.seen.x + picture.seen.width >= screenWidth - TOLERANCE_PX
  const isOverflow = isAtEdge && Math.max(left, top, bottom) <= TOLERANCE_PX
  return isOverflow || Math.min(left, top, right, bottom) > TOLERANCE_PX
}

/** Beyond the left or the upper edge of the page, and nothing of it on the other side: what is cut on both may be a cover. */
function isBeyondEdge(picture: PictureBox): boolean {
  const { left, top, right, bottom } = hiddenOf(picture)
  const { box, seen } = picture
  return (
    (box.x < 0 && seen.x === 0 && left > TOLERANCE_PX && right <= TOLERANCE_PX) ||
    (box.y < 0 && seen.y === 0 && top > TOLERANCE_PX && bottom <= TOLERANCE_PX)
  )
}

/** Share of its area that nobody sees; what a scroller holds, or what runs through, comes into sight. */
function shareOf(picture: PictureBox): number {
  const { box, scroller, runs } = picture
  return scroller || runs || Math.min(box.width, box.height) < PICTURE.side ? 0 : hiddenShare(picture)
}

const hiddenShare = ({ box, seen }: PictureBox): number =>
  1 - (seen.width * seen.height) / Math.max(1, box.width * box.height)

/** Of its file, what `object-fit: cover` cuts off to fill its box: others cut the same off by a frame around it. */
function croppedShare(
  { objectFit, naturalWidth, naturalHeight }: ImageArtifact,
  { box }: PictureBox,
): number {
  if (objectFit !== 'cover' || !(naturalWidth && naturalHeight && box.width && box.height)) return 0
  const ratio = (naturalWidth * box.height) / (naturalHeight * box.width)
  return 1 - Math.min(ratio, 1 / ratio)
}

/** A background, or a drawing in the markup, may be as large as its author likes: it is what others stand on. */
const isElement = ({ original, rebuilt }: PictureMatch) => original.kind === 'img' && rebuilt.kind === 'img'

const calledOf = ({ original }: PictureMatch): string =>
  altOf(original) ? original.name : fileName(original) || original.near.slice(0, 60)
