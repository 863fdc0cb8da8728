import type { Comparison } from '../comparison/index.ts'

/**
 * Finds the words beside facts that were put otherwise: of "From $49.00" and "From $49" no two words in a row are the
 * same, and a lone one is looked for nowhere else. Returns, for a passage of the original and a word, the rebuilt
 * passage that has it beside the same fact, each word once, or undefined.
 */
export function wordsBesideFacts({
  rebuilt,
  alignment,
  facts,
}: Comparison): (passage: number, word: string) => number | undefined {
  const partners = new Map<number, Set<number>>()
  for (const [fact, now] of facts.partner) {
    const places = partners.get(fact.passage) ?? new Set()
    partners.set(fact.passage, places.add(now.passage))
  }
  const spare = new Map<number, Map<string, number>>()
  const spareOf = (passage: number) => {
    const known = spare.get(passage)
    if (known) return known
    const fresh = new Map<string, number>()
    rebuilt[passage]!.tokens.forEach(({ word }, offset) => {
      if (!alignment.explained[alignment.targetStart[passage]! + offset])
        fresh.set(word, (fresh.get(word) ?? 0) + 1)
    })
    spare.set(passage, fresh)
    return fresh
  }
  return (passage, word) => {
    for (const place of partners.get(passage) ?? []) {
      const words = spareOf(place)
      const count = words.get(word) ?? 0
      if (!count) continue
      words.set(word, count - 1)
      return place
    }
  }
}
