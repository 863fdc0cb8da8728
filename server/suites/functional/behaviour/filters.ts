/** Filters of a list: which of its entries stay when one is pressed, on both pages. */

import type { Probe } from '../../../capture/collectors/probes/index.ts'
import { sumOf } from '../../../lib/count.ts'
import { memo } from '../../../lib/memo.ts'
import { saysNoneFound } from '../../../lib/not-found.ts'
import { normalise } from '../../../lib/text.ts'
import { DESKTOP } from '../../../lib/widths.ts'
import { lacksData } from '../../core/requests.ts'
import type { Pair, Side } from '../../core/suite.ts'
import { namesOn } from '../words-shown.ts'
import { folded, type Needed, textsAt, wordsIn } from './probe.ts'

/** What a press takes away is kept up to so many texts, and was up to the first number in older captures. */
const MAX_HIDDEN = [20, 40]
/** And so many of what it brings. */
const MAX_REVEALED = 20
/** Texts by which a list is filtered at least. */
const MIN_TEXTS = 2
/** Share of all that either lets through from which the other shows something else. */
const MAX_WRONG = 0.5
/** Characters of what a list says that has nothing. */
const MAX_NONE = 80
/** Share of the list from which it is still there. */
const MIN_KEPT = 0.5

/** What a filter shows of a list. */
export interface Filtered {
  /** It lets through what the original's keeps back, and keeps back what that lets through. */
  passed: string[]
  kept: string[]
  /** More than half of what either lets through is shown by one page alone. */
  isMost: boolean
  /** It says that there is nothing, and the original's does not. */
  isNone: boolean
}

/** What the list shows before and after a press, of the texts that stand on the page once at first. */
interface State {
  before: ReadonlySet<string>
  after: ReadonlySet<string>
}

/** What is shown once a control is pressed, for those of a desktop, each after all that were pressed before it. */
const statesOf = memo((side: Side<'layouts' | 'probes'>): Map<Probe, State> => {
  const once = [...textsAt(side, DESKTOP)].flatMap(([text, blocks]) => (blocks.length === 1 ? [text] : []))
  let shown: ReadonlySet<string> = new Set(once)
  const known = new Set(once)
  const states = new Map<Probe, State>()
  const { probes } = side.probes.wide
  for (const [index, probe] of probes.entries()) {
    const [came, went] = [probe.revealed, probe.hidden].map(texts => runsOf(wordsIn(texts)))
    const after = new Set(shown)
    for (const text of went!) after.delete(text)
    for (const text of came!) if (known.has(text)) after.add(text)
    states.set(probe, { before: shown, after })
    // A second press puts back what was taken away, where it does that.
    const isLeft = probe.effect === 'switches' || isBroughtBack(probe.hidden, probes.slice(index + 1))
    if (isLeft && probe.role !== 'checkbox') shown = after
  }
  return states
})

/** Whether a later press brings what was taken away, which then was not there meanwhile; most of it, where that is not clear. */
function isBroughtBack(texts: readonly string[], later: readonly Probe[]): boolean {
  const brought = sumOf(texts, text => {
    const next = later.find(({ revealed, hidden }) => revealed.includes(text) || hidden.includes(text))
    return next ? (next.revealed.includes(text) ? 1 : -1) : 0
  })
  return brought > 0
}

/** Each text, and those that follow on each other as one: a press tells of the elements of which a text is made. */
const runsOf = (texts: readonly string[]): string[] =>
  texts.flatMap((_, from) =>
    texts.slice(from).map((_, more) => folded(texts.slice(from, from + more + 1).join(' '))),
  )

const isWhole = ({ hidden }: Probe) => !MAX_HIDDEN.includes(hidden.length)

/** The entries of the list that a press takes away. */
function takenBy(side: Side<'layouts' | 'probes'>, probe: Probe): string[] {
  const state = statesOf(side).get(probe)
  if (!state || !/^(closes|switches)$/.test(probe.effect) || probe.way !== 'press') return []
  return [...state.before].filter(text => !state.after.has(text))
}

/** What takes entries of a list away, and brings nothing but such and how many there are. */
export const filtersOf = memo((side: Side<'layouts' | 'probes'>): Probe[] => {
  const known = [...textsAt(side, DESKTOP).keys()]
  // A press tells of the elements of which a text is made.
  const isKnown = (text: string) => text !== '' && known.some(one => ` ${one} `.includes(` ${text} `))
  return side.probes.wide.probes.filter(probe => {
    const fresh = wordsIn(probe.revealed).filter(text => !isKnown(folded(text)))
    return (
      takenBy(side, probe).length >= MIN_TEXTS &&
      fresh.length <= 1 &&
      fresh.every(text => /\p{N}/u.test(text))
    )
  })
})

/**
 * Which entries stay that did not, and go that stayed, where both lists were the same before the press; and whether nothing
 * is left of what the original's keeps.
 */
export function filteredOtherwise(pair: Pair<Needed>, was: Probe, now: Probe): Filtered | undefined {
  const { original, rebuilt } = pair
  const filters = filtersOf(original).filter(({ role }) => role === was.role)
  if (!filters.includes(was) || takenBy(rebuilt, now).length < MIN_TEXTS) return undefined
  const [before, after] = [statesOf(original).get(was)!, statesOf(rebuilt).get(now)!]
  // One filter alone does not tell what else is of the list.
  if (filters.length < 2) return undefined
  const listed = new Set(filters.flatMap(({ hidden }) => wordsIn(hidden).map(folded)))
  const common = [...listed].filter(text => textsAt(rebuilt, DESKTOP).get(text)?.length === 1)
  const isSameList = common.every(text => before.before.has(text) === after.before.has(text))
  const stays = common.filter(text => before.after.has(text))
  const isAllTold = isSameList && isWhole(was) && now.revealed.length < MAX_REVEALED
  const kept = isAllTold ? stays.filter(text => !after.after.has(text)) : []
  const passed =
    isSameList && isWhole(now)
      ? common.filter(text => !before.after.has(text) && before.before.has(text) && after.after.has(text))
      : []
  const wrong = kept.length + passed.length
  // Of a long list not all that went is known.
  const [saidNone, saysNone] = [was, now].map(({ revealed }) =>
    revealed.some(text => text.length <= MAX_NONE && saysNoneFound(text)),
  )
  const { probes } = rebuilt.probes.wide
  const earlier = probes.slice(0, probes.indexOf(now))
  const isAllKnown = [...earlier, now].every(isWhole)
  // What an earlier press took away is not back for certain where this one did not bring it; a box is ticked off again.
  const gone = new Set(
    saysNone && !saidNone
      ? earlier.flatMap(({ role, hidden }) => (role === 'checkbox' ? [] : runsOf(wordsIn(hidden))))
      : [],
  )
  for (const text of gone.size > 0 ? runsOf(wordsIn(now.revealed)) : []) gone.delete(text)
  const isLeft = isAllKnown && stays.some(text => after.after.has(text) && !gone.has(text))
  const isNone = saysNone === true && !saidNone && stays.length > 0 && !isLeft
  if (wrong < MIN_TEXTS && !isNone) return undefined
  const inWords = (texts: string[]) =>
    texts.map(text => textsAt(original, DESKTOP).get(text)?.[0]?.text ?? text)
  return {
    kept: inWords(kept),
    passed: inWords(passed),
    isMost: wrong > MAX_WRONG * (stays.length + passed.length),
    isNone,
  }
}

/**
 * The filters of a list that the new page shows without any, or without one that works: no control takes entries of it away,
 * nothing in sight and no choice of a list is called as they were.
 */
export function lostFilters(
  pair: Pair<'document' | 'forms' | 'health' | 'layouts' | 'probes' | 'semantics'>,
): Probe[] {
  const { original, rebuilt } = pair
  const filters = filtersOf(original)
  if (filters.length < 2 || filtersOf(rebuilt).length > 0 || lacksData(original, rebuilt)) return []
  const listed = new Set(filters.flatMap(probe => takenBy(original, probe)))
  const kept = [...listed].filter(text => textsAt(rebuilt, DESKTOP).has(text))
  if (kept.length < MIN_KEPT * listed.size) return []
  const { controls, texts, pressables } = namesOn(rebuilt)
  const choices = new Set(
    rebuilt.forms.flatMap(({ fields }) => fields.flatMap(({ options }) => options.map(normalise))),
  )
  return filters.filter(({ name }) =>
    [controls, texts, pressables, choices].every(names => !names.has(normalise(name))),
  )
}
