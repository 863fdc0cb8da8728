/** A press that shows the page in another version, as in another language, and leaves some of its texts as they were. */
import type { Probe } from '../../../capture/collectors/probes/index.ts'
import type { Finding } from '../../core/finding.ts'
import { quote } from '../../core/quote.ts'
import { lacksScripts } from '../../core/requests.ts'
import { isStep } from '../../core/step.ts'
import type { Pair } from '../../core/suite.ts'
import { calledSo } from '../named-control.ts'
import { placesOf } from './findings.ts'
import { folded, lengthOf, type Needed, textsAt, wordsIn } from './probe.ts'
import { rules } from './rules.ts'

/** Texts that both take away, and as a share of those that are seen, for it to be another version of the page and no panel. */
const MIN_TAKEN = { texts: 6, share: 0.4 }
/** Words of what is left from which it is told. */
const MIN_WORDS = 8
/** Share of the words that it takes away from which a part of the page is left. */
const MIN_PART = 0.1
/** CSS px from the top of what a visitor sees first. */
const FIRST_SCREEN = 900
/** How many texts are kept of what a press takes away, in older captures and in all: there may have been more. */
const MAX_HIDDEN = { old: 40, all: 200 }

/** One issue of a page: the first press that leaves some. */
export function leftTexts(
  pair: Pair<Needed>,
  operated: readonly (readonly [was: Probe, now: Probe])[],
): Finding[] {
  if (lacksScripts(pair.original, pair.rebuilt)) return []
  const changing = new Set(pair.original.volatile.texts.map(folded))
  const found = operated.flatMap(([was, now]) => {
    if (![was, now].every(({ way, effect }) => way === 'press' && effect === 'switches') || isStep(was))
      return []
    if ([was, now].some(probe => probe.uncertain || isCut(probe))) return []
    const atRest = textsAt(pair.rebuilt, now.width)
    const takenNow = new Set([...takenBy(now), ...now.revealed, ...(now.more ?? [])].map(folded))
    const taken = takenBy(was).filter(text => takenNow.has(folded(text)))
    const left = takenBy(was).filter(
      text => !takenNow.has(folded(text)) && atRest.has(folded(text)) && !changing.has(folded(text)),
    )
    const isVersion = taken.length >= Math.max(MIN_TAKEN.texts, MIN_TAKEN.share * atRest.size)
    if (!isVersion || taken.length <= left.length || lengthOf(left) < MIN_WORDS) return []
    // A press tells of the beginning of a text.
    const blocks = left.map(text => atRest.get(folded(text))![0]!)
    const isFirst = blocks.some(
      ({ text, box, state }) => state === 'visible' && box.y < FIRST_SCREEN && lengthOf([text]) >= MIN_WORDS,
    )
    const isPart = isFirst || lengthOf(left) >= MIN_PART * lengthOf(taken)
    return [{ was, now, texts: blocks.map(({ text }) => text), isPart }]
  })
  const [first] = found
  if (!first) return []
  const { was, now, texts, isPart } = first
  const more = texts.length > 1 ? ` and ${texts.length - 1} more texts` : ''
  return [
    rules.report('texts-left', {
      ...placesOf(pair, was, now),
      as: isPart ? undefined : 'some',
      message: `${calledSo(was)} leaves ${quote(texts[0]!, 80)}${more} as they are, where the original’s replaces them`,
    }),
  ]
}

const isCut = ({ hidden, moreHidden = [] }: Probe): boolean =>
  hidden.length + moreHidden.length >= MAX_HIDDEN.all ||
  (hidden.length >= MAX_HIDDEN.old && moreHidden.length === 0)

const takenBy = ({ hidden, moreHidden = [] }: Probe): string[] => wordsIn([...hidden, ...moreHidden])
