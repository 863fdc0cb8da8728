import type { Alignment } from '../../../lib/align/index.ts'
import { firstWhere } from '../../../lib/binary-search.ts'
import type { Passage } from '../../../matching/passages.ts'
import { type PlacedFact, wordsBefore } from './placed-facts.ts'

/** Words in sight that may stand between the two neighbours of a fact for it to be looked for there. */
const MAX_WORDS_BETWEEN = 12
/** Among all words, such as those of what a press opens. */
const MAX_DISTANCE = 200
/** Texts to either side in which the nearest word is looked for. */
const NEIGHBOUR_WINDOW = 4

export interface ContextAnchor {
  /** Whether the nearest words on either side, in its own text and in the next ones, still are its nearest, with no fact of its kind between. */
  isInPlace(fact: PlacedFact, now: PlacedFact): boolean
  /** The only fact of its kind that stands between the words that stood around a fact, if there is one. */
  between(fact: PlacedFact): PlacedFact | null
}

/** Finds by the words around a fact of the original where it has to be now. `cover` marks words that belong to facts. */
export function anchorFacts(
  passages: Passage[],
  cover: Uint8Array[],
  after: { passages: Passage[]; facts: PlacedFact[] },
  { match, sourceStart, targetStart, targetBlock }: Alignment,
): ContextAnchor {
  /** The index of a rebuilt fact's first word among all words of its page. */
  const firstWordOf = ({ passage, parts }: PlacedFact) =>
    targetStart[passage]! + wordsBefore(after.passages[passage]!.tokens, parts[0]!.start)
  const byKind = Map.groupBy(
    after.facts.map(fact => ({ at: firstWordOf(fact), fact })).sort((a, b) => a.at - b.at),
    ({ fact }) => fact.kind,
  )
  return {
    isInPlace(fact, now) {
      const own = firstWordOf(now)
      return [-1, 1].every(step =>
        neighbours(fact, step).every(word => {
          const at = match[word]!
          if (at < 0 || (step < 0 ? at > own : at < own)) return false
          return inside(fact, Math.min(at, own), Math.max(at, own)).length === 0
        }),
      )
    },
    between(fact) {
      const [from, to] = [-1, 1].map(step => match[neighbours(fact, step).next().value ?? -1] ?? -1) as [
        number,
        number,
      ]
      if (from < 0 || to <= from || to - from > MAX_DISTANCE) return null
      if (inSight(from, to) > MAX_WORDS_BETWEEN) return null
      const [found, ...more] = inside(fact, from, to, other => other.visible)
      return found && !more.length ? found : null
    },
  }

  /** Words that a visitor sees from one word on up to another one. */
  function inSight(from: number, to: number): number {
    let count = 0
    for (let at = from; at < to; at++) if (after.passages[targetBlock[at]!]!.visible) count++
    return count
  }

  /** The first two facts of its kind, and of those that count, that begin between two words. */
  function inside(
    { kind }: PlacedFact,
    from: number,
    to: number,
    counts = (_: PlacedFact): boolean => true,
  ): PlacedFact[] {
    const places = byKind.get(kind) ?? []
    const found: PlacedFact[] = []
    for (let next = firstWhere(0, places.length, at => places[at]!.at > from); found.length < 2; next++) {
      const place = places[next]
      if (!place || place.at >= to) break
      if (counts(place.fact)) found.push(place.fact)
    }
    return found
  }

  /** The nearest word of its own text, and the nearest one of another text. */
  function* neighbours({ parts }: PlacedFact, step: number): Generator<number> {
    const { passage, start } = step < 0 ? parts[0]! : parts.at(-1)!
    const { tokens, visible } = passages[passage]!
    let own = wordsBefore(tokens, start) + Math.min(step, 0)
    while (own >= 0 && own < tokens.length && cover[passage]![own]) own += step
    if (own >= 0 && own < tokens.length) yield sourceStart[passage]! + own
    for (let at = passage + step, count = 0; count < NEIGHBOUR_WINDOW && passages[at]; at += step) {
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
