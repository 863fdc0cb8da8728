/** A run against the run before: what the new page changed, and what happened on the original. */
import { expect, test } from 'vitest'
import { type CheckResult, type Issue, LIMITS, type Scorecard, Since } from '../../server/contract.ts'
import { compareRuns } from '../../server/jobs/since.ts'

const issue = (key: string, status: Issue['status'] = 'introduced', more: Partial<Issue> = {}): Issue => ({
  key,
  check: 'seo/one',
  rule: 'seo/one/rule',
  help_url: '/docs',
  status,
  severity: 'serious',
  penalty: 0.2,
  charged: 0.2,
  message: `about ${key}`,
  fix: 'mend it',
  ...more,
})

const member = (key: string) => {
  const { rule, severity, penalty, charged, message, fix } = issue(key)
  return { key, rule, severity, penalty, charged, message, fix }
}

function card(
  issues: Issue[],
  { outcome = 'assessed' as CheckResult['outcome'], omitted = 0, score = 90, baseline = 100 } = {},
): Scorecard {
  const worth = outcome === 'assessed' ? 1 : null
  const checks = [{ id: 'seo/one', title: 'one', weight: 100, outcome, worth }]
  const suite = { suite: 'seo' as const, score, target: 80, pass: true, inconclusive: false }
  const shown = { ...(omitted > 0 && { issues_omitted: omitted }) }
  const suites = [{ ...suite, checks, issues, absolute: score, baseline, ...shown }]
  return { pageName: 'Home', allPass: true, policy: 'regressions', suites, gaps: [], volatile: [] }
}

function compared(before: Scorecard, now: Scorecard) {
  const { since, scorecard } = compareRuns(
    { scorecard: before, finishedAt: new Date('2026-11-01T10:00:00Z') },
    now,
  )
  expect(Since.parse(since)).toEqual(since)
  const { issues } = scorecard.suites[0]!
  return {
    since,
    changes: Object.fromEntries(issues.map(one => [one.key, one.change])),
    issues,
    keys: {
      fixed: since.fixed.issues.map(({ key }) => key),
      worse: since.original.worse.issues.map(({ key }) => key),
      better: since.original.better.issues.map(({ key }) => key),
    },
  }
}

test('issues are new, still there or fixed', () => {
  const { since, changes, keys } = compared(card([issue('a'), issue('b')]), card([issue('b'), issue('c')]))
  expect(changes).toEqual({ b: 'still', c: 'new' })
  expect(keys).toEqual({ fixed: ['a'], worse: [], better: [] })
  expect(since).toMatchObject({ new: 1, still: 1, finished_at: '2026-11-01T10:00:00.000Z', all_pass: true })
  expect(since.fixed.issues[0]).toEqual({
    suite: 'seo',
    key: 'a',
    rule: 'seo/one/rule',
    severity: 'serious',
    message: 'about a',
  })
})

test('a cause with one new place among old ones is new, and each place says which it is', () => {
  const before = card([issue('a', 'introduced', { members: [member('a'), member('b')] })])
  const now = card([issue('c', 'introduced', { members: [member('c'), member('a')] })])
  const { changes, issues, keys, since } = compared(before, now)
  expect(changes).toEqual({ c: 'new' })
  expect(issues[0]!.members!.map(({ change }) => change)).toEqual(['new', 'still'])
  expect(keys.fixed).toEqual(['b'])
  expect(since).toMatchObject({ new: 1, still: 1 })
})

test('what the original suffers now as well is its own drift', () => {
  const { since, changes, keys } = compared(
    card([issue('a')]),
    card([issue('a', 'inherited'), issue('b', 'inherited')], { baseline: 80 }),
  )
  expect(changes).toEqual({ a: 'still', b: 'new' })
  expect(keys).toEqual({ fixed: [], worse: ['a', 'b'], better: [] })
  expect(since).toMatchObject({ new: 0, still: 0 })
  expect(since.original.scores).toEqual([{ suite: 'seo', before: 100, now: 80 }])
})

test('what the original suffers no more makes an old issue count, and is told as the original’s doing', () => {
  const { keys, since } = compared(
    card([issue('a', 'inherited'), issue('b', 'inherited')]),
    card([issue('a')]),
  )
  expect(keys).toEqual({ fixed: [], worse: [], better: ['a', 'b'] })
  expect(since).toMatchObject({ new: 0, still: 1 })
  expect(since.original.scores).toEqual([])
})

test('an inherited fault that the new page mended is fixed by it', () => {
  expect(compared(card([issue('a', 'inherited')]), card([issue('a', 'fixed')])).keys).toEqual({
    fixed: ['a'],
    worse: [],
    better: [],
  })
})

test('a fault that the new page made worse, or as mild as on the original, is not the original’s doing', () => {
  const milder = issue('a', 'inherited', { penalty: 0.1 })
  expect(compared(card([milder]), card([issue('a')])).keys).toEqual({ fixed: [], worse: [], better: [] })
  expect(compared(card([issue('a')]), card([milder])).keys).toEqual({ fixed: ['a'], worse: [], better: [] })
})

test('of what was not assessed both times nothing is said', () => {
  const unknown = card([], { outcome: 'inconclusive' })
  expect(compared(unknown, card([issue('a')]))).toMatchObject({
    changes: { a: undefined },
    since: { new: 0, still: 0 },
  })
  expect(compared(card([issue('a')]), unknown).keys.fixed).toEqual([])
  expect(compared(card([], { outcome: 'not-applicable' }), card([issue('a')])).changes).toEqual({ a: 'new' })
})

test('nothing is new, and nothing fixed, that may have been beyond what is listed', () => {
  expect(compared(card([issue('a')], { omitted: 3 }), card([issue('b')])).changes).toEqual({ b: undefined })
  expect(compared(card([issue('a')]), card([issue('b')], { omitted: 3 })).keys.fixed).toEqual([])
  const cut = issue('a', 'introduced', { members: [member('a')], members_omitted: 4 })
  expect(compared(card([cut]), card([issue('b')])).changes).toEqual({ b: undefined })
})

test('a suite that ran for the first time changes nothing', () => {
  const now = card([issue('a')])
  const { since, changes } = compared({ ...now, suites: [] }, now)
  expect(since).toMatchObject({ scores: [], new: 0 })
  expect(changes).toEqual({ a: undefined })
})

test('long lists are cut, and say how much is left out', () => {
  const many = Array.from({ length: LIMITS.changes + 7 }, (_, index) => issue(`a${index}`))
  const { since } = compared(card(many), card([]))
  expect(since.fixed.issues).toHaveLength(LIMITS.changes)
  expect(since.fixed.omitted).toBe(7)
})
