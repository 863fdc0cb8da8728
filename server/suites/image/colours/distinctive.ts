/** Colours that belong to the design, of texts and of paint, and that vanished or came. */
import type { PaletteColour } from '../../../capture/collectors/palette.ts'
import { chromaOf, colourDifference, hueTurn, type Rgb } from '../../../lib/colour.ts'
import type { ColourPair, PaintedText, Slot } from './pairs.ts'
import { PLAINLY_OTHER } from './top.ts'

/** A distinctive colour with its uses: as the colour and as the background of matched texts. */
export interface Distinctive {
  colour: Rgb
  uses: { pair: ColourPair; slot: Slot }[]
}

/** CIE chroma from which a colour is no grey, in thin letters and on a background; and CIEDE2000 from which one is another colour. */
const COLOURFUL = 20
const TINTED = 12
const SAME = 8
const OTHER = 12
/** A colour of this many texts belongs to the design, not to one of its parts. */
export const MIN_USES = 3
/** And so does one that is the background of texts of this many px², less of buttons, when it changed beyond doubt. */
const MIN_FILLED = 1500
const MIN_FILLED_BUTTONS = 600
const OTHER_HUE = 25
export const SAME_HUE = 15
const VANISHED = 0.8

/** Colours of the original that were systematic there, on the page or on its buttons, and are gone from there. */
export function vanishedColours(pairs: readonly ColourPair[]): Distinctive[] {
  const everywhere = vanishedFrom(pairs, MIN_FILLED)
  const buttons = vanishedFrom(
    pairs.filter(
      ({ before }) => before.pressable && before.background && chromaOf(before.background) >= COLOURFUL,
    ),
    MIN_FILLED_BUTTONS,
  )
  const told = (colour: Rgb) => everywhere.some(other => colourDifference(other.colour, colour) < SAME)
  return [...everywhere, ...buttons.filter(({ colour }) => !told(colour))]
}

function vanishedFrom(pairs: readonly ColourPair[], least: number): Distinctive[] {
  return distinctive(pairs, pair => pair.before).filter(({ colour, uses }) => {
    const texts = textsOf(uses)
    const filled = texts.filter(pair => uses.some(use => use.pair === pair && use.slot === 'background'))
    const area = filled.reduce((sum, pair) => sum + pair.area, 0)
    const many = texts.length >= MIN_USES
    if (!many && area < least) return false
    const changed = uses.filter(({ pair, slot }) => {
      const now = pair.after[slot]
      return now !== null && (many ? colourDifference(colour, now) >= OTHER : isOtherHue(colour, now))
    })
    const kept = pairs.filter(pair => shows(pair.after, colour, SAME)).length
    return changed.length >= uses.length * VANISHED && kept <= uses.length * (1 - VANISHED)
  })
}

/** Colours that the original shows nowhere and that are on many of its texts now. */
export function foreignColours(pairs: readonly ColourPair[]): Distinctive[] {
  const least = Math.max(MIN_USES + 2, pairs.length / 10)
  return distinctive(pairs, pair => pair.after).filter(
    ({ colour, uses }) =>
      textsOf(uses).length >= least && !pairs.some(pair => shows(pair.before, colour, OTHER)),
  )
}

/** Beyond doubt another colour: a button that is disabled fades, and keeps its hue. */
const isOtherHue = (before: Rgb, after: Rgb): boolean =>
  colourDifference(before, after) >= PLAINLY_OTHER &&
  (hueTurn(before, after) > OTHER_HUE || chromaOf(after) < chromaOf(before) / 4)

/** Whether letters that have a hue still have about the same. */
export const keepsHue = (before: Rgb, after: Rgb): boolean =>
  chromaOf(after) >= COLOURFUL && hueTurn(before, after) <= OTHER_HUE

/**
 * Whether hardly anything that had the colour is of plainly another hue now: letters went grey, black or white, a background
 * paled.
 */
export const isFaded = ({ colour, uses }: Distinctive): boolean =>
  uses.filter(({ pair, slot }) => {
    const now = pair.after[slot]
    if (now === null) return true
    if (slot === 'background') return !isOtherHue(colour, now)
    return chromaOf(now) < COLOURFUL || keepsHue(colour, now)
  }).length >=
  uses.length * VANISHED

/** Whether it was a background, of which a brand is known; letters alone are links. */
export const isGround = ({ uses }: Distinctive): boolean => uses.some(({ slot }) => slot === 'background')

const shows = ({ colour: own, background }: PaintedText, wanted: Rgb, within: number) =>
  [own, background].some(colour => colour !== null && colourDifference(colour, wanted) < within)

const textsOf = (uses: Distinctive['uses']) => [...new Set(uses.map(use => use.pair))]

/** Colours that are no grey, most used first. */
function distinctive(pairs: readonly ColourPair[], side: (pair: ColourPair) => PaintedText): Distinctive[] {
  const found: Distinctive[] = []
  for (const pair of pairs)
    for (const slot of ['colour', 'background'] as const) {
      const colour = side(pair)[slot]
      if (!colour || chromaOf(colour) < (slot === 'background' ? TINTED : COLOURFUL)) continue
      const known = found.find(other => colourDifference(other.colour, colour) < SAME)
      if (known) known.uses.push({ pair, slot })
      else if (found.length < 100) found.push({ colour, uses: [{ pair, slot }] })
    }
  return found.sort((a, b) => b.uses.length - a.uses.length)
}

/** A colour of icons, rules or borders that is gone, and the new one that is there as much. */
export interface Recoloured {
  from: Rgb
  /** Null where nothing took its place: what had it may be gone as well. */
  to: Rgb | null
  /** Both pages have more of its hue: it is one of several shades. */
  shade: boolean
  regions: number
}

/** Pixels and places that make a colour part of the design: some icons, or a few rules. */
const MIN_PX = 300
export const MIN_REGIONS = 3
/** Places from which it is all over the page. */
export const EVERYWHERE = 10
const GONE = 0.1

/** Colours of the original's paint that the rebuilt page has no more, but for those already `told`. */
export function recolouredPaint(
  before: readonly PaletteColour[],
  after: readonly PaletteColour[],
  told: readonly Rgb[],
): Recoloured[] {
  const [was, is] = [clustersOf(before), clustersOf(after)]
  // A page without any colour of its own, or one whose palette is not known.
  if (was.length === 0) return []
  const foreign = is.filter(colour => isDesign(colour) && amountOf(before, colour.rgb) <= GONE * colour.px)
  const taken = new Set<PaletteColour>()
  // The edges of letters are tints of their colour.
  const isTint = (rgb: Rgb) =>
    told.some(other => chromaOf(other) >= COLOURFUL && hueTurn(other, rgb) <= SAME_HUE)
  const isShade = (rgb: Rgb) =>
    [was, is].every(colours =>
      colours.some(other => other.rgb !== rgb && isDesign(other) && hueTurn(other.rgb, rgb) <= SAME_HUE),
    )
  return was
    .filter(colour => isDesign(colour) && amountOf(after, colour.rgb) <= GONE * colour.px)
    .filter(colour => !told.some(other => colourDifference(other, colour.rgb) < SAME) && !isTint(colour.rgb))
    .map(colour => {
      const instead = foreign.find(
        other =>
          !taken.has(other) && within(other.px, colour.px, 4) && within(other.regions, colour.regions, 3),
      )
      if (instead) taken.add(instead)
      return {
        from: colour.rgb,
        to: instead?.rgb ?? null,
        shade: isShade(colour.rgb),
        regions: colour.regions,
      }
    })
}

const isDesign = ({ px, regions }: PaletteColour) => px >= MIN_PX && regions >= MIN_REGIONS
const within = (a: number, b: number, times: number) => a <= b * times && b <= a * times

/** Shades of one colour as one, the most frequent first. */
function clustersOf(colours: readonly PaletteColour[]): PaletteColour[] {
  const clusters: PaletteColour[] = []
  for (const { rgb, px, regions } of colours) {
    if (chromaOf(rgb) < COLOURFUL) continue
    const near = clusters.find(other => colourDifference(other.rgb, rgb) < SAME / 2)
    if (near) {
      near.px += px
      near.regions = Math.max(near.regions, regions)
    } else clusters.push({ rgb, px, regions })
  }
  return clusters
}

const amountOf = (colours: readonly PaletteColour[], rgb: Rgb) =>
  colours.reduce((sum, colour) => sum + (colourDifference(colour.rgb, rgb) < SAME ? colour.px : 0), 0)
