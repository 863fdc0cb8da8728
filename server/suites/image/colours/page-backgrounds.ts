/** The colours that much of a page stands on, by its pixels: of sections and of what is beside them, with or without text. */

import type { Layout } from '../../../capture/collectors/layouts.ts'
import type { PaletteColour } from '../../../capture/collectors/palette.ts'
import { colourDifference, isGreyish, type Rgb } from '../../../lib/colour.ts'
import { sumOf } from '../../../lib/count.ts'
import { atWidth } from '../../../lib/widths.ts'
import { SCREEN } from '../../../matching/picture.ts'
import { type PaintedText, reachOf } from './pairs.ts'
import { PLAINLY_OTHER, SAME } from './top.ts'

/** Share of the page from which a colour is one that it stands on. */
export const MIN_PAGE_SHARE = 0.1
/** Share of it that the other page may still have. */
const LEFT = 0.1

interface PageColours {
  texts: readonly PaintedText[]
  palette: readonly PaletteColour[]
  layouts: readonly Layout[]
}

/** A colour that much of one page stands on, and nothing of the other. */
export interface OtherBackground {
  colour: Rgb
  /** It is the original's, and is gone; else it is the new page's, and came. */
  isGone: boolean
  /** What took its place, or what it took the place of; null where that is not known. */
  other: Rgb | null
  /** Of its page, 0 to 1. */
  share: number
}

interface Background {
  colour: Rgb
  share: number
}

/** What the original stands on and the new page does not, and then what has come in the place of others. */
export function otherBackgrounds(
  before: PageColours,
  after: PageColours,
  kept: readonly PaintedText[],
): OtherBackground[] {
  // Older captures know no greys.
  const withGreys = [before, after].every(({ palette }) => palette.some(({ rgb }) => isGreyish(rgb)))
  const [was, is] = [backgroundsOf(before, withGreys), backgroundsOf(after, withGreys)]
  const isStoodOn = (texts: readonly PaintedText[], colour: Rgb) => texts.some(text => standsOn(text, colour))
  const gone = without(was, is, after.texts)
    // Where no text that stood on it is there any more, the section is gone, and not its colour.
    .filter(({ colour }) => isStoodOn(kept, colour) || !isStoodOn(before.texts, colour))
    .map(one => ({ ...one, isGone: true, other: grownMost(was, is, one.share) }))
  const told = new Set(gone.flatMap(({ colour, other }) => [colour, other]))
  const come = without(is, was, before.texts)
    .map(one => ({ ...one, isGone: false, other: grownMost(is, was, one.share) }))
    // Where none has shrunk for it, it took the place of a picture.
    .filter(({ colour, other }) => other && !told.has(colour) && !told.has(other))
  return [...gone, ...come]
}

/** Those that the other page stands on nowhere, with text or without. */
const without = (
  those: readonly Background[],
  others: readonly Background[],
  texts: readonly PaintedText[],
) => {
  const reach = reachOf(texts.map(({ box }) => box))
  return those.filter(({ colour, share }) => {
    if (share < MIN_PAGE_SHARE || amountOf(others, colour) > LEFT * share) return false
    // Over pictures as well, of which a palette knows nothing.
    const behind = texts.reduce((sum, text, at) => sum + (standsOn(text, colour) ? reach[at]! : 0), 0)
    return behind <= LEFT * share
  })
}

const standsOn = ({ behind }: PaintedText, colour: Rgb) => colourDifference(behind, colour) < SAME

/** The background of which there is more than before, by half of what is to be explained or more. */
function grownMost(before: readonly Background[], after: readonly Background[], share: number): Rgb | null {
  const grown = after.map(({ colour, share }) => ({ colour, share: share - amountOf(before, colour) }))
  const [most] = grown.sort((a, b) => b.share - a.share)
  return most && most.share >= share / 2 ? most.colour : null
}

/** Whether one sees at a glance that it is another. */
export const isPlain = ({ colour, other }: OtherBackground): boolean =>
  !other || colourDifference(colour, other) >= PLAINLY_OTHER

/** Shades of one colour as one, the largest first. */
function backgroundsOf({ palette, layouts }: PageColours, withGreys: boolean): Background[] {
  const height = atWidth(layouts, SCREEN.width)?.scrollHeight ?? SCREEN.height
  const backgrounds: Background[] = []
  for (const { rgb, px } of palette) {
    if (!withGreys && isGreyish(rgb)) continue
    const share = px / (SCREEN.width * height)
    const known = backgrounds.find(({ colour }) => colourDifference(colour, rgb) < SAME)
    if (known) known.share += share
    else backgrounds.push({ colour: rgb, share })
  }
  return backgrounds
}

const amountOf = (backgrounds: readonly Background[], colour: Rgb) =>
  sumOf(backgrounds, other => (colourDifference(other.colour, colour) < SAME ? other.share : 0))
