/** Why texts have other colours: a page in other colours, a colour that vanished or came, single changes. */
import type { PaletteColour } from '../../../capture/collectors/palette.ts'
import { chromaOf, colourDifference, labOf, type Rgb } from '../../../lib/colour.ts'
import { memoPair } from '../../../lib/memo.ts'
import { type Distinctive, foreignColours, recolouredPaint, vanishedColours } from './distinctive.ts'
import { type ColourPair, type Painted, pairColours, type Slot } from './pairs.ts'

type Side = Painted & { palette: PaletteColour[] }

/** Share of the text area whose colours must change to make another page of it. */
export const REPAINTED = 0.3

/** Why texts have other colours. Each text belongs to one cause, the first of these that explains it. */
export const causesOf = memoPair((original: Side, rebuilt: Side) => {
  const { pairs, covered } = pairColours(original, rebuilt)
  const total = pairs.reduce((sum, pair) => sum + pair.area, 0)
  const left = new Set(pairs)
  const inverted = takeInverted(left, total)
  const repainted = takeRepainted(left, total)
  const explains = (colours: Distinctive[]) =>
    colours.flatMap(({ colour, uses }) => {
      const own = uses.filter(({ pair }) => left.has(pair))
      if (own.length < uses.length / 2) return []
      for (const { pair } of own) left.delete(pair)
      return [{ colour, uses: own }]
    })
  const vanished = explains(vanishedColours(pairs))
  const foreign = explains(foreignColours(pairs))
  const told = [...vanished.map(({ colour }) => colour), ...repainted.map(({ from }) => from)]
  return {
    /** Share of the original's text area that was found again. */
    covered,
    inverted,
    repainted,
    vanished,
    foreign,
    /** Colours that only icons, rules and borders have. */
    recoloured: inverted ? [] : recolouredPaint(original.palette, rebuilt.palette, told),
    /** Texts that a serious cause explains. */
    explained: new Set(pairs.filter(pair => !left.has(pair))),
    /** What is left. */
    changed: changesOf([...left], total),
  }
})

export interface Inversion {
  example: ColourPair
  /** Of the text area. */
  share: number
}

/** Light and dark were exchanged on most of the page. */
function takeInverted(left: Set<ColourPair>, total: number): Inversion | null {
  const swapped = [...left].filter(swaps)
  const share = swapped.reduce((sum, pair) => sum + pair.area, 0) / Math.max(1, total)
  if (share <= REPAINTED) return null
  for (const pair of swapped) left.delete(pair)
  return { example: swapped[0]!, share }
}

/** The largest change speaks when all together repaint the page, and others of half that share. */
function takeRepainted(left: Set<ColourPair>, total: number): Change[] {
  const changes = changesOf([...left], total)
  if (changes.reduce((sum, change) => sum + change.share, 0) <= REPAINTED) return []
  const large = changes.filter((change, at) => at === 0 || change.share > REPAINTED / 2)
  for (const { pairs } of large) for (const pair of pairs) left.delete(pair)
  return large
}

function swaps({ before, after }: ColourPair): boolean {
  if (!before.background || !after.background) return false
  const [was, is] = [labOf(before.background)[0], labOf(after.background)[0]]
  return (was > 70 && is < 40) || (was < 40 && is > 70)
}

/** One colour of the original that became another one, and all texts where it did. */
export interface Change {
  slot: Slot
  from: Rgb
  to: Rgb
  pairs: ColourPair[]
  /** Of the area of all matched texts, 0 to 1, slight changes counting in part. */
  share: number
}

/** CIEDE2000 at which a change begins to count, and from which it counts in full. Text is thin: it takes more. */
export const RAMP: Record<Slot, [number, number]> = { colour: [10, 20], background: [4, 10] }
/** Colours this near are one. */
const NEAR = 4

/** Changed colours, the one with the largest area first. A text counts once, for what changed more of it. `total`: area of all texts, px². */
export function changesOf(pairs: readonly ColourPair[], total: number): Change[] {
  const changes: Change[] = []
  for (const pair of pairs) {
    const [colour, background] = [weightOf(pair, 'colour'), weightOf(pair, 'background')]
    const slot: Slot = background >= colour ? 'background' : 'colour'
    const weight = Math.max(colour, background)
    if (weight === 0) continue
    const [from, to] = [pair.before[slot]!, pair.after[slot]!]
    const share = (weight * pair.area) / total
    const known = changes.find(
      change =>
        change.slot === slot &&
        colourDifference(change.from, from) < NEAR &&
        colourDifference(change.to, to) < NEAR,
    )
    if (known) {
      known.pairs.push(pair)
      known.share += share
    } else if (changes.length < MAX_CHANGES) changes.push({ slot, from, to, pairs: [pair], share })
  }
  return changes.sort((a, b) => b.share - a.share)
}

const MAX_CHANGES = 200

function weightOf({ before, after }: ColourPair, slot: Slot): number {
  const [from, to] = [before[slot], after[slot]]
  if (!from || !to) return 0
  const [least, full] = RAMP[slot]
  return Math.max(0, Math.min(1, (colourDifference(from, to) - least) / (full - least)))
}

/** CIE chroma below which people see a grey. */
const GREY_CHROMA = 12

/** Text in another grey. */
export const isShade = ({ slot, from, to }: Change) =>
  slot === 'colour' && chromaOf(from) < GREY_CHROMA && chromaOf(to) < GREY_CHROMA
