import type { Alignment } from '../../../lib/align/index.ts'
import type { Passage } from '../../../matching/passages.ts'
import { type PlacedFact, wordsBefore } from './place.ts'
import { type Surroundings, surroundingsOf } from './surroundings.ts'

export interface AlignState {
  /** For each passage, 1 for each word that is no label because it belongs to a fact. */
  cover: Uint8Array[]
  coverNow: Uint8Array[]
  /** Whether a text may say whose fact this is. Any may by default. */
  speaksFor?: (text: Passage, fact: Passage) => boolean
}

/** How clearly the words around two facts have to speak for an exchange; -1 is an exchange and nothing else. */
const CLEAR = -0.3
/** Words and texts to either side that are asked, and how many have to say so for one that does not. */
const NEAR = 6
const SURE = 3
/** Facts that are compared each with each; of more, each with so many that follow it. */
const MOST = 60
/** Equal values of which any may be meant. */
const TWINS = 6

/**
 * Of facts of one kind, each with where its value stands now, those that exchanged their places, with what has theirs.
 * Two things have to agree. Of two facts the words that set them apart now stand nearer to the other one; and the two
 * values changed their order while the words in the same place to each kept theirs, or the other way round. So cards
 * may be sorted otherwise, and name their price before or after their title.
 */
export function exchangedFacts(
  pairs: readonly [fact: PlacedFact, now: PlacedFact][],
  before: Passage[],
  after: Passage[],
  { match, sourceStart }: Alignment,
  { cover, coverNow, speaksFor = () => true }: AlignState,
): Map<PlacedFact, PlacedFact> {
  const found = new Map<PlacedFact, { instead: PlacedFact; clear: number }>()
  const copies = Map.groupBy(
    pairs.map(([, now]) => now),
    now => now.value,
  )
  const twins = (now: PlacedFact) => copies.get(now.value)!.slice(0, TWINS)
  const aroundBefore = cached(surroundingsOf(before, cover, speaksFor))
  const aroundNow = cached(surroundingsOf(after, coverNow))
  pairs.forEach(([one, oneNow], index) => {
    const reach = pairs.length <= MOST ? pairs.length : index + 1 + MOST / 4
    for (const [two, twoNow] of pairs.slice(index + 1, reach)) {
      if (one.value === two.value) continue
      // Which of several equal values is which is not known: all of them have to say so.
      let clear = -1
      for (const own of twins(oneNow))
        for (const other of twins(twoNow))
          if (clear <= CLEAR) clear = Math.max(clear, agreement(one, two, own, other))
      if (clear > CLEAR) continue
      for (const [fact, instead] of [
        [one, twoNow],
        [two, oneNow],
      ] as const)
        if (!found.has(fact) || found.get(fact)!.clear > clear) found.set(fact, { instead, clear })
    }
  })
  return new Map([...found].map(([fact, { instead }]) => [fact, instead]))

  /** 1: what set the two apart still does; -1: it is the other way round. 0 where the order of things says otherwise. */
  function agreement(one: PlacedFact, two: PlacedFact, oneNow: PlacedFact, twoNow: PlacedFact): number {
    const apart = difference(aroundBefore(one), aroundBefore(two))
    const apartNow = difference(aroundNow(oneNow), aroundNow(twoNow))
    let [sum, length, lengthNow] = [0, 0, 0]
    for (const [word, weight] of apart) {
      const now = apartNow.get(word) ?? 0
      sum += weight * now
      length += weight * weight
      lengthNow += now * now
    }
    if (sum >= 0) return 0
    const turned = isBefore(one, two) !== isBefore(oneNow, twoNow)
    return speaksOfExchange(turned, parallels(one, two)) ? sum / Math.sqrt(length * lengthNow) : 0
  }

  function speaksOfExchange(valuesTurned: boolean, pairs: Iterable<[number, number]>): boolean {
    const votes = { for: 0, against: 0 }
    for (const [a, b] of pairs) {
      const wordsTurned = a < b !== match[a]! < match[b]!
      votes[wordsTurned === valuesTurned ? 'against' : 'for']++
    }
    return votes.for > 0 && votes.for >= SURE * votes.against
  }

  /** Words that stand to one fact as others do to the other one: as many words or texts before it or behind it. */
  function* parallels(one: PlacedFact, two: PlacedFact): Generator<[number, number]> {
    // What is as far away as the other one is its neighbour's.
    const reach = Math.abs(two.passage - one.passage) || NEAR + 1
    for (let apart = -NEAR; apart <= NEAR; apart++) {
      if (apart === 0) continue
      const [own, other] = [wordBeside(one, apart), wordBeside(two, apart)]
      const words = own < 0 || other < 0 ? null : pairOf(one.passage, own, two.passage, other)
      if (words) yield words
      if (Math.abs(apart) >= reach) continue
      const [first, second] = [one, two].map(({ passage, parts }) =>
        apart < 0 ? passage + apart : parts.at(-1)!.passage + apart,
      ) as [number, number]
      if (!isLabel(first, one) || !isLabel(second, two)) continue
      for (let offset = 0; offset < NEAR; offset++) {
        const texts = pairOf(first, offset, second, offset)
        if (!texts) continue
        yield texts
        break
      }
    }
  }

  function isLabel(passage: number, fact: PlacedFact): boolean {
    const text = before[passage]
    return !!text?.visible && speaksFor(text, before[fact.passage]!)
  }

  /** Two words that differ, that the rebuilt page has and that belong to no fact, by their index among all. */
  function pairOf(first: number, offset: number, second: number, other: number): [number, number] | null {
    const [a, b] = [before[first]!.tokens[offset], before[second]!.tokens[other]]
    if (!a || !b || a.word === b.word || cover[first]![offset] || cover[second]![other]) return null
    const pair: [number, number] = [sourceStart[first]! + offset, sourceStart[second]! + other]
    return match[pair[0]]! >= 0 && match[pair[1]]! >= 0 ? pair : null
  }

  /** A word of a fact's own text, so many before or behind it; -1 where that belongs to the fact. */
  function wordBeside({ passage, parts }: PlacedFact, apart: number): number {
    const { tokens } = before[passage]!
    const at = wordsBefore(tokens, parts[0]!.start) + apart
    return tokens[at] && (apart < 0 || tokens[at].start >= parts[0]!.end) ? at : -1
  }
}

function isBefore(one: PlacedFact, two: PlacedFact): boolean {
  return one.passage !== two.passage ? one.passage < two.passage : one.parts[0]!.start < two.parts[0]!.start
}

/** By word, how much nearer it is to the first than to the second. */
function difference(one: Surroundings, two: Surroundings): Map<string, number> {
  const found = new Map<string, number>()
  for (const [word, weight] of one) {
    const apart = weight - (two.get(word) ?? 0)
    if (apart !== 0) found.set(word, apart)
  }
  for (const [word, weight] of two) if (!one.has(word)) found.set(word, -weight)
  return found
}

function cached(read: (fact: PlacedFact) => Surroundings): (fact: PlacedFact) => Surroundings {
  const known = new Map<PlacedFact, Surroundings>()
  return fact => {
    const fresh = known.get(fact) ?? read(fact)
    known.set(fact, fresh)
    return fresh
  }
}
