/** The backgrounds that span the window at the top of a page, by their colours. */
import type { SurfaceArtifact } from '../../../capture/collectors/surfaces.ts'
import { colourDifference, type Rgb } from '../../../lib/colour.ts'
import { SCREEN } from '../../../matching/picture.ts'
import { areaOf, innermost, type PaintedText } from './pairs.ts'

/** Share of the window's width that a background must take to span it. */
const SPAN = 0.9
/** CIEDE2000 from which two backgrounds are told apart at a glance. */
export const PLAINLY_OTHER = 20
/** Colours this near are one. */
export const SAME = 4

/** A part of the page from its top on, and the height from which a background makes it another one, px. */
export interface Top {
  height: number
  least: number
}

/** Its least is that of a bar with one line of links. */
export const HEADER: Top = { height: 160, least: 32 }
/** What a page opens with. */
export const OPENING: Top = { height: SCREEN.height, least: 0.4 * SCREEN.height }

interface Page {
  texts: readonly PaintedText[]
  surfaces: readonly SurfaceArtifact[]
}

/** A background that spans the window, and a text that stands on it. */
interface TopBackground {
  colour: Rgb
  /** The first of them, and all. */
  text: PaintedText
  texts: PaintedText[]
  /** Of what is seen of it in that part, px. */
  height: number
}

/** A background of the original, and what is there instead. */
export interface OtherTop {
  before: TopBackground
  after: TopBackground
  /** That of the original is there no more; else all are, and one has come. */
  isGone: boolean
}

/** There is a background that was not there, or is one no more; null where all are there, or where they are not known. */
export function otherTop(original: Page, rebuilt: Page, top: Top): OtherTop | null {
  const [before, after] = [backgroundsOf(original, top), backgroundsOf(rebuilt, top)]
  if (!before || !after) return null
  const without = (those: TopBackground[], others: TopBackground[], page: Page) =>
    those
      .filter(({ height }) => height >= top.least)
      .filter(({ colour }) => others.every(other => colourDifference(colour, other.colour) >= PLAINLY_OTHER))
      .find(background => !standsThere(background, page, top))
  const [gone, come] = [without(before, after, rebuilt), without(after, before, original)]
  if (!gone && !come) return null
  return { before: gone ?? before[0]!, after: come ?? after[0]!, isGone: gone !== undefined }
}

/** Whether most of its texts stand on that colour on the other page as well, in whatever boxes. */
function standsThere({ colour, texts: own }: TopBackground, { texts }: Page, top: Top): boolean {
  const there = texts.filter(({ box }) => box.y + box.height <= top.height)
  const kept = own.filter(({ text }) =>
    there.some(
      other =>
        other.text === text &&
        other.background !== null &&
        colourDifference(colour, other.background) < PLAINLY_OTHER,
    ),
  )
  return 2 * kept.length > own.length
}

/** The highest first; null where one of them has no colour that is known, such as a picture, or several. */
function backgroundsOf({ texts, surfaces }: Page, top: Top): TopBackground[] | null {
  const fills = surfaces.filter(({ fill }) => fill)
  const bars = fills.filter(({ box }) => box.y < top.height && box.width >= SPAN * SCREEN.width)
  const height = (bar: SurfaceArtifact | undefined) =>
    bar
      ? Math.min(top.height, bar.box.y + bar.box.height) - bar.box.y - coveredOf(bar)
      : top.height - coveredOf()
  /** What other bars take of one, or of the page itself. */
  function coveredOf(bar?: SurfaceArtifact): number {
    return bars
      .filter(other => other !== bar && (!bar || areaOf(other.box) < areaOf(bar.box)))
      .reduce((sum, { box }) => {
        const [from, to] = bar ? [bar.box.y, bar.box.y + bar.box.height] : [0, top.height]
        return sum + Math.max(0, Math.min(top.height, to, box.y + box.height) - Math.max(from, box.y))
      }, 0)
  }
  const backgrounds = new Map<SurfaceArtifact | undefined, TopBackground[]>()
  for (const text of texts) {
    if (text.box.y + text.box.height > top.height) continue
    const around = innermost(fills, text.box)
    if (around && !bars.includes(around)) continue
    const { background: colour } = text
    const known = backgrounds.get(around) ?? []
    backgrounds.set(around, known)
    // A gradient has several.
    const same = known.find(other => colour && colourDifference(colour, other.colour) < SAME)
    if (same) same.texts.push(text)
    else if (colour) known.push({ colour, text, texts: [text], height: height(around) })
  }
  const known = [...backgrounds.values()]
  if (known.length === 0 || known.some(background => background.length === 0 || isSeveral(background)))
    return null
  return known.flat().sort((a, b) => b.height - a.height)
}

/** What is drawn there is no box that is known. */
const isSeveral = (background: readonly TopBackground[]) =>
  background.some(one =>
    background.some(other => colourDifference(one.colour, other.colour) >= PLAINLY_OTHER),
  )
