import type { Severity } from '../../contract.ts'
import { isMain } from '../../matching/passages.ts'
import { type Check, type Finding, inconclusive, notApplicable } from '../core/suite.ts'
import { missedCollapsed } from './collapsed-content.ts'
import { type Comparison, type ContentPair, compare, keyOf, nameOf, quote } from './comparison/index.ts'
import { factPenalty } from './facts/index.ts'
import { keptAsNameBy } from './kept-as-name.ts'
import { outcomesOf, type TextOutcome } from './losses.ts'
import { losesNegation } from './negation.ts'
import { unreachableTexts } from './reach.ts'
import { reversedFinding } from './reversed.ts'
import { isMainUnit, type LostUnit, lostUnits } from './units.ts'
import { lostVolatile } from './volatile.ts'
import { FLOOR, pageFindings, UNSEEN_SHARE } from './whole-page.ts'

/** Words from which a text is more than a label. */
const LONG = 8
/** Words from which a list item or a table row says something. */
const ITEM = 3
/** What nobody saw weighs less. */
const HIDDEN_SHARE = 0.25
/** Weight of content/facts against content/text: a fact that goes with its text costs what it would cost there. */
const FACTS_PER_TEXT = 0.5
const MOST_FINDINGS = 500
/** What a text costs that is out of sight where nothing opens it. */
const OUT_OF_REACH = 0.5
/** What is only worth knowing costs no more than this, however often. */
const MINORS = 0.1

type TextCheck = Check<keyof ContentPair['original']>

/** The text of the original is present on the rebuilt page, block by block. */
export const text: TextCheck = {
  id: 'content/text',
  title: 'Text is kept',
  weight: 40,
  judge(pair) {
    const comparison = compare(pair)
    const outcomes = outcomesOf(comparison)
    const total = sumOf(outcomes, outcome => outcome.weight * shareOf(outcome))
    if (total === 0) return notApplicable('the original shows no text')
    const units = lostUnits(outcomes)
    const unreachable = unreachableTexts(pair, outcomes)
    const spoken = keptAsNameBy(pair.rebuilt)
    const missed = missedCollapsed(outcomes)
    const findings = [
      ...pageFindings(outcomes, comparison, pair, unreachable),
      ...units.map(unit => spoken(lostFinding(unit, total, comparison, missed(unit)), unit)),
      ...outcomes
        .filter(outcome => outcome.state === 'changed')
        .map(outcome => changedFinding(outcome, total)),
      ...outcomes.flatMap(outcome => reversedFinding(outcome, total, comparison)),
      ...lostVolatile(outcomes, comparison, total, FLOOR),
      // What states facts alone is charged as facts.
      ...outcomes
        .filter(outcome => outcome.state === 'unseen' && !outcome.bare)
        .map(outcome => unseenFinding(outcome, total, unreachable.has(outcome))),
    ]
    if (comparison.cut && findings.length)
      return inconclusive(
        'the rebuilt page has more text than can be read, so none can be said to be missing',
      )
    return bounded(withMinorsCapped(findings))
  },
}

const shareOf = ({ passage }: TextOutcome) => (passage.visible ? 1 : HIDDEN_SHARE)

function lostFinding(unit: LostUnit, total: number, { facts }: Comparison, missed: boolean): Finding {
  const { passage } = unit.outcomes[0]!
  const length = sumOf(unit.outcomes, outcome => outcome.passage.length)
  const members = new Set(unit.outcomes.map(outcome => outcome.index))
  const gone = facts.missing.filter(({ fact }) => members.has(fact.passage))
  const penalty = sumOf(unit.outcomes, outcome => outcome.lost * shareOf(outcome)) / total
  const name =
    unit.kind === 'row'
      ? `The table row ${quote(unit.outcomes.map(outcome => outcome.passage.text).join(' | '), 120)}`
      : unit.kind === 'section'
        ? `The section ${quote(passage.text)} (${unit.outcomes.length} texts, ${length} words)`
        : `The ${nameOf(passage.kind)} ${quote(passage.text, 120)}`
  const whole = unit.outcomes.map(outcome => outcome.passage.text).join(unit.kind === 'row' ? ' | ' : ' / ')
  return {
    key: `content/text:lost:${keyOf(passage)}`,
    severity: severityOfLoss(
      unit,
      length,
      gone.some(({ fact }) => fact.visible),
      missed,
    ),
    penalty: Math.min(1, Math.max(FLOOR, penalty) + gone.length * factPenalty(facts) * FACTS_PER_TEXT),
    message: `${name} is missing${passage.visible ? '' : '; it stood in an element that is hidden at first'}`,
    fix: `Put it back: ${quote(whole, 600)}`,
    original: passage.place,
  }
}

function severityOfLoss(unit: LostUnit, length: number, withFacts: boolean, missed: boolean): Severity {
  const { passage } = unit.outcomes[0]!
  // The number of a step or of a page, and other marks.
  if (!withFacts && unit.outcomes.every(outcome => !/\p{L}/u.test(outcome.passage.text))) return 'minor'
  const main = isMainUnit(unit)
  if (missed && main) return 'serious'
  if (!passage.visible) return (main && length >= LONG) || withFacts ? 'moderate' : 'minor'
  if (withFacts || (main && (unit.kind === 'section' || length >= LONG))) return 'serious'
  const item = unit.kind === 'row' || passage.kind === 'list-item'
  if (main) return item && length >= ITEM ? 'serious' : 'moderate'
  return passage.landmark === 'navigation' || unit.kind === 'section' || length >= LONG ? 'moderate' : 'minor'
}

function changedFinding(outcome: TextOutcome, total: number): Finding {
  const { passage, words, now } = outcome
  const share = outcome.lost / outcome.weight
  const few = words.length <= 3 || share <= 0.25
  const reversed = passage.visible && isMain(passage) && losesNegation(outcome)
  const slight: Severity = reversed ? 'moderate' : 'minor'
  const severity: Severity =
    passage.length < LONG || !passage.visible || (few && outcome.run < LONG)
      ? slight
      : !isMain(passage) || share <= 0.5
        ? 'moderate'
        : 'serious'
  return {
    key: `content/text:changed:${keyOf(passage)}`,
    severity,
    penalty: Math.max(FLOOR / 2, (outcome.lost * shareOf(outcome)) / total),
    message: `Words of the ${nameOf(passage.kind)} ${quote(passage.text)} are missing: ${quote(words.join(' '), 160)}`,
    fix: `Let it read as before: ${quote(passage.text, 600)}`,
    original: passage.place,
    rebuilt: now?.place,
  }
}

function unseenFinding(outcome: TextOutcome, total: number, unreachable: boolean): Finding {
  const { passage, now } = outcome
  const weighty = unreachable && isMain(passage) && passage.length >= LONG
  return {
    key: `content/text:unseen:${keyOf(passage)}`,
    severity: weighty ? 'moderate' : 'minor',
    penalty: Math.max(FLOOR / 5, (outcome.weight * (weighty ? OUT_OF_REACH : UNSEEN_SHARE)) / total),
    message: `The ${nameOf(passage.kind)} ${quote(passage.text, 120)} was visible and is now in an element that is hidden at first`,
    fix: 'Show it, or see that a visible control opens it',
    original: passage.place,
    rebuilt: now?.place,
  }
}

function withMinorsCapped(findings: Finding[]): Finding[] {
  const sum = sumOf(findings, ({ severity, penalty }) => (severity === 'minor' ? penalty : 0))
  if (sum <= MINORS) return findings
  return findings.map(finding =>
    finding.severity === 'minor' ? { ...finding, penalty: (finding.penalty * MINORS) / sum } : finding,
  )
}

/** The costliest findings as they are; what is beyond the limit is added to the last one, so that no cost is lost. */
function bounded(findings: Finding[]): Finding[] {
  if (findings.length <= MOST_FINDINGS) return findings
  const sorted = findings.toSorted((a, b) => RANK[a.severity] - RANK[b.severity] || b.penalty - a.penalty)
  const rest = sorted.slice(MOST_FINDINGS - 1)
  const last = rest[0]!
  return [
    ...sorted.slice(0, MOST_FINDINGS - 1),
    {
      ...last,
      penalty: Math.min(
        1,
        sumOf(rest, finding => finding.penalty),
      ),
      message: `${last.message}; so it is with ${rest.length - 1} more texts`,
    },
  ]
}

const RANK = { critical: 0, serious: 1, moderate: 2, minor: 3 } as const
function sumOf<T>(items: T[], value: (item: T) => number): number {
  return items.reduce((sum, item) => sum + value(item), 0)
}
