import type { AxeElement } from './elements.ts'

const CANDIDATES = 24

/** Finds those that share words, a file or a place with a spot, by their index, those with most in common first. */
export function candidatesIn(elements: readonly AxeElement[]): (element: AxeElement) => number[] {
  const lists = new Map<string, number[]>()
  const featuresOf = ({ words, file, after, kind }: AxeElement) => [
    ...new Set([...words.map(word => `word ${word}`), ...(file ? [`file ${file}`] : []), `${kind} ${after}`]),
    kind,
  ]
  elements.forEach((element, index) => {
    for (const feature of featuresOf(element)) {
      const list = lists.get(feature)
      if (list) list.push(index)
      else lists.set(feature, [index])
    }
  })
  return element => {
    const shared = new Map<number, number>()
    for (const feature of featuresOf(element))
      for (const index of lists.get(feature) ?? []) shared.set(index, (shared.get(index) ?? 0) + 1)
    return [...shared]
      .sort(([a, x], [b, y]) => y - x || a - b)
      .slice(0, CANDIDATES)
      .map(([order]) => order)
  }
}
