import type { Screen } from '../screens.ts'
import type { Node, VisibleBox } from './nodes.ts'

type Box = VisibleBox['box']

/** How the second of two boxes stands to the first. */
export type Relation = 'right' | 'left' | 'below' | 'above' | 'apart'

/** Px that lines of text reach into each other without standing on each other. */
const SLACK = 4
/** Share of the smaller one that two have to share along an axis to stand beside or below each other. */
const COMMON = 0.5

/** `apart` is what is neither in one row nor in one column: the next line of a row that wraps. */
export function relationOf(a: Box, b: Box): Relation {
  const x = commonOf(a.x, a.width, b.x, b.width)
  const y = commonOf(a.y, a.height, b.y, b.height)
  if (x <= SLACK && y > COMMON * Math.min(a.height, b.height)) return b.x > a.x ? 'right' : 'left'
  if (y <= SLACK && x > COMMON * Math.min(a.width, b.width)) return b.y > a.y ? 'below' : 'above'
  return 'apart'
}

const commonOf = (a: number, extentA: number, b: number, extentB: number) =>
  Math.min(a + extentA, b + extentB) - Math.max(a, b)

/** Two nodes next to each other on a page, by their indices. */
export interface Edge {
  a: number
  b: number
  relation: 'right' | 'below'
}

const known = new WeakMap<readonly Node[], Map<string, WeakMap<Screen, (VisibleBox | null)[]>>>()

/** Where each node is seen on a page at one width. */
export function boxesOf(
  nodes: readonly Node[],
  side: 'original' | 'rebuilt',
  screen: Screen,
): (VisibleBox | null)[] {
  const sides = known.get(nodes) ?? new Map<string, WeakMap<Screen, (VisibleBox | null)[]>>()
  known.set(nodes, sides)
  const screens = sides.get(side) ?? new WeakMap<Screen, (VisibleBox | null)[]>()
  sides.set(side, screens)
  const ready = screens.get(screen)
  if (ready) return ready
  const fresh = nodes.map(node => node.on(side, screen))
  screens.set(screen, fresh)
  return fresh
}

/** Against pages where everything stands in one row. */
const OPEN = 80

/** For each node that can be seen the nearest one on its right and the nearest one below it: a graph of the layout. */
export function edgesOf(nodes: readonly Node[], side: 'original' | 'rebuilt', screen: Screen): Edge[] {
  const seen = boxesOf(nodes, side, screen)
    .flatMap((ink, index) => (ink ? [{ index, box: ink.box }] : []))
    .sort((p, q) => p.box.y - q.box.y || p.box.x - q.box.x)
  const right = new Map<number, { to: number; gap: number }>()
  const below = new Map<number, { to: number; gap: number }>()
  const offer = (map: typeof right, from: number, to: number, gap: number) => {
    const known = map.get(from)
    if (!known || gap < known.gap) map.set(from, { to, gap })
  }
  let beside: typeof seen = []
  /** The last ones of each column: what nothing wide has covered from below yet. */
  let floor: typeof seen = []
  for (const here of seen) {
    beside = beside.filter(({ box }) => box.y + box.height > here.box.y).slice(-OPEN)
    for (const other of beside) {
      const relation = relationOf(other.box, here.box)
      if (relation === 'right')
        offer(right, other.index, here.index, here.box.x - other.box.x - other.box.width)
      if (relation === 'left')
        offer(right, here.index, other.index, other.box.x - here.box.x - here.box.width)
    }
    const covered = floor.filter(other => relationOf(other.box, here.box) === 'below')
    for (const other of covered)
      offer(below, other.index, here.index, here.box.y - other.box.y - other.box.height)
    floor = floor.filter(other => !covered.includes(other)).slice(-OPEN)
    beside.push(here)
    floor.push(here)
  }
  return [
    ...[...right].map(([a, { to }]): Edge => ({ a, b: to, relation: 'right' })),
    ...[...below].map(([a, { to }]): Edge => ({ a, b: to, relation: 'below' })),
  ]
}
