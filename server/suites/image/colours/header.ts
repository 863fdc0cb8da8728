/** The backgrounds that span the window in the header, by their colours. */
import type { SurfaceArtifact } from '../../../capture/collectors/surfaces.ts'
import type { Box } from '../../../contract.ts'
import { colourDifference, type Rgb } from '../../../lib/colour.ts'
import { SCREEN } from '../../../matching/picture.ts'
import { innermost, type PaintedText } from './pairs.ts'

/** From the top of the page, px. */
export const HEADER_PX = 160
/** Share of the window's width that a background must take to span it. */
const SPAN = 0.9
/** CIEDE2000 from which two backgrounds are told apart at a glance. */
export const PLAINLY_OTHER = 20
/** Colours this near are one. */
export const SAME = 4
/** Height of a background that makes a header another one: that of a bar with one line of links, px. */
export const MIN_BAR_PX = 32

export interface Header {
  texts: readonly PaintedText[]
  surfaces: readonly SurfaceArtifact[]
}

/** A background that spans the window, and a text that stands on it. */
interface HeaderBackground {
  colour: Rgb
  text: PaintedText
  /** Of the header, px. */
  height: number
}

/** A background of the original's header, and what is there instead. */
export interface OtherHeader {
  before: HeaderBackground
  after: HeaderBackground
}

/** The header has a background that it did not have, or has one no more; null where it has all, or where they are not known. */
export function otherHeader(original: Header, rebuilt: Header): OtherHeader | null {
  const [before, after] = [backgroundsOf(original), backgroundsOf(rebuilt)]
  if (!before || !after) return null
  const without = (those: HeaderBackground[], others: HeaderBackground[]) =>
    those
      .filter(({ height }) => height >= MIN_BAR_PX)
      .find(({ colour }) => others.every(other => colourDifference(colour, other.colour) >= PLAINLY_OTHER))
  const [gone, come] = [without(before, after), without(after, before)]
  return gone || come ? { before: gone ?? before[0]!, after: come ?? after[0]! } : null
}

/** The highest first; null where one of them has no colour that is known, such as a picture, or several. */
function backgroundsOf({ texts, surfaces }: Header): HeaderBackground[] | null {
  const fills = surfaces.filter(({ fill }) => fill)
  const bars = fills.filter(({ box }) => box.y < HEADER_PX && box.width >= SPAN * SCREEN.width)
  const height = (bar: SurfaceArtifact | undefined) =>
    bar
      ? Math.min(HEADER_PX, bar.box.y + bar.box.height) - bar.box.y - coveredOf(bar)
      : HEADER_PX - coveredOf()
  /** What other bars take of one, or of the page itself. */
  function coveredOf(bar?: SurfaceArtifact): number {
    return bars
      .filter(other => other !== bar && (!bar || areaOf(other.box) < areaOf(bar.box)))
      .reduce((sum, { box }) => {
        const [top, bottom] = bar ? [bar.box.y, bar.box.y + bar.box.height] : [0, HEADER_PX]
        return sum + Math.max(0, Math.min(HEADER_PX, bottom, box.y + box.height) - Math.max(top, box.y))
      }, 0)
  }
  const backgrounds = new Map<SurfaceArtifact | undefined, HeaderBackground[]>()
  for (const text of texts) {
    if (text.box.y + text.box.height > HEADER_PX) continue
    const around = innermost(fills, text.box)
    if (around && !bars.includes(around)) continue
    const { background: colour } = text
    const known = backgrounds.get(around) ?? []
    backgrounds.set(around, known)
    // A gradient has several.
    if (colour && known.every(other => colourDifference(colour, other.colour) >= SAME))
      known.push({ colour, text, height: height(around) })
  }
  const known = [...backgrounds.values()]
  if (known.length === 0 || known.some(background => background.length === 0 || isSeveral(background)))
    return null
  return known.flat().sort((a, b) => b.height - a.height)
}

/** What is drawn there is no box that is known. */
const isSeveral = (background: readonly HeaderBackground[]) =>
  background.some(one =>
    background.some(other => colourDifference(one.colour, other.colour) >= PLAINLY_OTHER),
  )

const areaOf = ({ width, height }: Box) => width * height
