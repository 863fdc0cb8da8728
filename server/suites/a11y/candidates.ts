import type { Spot } from './spots.ts'

const CANDIDATES = 24

/** Finds those that share words, a file or a place with a spot, by their index, those with most in common first. */
export function candidatesIn(spots: readonly Spot[]): (spot: Spot) => number[] {
  const lists = new Map<string, number[]>()
  const featuresOf = ({ words, file, after, kind }: Spot) => [
    ...new Set([...words.map(word => `word ${word}`), ...(file ? [`file ${file}`] : []), `${kind} ${after}`]),
    kind,
  ]
  spots.forEach((spot, index) => {
    for (const feature of featuresOf(spot)) {
      const list = lists.get(feature)
      if (list) list.push(index)
      else lists.set(feature, [index])
    }
  })
  return spot => {
    const shared = new Map<number, number>()
    for (const feature of featuresOf(spot))
      for (const index of lists.get(feature) ?? []) shared.set(index, (shared.get(index) ?? 0) + 1)
    return [...shared]
      .sort(([a, x], [b, y]) => y - x || a - b)
      .slice(0, CANDIDATES)
      .map(([order]) => order)
  }
}
