import { countEach } from '../../../lib/count.ts'
import type { Token } from '../../../lib/text.ts'
import type { Passage } from '../../../matching/passages.ts'
import { closedWords, shortWeekdays, weekdays } from '../find-facts/date.ts'
import { coverOf, type PlacedFact } from './placed-facts.ts'

/** Texts back in which the days of a row of hours are looked for: a list sets either in an element of its own. */
const DAYS_WINDOW = 3
/** Words that may stand between days and their hours, or between two days: `Monday to Friday from 8 am`. */
const MAX_WORDS_BETWEEN = 1

interface HoursChange {
  fact: PlacedFact
  instead: PlacedFact
  isHours: true
}

interface Hours {
  /** What the row of a time says now. */
  now(fact: PlacedFact): PlacedFact | undefined
  /** Days that were closed and have hours now: visitors come to a closed door. */
  opened: HoursChange[]
  /** Days that have the hours of other ones now, though each of these still stands on the page. */
  shifted: HoursChange[]
  /** The times of rows that are gone from a list of hours of which others are left. */
  gone: PlacedFact[][]
  /** Both pages say of the same days the same hours, however they write them. */
  isSameWeek: boolean
}

/**
 * What a row of opening hours says now: the time in the same place of the only row of the same days, where both rows
 * are of as many times, or that these days are closed. By day, since a page that is designed anew sets its hours in other
 * words and elements.
 */
export function compareHours(
  before: { passages: Passage[]; facts: PlacedFact[] },
  after: { passages: Passage[]; facts: PlacedFact[] },
): Hours {
  const [all, allNow] = [allRowsOf(before.passages, before.facts), allRowsOf(after.passages, after.facts)]
  const [rowsBefore, rowsNow] = [clearRows(all), clearRows(allNow)]
  const [week, weekNow] = [weekOf(all), weekOf(allNow)]
  const isAsBefore = (day: number) => isSameRow(week.get(day), weekNow.get(day))
  const days = [...new Set([...week.keys(), ...weekNow.keys()])]
  return {
    now(fact) {
      for (const [days, row] of rowsBefore) {
        const at = row.indexOf(fact)
        const now = (at >= 0 && rowsNow.get(days)) || []
        const instead = isClosed(now) ? now[0] : now.length === row.length ? now[at] : undefined
        if (instead) return isSameHour(fact, instead) ? undefined : instead
      }
      return undefined
    },
    opened: [...rowsBefore].flatMap(([days, row]) => {
      const [instead] = rowsNow.get(days) ?? []
      return isClosed(row) && instead?.kind === 'time' ? { fact: row[0]!, instead, isHours: true } : []
    }),
    shifted: [...week].flatMap(([day, row]) => {
      const now = weekNow.get(day)
      if (!row || !now || isAsBefore(day)) return []
      if (row.length !== now.length && !isClosed(row) && !isClosed(now)) return []
      const at = row.length === now.length ? row.findIndex((fact, at) => !isSameTime(fact, now[at]!)) : 0
      return { fact: row[at]!, instead: now[at]!, isHours: true }
    }),
    gone: goneRows({ ...before, rows: all }, { ...after, rows: allNow }),
    isSameWeek: days.length > 0 && days.every(isAsBefore),
  }
}

interface Rows {
  rows: readonly Row[]
  facts: readonly PlacedFact[]
  passages: readonly Passage[]
}

/**
 * Rows of weekdays, and of no date, whose times stand nowhere one after the other any more, whatever they are said of, shown or
 * folded. A row beside each is left: a list that is gone is a lost text.
 */
function goneRows(before: Rows, after: Rows): PlacedFact[][] {
  const dated = new Set(before.facts.flatMap(({ kind, passage }) => (kind === 'date' ? passage : [])))
  const times = after.facts.filter(({ kind }) => kind === 'time')
  const isStated = ({ facts }: Row) =>
    times.some((_, from) =>
      facts.every((fact, at) => times[from + at] && isSameTime(fact, times[from + at]!)),
    )
  const isNow = (row: Row, day: number) =>
    after.rows.some(now => now.span.includes(day) && isSameRow(row.facts, now.facts))
  const isLeft = (row: Row) => row.span.every(day => isNow(row, day))
  const apart = (one: Row, other: Row) => Math.abs(one.facts[0]!.passage - other.facts[0]!.passage)
  const mentionsIn = ({ passages }: Rows) =>
    countEach(passages.flatMap(({ tokens }) => tokens.flatMap(token => dayAt(token) ?? [])))
  const [mentions, mentionsNow] = [mentionsIn(before), mentionsIn(after)]
  const isNamedLess = (day: number) => (mentionsNow.get(day) ?? 0) < (mentions.get(day) ?? 0)
  const rows = before.rows.filter(
    ({ facts }) => facts.length >= MIN_TIMES && facts.every(({ kind }) => kind === 'time'),
  )
  // Days of the same hours may have become a range, but where each of the others stands as it did.
  const rowKey = ({ days, facts }: Row) => `${days} ${clockOf(facts)}`
  const standing = new Set(after.rows.map(rowKey))
  const others = Map.groupBy(rows, ({ facts }) => clockOf(facts))
  const goneOf = new Map(
    [...others].map(([key, all]) => [key, all.filter(row => !standing.has(rowKey(row)))]),
  )
  const isOfAnother = (row: Row) => {
    const key = clockOf(row.facts)
    return others.get(key)!.length > 1 && goneOf.get(key)!.length === 1 && goneOf.get(key)![0] === row
  }
  return rows
    .filter(row => !isStated(row) || (!isLeft(row) && row.span.every(isNamedLess) && isOfAnother(row)))
    .filter(row => !dated.has(row.facts[0]!.passage))
    .filter(row => rows.some(other => apart(other, row) <= DAYS_WINDOW && isLeft(other)))
    .map(row => row.facts)
}

/** Times on the face of a clock, on which 5:00 and 17:00 are one. */
const clockOf = (facts: readonly PlacedFact[]): string =>
  facts.map(({ value }) => value.replace(/^\d+/, hour => String(Number(hour) % 12))).join(' ')

const isSameTime = (fact: PlacedFact, now: PlacedFact): boolean =>
  fact.value === now.value || (fact.kind === 'time' && isSameHour(fact, now))

const isSameRow = (row: PlacedFact[] | null | undefined, now: PlacedFact[] | null | undefined): boolean =>
  !!row && !!now && row.length === now.length && row.every((fact, at) => isSameTime(fact, now[at]!))

/** The hours of each day that some row names, alone or in a range; null where two rows say otherwise. */
function weekOf(rows: readonly Row[]): Map<number, PlacedFact[] | null> {
  const week = new Map<number, PlacedFact[] | null>()
  for (const { span, facts } of rows)
    for (const day of span) {
      const known = week.get(day)
      if (known !== undefined) week.set(day, isSameRow(known, facts) ? known : null)
      else week.set(day, isClosed(facts) || facts.length >= MIN_TIMES ? facts : null)
    }
  return week
}

const isClosed = (row: readonly PlacedFact[]) => row.length > 0 && row.every(({ kind }) => kind === 'hours')

/** `5:00` may be written for 5 p.m. */
function isSameHour({ value }: PlacedFact, now: PlacedFact): boolean {
  if (now.kind !== 'time') return false
  if (value === now.value) return true
  const [a, b] = [value, now.value].map(time => {
    const [hour, minute] = time.split(':').map(Number) as [number, number]
    return (hour % 12) * 60 + minute
  })
  return a === b && [value, now.value].some(time => Number(time.split(':')[0]) <= 12)
}

/** Times of a row from which it says when it is opened and closed, and days from which rows are no single event. */
const MIN_TIMES = 2
const MIN_DAYS = 2

/** The times of a page's opening hours, where the original has no time, nor a day and a number in one text. */
export function hoursOnlyNow(
  before: { passages: Passage[]; facts: PlacedFact[] },
  after: { passages: Passage[]; facts: PlacedFact[] },
): PlacedFact[] {
  const isTimetable = ({ tokens, text }: Passage) =>
    /\d/.test(text) && tokens.some(({ word }) => weekdays.has(word))
  if (before.facts.some(({ kind }) => kind === 'time') || before.passages.some(isTimetable)) return []
  const rows = [...clearRows(allRowsOf(after.passages, after.facts))]
    .map(([days, row]) => [days, row.filter(({ kind }) => kind === 'time')] as const)
    .filter(([, row]) => row.length >= MIN_TIMES)
  const days = new Set(rows.flatMap(([days]) => days.split(',')))
  return days.size >= MIN_DAYS ? rows.flatMap(([, row]) => row) : []
}

interface Row {
  /** As they are named. */
  days: string
  /** All days from the first to the last one where it names a range. */
  span: number[]
  facts: PlacedFact[]
}

/** The rows by their days; days that two rows of other times have are left out. */
function clearRows(rows: readonly Row[]): Map<string, PlacedFact[]> {
  const found = new Map<string, PlacedFact[]>()
  const spell = ({ facts }: Row) => facts.map(({ value }) => value).join(' ')
  for (const [days, same] of Map.groupBy(rows, row => row.days))
    if (same.every(row => spell(row) === spell(same[0]!))) found.set(days, same[0]!.facts)
  return found
}

/** What stands between the first and the last day of a range. */
const TO = /^\.? ?(?:-|~|to|thru|through|till|until|bis|t\/m|tot|tot en met|au|à|al?|até|do|po)\.? ?$/iu

const dayAt = ({ word }: Token): number | undefined => weekdays.get(word) ?? shortWeekdays.get(word)

/** The visible times of each row, or that it is closed. */
function allRowsOf(passages: Passage[], facts: PlacedFact[]): Row[] {
  const stated = [...facts, ...passages.flatMap(closedIn)]
  const cover = coverOf(passages, stated)
  const times = stated.flatMap(fact => {
    const isSteady = fact.visible && !passages[fact.passage]!.volatile
    const row = /^(time|hours)$/.test(fact.kind) && isSteady ? daysBefore(fact) : null
    return row ? { ...row, fact } : []
  })
  return [...Map.groupBy(times, ({ place }) => place).values()].map(row => ({
    days: row[0]!.days.map(({ day }) => day).join(),
    span: spanOf(row[0]!.days),
    facts: row.map(({ fact }) => fact),
  }))

  interface Day {
    day: number
    at: number
    token: Token
  }

  function spanOf(days: readonly Day[]): number[] {
    return days.flatMap(({ day, at, token }, index) => {
      const last = days[index - 1]
      const isRange = last?.at === at && TO.test(passages[at]!.text.slice(last.token.end, token.start))
      if (!isRange) return day
      const steps = (day - last.day + 7) % 7
      return Array.from({ length: steps }, (_, step) => (last.day + step + 1) % 7)
    })
  }

  /** The days before a time, with nothing but other facts and a word or so between, and where they stand. */
  function daysBefore({ passage, parts }: PlacedFact): { days: Day[]; place: string } | null {
    const days: Day[] = []
    let place = ''
    let between = 0
    for (let at = passage, back = 0; at >= 0 && back <= DAYS_WINDOW; at--) {
      const { tokens, visible } = passages[at]!
      if (!visible) continue
      back++
      for (let offset = tokens.length - 1; offset >= 0; offset--) {
        const token = tokens[offset]!
        if (at === passage && token.end > parts[0]!.start) continue
        const day = dayAt(token)
        if (day !== undefined) {
          days.unshift({ day, at, token })
          place = `${at} ${offset}`
          between = 0
        } else if (days.length && cover[at]![offset]) return { days, place }
        else if (!cover[at]![offset] && ++between > MAX_WORDS_BETWEEN)
          return days.length ? { days, place } : null
      }
      if (days.length) return { days, place }
    }
    return null
  }
}

/** The words of a text that tell that something is closed. */
const closedIn = ({ tokens, text, visible }: Passage, passage: number): PlacedFact[] =>
  tokens.flatMap(({ word, start, end }) =>
    closedWords.has(word)
      ? {
          kind: 'hours',
          value: 'closed',
          raw: text.slice(start, end),
          passage,
          parts: [{ passage, start, end }],
          visible,
          label: '',
        }
      : [],
  )
