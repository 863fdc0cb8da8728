import type { TextBlock } from '../../../capture/collectors/layouts.ts'
import type { SurfaceArtifact } from '../../../capture/collectors/surfaces.ts'
import { assign } from '../../../lib/assignment.ts'
import { normalise } from '../../../lib/text.ts'

/** A drawn box of the original and the one around the same text; null where that text stands in no such box. */
export interface SurfacePair {
  before: SurfaceArtifact
  after: SurfaceArtifact | null
}

/** Boxes of equal texts that are looked at before and after the one at the same turn. */
const REACH = 10
/** Share of the texts in a box that must still be seen for the box, and not the texts, to be what is gone. */
const STILL_THERE = 0.7
const ENDS = 40
/** How much higher than the lower of two boxes the other may be for both to be one row of a table or list. */
const ONE_ROW = 1.6
/** Share of a row's text that boxes of its cells must have for the row to be drawn by them. */
const CELLS = 0.7

/** The drawn boxes of the original whose texts both pages show. */
export function pairSurfaces(
  original: { surfaces: readonly SurfaceArtifact[]; blocks: readonly TextBlock[] },
  rebuilt: { surfaces: readonly SurfaceArtifact[]; blocks: readonly TextBlock[] },
): SurfacePair[] {
  const before = original.surfaces.map(surface => ({ surface, text: normalise(surface.text) }))
  const after = rebuilt.surfaces.map(surface => ({ surface, text: normalise(surface.text) }))
  const equal = assign(before, after, (a, b) => costOf(a.surface, b.surface), {
    candidates: candidatesOf(
      before.map(one => one.text),
      after.map(one => one.text),
    ),
  })
  // The same card with a word more or less.
  const [rest, others] = [equal.left.map(i => before[i]!), equal.right.map(j => after[j]!)]
  const alike = assign(rest, others, (a, b) => 0.3 + costOf(a.surface, b.surface), {
    candidates: candidatesOf(
      rest.map(one => one.text.slice(0, ENDS)),
      others.map(one => one.text.slice(0, ENDS)),
    ),
  })
  const unpaired = alike.left.map(i => ({ before: rest[i]!.surface, after: sameRow(rest[i]!, after) }))
  const shown = new Set(
    rebuilt.blocks.filter(block => block.state === 'visible').map(block => normalise(block.text)),
  )
  return [
    ...equal.pairs.map(([i, j]) => ({ before: before[i]!.surface, after: after[j]!.surface })),
    ...alike.pairs.map(([i, j]) => ({ before: rest[i]!.surface, after: others[j]!.surface })),
    ...unpaired.filter(pair => pair.after || isShown(pair.before, original.blocks, shown)),
  ]
}

interface Told {
  surface: SurfaceArtifact
  text: string
}

/** The lines of a table may be drawn around its cells or around its rows: the box that has what `cell` had, or null. */
function sameRow({ surface, text }: Told, others: Told[]): SurfaceArtifact | null {
  // Invisible characters alone are no text to know a box by.
  if (!text || surface.kind !== 'card') return null
  const near = others.filter(
    other =>
      other.surface.kind === 'card' && isAsHigh(surface, other.surface) && isDressed(surface, other.surface),
  )
  const around = near.find(other => holds(other.text, text))
  if (around) return around.surface
  const cells = near.filter(other => holds(text, other.text))
  const told = new Set(cells.map(cell => cell.text))
  return [...told].join('').length >= CELLS * text.length ? cells[0]!.surface : null
}

const isAsHigh = ({ box: a }: SurfaceArtifact, { box: b }: SurfaceArtifact) =>
  Math.max(a.height, b.height) <= ONE_ROW * Math.min(a.height, b.height)

const isDressed = (was: SurfaceArtifact, now: SurfaceArtifact) =>
  (!was.fill || now.fill) && (!(was.border || was.shadow) || now.border || now.shadow)

/** In whole words. */
const holds = (text: string, part: string) => ` ${text} `.includes(` ${part} `)

function costOf(a: SurfaceArtifact, b: SurfaceArtifact): number {
  const differs = (['fill', 'border', 'shadow'] as const).filter(name => a[name] !== b[name]).length
  return (a.kind === b.kind ? 0 : 0.2) + 0.1 * differs
}

function candidatesOf(before: string[], after: string[]) {
  const groups = new Map<string, number[]>()
  for (const [j, text] of after.entries()) groups.set(text, [...(groups.get(text) ?? []), j])
  const turns = new Map<string, number>()
  const turnOf = before.map(text => {
    const turn = turns.get(text) ?? 0
    turns.set(text, turn + 1)
    return turn
  })
  return (_: unknown, i: number) =>
    (groups.get(before[i]!) ?? []).slice(Math.max(0, turnOf[i]! - REACH), turnOf[i]! + REACH + 1)
}

function isShown(
  { box, text }: SurfaceArtifact,
  blocks: readonly TextBlock[],
  shown: ReadonlySet<string>,
): boolean {
  const inside = blocks.filter(
    block => block.state === 'visible' && contains(box, block.box) && text.includes(block.text.slice(0, 20)),
  )
  const kept = inside.filter(block => shown.has(normalise(block.text))).length
  return inside.length > 0 && kept >= STILL_THERE * inside.length
}

export function contains(outer: SurfaceArtifact['box'], inner: SurfaceArtifact['box']): boolean {
  const [x, y] = [inner.x + inner.width / 2, inner.y + inner.height / 2]
  return x > outer.x && x < outer.x + outer.width && y > outer.y && y < outer.y + outer.height
}
