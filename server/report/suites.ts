/** A suite's score as a reader can recompute it. */
import type { CheckResult, SuiteResult } from '../contract.ts'

export interface CheckView {
  id: string
  title: string
  outcome: CheckResult['outcome']
  reason: string
  weight: number
  /** 0 to 1, and what it brings to the sum; null unless assessed. */
  worth: number | null
  points: number | null
}

export interface SuiteView {
  suite: SuiteResult['suite']
  score: number
  target: number
  pass: boolean
  inconclusive: boolean
  baseline: number
  absolute: number
  checks: CheckView[]
  /** The sums behind the score, over what was assessed. */
  weight: number
  points: number
  raw: number
  /** Why the score is lower than that, in a sentence. */
  cap: string
  /** Checks that say neither for nor against. */
  open: CheckView[]
  introduced: number
  inherited: number
  fixed: number
  accepted: number
  omitted: number
}

/** Shares may differ in their last bits. */
const EPSILON = 1e-6

export function suiteView(suite: SuiteResult): SuiteView {
  const checks = suite.checks.map(
    ({ id, title, outcome, reason = '', weight, worth }): CheckView => ({
      ...{ id, title, outcome, reason, weight, worth },
      points: worth === null ? null : weight * worth,
    }),
  )
  const assessed = checks.filter(({ outcome }) => outcome === 'assessed')
  const weight = sum(assessed.map(check => check.weight))
  const points = sum(assessed.map(check => check.points ?? 0))
  const raw = weight === 0 ? 100 : Math.floor(((100 * points) / weight + EPSILON) * 10) / 10
  const count = (status: string) =>
    suite.issues.filter(issue => issue.status === status && !issue.accepted).length
  return {
    ...suite,
    checks,
    ...{ weight, points, raw },
    cap: capOf(suite, raw),
    open: checks.filter(({ outcome }) => outcome === 'inconclusive'),
    introduced: count('introduced'),
    inherited: count('inherited'),
    fixed: count('fixed'),
    accepted: suite.issues.filter(({ accepted }) => accepted).length,
    omitted: suite.issues_omitted ?? 0,
  }
}

function capOf({ inconclusive, score, issues }: SuiteResult, raw: number): string {
  if (inconclusive)
    return 'Under half of the weight could be assessed: the suite is inconclusive, and does not pass.'
  if (score >= raw) return ''
  const grave = issues.some(({ severity, charged }) => severity === 'critical' && charged > 0)
  return grave
    ? `A critical issue that is charged caps the score at ${score.toFixed(1)}.`
    : `A serious issue that is charged keeps the score below the target: ${score.toFixed(1)}.`
}

const sum = (values: number[]) => values.reduce((all, value) => all + value, 0)
