/** The drawn boxes of both pages, paired by the texts in them. */
import type { Layout, TextBlock } from '../../../capture/collectors/layouts.ts'
import type { SurfaceArtifact } from '../../../capture/collectors/surfaces.ts'
import type { Box } from '../../../contract.ts'
import { assign } from '../../../lib/assignment.ts'
import { contains } from '../../../lib/box.ts'
import { memoPair } from '../../../lib/memo.ts'
import { normalise, similarity } from '../../../lib/text.ts'
import { desktopBlocks, equalsNearby } from '../texts.ts'

/** A drawn box of the original and the one around the same text; null where that text stands in no such box. */
export interface SurfacePair {
  before: SurfaceArtifact
  after: SurfaceArtifact | null
}

interface Page {
  surfaces: SurfaceArtifact[]
  layouts: Layout[]
}

interface TextBox {
  surface: SurfaceArtifact
  text: string
}

/** Boxes of equal texts that are considered before and after the one at the same turn. */
const EQUALS_WINDOW = 10
/** Share of the texts in a box that must still be seen for the box, and not the texts, to be what is gone. */
const MIN_STILL_THERE = 0.7
/** Characters by which the same card with a word more or less is known. */
const START = 40
/** How alike the texts of two boxes are, 0 to 1, that were edited on the way; and boxes left for each to be compared with. */
const MIN_ALIKE = 0.7
const MAX_EDITED = 100
/** How much higher than the lower of two boxes the other may be for both to be one row of a table or list. */
const MAX_ROW_RATIO = 1.6
/** Share of a row's text that boxes of its cells must have for the row to be drawn by them. */
const MIN_CELLS = 0.7

/** The drawn boxes of the original whose texts both pages show. */
export const surfacePairs = memoPair((original: Page, rebuilt: Page): SurfacePair[] => {
  const [before, after] = [textBoxes(original), textBoxes(rebuilt)]
  const equal = pair(before, after, 0, ({ text }) => text)
  // The same card with a word more or less.
  const alike = pair(equal.left, equal.right, 0.3, ({ text }) => text.slice(0, START))
  const edited = pairEdited(alike.left, alike.right)
  const shown = new Set(
    desktopBlocks(rebuilt)
      .filter(block => block.state === 'visible')
      .map(block => normalise(block.text)),
  )
  const unpaired = edited.left
    .map(one => ({ before: one.surface, after: sameRow(one, after) }))
    .filter(({ before, after }) => after || isShown(before, desktopBlocks(original), shown))
  return [...equal.pairs, ...alike.pairs, ...edited.pairs, ...unpaired]
})

/** A button that had a background of its own and has none, nor a picture in its place, or no box at all. */
export const lostItsBackground = ({ before, after }: SurfacePair): boolean =>
  before.kind === 'button' && before.fill && !after?.fill && !after?.pictured

/** Where the original has buttons that lost their background: what else is wrong there is charged with it. */
export const buttonsWithoutBackground = (original: Page, rebuilt: Page): Box[] =>
  surfacePairs(original, rebuilt)
    .filter(lostItsBackground)
    .map(({ before }) => before.box)

const textBoxes = ({ surfaces }: Page): TextBox[] =>
  surfaces.map(surface => ({ surface, text: normalise(surface.text) }))

/** Pairs boxes of equal keys: those of one kind that are drawn alike first. */
function pair(before: TextBox[], after: TextBox[], cost: number, keyOf: (box: TextBox) => string) {
  const { pairs, left, right } = assign(before, after, (a, b) => cost + costOf(a.surface, b.surface), {
    candidates: equalsNearby(before.map(keyOf), after.map(keyOf), EQUALS_WINDOW),
  })
  return {
    pairs: pairs.map(([i, j]) => ({ before: before[i]!.surface, after: after[j]!.surface })),
    left: left.map(i => before[i]!),
    right: right.map(j => after[j]!),
  }
}

/** Pairs boxes whose texts are alike as a whole, though a word at their beginning is another one. */
function pairEdited(before: TextBox[], after: TextBox[]) {
  const [some, others] = [before.slice(0, MAX_EDITED), after.slice(0, MAX_EDITED)]
  const { pairs, left } = assign(some, others, (a, b) => {
    const alike = a.text && b.text ? similarity(a.text, b.text) : 0
    return alike < MIN_ALIKE ? null : 1 - alike + costOf(a.surface, b.surface)
  })
  return {
    pairs: pairs.map(([i, j]) => ({ before: some[i]!.surface, after: others[j]!.surface })),
    left: [...left.map(i => some[i]!), ...before.slice(MAX_EDITED)],
  }
}

/** The lines of a table may be drawn around its cells or around its rows: the box that has what `cell` had, or null. */
function sameRow({ surface, text }: TextBox, others: TextBox[]): SurfaceArtifact | null {
  // Invisible characters alone are no text to know a box by.
  if (!text || surface.kind !== 'card') return null
  const near = others.filter(
    other =>
      other.surface.kind === 'card' &&
      isAsHigh(surface, other.surface) &&
      isDrawnAlike(surface, other.surface),
  )
  const around = near.find(other => holds(other.text, text))
  if (around) return around.surface
  const cells = near.filter(other => holds(text, other.text))
  const texts = new Set(cells.map(cell => cell.text))
  return [...texts].join('').length >= MIN_CELLS * text.length ? cells[0]!.surface : null
}

const isAsHigh = ({ box: a }: SurfaceArtifact, { box: b }: SurfaceArtifact) =>
  Math.max(a.height, b.height) <= MAX_ROW_RATIO * Math.min(a.height, b.height)

const isDrawnAlike = (was: SurfaceArtifact, now: SurfaceArtifact) =>
  (!was.fill || now.fill) && (!(was.border || was.shadow) || now.border || now.shadow)

/** In whole words. */
const holds = (text: string, part: string) => ` ${text} `.includes(` ${part} `)

function costOf(a: SurfaceArtifact, b: SurfaceArtifact): number {
  const differs = (['fill', 'border', 'shadow'] as const).filter(name => a[name] !== b[name]).length
  return (a.kind === b.kind ? 0 : 0.2) + 0.1 * differs
}

/** Whether the texts of a box are still there, so that the box, and not they, is what is gone. */
function isShown(
  { box, text }: SurfaceArtifact,
  blocks: readonly TextBlock[],
  shown: ReadonlySet<string>,
): boolean {
  const inside = blocks.filter(
    block => block.state === 'visible' && contains(box, block.box) && text.includes(block.text.slice(0, 20)),
  )
  const kept = inside.filter(block => shown.has(normalise(block.text))).length
  return inside.length > 0 && kept >= MIN_STILL_THERE * inside.length
}
