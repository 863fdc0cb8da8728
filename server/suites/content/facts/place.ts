import type { Token } from '../../../lib/text.ts'
import type { Passage } from '../../../matching/passages.ts'
import type { Fact } from '../find-facts/fact.ts'
import { findFacts } from '../find-facts/index.ts'
import type { Reading } from '../find-facts/number.ts'
import { LONE_CURRENCY } from '../find-facts/price.ts'
import { LONE_UNIT } from '../find-facts/quantity.ts'
import { countingTexts, standaloneNumbers } from './standalone-numbers.ts'

/** A fact and where it stands. */
export interface PlacedFact extends Omit<Fact, 'start' | 'end'> {
  /** The passage it begins in. */
  passage: number
  /** What it takes of each passage: `$`, `49` and `.99` may stand in elements of their own. */
  parts: { passage: number; start: number; end: number }[]
  visible: boolean
  /** What says whose fact it is: the words before it, or the text before when it stands alone. */
  label: string
  /** The label is of its own text. */
  labelled?: boolean
}

const NUMBER_ONLY = /^\d[\d.,' ]*$/
const CENTS = /^[.,]?\d{2}$/
/** How far back the text is looked for that a lone price belongs to. */
const REACH = 6

/** The facts of a page in order, put together where elements cut them. */
export function placeFacts(passages: Passage[], reading: Reading): PlacedFact[] {
  const before = known.get(passages)
  if (before?.decimalComma === reading.decimalComma) return before.facts
  const facts = findPlaced(passages, reading)
  known.set(passages, { decimalComma: reading.decimalComma, facts })
  return facts
}

const known = new WeakMap<Passage[], { decimalComma: boolean; facts: PlacedFact[] }>()

function findPlaced(passages: Passage[], reading: Reading): PlacedFact[] {
  const found: PlacedFact[] = []
  const counting = countingTexts(passages)
  for (let at = 0; at < passages.length; ) {
    const line = lineFrom(passages, at)
    const stated = findFacts(line.text, reading)
    for (const { start, end, ...fact } of stated.length || counting.has(at)
      ? stated
      : standaloneNumbers(line.text, reading)) {
      const parts = line.pieces
        .filter(piece => piece.start < end && piece.end > start)
        .map(piece => ({
          passage: piece.passage,
          start: Math.max(0, start - piece.start),
          end: Math.min(piece.end, end) - piece.start,
        }))
      const first = parts[0]!
      found.push({
        ...fact,
        parts,
        passage: first.passage,
        visible: passages[first.passage]!.visible,
        label: '',
      })
    }
    at += line.pieces.length
  }
  const taken = coverOf(passages, found)
  const free = new Map<number, Token[]>()
  for (const fact of found) {
    const own =
      free.get(fact.passage) ??
      passages[fact.passage]!.tokens.filter((_, index) => !taken[fact.passage]![index])
    free.set(fact.passage, own)
    fact.labelled = own.length > 0
    fact.label = labelOf(passages, taken, fact, own)
  }
  return found
}

/** For each passage, 1 for each of its words that belongs to a fact. */
export function coverOf(passages: Passage[], facts: PlacedFact[]): Uint8Array[] {
  const cover = passages.map(passage => new Uint8Array(passage.tokens.length))
  const parts = facts.flatMap(fact => fact.parts)
  for (const [passage, own] of Map.groupBy(parts, part => part.passage)) {
    own.sort((a, b) => a.start - b.start)
    let at = 0
    let reach = 0
    passages[passage]!.tokens.forEach((token, index) => {
      for (; at < own.length && own[at]!.start < token.end; at++) reach = Math.max(reach, own[at]!.end)
      if (token.start < reach) cover[passage]![index] = 1
    })
  }
  return cover
}

/** A passage, with those after it that complete its number: a sign, an amount, cents, a unit. */
function lineFrom(passages: Passage[], from: number) {
  const pieces = [{ passage: from, start: 0, end: passages[from]!.text.length }]
  let text = passages[from]!.text
  for (let at = from + 1; at < passages.length && pieces.length < 4; at++) {
    const next = passages[at]!
    if (next.visible !== passages[from]!.visible) break
    const between = joint(text, next.text)
    if (between === null) break
    pieces.push({
      passage: at,
      start: text.length + between.length,
      end: text.length + between.length + next.text.length,
    })
    text += between + next.text
  }
  return { text, pieces }
}

function joint(text: string, next: string): string | null {
  if (LONE_CURRENCY.test(text) && /^\d/.test(next)) return ' '
  if (NUMBER_ONLY.test(text) && (LONE_CURRENCY.test(next) || LONE_UNIT.test(next))) return ' '
  const [sign = '', amount = ''] = /^(\D*?) ?(\d{1,3}(?:[,. ']\d{3})*)$/.exec(text)?.slice(1) ?? []
  if (sign && LONE_CURRENCY.test(sign) && amount && CENTS.test(next)) return /^\d/.test(next) ? '.' : ''
  return null
}

function labelOf(
  passages: Passage[],
  taken: Uint8Array[],
  { passage, parts, visible }: PlacedFact,
  free: Token[],
): string {
  if (free.length) {
    const before = wordsBefore(free, parts[0]!.start)
    return (before ? free.slice(Math.max(0, before - 3), before) : free.slice(0, 3))
      .map(token => token.word)
      .join(' ')
  }
  for (let at = passage - 1; at >= 0 && at >= passage - REACH; at--) {
    const other = passages[at]!
    if (other.visible === visible && other.tokens.some((_, index) => !taken[at]![index]))
      return other.tokens
        .slice(0, 12)
        .map(token => token.word)
        .join(' ')
  }
  return ''
}

/** How many of these tokens end at or before an offset. */
export function wordsBefore(tokens: Token[], offset: number): number {
  let [low, high] = [0, tokens.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (tokens[middle]!.end <= offset) low = middle + 1
    else high = middle
  }
  return low
}
