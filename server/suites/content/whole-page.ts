import type { Place } from '../../contract.ts'
import type { Finding } from '../core/suite.ts'
import type { Comparison, ContentPair } from './comparison/index.ts'
import type { TextOutcome } from './losses.ts'

/** Share of the page's text that may go before the page is another one. */
const MOST = 0.3
/** On a page of fewer words each sentence is a third of it. */
const LEAST_WORDS = 20
/** What a loss costs at least, so that it shows. */
export const FLOOR = 0.005
/** What can still be reached costs little. */
export const UNSEEN_SHARE = 0.1

/** What concerns the page as a whole: most of its text gone, or out of sight with nothing that would open it. */
export function pageFindings(
  outcomes: TextOutcome[],
  { rebuilt }: Comparison,
  pair: ContentPair,
  unreachable: Set<TextOutcome>,
): Finding[] {
  const visible = outcomes.filter(outcome => outcome.passage.visible)
  const total = sumOf(visible, outcome => outcome.weight)
  if (
    sumOf(visible, outcome => outcome.passage.length) < LEAST_WORDS &&
    rebuilt.some(passage => passage.visible)
  )
    return []
  const lost = sumOf(visible, outcome => outcome.lost) / total
  const blank = !rebuilt.some(passage => passage.visible)
  const isUnseen = (outcome: TextOutcome) => (blank ? outcome.state === 'unseen' : unreachable.has(outcome))
  const unseen = sumOf(visible, outcome => (isUnseen(outcome) ? outcome.weight : 0)) / total
  // A carousel at another slide shows as much as it hides.
  const revealed = sumOf(outcomes, outcome => (outcome.passage.visible ? 0 : outcome.seen)) / total
  const gone = unseen - revealed
  const place: Place = { url: pair.rebuilt.document.url }
  const found: Finding[] = []
  if (lost > MOST)
    found.push({
      key: 'content/text:most',
      severity: 'critical',
      penalty: FLOOR,
      message: `${percent(lost)} of the original's text is missing`,
      fix: 'See that the page renders as a whole, and put back the texts that are listed as missing',
      rebuilt: place,
    })
  if (lost + gone > MOST && gone > 0.1)
    found.push({
      key: 'content/text:unseen',
      severity: 'critical',
      penalty: Math.min(1, unseen * (1 - UNSEEN_SHARE)),
      message: `${percent(unseen)} of the original's text is on the rebuilt page but out of sight, with no control that would open it`,
      fix: 'Show it: see that nothing stays transparent, clipped or unrendered once the page has loaded',
      rebuilt: place,
    })
  return found
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`
}

function sumOf<T>(items: T[], value: (item: T) => number): number {
  return items.reduce((sum, item) => sum + value(item), 0)
}
