import type { Passage } from '../../../matching/passages.ts'
import type { Check, Finding } from '../../core/suite.ts'
import { inconclusive, notApplicable } from '../../core/suite.ts'
import { drawnCollapsed } from '../collapsed-content.ts'
import type { FactComparison } from '../comparison/facts.ts'
import { type ContentPair, compare, quote } from '../comparison/index.ts'
import type { PlacedFact } from '../comparison/placed-facts.ts'
import { outcomesOf } from '../losses.ts'
import { reachableFacts } from '../reach.ts'
import { lostUnits } from '../units.ts'
import { UNSEEN_SHARE } from '../whole-page.ts'

/** What a lost fact costs at least. */
const FLOOR = 0.05
const MOST_FINDINGS = 500

/** Prices, quantities, telephones, dates and their like are stated as before, each as often. */
export const facts: Check<keyof ContentPair['original']> = {
  id: 'content/facts',
  title: 'Prices, numbers, dates and contact details are kept',
  weight: 20,
  judge(pair) {
    const comparison = compare(pair)
    const { original, rebuilt, cut } = comparison
    if (!comparison.facts.original.length) return notApplicable('the original states no facts')
    // Facts that went with a lost text are charged there.
    const elsewhere = new Set(
      lostUnits(outcomesOf(comparison)).flatMap(unit => unit.outcomes.map(outcome => outcome.index)),
    )
    const missing = comparison.facts.missing.filter(({ fact }) => !elsewhere.has(fact.passage))
    const unseen = comparison.facts.unseen.filter(({ fact }) => !elsewhere.has(fact.passage))
    const reachable = reachableFacts(pair, outcomesOf(comparison))
    if (cut && missing.length)
      return inconclusive(
        'the rebuilt page has more text than can be read, so no fact can be said to be missing',
      )
    const penalty = factPenalty(comparison.facts)
    const isDrawn = drawnCollapsed(outcomesOf(comparison))
    const lost = missing.map(({ fact, instead }): Finding => {
      const passage = original[fact.passage]!
      const now = instead && rebuilt[instead.passage]!
      // A panel may be drawn when it is opened; one that is there and states something else is wrong.
      const inFold = passage.folded && (instead !== undefined || isDrawn(fact.passage, fact.passage))
      const grave = fact.visible || inFold
      return {
        key: `content/fact:${fact.kind}:${fact.value}`.slice(0, 200),
        severity: grave ? 'serious' : 'moderate',
        penalty: grave ? penalty : penalty / 4,
        message: messageOf(fact, instead, passage, original),
        fix: `State ${fact.raw} ${now ? 'there' : 'again'}: ${quote(passage.text, 300)}`,
        original: passage.place,
        rebuilt: now?.place,
      }
    })
    const hidden = unseen.map(({ fact, now }, index): Finding => {
      const passage = original[fact.passage]!
      const opens = index < reachable
      return {
        key: `content/fact:unseen:${fact.kind}:${fact.value}`.slice(0, 200),
        severity: opens ? 'minor' : 'serious',
        penalty: opens ? penalty * UNSEEN_SHARE : penalty,
        message: messageOf(fact, undefined, passage, original, 'is out of sight now'),
        fix: `Show ${fact.raw}, or see that a visible control opens it`,
        original: passage.place,
        rebuilt: rebuilt[now.passage]!.place,
      }
    })
    return [...lost, ...hidden].slice(0, MOST_FINDINGS)
  },
}

/** What one lost fact costs: its share of the facts, at least the floor. */
export function factPenalty({ original }: FactComparison): number {
  return Math.max(FLOOR, 1 / Math.max(1, original.length))
}

function messageOf(
  fact: PlacedFact,
  instead: PlacedFact | undefined,
  passage: Passage,
  original: Passage[],
  otherwise = 'is missing',
): string {
  const name = `The ${fact.kind} ${quote(fact.raw)}`
  const alone = passage.text.length <= fact.raw.length
  const before = alone
    ? original
        .slice(Math.max(0, fact.passage - 6), fact.passage)
        .findLast(other => other.visible && /\p{L}{3}/u.test(other.text))
    : undefined
  const where = alone ? (before ? ` after ${quote(before.text)}` : '') : ` in ${quote(passage.text)}`
  return instead ? `${name}${where} became ${quote(instead.raw)}` : `${name}${where} ${otherwise}`
}
