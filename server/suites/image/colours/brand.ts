import { chromaOf, colourDifference, labOf, type Rgb } from '../../../lib/colour.ts'
import type { Slot } from './changes.ts'
import type { ColourPair, PaintedText } from './pairs.ts'

/** A distinctive colour with its uses: on letters and on backgrounds of matched texts. */
export interface Distinctive {
  colour: Rgb
  uses: { pair: ColourPair; slot: Slot }[]
}

/** CIE chroma from which a colour is no grey, and CIEDE2000 from which one is another colour. */
const COLOURFUL = 20
const SAME = 8
const OTHER = 12
/** A colour of this many texts belongs to the design, not to one of its parts. */
const LEAST_USES = 3
/** And so does one that is the background of texts of this many px², less of buttons, when it changed beyond doubt. */
const FILLED = 1500
const FILLED_BUTTONS = 600
const PLAINLY_OTHER = 20
const OTHER_HUE = 25
const VANISHED = 0.8

/** Colours of the original that were systematic there, on the page or on its buttons, and are gone from there. */
export function vanishedColours(pairs: readonly ColourPair[]): Distinctive[] {
  const everywhere = vanishedFrom(pairs, FILLED)
  const buttons = vanishedFrom(
    pairs.filter(
      ({ before }) => before.pressable && before.background && chromaOf(before.background) >= COLOURFUL,
    ),
    FILLED_BUTTONS,
  )
  const told = (colour: Rgb) => everywhere.some(other => colourDifference(other.colour, colour) < SAME)
  return [...everywhere, ...buttons.filter(({ colour }) => !told(colour))]
}

function vanishedFrom(pairs: readonly ColourPair[], least: number): Distinctive[] {
  return distinctive(pairs, pair => pair.before).filter(({ colour, uses }) => {
    const texts = textsOf(uses)
    const filled = texts.filter(pair => uses.some(use => use.pair === pair && use.slot === 'background'))
    const area = filled.reduce((sum, pair) => sum + pair.area, 0)
    const many = texts.length >= LEAST_USES
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
  const least = Math.max(LEAST_USES + 2, pairs.length / 10)
  return distinctive(pairs, pair => pair.after).filter(
    ({ colour, uses }) =>
      textsOf(uses).length >= least && !pairs.some(pair => shows(pair.before, colour, OTHER)),
  )
}

/** Beyond doubt another colour: a button that is disabled fades, and keeps its hue. */
function isOtherHue(before: Rgb, after: Rgb): boolean {
  if (colourDifference(before, after) < PLAINLY_OTHER) return false
  const [[, a1, b1], [, a2, b2]] = [labOf(before), labOf(after)]
  const turned = Math.abs(Math.atan2(b1, a1) - Math.atan2(b2, a2))
  const degrees = (Math.min(turned, 2 * Math.PI - turned) * 180) / Math.PI
  return degrees > OTHER_HUE || chromaOf(after) < chromaOf(before) / 4
}

const shows = ({ letters, background }: PaintedText, colour: Rgb, within: number) =>
  [letters, background].some(own => own !== null && colourDifference(own, colour) < within)

const textsOf = (uses: Distinctive['uses']) => [...new Set(uses.map(use => use.pair))]

/** Colours that are no grey, most used first. */
function distinctive(pairs: readonly ColourPair[], side: (pair: ColourPair) => PaintedText): Distinctive[] {
  const found: Distinctive[] = []
  for (const pair of pairs)
    for (const slot of ['letters', 'background'] as const) {
      const colour = side(pair)[slot]
      if (!colour || chromaOf(colour) < COLOURFUL) continue
      const known = found.find(other => colourDifference(other.colour, colour) < SAME)
      if (known) known.uses.push({ pair, slot })
      else if (found.length < 100) found.push({ colour, uses: [{ pair, slot }] })
    }
  return found.sort((a, b) => b.uses.length - a.uses.length)
}
