/**
 * What a run of a page changed against the run before. Pure. A place is known by its key; what the new page did is kept
 * apart from what happened on the original, and nothing is said of what was not assessed or not listed both times.
 */
import {
  type ChangedIssue,
  type Issue,
  type IssueChange,
  type IssueMember,
  LIMITS,
  type Scorecard,
  type Since,
  type SuiteName,
  type SuiteResult,
} from '../contract.ts'

export interface Compared {
  since: Since
  /** Of the later run, with `change` on each issue and member of which it is known. */
  scorecard: Scorecard
}

export function compareRuns(
  before: { scorecard: Scorecard; finishedAt: Date },
  scorecard: Scorecard,
): Compared {
  const past = new Map(before.scorecard.suites.map(suite => [suite.suite, suite]))
  const pairs = scorecard.suites.flatMap(now => {
    const before = past.get(now.suite)
    return before
      ? [{ suite: now.suite, was: listOf(before), now: listOf(now), scores: [before, now] as const }]
      : []
  })
  const changes = pairs.map(({ suite, was, now }) => changesOf(suite, was, now))
  const all = (kind: 'fixed' | 'worse' | 'better') => bounded(changes.flatMap(change => change[kind]))
  const count = (change: IssueChange) =>
    changes.reduce((sum, { broken }) => sum + broken.filter(one => one === change).length, 0)
  const scores = (kind: 'score' | 'baseline') =>
    pairs.map(({ suite, scores: [before, now] }) => ({ suite, before: before[kind], now: now[kind] }))
  const marks = new Map(changes.flatMap(({ marks }) => [...marks]))
  return {
    since: {
      finished_at: before.finishedAt.toISOString(),
      all_pass: before.scorecard.allPass,
      scores: scores('score'),
      new: count('new'),
      still: count('still'),
      fixed: all('fixed'),
      original: {
        scores: scores('baseline').filter(({ before, now }) => before !== now),
        worse: all('worse'),
        better: all('better'),
      },
    },
    scorecard: {
      ...scorecard,
      suites: scorecard.suites.map(suite => ({
        ...suite,
        issues: suite.issues.map(issue => marked(issue, marks)),
      })),
    },
  }
}

interface PlaceNow
  extends Pick<Issue, 'key' | 'rule' | 'severity' | 'penalty' | 'message' | 'status' | 'check'> {}

interface List {
  places: ReadonlyMap<string, PlaceNow>
  /** Whether all that the check found is listed. */
  isWhole(check: string): boolean
  isAssessed(check: string): boolean
}

function listOf({ checks, issues, issues_omitted = 0 }: SuiteResult): List {
  const outcomes = new Map(checks.map(({ id, outcome }) => [id, outcome]))
  const cut = new Set(issues.filter(({ members_omitted }) => members_omitted).map(({ check }) => check))
  const places = issues.flatMap(issue => {
    const { status, check } = issue
    return (issue.members ?? [issue]).map((place: Issue | IssueMember) => ({ ...place, status, check }))
  })
  return {
    places: new Map(
      places.map(place => [`${place.status === 'fixed' ? 'fixed' : 'there'} ${place.key}`, place]),
    ),
    isWhole: check => issues_omitted === 0 && !cut.has(check),
    // What does not apply is not there.
    isAssessed: check => ['assessed', 'not-applicable'].includes(outcomes.get(check) ?? ''),
  }
}

interface Changes {
  /** By key. */
  marks: Map<string, IssueChange>
  /** Of each place that the new page broke. */
  broken: (IssueChange | undefined)[]
  fixed: ChangedIssue[]
  worse: ChangedIssue[]
  better: ChangedIssue[]
}

const EPSILON = 1e-6

function changesOf(suite: SuiteName, then: List, now: List): Changes {
  const changes: Changes = { marks: new Map(), broken: [], fixed: [], worse: [], better: [] }
  const told = ({ key, rule, severity, message }: PlaceNow) => ({ suite, key, rule, severity, message })
  for (const [id, place] of now.places) {
    const { key, check, status } = place
    if (status === 'fixed' || !then.isAssessed(check)) continue
    const was = then.places.get(id)
    const change = was ? 'still' : then.isWhole(check) ? 'new' : undefined
    if (change) changes.marks.set(key, change)
    if (status === 'introduced') changes.broken.push(change)
    if (was?.status === status || (!was && change === undefined)) continue
    if (status === 'inherited') {
      // Either the original has caught up with the new page, or the new page with the original.
      if (was && place.penalty < was.penalty - EPSILON) changes.fixed.push(told(was))
      else changes.worse.push(told(place))
    } else if (was && place.penalty <= was.penalty + EPSILON) changes.better.push(told(place))
  }
  for (const [id, was] of then.places) {
    const { key, check, status } = was
    if (status === 'fixed' || now.places.has(id) || !now.isAssessed(check) || !now.isWhole(check)) continue
    // Without it on the new page, and with it on the original: then the new page mended what it had inherited.
    if (status === 'introduced' || now.places.has(`fixed ${key}`)) changes.fixed.push(told(was))
    else changes.better.push(told(was))
  }
  return changes
}

const bounded = (issues: ChangedIssue[]) => ({
  issues: issues.slice(0, LIMITS.changes),
  omitted: Math.max(0, issues.length - LIMITS.changes),
})

function marked(issue: Issue, marks: ReadonlyMap<string, IssueChange>): Issue {
  if (issue.status === 'fixed') return issue
  const changeOf = (key: string) => {
    const change = marks.get(key)
    return change && { change }
  }
  if (!issue.members) return { ...issue, ...changeOf(issue.key) }
  const members = issue.members.map(member => ({ ...member, ...changeOf(member.key) }))
  const change = members.find(member => member.change === 'new')?.change ?? members[0]?.change
  return { ...issue, members, ...(change && { change }) }
}
