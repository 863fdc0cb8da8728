import { sumOf } from '../../../lib/count.ts'
import { isEdited, isMadeAnew } from '../../core/made-anew.ts'
import type { ContentPair } from '../comparison/index.ts'
import { HIDDEN_WEIGHT } from '../grading.ts'
import type { TextOutcome } from '../outcomes/index.ts'

/** Share of the page's text that is lost elsewhere up to which its texts are what they were. */
export const MAX_ELSEWHERE = 0.02
/** What the words of rules mean that say so. */
export const otherwiseKept = `all but ${100 * MAX_ELSEWHERE} % of the page's other text is kept and nobody edited it`

/**
 * Tells of texts whether the page is the same but for them: nobody worked on its words, and what differs slipped in. Of the
 * rebuilds with such a page that readers judged (`bench/field`), hardly any differs in a word of its sentences.
 */
export function otherwiseKeptBy(
  pair: ContentPair,
  outcomes: readonly TextOutcome[],
): (own: readonly TextOutcome[]) => boolean {
  const share = ({ passage }: TextOutcome) => (passage.visible ? 1 : HIDDEN_WEIGHT)
  const lostOf = (those: readonly TextOutcome[]) => sumOf(those, each => each.lost * share(each))
  const total = sumOf(outcomes, each => each.weight * share(each))
  const lost = lostOf(outcomes)
  const isWorkedOn = isEdited(pair) || isMadeAnew(pair)
  return own => !isWorkedOn && lost - lostOf(own) <= MAX_ELSEWHERE * total
}
