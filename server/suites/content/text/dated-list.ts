/** Entries of a list of dated news that was cut at its end. */

import { memoPair } from '../../../lib/memo.ts'
import type { Comparison } from '../comparison/index.ts'
import { weekdays } from '../find-facts/date.ts'
import type { TextOutcome } from '../outcomes/index.ts'

/** Headings with a day, the newest first, from which they are a list of news, and after which an entry of it is old. */
export const MIN_DATED = 4

/**
 * The headings of the oldest entries of a list of news that are lost, by index, where more are kept.
 */
export function oldestEntries(outcomes: TextOutcome[], comparison: Comparison): ReadonlySet<number> {
  return new Set(
    datedLists(outcomes, comparison).flatMap(list => {
      const last = list.findLastIndex(({ state }) => state !== 'lost')
      const oldest = list.slice(last + 1)
      const hasOthers = list.slice(0, last).some(({ state }) => state === 'lost')
      return hasOthers || oldest.length * 2 >= list.length ? [] : oldest.map(({ index }) => index)
    }),
  )
}

/**
 * The texts, by index, of entries of a list of news that are kept and stand below so many newer ones. Nothing says where the
 * last one ends: it is no longer than the longest of the others.
 */
export function olderNews(outcomes: TextOutcome[], comparison: Comparison): ReadonlySet<number> {
  const found = new Set<number>()
  for (const list of datedLists(outcomes, comparison)) {
    const entries = list.map(({ index, passage }) => {
      let end = index + 1
      for (; end < outcomes.length; end++) {
        const { kind, level, landmark } = outcomes[end]!.passage
        if (landmark !== passage.landmark || (kind === 'heading' && level <= passage.level)) break
      }
      return { from: index + 1, end }
    })
    const longest = entries.slice(0, -1).reduce((most, { from, end }) => Math.max(most, end - from), 0)
    for (const [at, { from, end }] of entries.entries())
      for (let text = from; text < Math.min(end, from + longest); text++)
        if (at >= MIN_DATED && list[at]!.state !== 'lost') found.add(text)
  }
  return found
}

/**
 * Headings with a day, of one rank. Of what is to come the next day comes first: only lists that begin with the newest
 * entry are read.
 */
const datedLists = memoPair((outcomes: TextOutcome[], { facts }: Comparison): TextOutcome[][] => {
  const days = facts.original.flatMap(({ kind, value, passage, visible }) => {
    const outcome = outcomes[passage]!
    const isDay = visible && kind === 'date' && /^\d{4}-\d\d-\d\d$/.test(value)
    return isDay && outcome.passage.kind === 'heading' ? { outcome, value } : []
  })
  // What spans several days is one entry.
  const dated = [...new Map(days.map(day => [day.outcome, day])).values()]
  const lists = Map.groupBy(dated, ({ outcome: { passage } }) => `${passage.landmark} ${passage.level}`)
  return [...lists.values()]
    .filter(list => list.length >= MIN_DATED)
    .filter(list => list.every(({ value }, at) => at === 0 || value <= list[at - 1]!.value))
    .map(list => list.map(({ outcome }) => outcome))
})

/** Words of an entry of a day at most: its hours, or that it is closed. */
const MAX_DAY = 8

/**
 * Tells lost texts that are the entry of a day of the week, as one of opening hours is, among kept ones of other days. Where
 * several are lost, days of the same hours may be one entry now.
 */
export function isDayAmongDays(outcomes: readonly TextOutcome[]): (own: readonly TextOutcome[]) => boolean {
  const isEntry = ({ passage: { tokens, length, visible } }: TextOutcome) =>
    visible && length <= MAX_DAY && weekdays.has(tokens[0]?.word ?? '')
  const lost = outcomes.filter(each => each.state === 'lost' && isEntry(each))
  return own => {
    const [first] = own
    if (!first || !isEntry(first) || lost.some(each => !own.includes(each))) return false
    return outcomes.some(
      each =>
        each.state !== 'lost' &&
        each.passage.kind === first.passage.kind &&
        each.passage.landmark === first.passage.landmark &&
        isEntry(each) &&
        weekdays.get(each.passage.tokens[0]!.word) !== weekdays.get(first.passage.tokens[0]!.word),
    )
  }
}
