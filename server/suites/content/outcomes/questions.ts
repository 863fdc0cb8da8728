/** Questions with their answers, as visitors scan them, that are told in running text now. */
import { withoutTurns } from '../../core/path.ts'
import type { Gap } from './gaps.ts'
import type { TextOutcome } from './outcome.ts'

/** Questions from which they are a list to find one's own in. */
export const MIN_QUESTIONS = 3
/** How many times as long as a question a text is that it stands within. */
const MIN_LONGER = 2

const isOpening = ({ passage: { kind } }: TextOutcome) => /^(heading|button)$/.test(kind)
const isQuestion = (outcome: TextOutcome) =>
  isOpening(outcome) && outcome.passage.visible && /[?？؟]\s*$/.test(outcome.passage.text)

/**
 * The questions of each list, headings or buttons that stand alike, where none is one any more, nor a text of its own, and
 * the page still says most of what answered them.
 */
export function lostQuestions(outcomes: TextOutcome[], gaps: Map<number, Gap>): TextOutcome[][] {
  const lists = Map.groupBy(
    outcomes.filter(isQuestion),
    ({ passage: { kind, level, place } }) => `${kind} ${level} ${withoutTurns(place.selector ?? '')}`,
  )
  const isGone = ({ index, passage, state, now }: TextOutcome) => {
    const stands = state === 'lost' ? gaps.get(index)?.instead.get(index) : now
    if (stands === undefined) return state === 'lost'
    return !/^(heading|button|link)$/.test(stands.kind) && stands.length >= MIN_LONGER * passage.length
  }
  return [...lists.values()].filter(questions => {
    if (questions.length < MIN_QUESTIONS || !questions.every(isGone)) return false
    const answers: TextOutcome[] = []
    for (const { index } of questions)
      for (let at = index + 1; at < outcomes.length && !isOpening(outcomes[at]!); at++)
        if (outcomes[at]!.passage.visible) answers.push(outcomes[at]!)
    return answers.filter(({ state }) => state !== 'lost').length * 2 > answers.length
  })
}
