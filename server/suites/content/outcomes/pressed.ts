/** Texts that the rebuilt page draws when a control is pressed, as dialogs, tabs and accordions of many frameworks do. */

import type { Candidate, Probe } from '../../../capture/collectors/probes/index.ts'
import { normalise } from '../../../lib/text.ts'
import type { Passage } from '../../../matching/passages.ts'
import { hasPartsAsPages } from '../../core/parts-as-pages.ts'
import { parentOf, withoutTurnsAndIds } from '../../core/path.ts'
import { revealedBy, showsByPress } from '../../core/revealed.ts'
import type { ContentPair, ContentSide } from '../comparison/index.ts'
import type { TextOutcome } from './index.ts'

/**
 * Tells whether a lost text came into sight when the rebuilt page's controls were pressed, or was hidden where such a
 * control leads to another page now. What the original shows and draws again on a press needs both.
 */
export function shownOnPress({
  original,
  rebuilt,
}: ContentPair): (outcome: Pick<TextOutcome, 'passage'>) => boolean {
  const [isRevealed, wasRevealed] = [revealedBy(rebuilt), revealedBy(original)]
  const isElsewhere = hasPartsAsPages(original, rebuilt)
  return ({ passage }) =>
    passage.visible
      ? isRevealed(passage.text) && !wasRevealed(passage.text)
      : isElsewhere || isRevealed(passage.text)
}

/**
 * Tells whether a text that is hidden now came into sight on a press, or stands behind a control that was not pressed and is
 * like those that showed theirs, such as the later questions of a long list: only so many controls are operated; or that
 * it is an entry of a list of which one press showed most others.
 */
export function opensOnPress(
  pair: ContentPair,
  passages: readonly Passage[],
  /** Whether the page keeps room for a text: a panel that is closed takes none. */
  isBlank: (text: Passage) => boolean,
): (passage: Passage, now: Passage | undefined) => boolean {
  const isShown = shownOnPress(pair)
  const [isRevealed, wasRevealed] = [revealedBy(pair.rebuilt), revealedBy(pair.original)]
  const names = namesAlike(pair)
  const lists = openedLists(pair.rebuilt, passages)
  const indices = new Map(passages.map((passage, index) => [passage, index]))
  return (passage, now) => {
    if (passage.visible && isShown({ passage })) return true
    // An answer that was a part of its entry and stands in a panel of its own now.
    if (passage.visible && now && isRevealed(now.text) && !wasRevealed(now.text)) return true
    const index = now && indices.get(now)
    if (index === undefined || isBlank(now!)) return false
    if (passage.visible && !now!.visible && lists.has(listHolding(now!))) return true
    if (names.length === 0) return false
    // A panel follows its control; signs such as a plus are no name.
    const before = passages
      .slice(Math.max(0, index - PANEL_WINDOW), index)
      .findLast(({ visible, text }) => visible && /\p{L}{2}/u.test(text))
    if (!before) return false
    const said = normalise(before.text)
    return names.some(name => name.includes(said) && 2 * said.length >= name.length)
  }
}

/** Texts of one panel at most, among which its control is looked for. */
const PANEL_WINDOW = 12
/** Controls that must have opened something for others like them to be trusted. */
const MIN_OPENED = 2

/** What controls are called that were not pressed, where all like them that were have shown something. */
function namesAlike({ rebuilt: { probes } }: ContentPair): string[] {
  return [probes.narrow, probes.wide].flatMap(({ probes: pressed, rest }) => {
    const kinds = Map.groupBy(pressed, kindOf)
    return rest.flatMap(control => {
      const alike = kinds.get(kindOf(control)) ?? []
      const haveOpened = alike.every(({ effect, revealed }) => OPENS.test(effect) && revealed.length > 0)
      return alike.length >= MIN_OPENED && haveOpened ? [normalise(control.name)] : []
    })
  })
}

const OPENS = /^(opens|switches)$/

/** Controls of one list: of one role, in one part of the page, at the same place in its markup but for their turns. */
const kindOf = ({ role, landmark, selector }: Probe | Candidate): string =>
  `${role} ${landmark} ${withoutTurnsAndIds(selector)}`

/** Entries of one list, and their share of those that are hidden, from which the press that showed them shows all of it. */
const MIN_ENTRIES = 3
const MIN_SHARE_SHOWN = 0.5

/**
 * Lists of which one press showed most entries. The others may have come later, as where a list slides open, or are more
 * than are kept.
 */
function openedLists(side: ContentSide, passages: readonly Passage[]): ReadonlySet<string> {
  const lists = Map.groupBy(
    passages.filter(one => !one.visible && listHolding(one) !== ''),
    listHolding,
  )
  const long = [...lists].filter(([, entries]) => entries.length >= MIN_ENTRIES)
  const isOpened = (entries: Passage[], shows: (text: string) => boolean) => {
    const shown = entries.filter(({ text }) => shows(text)).length
    return shown >= MIN_ENTRIES && shown >= MIN_SHARE_SHOWN * entries.length
  }
  const presses = showsByPress(side)
  return new Set(
    long.flatMap(([list, entries]) => (presses.some(shows => isOpened(entries, shows)) ? list : [])),
  )
}

/** The element that holds the element of a text. */
const listHolding = ({ place: { selector = '' } }: Passage) => parentOf(selector)
