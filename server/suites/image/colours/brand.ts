import { chromaOf, colourDifference, type Rgb } from '../../../lib/colour.ts'
import type { Slot } from './changes.ts'
import type { ColourPair, PaintedText } from './pairs.ts'

/** A distinctive colour with its uses: on letters and on grounds of matched texts. */
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
const VANISHED = 0.8

/** Colours of the original that were systematic there and are nowhere now. */
export function vanishedColours(pairs: readonly ColourPair[]): Distinctive[] {
  return systematic(pairs, pair => pair.before).filter(({ colour, uses }) => {
    const changed = uses.filter(({ pair, slot }) => {
      const now = pair.after[slot]
      return now !== null && colourDifference(colour, now) >= OTHER
    })
    const kept = pairs.filter(pair => shows(pair.after, colour, SAME)).length
    return changed.length >= uses.length * VANISHED && kept <= uses.length * (1 - VANISHED)
  })
}

/** Colours that the original shows nowhere and that are on many of its texts now. */
export function foreignColours(pairs: readonly ColourPair[]): Distinctive[] {
  const least = Math.max(LEAST_USES + 2, pairs.length / 10)
  return systematic(pairs, pair => pair.after).filter(
    ({ colour, uses }) =>
      new Set(uses.map(use => use.pair)).size >= least &&
      !pairs.some(pair => shows(pair.before, colour, OTHER)),
  )
}

const shows = ({ letters, ground }: PaintedText, colour: Rgb, within: number) =>
  [letters, ground].some(own => own !== null && colourDifference(own, colour) < within)

/** Distinctive colours that at least three texts share, most used first. */
function systematic(pairs: readonly ColourPair[], side: (pair: ColourPair) => PaintedText): Distinctive[] {
  const found: Distinctive[] = []
  for (const pair of pairs)
    for (const slot of ['letters', 'ground'] as const) {
      const colour = side(pair)[slot]
      if (!colour || chromaOf(colour) < COLOURFUL) continue
      const known = found.find(other => colourDifference(other.colour, colour) < SAME)
      if (known) known.uses.push({ pair, slot })
      else if (found.length < 100) found.push({ colour, uses: [{ pair, slot }] })
    }
  return found
    .filter(({ uses }) => new Set(uses.map(use => use.pair)).size >= LEAST_USES)
    .sort((a, b) => b.uses.length - a.uses.length)
}
