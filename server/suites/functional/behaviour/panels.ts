/** What menus, accordions, tabs and dialogs show: less than on the original, or what belongs to another one. */
import type { Probe } from '../../../capture/collectors/probes/index.ts'
import { memo } from '../../../lib/memo.ts'
import { amountsIn, hasPrice } from '../../../lib/price.ts'
import { normalise, words } from '../../../lib/text.ts'
import { newOpeners } from '../../core/openers.ts'
import { lacksScripts } from '../../core/requests.ts'
import { isStep } from '../../core/step.ts'
import type { Pair, Side } from '../../core/suite.ts'
import type { Counterpart } from './counterparts.ts'
import {
  folded,
  lengthOf,
  type Needed,
  OPENS,
  probesBeside,
  showsAll,
  textsAt,
  textsOf,
  wordsIn,
} from './probe.ts'

/** What a press shows anew is kept up to so many texts; what a longer panel leaves out may stand in it. */
const MAX_REVEALED = 20
/** Words and texts from which a panel says something. */
const MIN_WORDS = 8
const MIN_TEXTS = 3
/** Prices that a press shows anew from which they are what it is for. */
const MIN_PRICES = 2
/** Share of its words that has to be gone, and that others in their place have to fall short of. */
const MIN_GONE = 0.5
/** Share of a text's words that stand together elsewhere for it to be there in other words. */
const MIN_ALIKE = 0.7

export interface LesserPanel {
  /** What the original shows and the new page never does. */
  gone: string[]
  /** It shows the same as another control that showed something else. */
  sameAs?: Probe
}

/** What a counter shows. */
const COUNT = /^[-−]?\d{1,3}$/

const figuresOf = (amount: string): string => amount.replace(/[.,]00(?!\d)/g, '').replace(/\D/g, '')

/** What is missing of what a control shows, given its counterpart that shows something as well. */
export function lesserPanels(
  pair: Pair<Needed>,
  pairs: readonly (readonly [was: Probe, now: Probe])[],
): (was: Probe, now: Probe) => LesserPanel | undefined {
  // What is gone may be behind a control of its own now, or come late, or wait for a script that visitors get.
  const isLate = pair.rebuilt.probes.narrow.late || pair.rebuilt.probes.wide.late
  if (isLate || newOpeners(pair) > 0 || lacksScripts(pair.original, pair.rebuilt)) return () => undefined
  const isThere = (text: string) => {
    const said = words(text)
    const { whole, bags } = textsOn(pair.rebuilt)
    if (said.length === 0 || whole.includes(` ${said.join(' ')} `)) return true
    return bags.some(bag => said.filter(word => bag.has(word)).length >= MIN_ALIKE * said.length)
  }
  const shown = new Set([
    ...pair.rebuilt.layouts.flatMap(({ width }) => [...textsAt(pair.rebuilt, width).keys()]),
    ...[pair.rebuilt.probes.narrow, pair.rebuilt.probes.wide].flatMap(({ probes }) =>
      probes.flatMap(({ revealed }) => revealed.map(folded)),
    ),
  ])
  const isShown = (text: string) => shown.has(folded(text))
  return (was, now) => {
    if (isStep(was) || !OPENS.test(was.effect) || !OPENS.test(now.effect)) return undefined
    if (now.revealed.length >= MAX_REVEALED) return undefined
    const [said, says] = [wordsIn(was.revealed), wordsIn(now.revealed)]
    if (says.length === 0) return undefined
    // A switch from monthly to yearly prices that changes the words beside them alone.
    // The sign may stand in an element of its own: the figures alone tell that they are there.
    const figures = new Set(now.revealed.flatMap(text => text.match(/\d[\d.,' ]*/g) ?? []).map(figuresOf))
    const isPriceGone = (text: string) =>
      hasPrice(text) && !isShown(text) && !amountsIn(text).some(amount => figures.has(amount))
    const prices = says.some(hasPrice) ? [] : said.filter(isPriceGone)
    if (prices.length >= MIN_PRICES) return { gone: prices }
    const gone = said.filter(text => !isThere(text))
    if (lengthOf(gone) <= MIN_GONE * lengthOf(said)) return undefined
    if (lengthOf(gone) < MIN_WORDS && gone.length < MIN_TEXTS) return undefined
    const nameOf = (revealed: string[]) => wordsIn(revealed).map(normalise).toSorted().join('|')
    const same = pairs.find(
      ([other, its]) =>
        its !== now &&
        other.name !== was.name &&
        nameOf(its.revealed) === nameOf(now.revealed) &&
        nameOf(other.revealed) !== nameOf(was.revealed),
    )
    // As many words in their place: what they say is judged by content.
    if (!same && lengthOf(says) >= MIN_GONE * lengthOf(said)) return undefined
    return { gone, ...(same && { sameAs: same[0] }) }
  }
}

/**
 * All that a page shows at rest or on a press, and names in links and controls, in its words: as one, and those of each
 * text. What stands in a panel that opens by a part of its height is not shown.
 */
const textsOn = memo(({ layouts, links, probes }: Side<'layouts' | 'links' | 'probes'>) => {
  const said = [
    ...layouts.flatMap(({ blocks, controls }) => [
      ...blocks.flatMap(({ text, state }) => (state === 'visible' ? [text] : [])),
      ...controls.map(({ name }) => name),
    ]),
    ...links.map(({ name }) => name),
    ...[probes.narrow, probes.wide].flatMap(width => width.probes.flatMap(({ revealed }) => revealed)),
  ]
  const texts = [...new Set(said.map(text => words(text).join(' ')))]
  return { whole: ` ${texts.join(' ')} `, bags: texts.map(text => new Set(text.split(' '))) }
})

/**
 * The control of the original whose texts another one shows now, in place of its own: a tab that opens its neighbour's
 * panel. Its own are shown by nothing on the rebuilt page any more, or by that neighbour in turn. What steps through
 * slides, and what counts, depends on where it began.
 */
export function swappedPanels(
  pair: Pair<Needed>,
  counterpartOf: (was: Probe) => Counterpart | undefined,
): (was: Probe, now: Probe) => Probe | undefined {
  return (was, now) => {
    if (isStep(was) || !OPENS.test(was.effect) || !OPENS.test(now.effect)) return undefined
    const own = textsOf(was)
    if (own.size === 0 || textsOf(now).size === 0) return undefined
    if ([...own].every(text => COUNT.test(text))) return undefined
    if (shares(own, textsAt(pair.rebuilt, was.width))) return undefined
    const others = probesBeside(pair.original, was).filter(
      other => other !== was && other.name !== was.name && showsAll(now.revealed, textsOf(other)),
    )
    if (!probesBeside(pair.rebuilt, was).some(probe => shares(own, textsOf(probe)))) return others[0]
    return others.find(other => {
      const its = counterpartOf(other)
      const swapped = typeof its === 'object' && its !== now && showsAll(its.revealed, own)
      return swapped && !shares(own, textsOf(now)) && !shares(textsOf(other), textsOf(its))
    })
  }
}

const shares = (texts: Set<string>, known: { has(text: string): boolean }) =>
  [...texts].some(text => known.has(text))
