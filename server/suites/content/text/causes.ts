/** Which losses of a page have one cause. */
import { countEach } from '../../../lib/count.ts'
import type { Finding } from '../../core/finding.ts'
import { keyOf } from '../comparison/index.ts'
import type { Gap } from '../outcomes/gaps.ts'
import { listOf } from '../outcomes/hidden.ts'
import type { LostUnit, TextOutcome } from '../outcomes/index.ts'
import { tableOf } from './loss.ts'
import { ALL_LOST } from './page.ts'

/**
 * What was lost side by side has one cause; so have the headings of one list whose texts are there, as where icons stand for
 * them, and all that was lost of a page that lost most of its text.
 */
export function causesOf(
  outcomes: TextOutcome[],
  units: LostUnit[],
  gaps: Map<number, Gap>,
  page: Finding[],
): (index: number) => string | undefined {
  if (page.some(({ cause }) => cause === ALL_LOST)) return () => ALL_LOST
  const instead = (index: number) => gaps.get(index)?.instead.get(index)?.text
  const times = countEach(
    outcomes.flatMap(({ state, index }) => (state === 'lost' ? (instead(index) ?? []) : [])),
  )
  const isHeading = ({ passage }: TextOutcome) => passage.kind === 'heading'
  const alone = units.flatMap(({ outcomes: [first, ...others] }) =>
    others.length === 0 && gaps.get(first!.index)?.outcomes.every(isHeading) ? first! : [],
  )
  const lists = new Map(alone.map(({ index, passage }) => [index, listOf(passage)]))
  const entries = countEach(lists.values())
  return index => {
    const gap = gaps.get(index)
    // One text in the place of several, such as a list whose entries all say the same.
    const now = instead(index)
    if (now !== undefined && times.get(now)! > 1) return `became ${now}`
    const own = gap?.outcomes.find(outcome => outcome.index === index)
    // Rows that were taken out of one table are one cut, whatever is left between them.
    const table = own?.state === 'lost' ? tableOf(own) : undefined
    if (table !== undefined && gap!.outcomes.every(outcome => tableOf(outcome) === table))
      return `rows of ${table}`
    const list = lists.get(index)
    if (list !== undefined && entries.get(list)! > 1) return `headings of ${list}`
    const first = gap?.outcomes.find(({ passage }) => passage.landmark === own?.passage.landmark)
    return first && `${first.passage.landmark}:${keyOf(first.passage)}`
  }
}
