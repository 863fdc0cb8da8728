import { sumOf } from '../../../lib/count.ts'
import { saysNotFound } from '../../../lib/not-found.ts'
import { countWords } from '../../../lib/text.ts'
import type { Passage } from '../../../matching/passages.ts'
import type { Finding } from '../../core/finding.ts'
import { linkedPages } from '../../core/linked-pages.ts'
import { isMadeAnew } from '../../core/made-anew.ts'
import { quote } from '../../core/quote.ts'
import type { Comparison, ContentPair } from '../comparison/index.ts'
import { type Gap, gapsOf, ownWords } from '../outcomes/gaps.ts'
import { type LostUnit, lostUnits, outcomesOf, type TextOutcome } from '../outcomes/index.ts'
import { isSmallPrint } from './loss.ts'
import {
  MAX_HIDDEN,
  MAX_LOST,
  MIN_ANEW,
  MIN_LOST_WORDS,
  MOSTLY_LOST,
  REPLACED_WEIGHT,
  rules,
} from './rules.ts'

/** The cause of all losses of a page that lost most of its text. */
export const ALL_LOST = 'most'

/** What concerns the page as a whole: most of its text gone, or hidden with nothing that would open it. */
export function pageFindings(
  outcomes: TextOutcome[],
  comparison: Comparison,
  pair: ContentPair,
  unreachable: Set<TextOutcome>,
  gaps: Map<number, Gap>,
): Finding[] {
  const { rebuilt } = comparison
  const blank = !rebuilt.some(passage => passage.visible)
  const { visible, total, lost } = mainLoss(outcomes, gaps, blank, pair)
  if (total === 0) return []
  const isHidden = (outcome: TextOutcome) => (blank ? outcome.state === 'hidden' : unreachable.has(outcome))
  const unseen = visible.filter(isHidden)
  const hidden = sumOf(unseen, outcome => outcome.weight) / total
  const isMuchHidden = blank || sumOf(unseen, ({ passage }) => passage.length) >= MIN_LOST_WORDS
  // A carousel that stands at another slide shows as much as it hides.
  const revealed = sumOf(outcomes, outcome => (outcome.passage.visible ? 0 : outcome.shown)) / total
  const place = { url: pair.rebuilt.document.url }
  const found: Finding[] = []
  const isAnew = isMadeAnew(pair) && isWrittenAnew(visible, comparison, lost)
  const isEmpty = shownWords(rebuilt) <= MAX_EMPTY * shownWords(comparison.original)
  const names = gravestNames(outcomes)
  const what = isAnew
    ? ', and as much stands there that the original does not say'
    : names.length
      ? `, above all ${listed(names)}`
      : ''
  if (lost > MAX_LOST && (blank || lostWords(visible) >= MIN_LOST_WORDS))
    found.push(
      rules.report('most-lost', {
        key: `${rules.check}:most`,
        cause: ALL_LOST,
        as: isAnew ? 'anew' : undefined,
        message: `${percent(lost)} of the original's text is missing${what}`,
        fix: isAnew || isEmpty ? undefined : 'Put back the texts that are listed as missing',
        rebuilt: place,
      }),
    )
  if (isMuchHidden && lost + hidden - revealed > MAX_LOST && hidden - revealed > MAX_HIDDEN)
    found.push(
      rules.report('most-hidden', {
        key: `${rules.check}:unseen`,
        extent: hidden,
        message: `${percent(hidden)} of the original's text is on the new page but out of sight, with no control that would open it`,
        rebuilt: place,
      }),
    )
  return found
}

/** Whether all lost texts of a page are told as one: what they stated is read of nowhere then. */
export function losesMost(comparison: Comparison, pair: ContentPair): boolean {
  const outcomes = outcomesOf(comparison)
  const blank = !comparison.rebuilt.some(passage => passage.visible)
  const { visible, lost } = mainLoss(outcomes, gapsOf(outcomes, comparison), blank, pair)
  return lost > MAX_LOST && (blank || lostWords(visible) >= MIN_LOST_WORDS)
}

/** The texts that are asked for as a whole, their weight, and which share of it is lost. */
function mainLoss(outcomes: TextOutcome[], gaps: Map<number, Gap>, blank: boolean, { rebuilt }: ContentPair) {
  const visible = outcomes.filter(({ passage }) => passage.visible && (blank || !isSmallPrint(passage)))
  const total = sumOf(visible, outcome => outcome.weight)
  const pages = linkedPages(rebuilt)
  const lost = sumOf(visible, outcome => {
    // A long page may have become several.
    if (outcome.lost > 0 && !blank && pages.say(outcome.passage.text)) return 0
    const isReplaced = gaps.get(outcome.index)?.instead.has(outcome.index)
    return outcome.lost * (isReplaced ? REPLACED_WEIGHT : 1)
  })
  return { visible, total, lost: lost / total }
}

/** Share of the original's words up to which a page shows next to nothing. */
const MAX_EMPTY = 0.25
/** Lost texts that are named, and characters of each. */
const MAX_NAMED = 4
const MAX_NAME = 60

const shownWords = (passages: readonly Passage[]) =>
  sumOf(passages, ({ visible, length }) => (visible ? length : 0))

/** The first texts of what is lost of the visible page, that with most of it first. */
function gravestNames(outcomes: TextOutcome[]): string[] {
  const lostOf = ({ outcomes }: LostUnit) =>
    sumOf(outcomes, ({ passage, lost }) => (passage.visible ? lost : 0))
  const units = lostUnits(outcomes).filter(unit => lostOf(unit) > 0)
  return units
    .toSorted((a, b) => lostOf(b) - lostOf(a))
    .map(({ kind, outcomes: [first] }) => {
      const name = quote(first!.passage.text, MAX_NAME)
      return kind === 'section' ? `the section ${name}` : name
    })
}

function listed(names: string[]): string {
  return new Intl.ListFormat('en-GB').format(names.slice(0, MAX_NAMED))
}

/** Whether the new page says about as much of its own as is gone: somebody wrote it anew, and nothing was left empty. */
function isWrittenAnew(visible: TextOutcome[], comparison: Comparison, lost: number): boolean {
  const isNotFound = ({ kind, text, visible }: Passage) => visible && kind === 'heading' && saysNotFound(text)
  if (comparison.rebuilt.some(isNotFound)) return false
  return wordsAdded(comparison) >= (lost <= MOSTLY_LOST ? MIN_ANEW : 1) * lostWords(visible)
}

const wordsAdded = (comparison: Comparison): number =>
  sumOf([...comparison.rebuilt.entries()], ([place, { visible }]) =>
    visible ? ownWords(place, comparison) : 0,
  )

const lostWords = (outcomes: TextOutcome[]) =>
  sumOf(outcomes, ({ lost, words }) => (lost > 0 ? countWords(words) : 0))

const percent = (share: number) => `${Math.round(share * 100)} %`
