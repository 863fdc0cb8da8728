/** Numbers, weekdays, their turns in a month and units of rates that were exchanged in a text that is otherwise as it was. */
import type { Alignment } from '../../../lib/align/index.ts'
import { plain, type Reading } from '../../../lib/number.ts'
import type { Token } from '../../../lib/text.ts'
import type { Passage } from '../../../matching/passages.ts'
import { HASH } from '../find-facts/code.ts'
import { turnOfMonth, weekdaySign, weekdays } from '../find-facts/date.ts'
import { numberWords } from '../find-facts/number-words.ts'
import { MOVING, READING_TIME, unitOfRate } from '../find-facts/quantity.ts'
import { COPYRIGHT, type PlacedFact } from './placed-facts.ts'

/** Words beside a number that counts up by itself or is an estimate, in several languages. */
const COUNTING = new RegExp(
  String.raw`(?<![\p{L}])(?:online|left|views?|likes?|comments?|replies|results?|shares?|alt|${MOVING.before}|${MOVING.after}|${READING_TIME.before}|min\p{L}*\.? (?:${READING_TIME.after}))(?![\p{L}])`,
  'iu',
)
/** Characters to either side of a number in which such a word is looked for. */
const COUNTING_WINDOW = 24
const MAX_HASH_LENGTH = 128
/** Letters of a word between two numbers: “y”, “und”, “to”. */
const MAX_JOIN = 3
/** Behind a number. */
const ORDINAL = /^(st|nd|rd|th)$/

/**
 * Numbers, weekdays, which one of a month, and what prices are paid for that stand in the same words with another value: `room 204`
 * and `room 240`. One that is gone is judged as text; one written as a word is read where another one stands in its place. Words that `cover` marks belong to facts of another
 * kind.
 */
export function replacedWords(
  original: { passages: Passage[]; cover: Uint8Array[] },
  rebuilt: { passages: Passage[]; cover: Uint8Array[] },
  { match, sourceStart, targetStart, targetBlock, explained }: Alignment,
  reading: Reading,
): { fact: PlacedFact; instead: PlacedFact }[] {
  const found: { fact: PlacedFact; instead: PlacedFact }[] = []
  original.passages.forEach((passage, index) => {
    if (passage.volatile || !passage.visible || COPYRIGHT.test(passage.text)) return
    const from = sourceStart[index]!
    passage.tokens.forEach((token, offset) => {
      if (match[from + offset]! >= 0 || original.cover[index]![offset]) return
      const value = valueAt(token, passage)
      if (value === null) return
      // `3rd` is two words, of which another number changes both.
      const length = ORDINAL.test(passage.tokens[offset + 1]?.word ?? '') ? 2 : 1
      const neighbours = [
        offset > 0 ? match[from + offset - 1]! : null,
        offset + length < passage.tokens.length ? match[from + offset + length]! : null,
      ] as const
      if (isOfMore(passage, offset)) return
      const place = placeBetween(...neighbours, length)
      if (place === null || explained[place]) return
      const block = targetBlock[place]!
      if (!neighbours.some(at => at !== null && at >= 0 && targetBlock[at] === block)) return
      const [other, at] = [rebuilt.passages[block]!, place - targetStart[block]!]
      if (other.volatile || !other.visible || rebuilt.cover[block]![at]) return
      if (isOfMore(other, at)) return
      const now = valueAt(other.tokens[at]!, other)
      if (now === null || now.kind !== value.kind || now.value === value.value) return
      found.push({
        fact: factOf(value, passage, index, token),
        instead: factOf(now, other, block, other.tokens[at]!),
      })
    })
  })
  return found

  function factOf({ end, ...value }: Value, passage: Passage, index: number, token: Token): PlacedFact {
    return { ...value, ...placed(passage, index, { ...token, end: end ?? token.end }) }
  }

  /** Whether a number in words is a part of one, “treinta y dos”, or of a time or a saying that goes on with another one. */
  function isOfMore({ tokens }: Passage, at: number): boolean {
    const isNumber = (apart: number) => /^\d/.test(wordAt(apart)) || numberWords.has(wordAt(apart))
    const wordAt = (apart: number) => tokens[at + apart]?.word ?? ''
    return (
      numberWords.has(wordAt(0)) &&
      !/^\d/.test(wordAt(0)) &&
      ([-1, 1].some(isNumber) || [-1, 1].some(way => wordAt(way).length <= MAX_JOIN && isNumber(2 * way)))
    )
  }

  function valueAt(token: Token, { text }: Passage): Value | null {
    const day =
      weekdays.get(token.word) ?? weekdaySign(token.word, text.slice(0, token.start), text.slice(token.end))
    if (day !== undefined) return { kind: 'weekday', value: String(day) }
    const turn = turnOfMonth(token.word, text.slice(token.end))
    if (turn) return { kind: 'date', value: `${turn.turn} of the month`, end: token.end + turn.length }
    const unit = unitOfRate(token.word, text.slice(0, token.start))
    if (unit !== undefined) return { kind: 'quantity', value: `1 ${unit}` }
    const isDigits = /^\d/.test(token.word)
    const number = isDigits ? plain(token.word, reading, false) : numberWords.get(token.word)
    if (number === undefined || (isDigits && isPartOfName(token, text))) return null
    const around = text.slice(Math.max(0, token.start - COUNTING_WINDOW), token.end + COUNTING_WINDOW)
    return COUNTING.test(around) ? null : { kind: 'number', value: number }
  }
}

/** `end`: of what it says, where that is more than its word. */
type Value = Pick<PlacedFact, 'kind' | 'value'> & { end?: number }

interface Told {
  passages: readonly Passage[]
  facts: readonly PlacedFact[]
}

/** What prices are paid for, where the same amounts are paid for something else: `$29 / month` and `$29 / year`. */
export function otherRates(original: Told, rebuilt: Told): { fact: PlacedFact; instead: PlacedFact }[] {
  const now = Map.groupBy(ratesIn(rebuilt), ({ price }) => price)
  return [...Map.groupBy(ratesIn(original), ({ price }) => price)].flatMap(([price, before]) => {
    const after = now.get(price) ?? []
    const gone = before.filter(one => after.every(({ rate }) => rate.value !== one.rate.value))
    const fresh = after.filter(one => before.every(({ rate }) => rate.value !== one.rate.value))
    return gone.length === fresh.length
      ? gone.map(({ rate }, at) => ({ fact: rate, instead: fresh[at]!.rate }))
      : []
  })
}

/** Visible prices with the unit of time behind them, which may stand in the next text. */
const ratesIn = ({ passages, facts }: Told): { price: string; rate: PlacedFact }[] =>
  facts.flatMap(({ kind, value, visible, parts }) => {
    const { passage, end } = parts.at(-1)!
    const own = passages[passage]!
    const isAtEnd = own.text.slice(end).trim() === ''
    const place = isAtEnd ? passage + 1 : passage
    const holder = passages[place]
    const token = holder?.tokens.find(({ start }) => start >= (isAtEnd ? 0 : end))
    if (kind !== 'price' || /^0 /.test(value) || !visible || !holder?.visible || holder.volatile || !token)
      return []
    const between = isAtEnd ? ` ${holder.text.slice(0, token.start)}` : holder.text.slice(end, token.start)
    const unit = unitOfRate(token.word, own.text.slice(0, end) + between)
    return unit
      ? [{ price: value, rate: { kind: 'quantity', value: `1 ${unit}`, ...placed(holder, place, token) } }]
      : []
  })

/** Whether digits are part of a word of letters and digits. */
function isPartOfName({ start, end }: Token, text: string): boolean {
  if (/[\p{L}\p{M}_]/u.test(text.slice(Math.max(0, start - 1), start) + text.slice(end, end + 1))) return true
  const from = Math.max(0, start - MAX_HASH_LENGTH)
  return [...text.slice(from, end + MAX_HASH_LENGTH).matchAll(HASH)].some(
    ({ 0: raw, index }) => from + index < end && start < from + index + raw.length,
  )
}

/** The one place of so many words between two neighbours, as they stand now; null where they have no place, or none between them. */
function placeBetween(before: number | null, after: number | null, length: number): number | null {
  if (before !== null && before >= 0)
    return after !== null && after >= 0 && after !== before + length + 1 ? null : before + 1
  return after !== null && after >= length ? after - length : null
}

function placed({ text, visible }: Passage, passage: number, { start, end }: Token) {
  return { raw: text.slice(start, end), passage, parts: [{ passage, start, end }], visible, label: '' }
}
