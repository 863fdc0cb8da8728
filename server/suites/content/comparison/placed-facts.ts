import { firstWhere } from '../../../lib/binary-search.ts'
import { memoPair } from '../../../lib/memo.ts'
import { NUMBER, plain, RANGE, type Reading } from '../../../lib/number.ts'
import { CURRENCY_ALONE } from '../../../lib/price.ts'
import { type Token, unaccented } from '../../../lib/text.ts'
import type { Passage } from '../../../matching/passages.ts'
import { dateInParts, datePartOf } from '../find-facts/date.ts'
import { type Fact, factAt } from '../find-facts/fact.ts'
import { findFacts } from '../find-facts/index.ts'
import { UNIT_ALONE } from '../find-facts/quantity.ts'

/** A fact and where it stands. */
export interface PlacedFact extends Omit<Fact, 'start' | 'end'> {
  /** The passage it begins in. */
  passage: number
  /** Its characters in each passage: `$`, `49` and `.99` may stand in elements of their own. */
  parts: { passage: number; start: number; end: number }[]
  visible: boolean
  /** The words before it, which name what it is a fact of; from the text before when it is all of its text. */
  label: string
  /** The label is part of its own text. */
  labelled?: boolean
}

/** What it measures: areas are compared with areas, and prices with those in other currencies. */
export const measureOf = ({ kind, value }: Pick<PlacedFact, 'kind' | 'value'>): string =>
  kind === 'quantity' ? `${kind} ${value.slice(value.indexOf(' ') + 1)}` : kind

const NUMBER_ONLY = /^\d[\d.,' ]*$/
const CENTS = /^[.,]?\d{2}$/
/** A fact that is all of its text has its label in a text before it, at most this many texts back. */
const LABEL_WINDOW = 6
/** Passages that one number with its sign, cents and unit can be cut into. */
const MAX_PIECES = 4

/** The facts of a page in order, put together where elements cut them. */
export const placeFacts = memoPair((passages: Passage[], reading: Reading): PlacedFact[] => {
  const found: PlacedFact[] = []
  const counting = countingTexts(passages)
  for (let at = 0; at < passages.length; ) {
    const { text, pieces } = lineFrom(passages, at)
    const date = pieces.length > 1 ? dateInParts(text) : []
    const breaks = pieces.flatMap(({ passage, start }) =>
      (passages[passage]!.breaks ?? []).map(each => start + each),
    )
    const inLines = findFacts(text, reading).map(fact => withinLine(fact, text, breaks, reading))
    const stated = date.length ? date : inLines
    const facts = stated.length || counting.has(at) ? stated : standaloneNumbers(text, reading)
    for (const { start, end, ...fact } of facts) {
      const parts = pieces
        .filter(piece => piece.start < end && piece.end > start)
        .map(piece => ({
          passage: piece.passage,
          start: Math.max(0, start - piece.start),
          end: Math.min(piece.end, end) - piece.start,
        }))
      const { passage } = parts[0]!
      found.push({ ...fact, parts, passage, visible: passages[passage]!.visible, label: '' })
    }
    at += pieces.length
  }
  const cover = coverOf(passages, found)
  for (const [passage, facts] of Map.groupBy(found, fact => fact.passage)) {
    const free = passages[passage]!.tokens.filter((_, index) => !cover[passage]![index])
    for (const fact of facts) {
      fact.labelled = free.length > 0
      fact.label = labelOf(passages, cover, fact, free)
    }
  }
  return found
})

/** A street whose name would begin in the line above it, as "Rechtsanwalt" does above "Wundtstraße 40", begins in its own. */
function withinLine(fact: Fact, text: string, breaks: readonly number[], reading: Reading): Fact {
  const { kind, start, end } = fact
  const line = kind === 'address' ? breaks.findLast(at => at > start && at < end) : undefined
  const own = line === undefined ? [] : findFacts(text.slice(line, end), reading)
  const street = own.find(other => other.kind === kind && line! + other.end === end)
  return street ? { ...street, start: line! + street.start, end } : fact
}

/** `$0.00` and `0 items` in the head of a shop: what one visitor put into his basket so far. */
export const isEmptyBasket = ({ kind, value, labelled }: PlacedFact, passage: Passage): boolean =>
  /^(price|quantity)$/.test(kind) &&
  /^0 /.test(value) &&
  !labelled &&
  /^(link|button)$/.test(passage.kind) &&
  /^(banner|navigation)$/.test(passage.landmark)

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
  const length = dateFrom(passages, from)
  const pieces = [{ passage: from, start: 0, end: passages[from]!.text.length }]
  let text = passages[from]!.text
  for (let at = from + 1; at < passages.length && pieces.length < MAX_PIECES; at++) {
    const next = passages[at]!
    if (next.visible !== passages[from]!.visible) break
    const between = at < from + length ? ' ' : joint(text, next.text, isBeside(passages[at - 1]!, next))
    if (between === null) break
    text += between + next.text
    pieces.push({ passage: at, start: text.length - next.text.length, end: text.length })
  }
  return { text, pieces }
}

/**
 * How many texts from this one on are the parts of one date, in elements of their own: `4` above `Apr`, or `Apr` and `4`, and
 * the year. Not the days of a month below its name.
 */
function dateFrom(passages: Passage[], from: number): number {
  const partAt = (at: number) => (passages[at] ? datePartOf(passages[at].text) : undefined)
  const first = partAt(from)
  const second = first && partAt(from + 1)
  const isDate = `${first} ${second}`
  if (!/^(day month|month day)$/.test(isDate) || !isNear(passages[from]!, passages[from + 1]!)) return 1
  if (partAt(first === 'day' ? from - 1 : from + 2) === 'day') return 1
  return partAt(from + 2) === 'year' && isNear(passages[from + 1]!, passages[from + 2]!) ? 3 : 2
}

/** `beside`: `next` stands right behind the text, as raised cents do; what only comes next may be of another row. */
function joint(text: string, next: string, beside: boolean): string | null {
  if (CURRENCY_ALONE.test(text) && /^\d/.test(next)) return ' '
  if (NUMBER_ONLY.test(text) && (CURRENCY_ALONE.test(next) || UNIT_ALONE.test(next))) return ' '
  const [sign = '', amount = ''] = /^(\D*?) ?(\d{1,3}(?:[,. ']\d{3})*)$/.exec(text)?.slice(1) ?? []
  if (sign && CURRENCY_ALONE.test(sign) && amount && CENTS.test(next))
    return !/^\d/.test(next) ? '' : beside ? '.' : null
  return null
}

/** Whether a text stands in the line of the one before it and no further behind than its letters are high. */
function isBeside({ box }: Passage, { box: next }: Passage): boolean {
  if (box.width * box.height === 0 || next.width * next.height === 0) return true
  const apart = Math.max(next.x - box.x - box.width, box.x - next.x - next.width)
  return apart <= box.height && next.y < box.y + box.height && box.y < next.y + next.height
}

/** Whether two texts stand beside or above each other, no further apart than the higher one is high. */
function isNear({ box, visible }: Passage, { box: next, visible: isSeen }: Passage): boolean {
  if (visible !== isSeen) return false
  if (box.width * box.height === 0 || next.width * next.height === 0) return true
  const apart = (a: number, length: number, b: number, other: number) =>
    Math.max(b - a - length, a - b - other)
  const most = Math.max(box.height, next.height)
  return (
    apart(box.x, box.width, next.x, next.width) <= most &&
    apart(box.y, box.height, next.y, next.height) <= most
  )
}

/** Words behind a fact, with none before it, that are its unit and no name of what it is of. */
const MAX_UNIT = 2

function labelOf(
  passages: Passage[],
  cover: Uint8Array[],
  { passage, parts, visible }: PlacedFact,
  free: Token[],
): string {
  const spell = (tokens: Token[]) => tokens.map(token => unaccented(token.word)).join(' ')
  if (free.length) {
    const before = wordsBefore(free, parts[0]!.start)
    if (before || free.length > MAX_UNIT)
      return spell(before ? free.slice(Math.max(0, before - 3), before) : free.slice(0, 3))
  }
  const above = passages.slice(Math.max(0, passage - LABEL_WINDOW), passage)
  const label = above.findLast((other, index) => {
    const own = cover[passage - above.length + index]!
    return other.visible === visible && other.tokens.some((_, offset) => !own[offset])
  })
  // All that stands behind it is by what it is counted, as `/ day` is.
  return [label ? spell(label.tokens.slice(0, 12)) : '', spell(free)].filter(Boolean).join(' ')
}

/** How many of these tokens end at or before an offset. */
export const wordsBefore = (tokens: Token[], offset: number): number =>
  firstWhere(0, tokens.length, at => tokens[at]!.end > offset)

const STANDALONE = new RegExp(
  String.raw`^[#~<>±+-]?(?<first>${NUMBER})(?:${RANGE}(?<second>${NUMBER}))?(?<scale> ?[kKM])?\+?$`,
  'u',
)
/** Characters of a text that is nothing but a number with what belongs to it. */
const MAX_STANDALONE = 40

/** A number, or a range of two, that is all of a text: in a tile, in a cell. Counts have no thousandths. */
function standaloneNumbers(text: string, reading: Reading): Fact[] {
  const match = text.length > MAX_STANDALONE ? null : STANDALONE.exec(text)
  if (!match) return []
  const { first, second, scale = '' } = match.groups!
  return [first, second].flatMap(amount =>
    amount === undefined || Number(amount) === 0
      ? []
      : factAt('number', plain(amount, reading, false) + scale.trim().toLowerCase(), text, 0),
  )
}

/** Links and controls: a number in here is a place in a list, or a count that changes by itself. */
const CONTROL = /^(link|button|option|label|placeholder)$/
const NAVIGATION = /^(navigation|search)$/
/** A copyright notice, and the year in it: that of the rebuilt page is this year's. */
export const COPYRIGHT =
  /©|\(c\)|\bcopyright\b|\ball rights reserved\b|\balle rechte (?:vorbehalten|voorbehouden)\b|\btous droits réservés|\btodos (?:los derechos|os direitos) reservados\b|\btutti i diritti riservati\b|\bwszelkie prawa zastrzeżone|все права защищены|усі права захищені|\btüm hakları saklıdır|版权所有|جميع الحقوق محفوظة/iu
export const YEAR = /^(19|20)\d\d$/
/** Texts back in which a copyright sign may stand before its year. */
const COPYRIGHT_WINDOW = 2

/**
 * Texts in which a standalone number states nothing, by index: pages and controls to go to, steps counted from one, the
 * year of a copyright notice.
 */
function countingTexts(passages: readonly Passage[]): Set<number> {
  const found = new Set<number>()
  /** Steps of one list that were counted so far, of visible and of hidden texts. */
  const runs = { true: [] as number[], false: [] as number[] }
  const close = (run: number[]) => {
    if (run.length > 1) for (const at of run) found.add(at)
    run.length = 0
  }
  passages.forEach(({ text, kind, landmark, visible }, at) => {
    if (text.length > MAX_STANDALONE || !/^\W*\d/.test(text)) return
    if (CONTROL.test(kind) || NAVIGATION.test(landmark)) found.add(at)
    const before = passages.slice(Math.max(0, at - COPYRIGHT_WINDOW), at)
    if (YEAR.test(text) && before.some(other => COPYRIGHT.test(other.text))) found.add(at)
    if (!/^0?\d{1,2}$/.test(text)) return
    const run = runs[`${visible}`]
    if (Number(text) === 1) close(run)
    if (Number(text) === run.length + 1) run.push(at)
    else if (/^0/.test(text)) found.add(at)
  })
  close(runs.true)
  close(runs.false)
  return found
}
