/** The largest box that is painted in the first window, and what is there instead. */
import type { SurfaceArtifact } from '../../../capture/collectors/surfaces.ts'
import type { Box } from '../../../contract.ts'
import { colourDifference, type Rgb } from '../../../lib/colour.ts'
import { SCREEN } from '../../../matching/picture.ts'
import { type Header as Painted, PLAINLY_OTHER, SAME } from './header.ts'
import { innermost, type PaintedText } from './pairs.ts'

/** Share of the first window from which a box is what the page opens with. */
export const MIN_OPENING = 0.4

interface Opening {
  colour: Rgb
  /** Of the first window, 0 to 1; 0 of what is no box but the page itself. */
  share: number
  /** The largest of the texts on it. */
  text: PaintedText
}

export interface OtherOpening {
  before: Opening
  after: Opening
}

/** Null where no box is that large, where it stands on several colours or a picture, or a text still stands on its colour. */
export function otherOpening(original: Painted, rebuilt: Painted): OtherOpening | null {
  const [before, after] = [openingOf(original), openingOf(rebuilt)]
  if (!before || !after || before.share < MIN_OPENING) return null
  const isOther = (colour: Rgb | null) =>
    colour === null || colourDifference(colour, before.colour) >= PLAINLY_OTHER
  const kept = shownFirst(rebuilt.texts).find(({ background }) => !isOther(background))
  return isOther(after.colour) && !kept ? { before, after } : null
}

/** The largest filled box of the first window by the texts on it, or the page itself where none is large. */
function openingOf({ texts, surfaces }: Painted): Opening | null {
  const fills = surfaces.filter(({ fill }) => fill)
  const largest = fills.reduce<SurfaceArtifact | undefined>(
    (most, one) => (shareOf(one.box) > (most ? shareOf(most.box) : MIN_OPENING) ? one : most),
    undefined,
  )
  const own = shownFirst(texts).filter(({ box }) => innermost(fills, box) === largest)
  const [text] = own.toSorted((a, b) => areaOf(b.box) - areaOf(a.box))
  const colour = text?.background
  if (!colour) return null
  const isPlain = own.every(({ background }) => background && colourDifference(background, colour) < SAME)
  return isPlain ? { colour, share: largest ? shareOf(largest.box) : 0, text } : null
}

/** A button may be filled with what others stand on. */
const shownFirst = (texts: readonly PaintedText[]) =>
  texts.filter(({ box, boxed }) => !boxed && box.y + box.height <= SCREEN.height)

const areaOf = ({ width, height }: Box) => width * height

function shareOf({ x, y, width, height }: Box): number {
  const within = (from: number, size: number, most: number) =>
    Math.max(0, Math.min(most, from + size) - Math.max(0, from))
  return (
    areaOf({ x, y, width: within(x, width, SCREEN.width), height: within(y, height, SCREEN.height) }) /
    areaOf({ x, y, ...SCREEN })
  )
}
