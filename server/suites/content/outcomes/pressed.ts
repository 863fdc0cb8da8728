/** Texts that the rebuilt page draws when a control is pressed, as dialogs, tabs and accordions of many frameworks do. */
import { similarity, words } from '../../../lib/text.ts'
import { hasPartsAsPages } from '../../core/parts-as-pages.ts'
import type { ContentPair, ContentSide } from '../comparison/index.ts'
import type { TextOutcome } from './index.ts'

/** How alike a text and what came into sight have to be, of which the beginning is known. */
const MIN_SIMILARITY = 0.7
const KNOWN_LENGTH = 80
/** First words that have to be the same. */
const HEAD = 2

/**
 * Tells whether a lost text came into sight when the rebuilt page's controls were pressed, or was hidden where such a
 * control leads to another page now. What the original shows and draws again on a press needs both.
 */
export function shownOnPress({ original, rebuilt }: ContentPair): (outcome: TextOutcome) => boolean {
  const [isRevealed, wasRevealed] = [revealedBy(rebuilt), revealedBy(original)]
  const isElsewhere = hasPartsAsPages(original, rebuilt)
  return ({ passage }) =>
    passage.visible
      ? isRevealed(passage.text) && !wasRevealed(passage.text)
      : isElsewhere || isRevealed(passage.text)
}

function revealedBy({ probes }: ContentSide): (text: string) => boolean {
  const revealed = [probes.narrow, probes.wide].flatMap(width =>
    width.probes.flatMap(probe => probe.revealed),
  )
  const byHead = Map.groupBy(new Set(revealed), headOf)
  return text =>
    (byHead.get(headOf(text)) ?? []).some(
      other => similarity(other, text.slice(0, KNOWN_LENGTH)) >= MIN_SIMILARITY,
    )
}

const headOf = (text: string) => words(text).slice(0, HEAD).join(' ')
