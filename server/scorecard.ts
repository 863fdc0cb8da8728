/**
 * The only place where a score is made. Pure: judged checks in, suite results out.
 *
 *   charged penalty   regressions: max(0, penalty - penalty of the same key in the baseline)
 *                     a graver severity than the baseline's of that key: 0.05 at least, or the penalty if that is less
 *                     absolute:    penalty
 *                     accepted:    0
 *   worth of a check  1 - min(1, sum of charged penalties)
 *   score             100 * sum(weight * worth) / sum(weight), rounded down to 0.1
 *   caps              a charged critical issue: at most 59; a charged serious one: at most target - 1
 *   inconclusive      under half of the applicable weight assessed: score 0, pass false
 */
import {
  type Acceptance,
  type AcceptedIssue,
  type CheckResult,
  type Issue,
  LIMITS,
  type Policy,
  RANK,
  type Scorecard,
  type StaleAcceptance,
  SuiteName,
  type SuiteResult,
  TARGETS,
} from './contract.ts'
import { helpUrlOf } from './lib/help-url.ts'
import { keyOfRest } from './lib/rest-key.ts'
import type { Finding } from './suites/core/finding.ts'
import type { Judged, JudgedCheck, JudgedSuite } from './suites/core/run.ts'

const CRITICAL_CAP = 59
export const LISTED_ISSUES = 200
/** Sums of floating point shares may differ in the last bits; that is no regression. */
const EPSILON = 1e-6
/** What an old fault that became a graver one costs at least. */
const GRAVER = 0.05
/** Shares move a little when something else on a page does. */
const LARGER = 1.1

/** An issue with what its place in the list is made of. */
type Ranked = Issue & Pick<Finding, 'cause' | 'foremost'>

type Accepts = ReadonlyMap<string, AcceptedIssue>
const NONE: Accepts = new Map()

/** Suite results and the verdict under `policy`. */
export function makeScorecard(
  judged: JudgedSuite[],
  about: { pageName: string; policy: Policy; accepted?: readonly AcceptedIssue[] } & Pick<
    Scorecard,
    'gaps' | 'volatile'
  >,
): Scorecard {
  const accepts = new Map(about.accepted?.map(one => [one.key, one]))
  const suites = judged.map(suite => scoreSuite(suite, about.policy, accepts))
  const { accepted, stale } = useOf(accepts, judged, about.policy)
  return {
    pageName: about.pageName,
    allPass: suites.every(suite => suite.pass),
    suites,
    policy: about.policy,
    accepted,
    ...(stale.length > 0 && { stale }),
    gaps: about.gaps,
    volatile: about.volatile,
  }
}

export function scoreSuite(judged: JudgedSuite, policy: Policy, accepts = NONE): SuiteResult {
  const target = TARGETS[judged.suite]
  const checks = judged.checks.map(check => chargeCheck(check, policy, accepts))
  const { score, inconclusive } = tally(checks, target)
  const issues = checks
    .flatMap(check => check.issues)
    .sort(worstFirst(judged.checks))
    .map(({ foremost, ...issue }): Issue => issue)
  return {
    suite: judged.suite,
    score,
    target,
    pass: !inconclusive && score >= target,
    checks: checks.map(({ result }) => result),
    issues: issues.slice(0, LISTED_ISSUES),
    ...(issues.length > LISTED_ISSUES && { issues_omitted: issues.length - LISTED_ISSUES }),
    inconclusive,
    // What the pages are, whatever was accepted.
    absolute: tally(
      judged.checks.map(check => chargeCheck(check, 'absolute')),
      target,
    ).score,
    baseline: tally(
      judged.checks.map(check => chargeCheck({ ...check, pair: check.baseline }, 'absolute')),
      target,
    ).score,
  }
}

interface ChargedCheck {
  result: CheckResult
  issues: Ranked[]
}

function chargeCheck(check: JudgedCheck, policy: Policy, accepts = NONE): ChargedCheck {
  const { id, title, weight } = check
  const about = { id, title, weight }
  const pair = judgedUnder(policy, check)
  if (pair.outcome !== 'assessed')
    return { result: { ...about, outcome: pair.outcome, reason: pair.reason, worth: null }, issues: [] }
  const present = charge(id, pair.findings, findingsOf(check.baseline), policy)
  const issues = byCause(present.map(issue => accept(issue, id, accepts)))
  const charged = issues.reduce((sum, issue) => sum + issue.charged, 0)
  return { result: { ...about, outcome: 'assessed', worth: 1 - Math.min(1, charged) }, issues }
}

/** Without a baseline nothing can be told to be inherited, and charging all of it would be a false alarm. */
const judgedUnder = (policy: Policy, { pair, baseline }: JudgedCheck): Judged =>
  policy === 'regressions' && pair.outcome === 'assessed' && baseline.outcome === 'inconclusive'
    ? baseline
    : pair

const findingsOf = (judged: Judged): Finding[] => (judged.outcome === 'assessed' ? judged.findings : [])

/** Netting is by key, never by totals: ten things fixed do not pay for one broken. */
function charge(check: string, findings: Finding[], baseline: Finding[], policy: Policy): Ranked[] {
  const before = new Map(baseline.map(finding => [finding.key, finding]))
  const now = new Set(findings.map(finding => finding.key))
  const present = findings.map((finding): Ranked => {
    const known = before.get(finding.key)
    const worse = finding.penalty - (known?.penalty ?? 0)
    const graver = known !== undefined && RANK[finding.severity] < RANK[known.severity]
    const status = !known || graver || worse > EPSILON ? 'introduced' : 'inherited'
    // An explanation stays free, and nothing costs more against the original than by itself.
    const least = graver ? Math.min(GRAVER, finding.penalty) : 0
    const charged =
      policy === 'absolute' ? finding.penalty : status === 'inherited' ? 0 : Math.max(least, worse)
    return { ...finding, ...documented(finding), check, status, charged }
  })
  const fixed = baseline
    .filter(finding => !now.has(finding.key))
    .map(
      (finding): Ranked => ({
        ...finding,
        ...documented(finding),
        rebuilt: undefined,
        check,
        status: 'fixed',
        charged: 0,
      }),
    )
  return [...present, ...fixed]
}

/** The issue, at no cost where it was accepted. */
function accept<T extends Issue>(issue: T, check: string, accepts: Accepts): T {
  const known = issue.status === 'fixed' ? undefined : accepts.get(issue.key)
  return known && covers(known, issue, check) ? { ...issue, charged: 0, accepted: shown(known) } : issue
}

/**
 * Whether it is what was accepted: as grave and as large as then, or less. One key may stand for several places alike,
 * and for an extent, so that more than was accepted is another matter. What is measured in time varies from run to run
 * by more than that; there the severities are the steps. What stands for many that have no room is no issue to accept.
 */
export function covers(
  one: Pick<AcceptedIssue, 'severity' | 'penalty'>,
  { key, severity, penalty }: Pick<Issue, 'key' | 'severity' | 'penalty'>,
  check: string,
): boolean {
  if (key === keyOfRest(check)) return false
  if (one.severity !== undefined && RANK[severity] < RANK[one.severity]) return false
  return one.penalty === undefined || check.startsWith('perf/') || penalty <= one.penalty * LARGER + EPSILON
}

const shown = ({ by, reason, at, expires }: AcceptedIssue): Acceptance => ({
  by,
  reason,
  at,
  ...(expires !== undefined && { expires }),
})

/**
 * How many places are accepted, and which acceptances are stale. What could not be assessed this time may be there
 * still: of a suite in which anything is inconclusive, or which did not run, none is stale for want of its issue.
 */
function useOf(
  accepts: Accepts,
  judged: JudgedSuite[],
  policy: Policy,
): { accepted: number; stale: StaleAcceptance[] } {
  const stale = new Map(accepts)
  const graver = new Set<string>()
  for (const check of judged.flatMap(({ checks }) => checks))
    for (const finding of findingsOf(judgedUnder(policy, check))) {
      const one = accepts.get(finding.key)
      if (one && covers(one, finding, check.id)) stale.delete(one.key)
      else if (one) graver.add(one.key)
    }
  const whole = new Set<string>(
    judged
      .filter(({ checks }) => checks.every(check => judgedUnder(policy, check).outcome !== 'inconclusive'))
      .map(({ suite }) => suite),
  )
  const list = [...stale.values()].filter(({ key }) => {
    const suite = SuiteName.safeParse(key.split(/[/:]/)[0]).data
    return graver.has(key) || suite === undefined || whole.has(suite)
  })
  return {
    accepted: accepts.size - stale.size,
    stale: list.map(one => ({ ...shown(one), key: one.key, ...(graver.has(one.key) && { graver: true }) })),
  }
}

/** Issues of one check and one cause as one, which speaks of the gravest and charges what all of them cost. */
function byCause(issues: Ranked[]): Ranked[] {
  const groups = new Map<unknown, Ranked[]>()
  for (const { cause, ...issue } of issues) {
    const { by, reason, expires } = issue.accepted ?? {}
    const group =
      cause === undefined
        ? issue.key
        : JSON.stringify([issue.status, issue.charged > 0, cause, by, reason, expires])
    groups.set(group, [...(groups.get(group) ?? []), issue])
  }
  return [...groups.values()].map(group => {
    if (group.length === 1) return group[0]!
    const members = group.toSorted((a, b) => RANK[a.severity] - RANK[b.severity] || b.charged - a.charged)
    const sum = (of: 'penalty' | 'charged') =>
      Math.min(
        1,
        sumOf(group, issue => issue[of]),
      )
    const more = members.length - 1
    return {
      ...members[0]!,
      penalty: sum('penalty'),
      charged: sum('charged'),
      message: `${members[0]!.message}; ${more} more of this kind`,
      members: members.slice(0, LIMITS.members).map(memberOf),
      ...(members.length > LIMITS.members && { members_omitted: members.length - LIMITS.members }),
    }
  })
}

const memberOf = ({ key, rule, severity, penalty, charged, message, fix, original, rebuilt }: Issue) => ({
  key,
  rule,
  severity,
  penalty,
  charged,
  message,
  fix,
  ...(original && { original }),
  ...(rebuilt && { rebuilt }),
})

const documented = ({ rule }: Finding) => ({ help_url: helpUrlOf(rule) })

function tally(checks: ChargedCheck[], target: number): { score: number; inconclusive: boolean } {
  const applicable = checks.filter(check => check.result.outcome !== 'not-applicable')
  const assessed = applicable.filter(check => check.result.outcome === 'assessed')
  const weight = sumOf(assessed, check => check.result.weight)
  const total = sumOf(applicable, check => check.result.weight)
  if (total === 0) return { score: 100, inconclusive: false }
  if (weight * 2 < total) return { score: 0, inconclusive: true }
  const raw = (100 * sumOf(assessed, check => check.result.weight * (check.result.worth ?? 0))) / weight
  // A zero-penalty finding is an explanation: it costs nothing, so it caps nothing.
  const charged = assessed.flatMap(check => check.issues).filter(issue => issue.charged > 0)
  const cap = charged.some(issue => issue.severity === 'critical')
    ? CRITICAL_CAP
    : charged.some(issue => issue.severity === 'serious')
      ? target - 1
      : 100
  return { score: roundDown(Math.min(raw, cap)), inconclusive: false }
}

/** Down to one decimal, after a millionth that absorbs floating point: 89.96 is 89.9, 90 stays 90. */
export function roundDown(score: number): number {
  return Math.floor((score + EPSILON) * 10) / 10
}

const ORDER = { introduced: 0, inherited: 1, fixed: 2 } as const

/**
 * What is accepted last; by severity, then what everybody meets, then by the points that it costs: the file that fails
 * comes before each of the controls that die of it.
 */
function worstFirst(checks: JudgedCheck[]): (a: Ranked, b: Ranked) => number {
  const weights = new Map(checks.map(({ id, weight }) => [id, weight]))
  const points = ({ check, charged }: Issue) => charged * (weights.get(check) ?? 0)
  return (a, b) =>
    ORDER[a.status] - ORDER[b.status] ||
    Number(a.accepted !== undefined) - Number(b.accepted !== undefined) ||
    RANK[a.severity] - RANK[b.severity] ||
    Number(b.foremost ?? false) - Number(a.foremost ?? false) ||
    points(b) - points(a) ||
    (a.key < b.key ? -1 : a.key > b.key ? 1 : 0)
}

function sumOf<T>(items: T[], value: (item: T) => number): number {
  return items.reduce((sum, item) => sum + value(item), 0)
}
