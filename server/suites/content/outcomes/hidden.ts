/** Texts and facts in hidden elements: whether a visitor can still have them, and whether the markup has them at all. */

import type { Box } from '../../../contract.ts'
import { sumOf } from '../../../lib/count.ts'
import { memo } from '../../../lib/memo.ts'
import { atWidth, DESKTOP } from '../../../lib/widths.ts'
import { isMain, type Passage } from '../../../matching/passages.ts'
import { newOpeners, openersIn } from '../../core/openers.ts'
import { withoutTurnsAndIds } from '../../core/path.ts'
import { lacksScripts } from '../../core/requests.ts'
import type { Side } from '../../core/suite.ts'
import type { ContentPair } from '../comparison/index.ts'
import { type LostUnit, MIN_SENTENCE, type TextOutcome } from './index.ts'
import { opensOnPress } from './pressed.ts'

/** Longer texts, and facts, that one new control may open. */
const TEXTS_PER_CONTROL = 3
const FACTS_PER_CONTROL = 6

const isLong = ({ passage }: TextOutcome) => passage.length >= MIN_SENTENCE
const isLongMain = (outcome: TextOutcome) => isMain(outcome.passage) && isLong(outcome)
/** Hidden before and shown now, as in a carousel that stands at another slide. */
const isRevealed = ({ passage, shown }: TextOutcome) => !passage.visible && shown > 0

/**
 * How many facts that are hidden now can be had again: those behind controls of the page's body that the original did
 * not have, and as many as are shown instead; all where a script is missing that visitors may get.
 */
export function reachableFacts(pair: ContentPair, outcomes: TextOutcome[]): number {
  if (lacksScripts(pair.original, pair.rebuilt)) return Number.POSITIVE_INFINITY
  const revealed = outcomes.filter(outcome => isRevealed(outcome) && /\d/.test(outcome.passage.text))
  return newOpeners(pair) * FACTS_PER_CONTROL + revealed.length
}

/**
 * The hidden texts that no control explains, nor a press: longer ones of the main content beyond those that new controls
 * of the body may open, or that others are shown instead of; other texts where there is no such control, nor a new one in
 * the banner or navigation for what stands there. None where a script is missing that visitors may get: it may open them.
 */
export function unreachableTexts(
  pair: ContentPair,
  outcomes: TextOutcome[],
  passages: readonly Passage[],
): Set<TextOutcome> {
  if (lacksScripts(pair.original, pair.rebuilt)) return new Set()
  const isOpened = opensOnPress(pair, passages, blankPlaces(pair.rebuilt))
  const openers = newOpeners(pair)
  const revealed = outcomes.filter(outcome => isRevealed(outcome) && isLongMain(outcome))
  const hidden = outcomes.filter(({ state, passage, now }) => state === 'hidden' && !isOpened(passage, now))
  const hasNewMenu = openersIn(pair.rebuilt, true) > openersIn(pair.original, true)
  return new Set([
    ...hidden.filter(isLongMain).slice(openers * TEXTS_PER_CONTROL + revealed.length),
    ...hidden.filter(outcome => !isLongMain(outcome) && !openers && (isMain(outcome.passage) || !hasNewMenu)),
  ])
}

/** Texts from which a footer is more than a line of small print, and share of their weight that makes it hidden. */
const MIN_FOOTER = 3
const MIN_FOOTER_HIDDEN = 0.5

/**
 * The hidden texts of a footer of which nothing is shown: the new page has it in its markup, as in a part of the page that is
 * put away, and shows none. None where a script is missing that visitors may get.
 */
export function hiddenFooter(
  pair: ContentPair,
  outcomes: readonly TextOutcome[],
  passages: readonly Passage[],
): Set<TextOutcome> {
  const isFooter = ({ landmark }: Passage) => landmark === 'contentinfo'
  const shown = outcomes.filter(({ passage }) => passage.visible && isFooter(passage))
  const hidden = shown.filter(({ state }) => state === 'hidden')
  const weightOf = (some: readonly TextOutcome[]) => sumOf([...some], ({ weight }) => weight)
  const isHidden =
    hidden.length >= MIN_FOOTER &&
    weightOf(hidden) >= MIN_FOOTER_HIDDEN * weightOf(shown) &&
    !passages.some(passage => passage.visible && isFooter(passage)) &&
    !lacksScripts(pair.original, pair.rebuilt)
  return new Set(isHidden ? hidden : [])
}

/**
 * Tells whether a rebuilt page keeps room for a hidden text at 1440 px and shows nothing there: it was to be revealed,
 * and is not. A closed panel takes no room, and in that of a slide stands another.
 */
export const blankPlaces = memo(({ layouts }: Side<'layouts'>): ((text: Passage) => boolean) => {
  const layout = atWidth(layouts, DESKTOP)
  if (!layout) return () => false
  const blocks = Map.groupBy(layout.blocks, ({ state }) => state)
  const hidden = new Set(blocks.get('hidden')?.map(({ box }) => box))
  const shown = [
    ...(blocks.get('visible') ?? []),
    ...[...layout.controls, ...layout.pictures].filter(({ state }) => state === 'visible'),
  ]
  return ({ box }) =>
    hidden.has(box) && box.width * box.height > 0 && !shown.some(other => overlaps(box, other.box))
})

const overlaps = (a: Box, b: Box) =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height

/** Texts to either side of one in which the next panel is looked for: a question stands between two answers. */
const PANEL_WINDOW = 4

/**
 * Tells whether a text of a tab, an accordion or a slide is lost for certain. A rebuilt page may render each panel when it
 * is opened; where it has the texts beside the lost one in its markup, it does not. Of texts that are hidden in another
 * way, as slides are, only those that are set alike in the same list count as beside it.
 */
export function isLostForCertain(outcomes: TextOutcome[]): (unit: LostUnit) => boolean {
  const isRendered = panelsRendered(outcomes)
  const isKeptHidden = keptHidden(outcomes)
  return ({ outcomes: lost }) => {
    const [first, last] = [lost[0]!.index, lost.at(-1)!.index]
    return lost
      .filter(outcome => !outcome.passage.visible && isLong(outcome))
      .some(({ passage }) =>
        passage.folded
          ? isRendered(first, last)
          : neighboursOf(outcomes, first, last).some(
              other => isKeptHidden(other) && isLong(other) && listOf(other.passage) === listOf(passage),
            ),
      )
  }
}

/** Equal for texts that are set alike in one list, whichever entry they are of. */
export const listOf = ({ set, landmark, place }: Passage): string =>
  `${landmark} ${set} ${place.selector && withoutTurnsAndIds(place.selector)}`

/** Whether the texts beside some of a panel, of the same panel or of the next, are in the markup, and hidden. */
export function panelsRendered(outcomes: TextOutcome[]): (first: number, last: number) => boolean {
  const isKeptHidden = keptHidden(outcomes)
  return (first, last) => {
    const rendered = neighboursOf(outcomes, first, last).filter(
      outcome => isKeptHidden(outcome) && outcome.passage.folded === true && !outcome.now!.visible,
    )
    return sumOf(rendered, ({ passage }) => passage.length) >= MIN_SENTENCE
  }
}

/** Texts that were hidden and are kept; a copy of a visible text does not count. */
function keptHidden(outcomes: TextOutcome[]): (outcome: TextOutcome) => boolean {
  const shown = new Set(outcomes.flatMap(({ passage }) => (passage.visible ? passage.text : [])))
  return ({ state, bare, passage, now }) =>
    state === 'kept' && !bare && !passage.visible && now !== undefined && !shown.has(passage.text)
}

const neighboursOf = (outcomes: TextOutcome[], first: number, last: number) => [
  ...outcomes.slice(Math.max(0, first - PANEL_WINDOW), first),
  ...outcomes.slice(last + 1, last + 1 + PANEL_WINDOW),
]
