import type { PaletteColour } from '../../../capture/collectors/palette.ts'
import { chromaOf, labOf, type Rgb } from '../../../lib/colour.ts'
import { type Distinctive, foreignColours, vanishedColours } from './brand.ts'
import { type Change, changesOf } from './changes.ts'
import { type Recoloured, recolouredPaint } from './paint.ts'
import { type ColourPair, type Painted, pairColours } from './pairs.ts'

/** Why texts have other colours. Each text belongs to one cause, the first of these that explains it. */
export interface Causes {
  pairs: ColourPair[]
  /** Share of the original's text area that was found again. */
  covered: number
  /** Light and dark were exchanged, on this share of the area. */
  inverted: { example: ColourPair; share: number } | null
  /** Changes that make another page of it. */
  repainted: Change[]
  vanished: Distinctive[]
  foreign: Distinctive[]
  /** Colours that only icons, rules and borders have. */
  recoloured: Recoloured[]
  /** What is left. */
  changed: Change[]
  /** Texts that a serious cause explains. */
  explained: ReadonlySet<ColourPair>
}

type Side = Painted & { palette: PaletteColour[] }

/** Share of the text area whose colours must change to make another page of it. */
export const REPAINTED = 0.3

const known = new WeakMap<readonly unknown[], WeakMap<readonly unknown[], Causes>>()

export function causesOf(original: Side, rebuilt: Side): Causes {
  const mine = known.get(original.colours) ?? new WeakMap<readonly unknown[], Causes>()
  known.set(original.colours, mine)
  const ready = mine.get(rebuilt.colours)
  if (ready) return ready
  const fresh = find(original, rebuilt)
  mine.set(rebuilt.colours, fresh)
  return fresh
}

function find(original: Side, rebuilt: Side): Causes {
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
    pairs,
    covered,
    inverted,
    repainted,
    vanished,
    foreign,
    recoloured: inverted ? [] : recolouredPaint(original.palette, rebuilt.palette, told),
    explained: new Set(pairs.filter(pair => !left.has(pair))),
    changed: changesOf([...left], total),
  }
}

function takeInverted(left: Set<ColourPair>, total: number): Causes['inverted'] {
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

/** CIE chroma below which people see a grey. */
const GREY = 12

/** Letters in another grey. */
export const isShade = ({ slot, from, to }: { slot: string; from: Rgb; to: Rgb }) =>
  slot === 'letters' && chromaOf(from) < GREY && chromaOf(to) < GREY
