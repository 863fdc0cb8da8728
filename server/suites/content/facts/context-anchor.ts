import type { Alignment } from '../../../lib/align/index.ts'
import type { Passage } from '../../../matching/passages.ts'
import { type PlacedFact, wordsBefore } from './place.ts'

/** Words between which a fact is looked for. */
const FAR = 12

export interface Settled {
  /** Whether the nearest words on either side, in its own text and next to it, still are, with no such fact between. */
  isSettled(fact: PlacedFact, now: PlacedFact): boolean
  /** The only fact of its kind that stands between the words that stood around a fact, if there is one. */
  between(fact: PlacedFact): PlacedFact | null
}

/** Asks the words around a fact of the original where it has to be now. `cover`: words that belong to facts. */
export function settledBy(
  passages: Passage[],
  cover: Uint8Array[],
  after: { passages: Passage[]; facts: PlacedFact[] },
  { match, sourceStart, targetStart }: Alignment,
): Settled {
  const byKind = new Map<string, { at: number; fact: PlacedFact }[]>()
  for (const [kind, facts] of Map.groupBy(after.facts, fact => fact.kind)) {
    const places = facts.map(fact => ({ at: placeOf(after.passages, fact, targetStart), fact }))
    byKind.set(
      kind,
      places.sort((a, b) => a.at - b.at),
    )
  }
  return {
    isSettled(fact, now) {
      const own = placeOf(after.passages, now, targetStart)
      return [-1, 1].every(step =>
        [...neighbours(fact, step)].every(word => {
          const at = match[word]!
          if (at < 0 || (step < 0 ? at > own : at < own)) return false
          return inside(fact.kind, Math.min(at, own), Math.max(at, own)).length === 0
        }),
      )
    },
    between(fact) {
      const [before, behind] = [-1, 1].map(step => neighbours(fact, step).next().value ?? -1) as [
        number,
        number,
      ]
      const [from, to] = [match[before] ?? -1, match[behind] ?? -1]
      if (from < 0 || to <= from || to - from > FAR) return null
      const found = inside(fact.kind, from, to).filter(other => other.visible)
      return found.length === 1 ? found[0]! : null
    },
  }

  /** Facts that begin between two words. */
  function inside(kind: string, from: number, to: number): PlacedFact[] {
    const places = byKind.get(kind) ?? []
    const first = firstFrom(places, from + 1)
    return places
      .slice(first, first + 2)
      .filter(({ at }) => at < to)
      .map(({ fact }) => fact)
  }

  /** The nearest word of its own text, and the nearest one of another text. */
  function* neighbours({ parts }: PlacedFact, step: number): Generator<number> {
    const { passage, start } = step < 0 ? parts[0]! : parts.at(-1)!
    const { tokens, visible } = passages[passage]!
    let own = wordsBefore(tokens, start) + Math.min(step, 0)
    while (own >= 0 && own < tokens.length && cover[passage]![own]) own += step
    if (own >= 0 && own < tokens.length) yield sourceStart[passage]! + own
    for (let at = passage + step, count = 0; count < 4 && passages[at]; at += step) {
      const other = passages[at]!
      if (other.visible !== visible) continue
      count++
      const isWord = (_: unknown, offset: number) => !cover[at]![offset]
      const offset = step < 0 ? other.tokens.findLastIndex(isWord) : other.tokens.findIndex(isWord)
      if (offset < 0) continue
      yield sourceStart[at]! + offset
      return
    }
  }
}

/** The index of a fact's first word among all words of its page. */
function placeOf(passages: Passage[], { parts }: PlacedFact, start: Int32Array): number {
  const { passage, start: from } = parts[0]!
  return start[passage]! + wordsBefore(passages[passage]!.tokens, from)
}

/** The index of the first place from a word on. */
function firstFrom(ascending: { at: number }[], value: number): number {
  let [low, high] = [0, ascending.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (ascending[middle]!.at < value) low = middle + 1
    else high = middle
  }
  return low
}
