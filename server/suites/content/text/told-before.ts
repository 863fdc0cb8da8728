/** Losses that are told with another one. */
import type { Passage } from '../../../matching/passages.ts'
import type { LostUnit } from '../outcomes/index.ts'

/** Share of the words of a lost text from which a part of it, lost beside it, is the same text at another width. */
const MIN_PART = 0.5
const MIN_WORDS = 2

/** Lost texts without those that another one of the same part of the page says as well, with hardly more words. */
export function withoutCopies(units: LostUnit[]): LostUnit[] {
  const passages = units.filter(isText).map(({ outcomes }) => outcomes[0]!.passage)
  const containing = Map.groupBy(
    passages.flatMap(passage => [...wordsOf(passage)].map(word => ({ word, passage }))),
    ({ word }) => word,
  )
  return units.filter(unit => {
    if (!isText(unit)) return true
    const own = unit.outcomes[0]!.passage
    const { kind, name, landmark, tokens } = own
    if (kind === 'heading' || tokens.length < MIN_WORDS) return true
    // What says all of its words says the rarest of them.
    const [rarest = []] = [...wordsOf(own)]
      .map(word => containing.get(word)!)
      .sort((a, b) => a.length - b.length)
    return !rarest.some(
      ({ passage: longer }) =>
        longer.landmark === landmark &&
        longer.tokens.length > tokens.length &&
        tokens.length >= MIN_PART * longer.tokens.length &&
        ` ${longer.name} `.includes(` ${name} `),
    )
  })
}

const wordsOf = ({ tokens }: Passage) => new Set(tokens.map(({ word }) => word))

const isText = ({ kind, outcomes }: LostUnit) => kind === 'text' && outcomes.length === 1
