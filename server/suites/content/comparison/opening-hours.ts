import type { Passage } from '../../../matching/passages.ts'
import { closedWords, weekdays } from '../find-facts/date.ts'
import { coverOf, type PlacedFact } from './placed-facts.ts'

/** Texts back in which the days of a row of hours are looked for: a list sets either in an element of its own. */
const DAYS_WINDOW = 3
/** Words that may stand between days and their hours, or between two days: `Monday to Friday from 8 am`. */
const MAX_WORDS_BETWEEN = 1

interface Hours {
  /** What the row of a time says now. */
  now(fact: PlacedFact): PlacedFact | undefined
  /** Days that were closed and have hours now: visitors come to a closed door. */
  opened: { fact: PlacedFact; instead: PlacedFact; isHours: true }[]
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
  const rowsBefore = rowsOf(before.passages, before.facts)
  const rowsNow = rowsOf(after.passages, after.facts)
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
  }
}

const isClosed = (row: readonly PlacedFact[]) => row.length > 0 && row.every(({ kind }) => kind === 'hours')

/** `5:00` may be written for 5 p.m. */
function isSameHour({ value }: PlacedFact, now: PlacedFact): boolean {
  if (now.kind !== 'time') return false
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
  const rows = [...rowsOf(after.passages, after.facts)]
    .map(([days, row]) => [days, row.filter(({ kind }) => kind === 'time')] as const)
    .filter(([, row]) => row.length >= MIN_TIMES)
  const days = new Set(rows.flatMap(([days]) => days.split(',')))
  return days.size >= MIN_DAYS ? rows.flatMap(([, row]) => row) : []
}

/** The visible times of each row by its days, or that they are closed; days that two rows of other times have are left out. */
function rowsOf(passages: Passage[], facts: PlacedFact[]): Map<string, PlacedFact[]> {
  const stated = [...facts, ...passages.flatMap(closedIn)]
  const cover = coverOf(passages, stated)
  const times = stated.flatMap(fact => {
    const isSteady = fact.visible && !passages[fact.passage]!.volatile
    const row = /^(time|hours)$/.test(fact.kind) && isSteady ? daysBefore(fact) : null
    return row ? { ...row, fact } : []
  })
  const rows = [...Map.groupBy(times, ({ place }) => place).values()]
  const spell = (row: typeof times) => row.map(({ fact }) => fact.value).join(' ')
  const found = new Map<string, PlacedFact[]>()
  for (const [days, same] of Map.groupBy(rows, row => row[0]!.days))
    if (same.every(row => spell(row) === spell(same[0]!)))
      found.set(
        days,
        same[0]!.map(({ fact }) => fact),
      )
  return found

  /** The days before a time, with nothing but other facts and a word or so between, and where they stand. */
  function daysBefore({ passage, parts }: PlacedFact): { days: string; place: string } | null {
    const days: number[] = []
    let place = ''
    let between = 0
    for (let at = passage, back = 0; at >= 0 && back <= DAYS_WINDOW; at--) {
      const { tokens, visible } = passages[at]!
      if (!visible) continue
      back++
      for (let offset = tokens.length - 1; offset >= 0; offset--) {
        if (at === passage && tokens[offset]!.end > parts[0]!.start) continue
        const day = weekdays.get(tokens[offset]!.word)
        if (day !== undefined) {
          days.unshift(day)
          place = `${at} ${offset}`
          between = 0
        } else if (days.length && cover[at]![offset]) return { days: days.join(), place }
        else if (!cover[at]![offset] && ++between > MAX_WORDS_BETWEEN)
          return days.length ? { days: days.join(), place } : null
      }
      if (days.length) return { days: days.join(), place }
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
