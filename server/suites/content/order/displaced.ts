import type { Box } from '../../../contract.ts'

/** Something with its place on both pages. */
export interface Placed {
  before: Box
  after: Box
  /** What it counts when it has to be said which one moved: the lighter one. */
  weight: number
  /** Of several it passed, the one of the lowest rank is named. */
  rank: number
}

export interface Displaced<P extends Placed> {
  item: P
  /** What it stood on the other side of. */
  past: P
  /** It stood above `past`, and stands below it now. */
  wasAbove: boolean
  /** It stands beside others on one of the pages: columns have no order from top to bottom. */
  beside: boolean
}

/**
 * What is out of order: the heaviest sequence of items that run from top to bottom on both pages stays, of the others
 * those are displaced that passed one of these.
 */
export function displaced<P extends Placed>(items: readonly P[]): Displaced<P>[] {
  const ordered = items.toSorted((a, b) => a.before.y - b.before.y || a.before.x - b.before.x)
  const kept = heaviestRising(ordered)
  const stays = ordered.filter((_, at) => kept[at])
  const nearby = stays.slice(0, MOST)
  return ordered.flatMap((item, at): Displaced<P>[] => {
    if (kept[at]) return []
    const passed = nearby.filter(
      other =>
        (isAbove(item.before, other.before) && isAbove(other.after, item.after)) ||
        (isAbove(other.before, item.before) && isAbove(item.after, other.after)),
    )
    const [past] = passed.toSorted(
      (a, b) =>
        a.rank - b.rank || Math.abs(a.before.y - item.before.y) - Math.abs(b.before.y - item.before.y),
    )
    if (!past) return []
    const beside = nearby.some(
      other => isBeside(item.before, other.before) || isBeside(item.after, other.after),
    )
    return [{ item, past, wasAbove: isAbove(item.before, past.before), beside }]
  })
}

/** Against pages of thousands of sections. */
const MOST = 1000

const isAbove = (a: Box, b: Box) => a.y + a.height <= b.y + 1

function isBeside(a: Box, b: Box): boolean {
  const common = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y)
  const apart = a.x + a.width <= b.x || b.x + b.width <= a.x
  return apart && common > 0.5 * Math.min(a.height, b.height)
}

/** Which items are part of the heaviest subsequence whose places do not fall, as a Fenwick tree finds it. */
function heaviestRising(items: readonly Placed[]): boolean[] {
  const levels = [...new Set(items.map(({ after }) => after.y))].sort((a, b) => a - b)
  const rankOf = new Map(levels.map((y, rank) => [y, rank + 1]))
  /** The item that ends the heaviest sequence up to a rank. */
  const tree = new Int32Array(levels.length + 1).fill(-1)
  const weight = new Float64Array(items.length)
  const previous = new Int32Array(items.length).fill(-1)
  let best = -1
  items.forEach((item, at) => {
    const rank = rankOf.get(item.after.y)!
    let before = -1
    for (let node = rank; node > 0; node -= node & -node)
      if (tree[node]! >= 0 && (before < 0 || weight[tree[node]!]! > weight[before]!)) before = tree[node]!
    previous[at] = before
    weight[at] = item.weight + (before < 0 ? 0 : weight[before]!)
    for (let node = rank; node < tree.length; node += node & -node)
      if (tree[node]! < 0 || weight[tree[node]!]! < weight[at]!) tree[node] = at
    if (best < 0 || weight[at]! > weight[best]!) best = at
  })
  const kept = items.map(() => false)
  for (let at = best; at >= 0; at = previous[at]!) kept[at] = true
  return kept
}
