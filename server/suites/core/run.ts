/**
 * Runs suites over two captures. Owns trouble: the one try/catch around a judge, the narrowing of artifacts to
 * what is declared, and an artifact that failed to collect makes only the checks that read it inconclusive.
 */
import type { ArtifactName, Artifacts, Capture } from '../../capture/artifact.ts'
import { RANK, type SuiteName } from '../../contract.ts'
import { keyOfRest } from '../../lib/rest-key.ts'
import { landingsOf } from '../../matching/landings.ts'
import { type Matching, matchPages } from '../../matching/matching.ts'
import { byGravity, type Finding } from './finding.ts'
import { lackedStyles, withoutLook } from './requests.ts'
import { inconclusive, type Outcome, type Suite } from './suite.ts'

/** A check's outcome on (original, rebuilt), and on (original, original) for the baseline. */
export interface JudgedCheck {
  id: string
  title: string
  weight: number
  pair: Judged
  baseline: Judged
}
export type Judged =
  | { outcome: 'assessed'; findings: Finding[] }
  | { outcome: 'not-applicable' | 'inconclusive'; reason: string }

export interface JudgedSuite {
  suite: SuiteName
  checks: JudgedCheck[]
}

/** Judges every suite twice on the same captures. Pure but for errors of a judge, which become its reason. */
export function runSuites(
  suites: readonly Suite[],
  original: Capture,
  rebuilt: Capture,
  matchings = matchingsOf(original, rebuilt),
): JudgedSuite[] {
  return suites.map(suite => runSuite(suite, original, rebuilt, matchings))
}

export interface Matchings {
  pair: Matching
  baseline: Matching
}

/** The matching of the pair and that of the original with itself, each part made when it is first asked for. */
export function matchingsOf(original: Capture, rebuilt: Capture): Matchings {
  const [before, after] = [view(MATCHED, original), view(MATCHED, rebuilt)]
  return { pair: matchPages(before, after, landingsOf(rebuilt)), baseline: matchPages(before, before) }
}

const MATCHED = ['layouts', 'images', 'document', 'volatile', 'catalog'] as const

function runSuite(suite: Suite, original: Capture, rebuilt: Capture, matchings: Matchings): JudgedSuite {
  const first = view(suite.needs, original)
  const second = view(suite.needs, rebuilt)
  const lackedBy = lackedReader(original, rebuilt)
  return {
    suite: suite.name,
    checks: suite.checks.map(check => ({
      id: check.id,
      title: check.title,
      weight: check.weight,
      pair: attempt(check.id, () => {
        const lacked = lackedBy(check)
        return lacked
          ? inconclusive(withoutLook(lacked))
          : check.judge({ original: first, rebuilt: second, matching: matchings.pair })
      }),
      baseline: attempt(check.id, () =>
        check.judge({ original: first, rebuilt: first, matching: matchings.baseline }),
      ),
    })),
  }
}

/** What is not known to be lacked is judged as it is. */
function lackedReader(
  original: Capture,
  rebuilt: Capture,
): (check: Suite['checks'][number]) => string | undefined {
  if (![original, rebuilt].every(({ artifacts }) => artifacts.health.ok && artifacts.document.ok))
    return () => undefined
  const needs = ['health', 'document'] as const
  const [before, now] = [view(needs, original), view(needs, rebuilt)]
  return ({ byLook }) => (byLook ? lackedStyles(before, now, byLook === 'widths') : undefined)
}

function attempt(id: string, judge: () => Outcome): Judged {
  try {
    const outcome = judge()
    if (Array.isArray(outcome)) return { outcome: 'assessed', findings: merge(id, outcome) }
    if ('notApplicable' in outcome) return { outcome: 'not-applicable', reason: outcome.notApplicable }
    return { outcome: 'inconclusive', reason: outcome.inconclusive }
  } catch (error) {
    if (error instanceof NotCollected) return { outcome: 'inconclusive', reason: error.message }
    const reason = error instanceof Error ? error.message : String(error)
    return {
      outcome: 'inconclusive',
      reason: `our check ${id} failed on these pages: ${reason.slice(0, 300)}`,
    }
  }
}

/** Findings with one key are one finding: the gravest speaks, the penalties add up. */
function merge(id: string, findings: Finding[]): Finding[] {
  const byKey = new Map<string, Finding>()
  for (const finding of findings) {
    if (!(finding.penalty >= 0))
      throw new Error(`penalty of ${finding.key} is ${finding.penalty}, wanted 0 to 1`)
    const known = byKey.get(finding.key)
    if (!known) byKey.set(finding.key, { ...finding, penalty: Math.min(1, finding.penalty) })
    else
      byKey.set(finding.key, {
        ...(RANK[finding.severity] < RANK[known.severity] ? finding : known),
        penalty: Math.min(1, known.penalty + finding.penalty),
      })
  }
  return bounded(id, [...byKey.values()])
}

/** The gravest as they are; what is beyond the limit becomes one, so that no cost is lost. */
function bounded(id: string, findings: Finding[]): Finding[] {
  if (findings.length <= MAX_FINDINGS) return findings
  const sorted = findings.toSorted(byGravity)
  const rest = sorted.splice(MAX_FINDINGS - 1)
  const penalty = Math.min(
    1,
    rest.reduce((sum, finding) => sum + finding.penalty, 0),
  )
  return [
    ...sorted,
    { ...rest[0]!, key: keyOfRest(id), penalty, message: `${rest.length} more like: ${rest[0]!.message}` },
  ]
}

export const MAX_FINDINGS = 5000

export class NotCollected extends Error {}

function view(needs: readonly ArtifactName[], capture: Capture): Artifacts {
  const side = {}
  for (const name of needs)
    Object.defineProperty(side, name, {
      enumerable: true,
      get() {
        const artifact = capture.artifacts[name]
        if (artifact.ok) return artifact.value
        throw new NotCollected(
          `${name} of the ${capture.side === 'rebuilt' ? 'new' : 'original'} page could not be collected: ${artifact.reason}`,
        )
      },
    })
  return side as Artifacts
}
