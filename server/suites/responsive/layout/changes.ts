import { around, type Screen } from '../screens.ts'
import type { Looks, Node } from './nodes.ts'
import { boxesOf, edgesOf, type Relation, relationOf } from './relations.ts'

/** How two neighbours stand to each other now: otherwise than on the original. */
export type Kind = 'stacked' | 'beside' | 'swapped' | 'reordered'

export interface Change {
  kind: Kind
  /** Indices of the two nodes. */
  a: number
  b: number
  widths: number[]
  /** Where they are on the original at the first of these widths, px from the top. */
  top: number
  bottom: number
}

/**
 * What is next to each other on one page and stands otherwise on the other one, at each width that either was looked at
 * in. A width that one page was not looked at in is known by its neighbours on both sides, when they agree.
 */
export function changesOf(looks: Looks): Change[] {
  const changes = new Map<string, Change>()
  const widths = [...new Set([...looks.before, ...looks.after].map(screen => screen.width))].sort(
    (x, y) => x - y,
  )
  for (const width of widths) {
    const was = around(looks.before, width)
    const is = around(looks.after, width)
    if (was.length === 0 || is.length === 0) continue
    for (const { kind, a, b } of changesAt(looks, was, is)) {
      const key = `${kind} ${a} ${b}`
      const known = changes.get(key)
      if (known) known.widths.push(width)
      else changes.set(key, { kind, a, b, widths: [width], ...extentOf(looks, was[0]!, a, b) })
    }
  }
  return [...changes.values()]
}

function* changesAt(looks: Looks, was: Screen[], is: Screen[]): Generator<Pick<Change, 'kind' | 'a' | 'b'>> {
  const { nodes } = looks
  const before = (a: number, b: number) => relationIn(looks, 'original', was, a, b)
  const after = (a: number, b: number) => relationIn(looks, 'rebuilt', is, a, b)
  for (const { a, b, relation } of edgesOf(nodes, 'original', was[0]!)) {
    if (isSwapped(nodes[a]!, nodes[b]!) || (was.length > 1 && before(a, b) !== relation)) continue
    const now = after(a, b)
    if (relation === 'right' && (now === 'below' || now === 'above')) yield { kind: 'stacked', a, b }
    if (relation === 'right' && now === 'left') yield { kind: 'swapped', a, b }
    if (relation === 'below' && now === 'above') yield { kind: 'reordered', a, b }
  }
  for (const { a, b, relation } of edgesOf(nodes, 'rebuilt', is[0]!)) {
    if (relation !== 'right' || isSwapped(nodes[a]!, nodes[b]!)) continue
    if (is.length > 1 && after(a, b) !== relation) continue
    const old = before(a, b)
    if (old === 'below') yield { kind: 'beside', a, b }
    if (old === 'above') yield { kind: 'beside', a: b, b: a }
  }
}

/** Two pictures of which the later one comes first now: which stands where is a question of the pictures. */
function isSwapped({ turn: a }: Node, { turn: b }: Node): boolean {
  return !!a && !!b && a.original < b.original !== a.rebuilt < b.rebuilt
}

/** The relation that two nodes have on all of `screens`; null where they differ, or one cannot be seen. */
export function relationIn(
  { nodes }: Looks,
  side: 'original' | 'rebuilt',
  screens: readonly Screen[],
  a: number,
  b: number,
): Relation | null {
  let common: Relation | null = null
  for (const screen of screens) {
    const boxes = boxesOf(nodes, side, screen)
    const [one, other] = [boxes[a], boxes[b]]
    if (!one || !other) return null
    const relation = relationOf(one.box, other.box)
    if (common !== null && common !== relation) return null
    common = relation
  }
  return common
}

function extentOf({ nodes }: Looks, screen: Screen, a: number, b: number) {
  const drawn = boxesOf(nodes, 'original', screen)
  const boxes = [drawn[a]?.box, drawn[b]?.box].filter(box => box !== undefined)
  return {
    top: Math.min(...boxes.map(box => box.y)),
    bottom: Math.max(...boxes.map(box => box.y + box.height)),
  }
}
