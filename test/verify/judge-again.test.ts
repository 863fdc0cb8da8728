import { expect, test } from 'vitest'
import type { Issue, Scorecard } from '../../server/contract.ts'
import { changesOf } from '../../server/verify/judge-again.ts'

const issue = (more: Partial<Issue> = {}): Issue => ({
  key: 'seo/title:missing',
  check: 'seo/title',
  rule: 'seo/title/missing',
  help_url: '/docs/checks/seo#title-missing',
  status: 'introduced',
  severity: 'serious',
  penalty: 1,
  charged: 1,
  message: 'The page has no title',
  fix: 'Give it one',
  ...more,
})

const scorecard = (
  score: number,
  issues: Issue[],
  outcome: 'assessed' | 'inconclusive' = 'assessed',
): Scorecard => ({
  pageName: 'Shop',
  allPass: score >= 80,
  policy: 'regressions',
  gaps: [],
  volatile: [],
  suites: [
    {
      suite: 'seo',
      score,
      target: 80,
      pass: score >= 80,
      checks: [{ id: 'seo/title', title: 'Title', weight: 12, outcome, worth: 1 }],
      issues,
      inconclusive: false,
      absolute: score,
      baseline: 100,
    },
  ],
})

test('nothing changed', () => {
  expect(changesOf(scorecard(79, [issue()]), scorecard(79, [issue()]))).toEqual([])
})

test('scores, outcomes, and issues that came, went and are graded otherwise', () => {
  const before = scorecard(79, [issue(), issue({ key: 'seo/title:changed' })])
  const now = scorecard(
    100,
    [issue({ severity: 'minor', charged: 0.1 }), issue({ key: 'seo/lang:missing' })],
    'inconclusive',
  )
  expect(changesOf(before, now)).toEqual([
    'seo: 79.0 fail, was; 100.0 pass now',
    '  seo/title: assessed, was; inconclusive now',
    '  - serious (introduced) seo/title:changed: The page has no title',
    '  ~ minor (introduced) seo/title:missing: The page has no title; was serious, charged 1.000, and is charged 0.100',
    '  + serious (introduced) seo/lang:missing: The page has no title',
  ])
})

test('a suite that was not judged before, or is not any more', () => {
  const none = { ...scorecard(79, []), suites: [] }
  expect(changesOf(none, scorecard(79, []))).toEqual(['seo: judged for the first time, 79.0'])
  expect(changesOf(scorecard(79, []), none)).toEqual(['seo: not judged any more'])
})
