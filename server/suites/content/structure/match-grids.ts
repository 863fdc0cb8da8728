import type { Grid } from './grid.ts'

/** Share of a table's texts that another has to have to be the same one. */
const SAME = 0.5
/** A text that more tables than this have tells none of them apart. */
const COMMON = 12

/** Which rebuilt table each original one became, by index: those that share most of their texts first, then in order. */
export function matchGrids(before: Grid[], after: Grid[]): Map<number, Grid> {
  const holders = new Map<string, number[]>()
  after.forEach((grid, at) => {
    for (const text of textsOf(grid)) holders.set(text, [...(holders.get(text) ?? []), at])
  })
  const scores: { from: number; to: number; share: number }[] = []
  before.forEach((grid, from) => {
    const texts = textsOf(grid)
    const shared = new Map<number, number>()
    for (const text of texts) {
      const found = holders.get(text) ?? []
      const near =
        found.length <= COMMON ? found : found.toSorted((a, b) => Math.abs(a - from) - Math.abs(b - from))
      for (const to of near.slice(0, COMMON)) shared.set(to, (shared.get(to) ?? 0) + 1)
    }
    for (const [to, count] of shared)
      if (count >= SAME * texts.size) scores.push({ from, to, share: count / texts.size })
  })
  scores.sort(
    (a, b) =>
      b.share - a.share ||
      Math.abs(a.from - a.to) - Math.abs(b.from - b.to) ||
      a.from - b.from ||
      a.to - b.to,
  )
  const matched = new Map<number, Grid>()
  const taken = new Set<number>()
  for (const { from, to } of scores) {
    if (matched.has(from) || taken.has(to)) continue
    matched.set(from, after[to]!)
    taken.add(to)
  }
  return matched
}

function textsOf({ columns, rows }: Grid): Set<string> {
  return new Set([...columns, ...rows.flatMap(({ label, cells }) => [label, ...cells])].filter(Boolean))
}
