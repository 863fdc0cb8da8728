/** Cells of tables of which a part is left, although the alignment took its words for those of another row. */
import { countWords } from '../../../lib/text.ts'
import type { Passage } from '../../../matching/passages.ts'
import { counterpartOf } from '../../../matching/texts.ts'
import type { Comparison } from '../comparison/index.ts'
import type { TextOutcome } from './outcome.ts'

/** Share of the words of a cell that its row has to show still. */
const MIN_LEFT = 0.2

/** The outcomes, with lost cells as changed ones where the same column of the same row, by its first cell, has a part of them. */
export function withCutCells(outcomes: TextOutcome[], { rebuilt, alignment }: Comparison): TextOutcome[] {
  const firsts = new Map<string, TextOutcome>()
  for (const outcome of outcomes) {
    const row = rowOf(outcome.passage)
    if (row !== undefined && !firsts.has(row)) firsts.set(row, outcome)
  }
  const cells = new Map(rebuilt.flatMap(cell => (rowOf(cell) ? [[cell.place.selector, cell] as const] : [])))
  return outcomes.map(outcome => {
    const row = outcome.state === 'lost' ? rowOf(outcome.passage) : undefined
    const first = row === undefined ? undefined : firsts.get(row)!
    if (row === undefined || first?.state !== 'kept') return outcome
    const place = counterpartOf(alignment, first.index)
    const head = place === undefined ? undefined : rebuilt[place]
    const rowNow = head?.name === first.passage.name ? rowOf(head) : undefined
    const now = cells.get(`${rowNow}${outcome.passage.place.selector!.slice(row.length)}`)
    return (now?.visible && cutTo(outcome, now)) || outcome
  })
}

/** The path of the row that a cell stands in. */
const rowOf = ({ kind, place }: Passage): string | undefined =>
  /cell$/.test(kind) ? /^.*(?= > t[dh]\b)/.exec(place.selector ?? '')?.[0] : undefined

/** What became of a cell that says no more than `now`, word for word a part of it. */
function cutTo(outcome: TextOutcome, now: Passage): TextOutcome | undefined {
  const { tokens, text } = outcome.passage
  const left = now.tokens.map(({ word }) => word)
  const from = tokens.findIndex((_, at) => left.every((word, turn) => tokens[at + turn]?.word === word))
  const share = left.length / tokens.length
  if (from < 0 || share < MIN_LEFT || share >= 1) return undefined
  const parts = [tokens.slice(0, from), tokens.slice(from + left.length)]
  return {
    ...outcome,
    state: 'changed',
    gone: false,
    now,
    lost: outcome.weight * (1 - share),
    words: parts.flat().map(({ start, end }) => text.slice(start, end)),
    run: Math.max(...parts.map(part => countWords(part.map(({ word }) => word)))),
  }
}
