import type { Box } from '../../../contract.ts'
import type { Alignment } from '../../../lib/align/index.ts'
import { memo } from '../../../lib/memo.ts'
import { normalise } from '../../../lib/text.ts'
import type { Passage } from '../../../matching/passages.ts'
import type { ContextAnchor } from './context-anchor.ts'
import { coverOf, type PlacedFact, wordsBefore } from './placed-facts.ts'

interface Side {
  passages: Passage[]
  facts: PlacedFact[]
}

/**
 * Facts whose value is still on the page, but no longer where it belongs, each with what stands there instead: another
 * value between the very words that stood around it, another value in a text of words that no other has, or the value
 * of a fact that exchanged its place with it.
 */
export function displacedFacts(
  before: Side,
  after: Side,
  partner: Map<PlacedFact, PlacedFact>,
  alignment: Alignment,
  { isInPlace, between }: ContextAnchor,
): Map<PlacedFact, PlacedFact> {
  const doubtful = [...partner].filter(([fact, now]) => fact.visible && now.visible && !isInPlace(fact, now))
  const found = new Map<PlacedFact, PlacedFact>()
  if (!doubtful.length) return found
  const taken = new Set(partner.values())
  const byLabel = factsByLabel(before, after)
  for (const [fact, now] of doubtful) {
    const there = between(fact)
    const isFree = there && !taken.has(there)
    const instead = isFree ? there : isInItsWords(fact, now, before, after) ? undefined : byLabel(fact)
    if (instead && instead !== now && instead.value !== fact.value) found.set(fact, instead)
  }
  const isSingle = singlesOf(before.facts, after.facts)
  for (const [kind, pairs] of Map.groupBy(doubtful, ([fact]) => fact.kind)) {
    if (pairs.length < 2) continue
    // A fact that is stated once on both pages counts as a label of others, unless it is out of place itself.
    const isCovered = (fact: PlacedFact) => fact.kind === kind || !isSingle(fact) || found.has(fact)
    const exchanged = exchangedFacts(pairs, before.passages, after.passages, alignment, {
      cover: coverOf(before.passages, before.facts.filter(isCovered)),
      coverNow: coverOf(after.passages, after.facts.filter(isCovered)),
    })
    for (const [fact, instead] of exchanged) if (!found.has(fact)) found.set(fact, instead)
  }
  return found
}

/** Whether all the words of its text stand around a fact as they did, as in a list that became one paragraph. */
function isInItsWords(fact: PlacedFact, now: PlacedFact, before: Side, after: Side): boolean {
  const [own, place] = [fact.parts[0]!, now.parts[0]!]
  const { text } = before.passages[fact.passage]!
  const from = place.start - own.start
  if (!fact.labelled || fact.parts.length > 1 || from < 0) return false
  const { text: other } = after.passages[now.passage]!
  const isWhole = !/[\p{L}\p{N}]/u.test(other.slice(Math.max(0, from - 1), from))
  return isWhole && normalise(other.slice(from, from + text.length)) === normalise(text)
}

/**
 * The rebuilt fact in a text of the same words as a fact's own, where both pages have one of these words; of facts that are
 * all of their text, the one between the same two texts. Whether the price of a card stands before or behind its title, cards
 * that are sorted otherwise have no such two.
 */
function factsByLabel(before: Side, after: Side): (fact: PlacedFact) => PlacedFact | undefined {
  const [nameOf, nameNow] = [namesOf(before), namesOf(after)]
  const group = ({ facts }: Side, name: (fact: PlacedFact) => string) =>
    Map.groupBy(
      facts.filter(fact => fact.visible && fact.label),
      name,
    )
  const [own, other] = [group(before, nameOf), group(after, nameNow)]
  return fact => {
    const [found, ...more] = other.get(nameOf(fact)) ?? []
    return own.get(nameOf(fact))?.length === 1 && !more.length ? found : undefined
  }
}

/** Names facts by the words before them; one that is all of its text also by the text below it. */
function namesOf({ passages, facts }: Side): (fact: PlacedFact) => string {
  const cover = coverOf(passages, facts)
  const isText = (passage: Passage, at: number) =>
    passage.visible && passage.tokens.some((_, offset) => !cover[at]![offset])
  return memo(({ kind, label, labelled, parts }) => {
    if (labelled) return `${kind} ${label}`
    const last = parts.at(-1)!.passage
    const below = passages
      .slice(last + 1, last + 1 + TEXT_WINDOW)
      .find((passage, apart) => isText(passage, last + 1 + apart))
    return `${kind} ${label} | ${below?.name}`
  })
}

function singlesOf(before: PlacedFact[], after: PlacedFact[]): (fact: PlacedFact) => boolean {
  const nameOf = ({ kind, value }: PlacedFact) => `${kind} ${value}`
  const [own, other] = [Map.groupBy(before, nameOf), Map.groupBy(after, nameOf)]
  return fact => own.get(nameOf(fact))?.length === 1 && other.get(nameOf(fact))?.length === 1
}

interface ExchangeOptions {
  /** For each passage, 1 for each word that is no label because it belongs to a fact. */
  cover: Uint8Array[]
  coverNow: Uint8Array[]
}

/** Cosine of what set two facts apart before and what does now; at -1 they exchanged all their surroundings. */
const MAX_AGREEMENT = -0.3
/** Words and texts to either side of two facts that vote on an exchange. */
const VOTE_WINDOW = 6
/** How many votes for an exchange outweigh one against it. */
const MIN_VOTE_RATIO = 3
/** Facts that are compared each with each; of more, each with a quarter as many that follow it. */
const MAX_COMPARED = 60
/** Equal values of which any may be meant. */
const MAX_TWINS = 6

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
  { cover, coverNow }: ExchangeOptions,
): Map<PlacedFact, PlacedFact> {
  const found = new Map<PlacedFact, { instead: PlacedFact; agreement: number }>()
  const copies = Map.groupBy(
    pairs.map(([, now]) => now),
    now => now.value,
  )
  const twins = (now: PlacedFact) => copies.get(now.value)!.slice(0, MAX_TWINS)
  const aroundBefore = surroundingsOf(before, cover)
  const aroundNow = surroundingsOf(after, coverNow)
  pairs.forEach(([one, oneNow], index) => {
    const end = pairs.length <= MAX_COMPARED ? pairs.length : index + 1 + MAX_COMPARED / 4
    for (const [two, twoNow] of pairs.slice(index + 1, end)) {
      if (one.value === two.value) continue
      // Which of several equal values is which is not known: every combination has to show the exchange.
      let agreement = -1
      for (const own of twins(oneNow))
        for (const other of twins(twoNow))
          if (agreement <= MAX_AGREEMENT) agreement = Math.max(agreement, agreementOf(one, two, own, other))
      if (agreement > MAX_AGREEMENT) continue
      for (const [fact, instead] of [
        [one, twoNow],
        [two, oneNow],
      ] as const)
        if (!found.has(fact) || found.get(fact)!.agreement > agreement)
          found.set(fact, { instead, agreement })
    }
  })
  return new Map([...found].map(([fact, { instead }]) => [fact, instead]))

  /** 1: what set the two apart still does; -1: it is the other way round. 0 where the order of things says otherwise. */
  function agreementOf(one: PlacedFact, two: PlacedFact, oneNow: PlacedFact, twoNow: PlacedFact): number {
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
    return votesForExchange(turned, parallels(one, two)) ? sum / Math.sqrt(length * lengthNow) : 0
  }

  function votesForExchange(valuesTurned: boolean, words: Iterable<[number, number]>): boolean {
    const votes = { for: 0, against: 0 }
    for (const [a, b] of words) {
      const wordsTurned = a < b !== match[a]! < match[b]!
      votes[wordsTurned === valuesTurned ? 'against' : 'for']++
    }
    return votes.for > 0 && votes.for >= MIN_VOTE_RATIO * votes.against
  }

  /** Words that stand to one fact as others do to the other one: as many words or texts before it or behind it. */
  function* parallels(one: PlacedFact, two: PlacedFact): Generator<[number, number]> {
    // Texts as far away as the other fact belong to that one.
    const end = Math.abs(two.passage - one.passage) || VOTE_WINDOW + 1
    for (let apart = -VOTE_WINDOW; apart <= VOTE_WINDOW; apart++) {
      if (apart === 0) continue
      const [own, other] = [wordBeside(one, apart), wordBeside(two, apart)]
      const words = own < 0 || other < 0 ? null : pairOf(one.passage, own, two.passage, other)
      if (words) yield words
      if (Math.abs(apart) >= end) continue
      const [first, second] = [one, two].map(({ passage, parts }) =>
        apart < 0 ? passage + apart : parts.at(-1)!.passage + apart,
      ) as [number, number]
      if (!before[first]?.visible || !before[second]?.visible) continue
      for (let offset = 0; offset < VOTE_WINDOW; offset++) {
        const texts = pairOf(first, offset, second, offset)
        if (!texts) continue
        yield texts
        break
      }
    }
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

/** The words around a fact that may name what it is a fact of, each with how near it is, 0 to 1. */
type Surroundings = Map<string, number>

/** Texts to either side of a fact that are read, words of each, and words to either side in its own text. */
const TEXT_WINDOW = 6
const MAX_WORDS = 10
const OWN_WORD_WINDOW = 12
/** A word of its own text counts as this much of a text in distance. */
const WORD_DISTANCE = 0.25
/** Distance on the screen that counts like one text between, CSS px. */
const GAP = 40

/**
 * Reads the words around facts: those of their own text, and of the texts before and after that stand in a line or in a
 * column with them, words of facts left out. Distances are by order and by place on the screen in equal parts.
 */
function surroundingsOf(passages: Passage[], cover: Uint8Array[]): (fact: PlacedFact) => Surroundings {
  return memo(fact => {
    const found: Surroundings = new Map()
    const own = passages[fact.passage]!
    const add = (passage: number, offset: number, distance: number, share = 1) => {
      const { word } = passages[passage]!.tokens[offset]!
      if (!cover[passage]![offset]) found.set(word, Math.max(found.get(word) ?? 0, share / (1 + distance)))
    }
    const { start, end } = fact.parts[0]!
    const { tokens } = own
    const from = wordsBefore(tokens, start)
    let to = from
    while (to < tokens.length && tokens[to]!.start < end) to++
    for (let apart = 1; apart <= OWN_WORD_WINDOW; apart++)
      for (const offset of [from - apart, to + apart - 1])
        if (tokens[offset]) add(fact.passage, offset, WORD_DISTANCE * apart)
    const last = fact.parts.at(-1)!.passage
    for (const step of [-1, 1]) {
      let order = 0
      for (let at = step < 0 ? fact.passage : last; order < TEXT_WINDOW; ) {
        at += step
        const other = passages[at]
        if (!other) break
        if (!other.visible || other.place.viewport !== own.place.viewport) continue
        if (!other.tokens.some((token, offset) => !cover[at]![offset] && /\p{L}/u.test(token.word))) continue
        order++
        const gap = gapOf(own.box, other.box)
        if (gap === null) continue
        const distance = (order + Math.min(TEXT_WINDOW, gap / GAP)) / 2
        const { length } = other.tokens
        const count = Math.min(MAX_WORDS, length)
        // All words of a paragraph together weigh little more than a label.
        const share = 1 / Math.sqrt(count)
        for (let offset = 0; offset < count; offset++)
          add(at, step < 0 && length > MAX_WORDS ? length - 1 - offset : offset, distance, share)
      }
    }
    return found
  })
}

/** Space between two boxes that stand in a line or in a column, CSS px; null where they are askew, 0 without boxes. */
function gapOf(a: Box, b: Box): number | null {
  if (a.width * a.height === 0 || b.width * b.height === 0) return 0
  const dx = Math.max(0, b.x - a.x - a.width, a.x - b.x - b.width)
  const dy = Math.max(0, b.y - a.y - a.height, a.y - b.y - b.height)
  return dx > 0 && dy > 0 ? null : dx + dy
}
