/** Entries of a list of dated news that was cut at its end. */
import type { Comparison } from '../comparison/index.ts'
import type { TextOutcome } from '../outcomes/index.ts'

/** Headings with a day, the newest first, from which they are a list of news. */
export const MIN_DATED = 4

/**
 * The headings of the oldest entries of a list of news that are lost, by index, where more are kept. Of what is to come
 * the next day comes first: only lists that begin with the newest entry are read.
 */
export function oldestEntries(outcomes: TextOutcome[], { facts }: Comparison): ReadonlySet<number> {
  const dated = facts.original.flatMap(({ kind, value, passage, visible }) => {
    const outcome = outcomes[passage]!
    const isDay = visible && kind === 'date' && /^\d{4}-\d\d-\d\d$/.test(value)
    return isDay && outcome.passage.kind === 'heading' ? { outcome, value } : []
  })
  const lists = Map.groupBy(dated, ({ outcome: { passage } }) => `${passage.landmark} ${passage.level}`)
  return new Set(
    [...lists.values()].flatMap(list => {
      if (list.length < MIN_DATED || list.some(({ value }, at) => at > 0 && value > list[at - 1]!.value))
        return []
      const last = list.findLastIndex(({ outcome }) => outcome.state !== 'lost')
      const oldest = list.slice(last + 1)
      const hasOthers = list.slice(0, last).some(({ outcome }) => outcome.state === 'lost')
      return hasOthers || oldest.length * 2 >= list.length ? [] : oldest.map(({ outcome }) => outcome.index)
    }),
  )
}
