import type { Box } from '../../../contract.ts'
import type { Passage } from '../../../matching/passages.ts'
import { type PlacedFact, wordsBefore } from './place.ts'

/** The words around a fact that may say whose it is, each with how near it is, 0 to 1. */
export type Surroundings = Map<string, number>

/** Texts to either side that are looked at, words of each, and words of its own text. */
const TEXTS = 6
const WORDS = 10
const OWN_WORDS = 12
/** Words of its own text count as this much of a text. */
const STEP = 0.25
/** How far apart two texts have to be to be a text more apart, CSS px. */
const GAP = 40

/**
 * Reads the words around facts: those of their own text, and of the texts before and after that stand in a line or in a
 * column with them. What belongs to facts is no word. Distances are by order and by place in equal parts.
 */
export function surroundingsOf(
  passages: Passage[],
  cover: Uint8Array[],
  speaksFor: (text: Passage, fact: Passage) => boolean = () => true,
): (fact: PlacedFact) => Surroundings {
  return fact => {
    const found: Surroundings = new Map()
    const own = passages[fact.passage]!
    const add = (passage: number, offset: number, distance: number, share = 1) => {
      const { word } = passages[passage]!.tokens[offset]!
      if (!cover[passage]![offset]) found.set(word, Math.max(found.get(word) ?? 0, share / (1 + distance)))
    }
    const { start: begin, end } = fact.parts[0]!
    const { tokens } = own
    const from = wordsBefore(tokens, begin)
    for (let apart = 1; apart <= OWN_WORDS && from - apart >= 0; apart++)
      add(fact.passage, from - apart, STEP * apart)
    let to = from
    while (to < tokens.length && tokens[to]!.start < end) to++
    for (let apart = 1; apart <= OWN_WORDS && to + apart - 1 < tokens.length; apart++)
      add(fact.passage, to + apart - 1, STEP * apart)
    const last = fact.parts.at(-1)!.passage
    for (const step of [-1, 1]) {
      let order = 0
      for (let at = step < 0 ? fact.passage : last; order < TEXTS; ) {
        at += step
        const other = passages[at]
        if (!other) break
        if (!other.visible || other.place.viewport !== own.place.viewport) continue
        if (!other.tokens.some((token, offset) => !cover[at]![offset] && /\p{L}/u.test(token.word))) continue
        order++
        const gap = gapOf(own.box, other.box)
        if (gap === null || !speaksFor(other, own)) continue
        const distance = (order + Math.min(TEXTS, gap / GAP)) / 2
        const { length } = other.tokens
        // A paragraph says no more than a label.
        const share = 1 / Math.sqrt(Math.min(WORDS, length))
        for (let offset = 0; offset < Math.min(WORDS, length); offset++)
          add(at, step < 0 && length > WORDS ? length - 1 - offset : offset, distance, share)
      }
    }
    return found
  }
}

/** Space between two boxes that stand in a line or in a column, CSS px; null where they are askew, 0 without boxes. */
function gapOf(a: Box, b: Box): number | null {
  if (a.width * a.height === 0 || b.width * b.height === 0) return 0
  const dx = Math.max(0, b.x - a.x - a.width, a.x - b.x - b.width)
  const dy = Math.max(0, b.y - a.y - a.height, a.y - b.y - b.height)
  return dx > 0 && dy > 0 ? null : dx + dy
}
