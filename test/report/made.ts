/** Jobs, scorecards and issues made by hand, for what a report shows of them. */
import type { CheckResult, Issue, Scorecard, SuiteResult } from '../../server/contract.ts'
import type { Exhibits } from '../../server/report/exhibits.ts'
import { asExhibits } from '../../server/report/exhibits.ts'
import type { Links } from '../../server/report/links.ts'
import type { CompletedJob } from '../../server/report/report.ts'

export const ORIGINAL = 'https://www.example.com/'
export const NEW = 'https://preview.example.app/'

export const makeIssue = (more: Partial<Issue> = {}): Issue => ({
  key: 'content/fact:price:34 GBP',
  check: 'content/facts',
  rule: 'content/facts/changed',
  help_url: '/docs/checks/content#facts-changed',
  status: 'introduced',
  severity: 'serious',
  penalty: 0.5,
  charged: 0.5,
  message: 'The price “£34.00” became “£43.00”',
  fix: 'State £34.00 there',
  ...more,
})

export const makeCheck = (more: Partial<CheckResult> = {}): CheckResult => ({
  id: 'content/facts',
  title: 'Facts are kept',
  weight: 100,
  outcome: 'assessed',
  worth: 0.5,
  ...more,
})

export const makeSuite = (more: Partial<SuiteResult> = {}): SuiteResult => ({
  suite: 'content',
  score: 50,
  target: 85,
  pass: false,
  checks: [makeCheck()],
  issues: [],
  inconclusive: false,
  absolute: 50,
  baseline: 100,
  ...more,
})

export const makeJob = (suites: SuiteResult[], more: Partial<Scorecard> = {}): CompletedJob => ({
  id: 'a'.repeat(27),
  tier: 'paid',
  status: 'completed',
  original_url: ORIGINAL,
  new_url: NEW,
  progress: { value: 1, phase: 'done' },
  created_at: '2030-01-01T00:00:00.000Z',
  started_at: '2030-01-01T00:00:01.000Z',
  finished_at: '2030-01-01T00:01:00.000Z',
  scorecard: {
    pageName: 'Home',
    allPass: suites.every(({ pass }) => pass),
    suites,
    policy: 'regressions',
    gaps: [],
    volatile: [],
    ...more,
  },
})

/** Everything is there, but for what `missing` names. */
export const linksWithout = (...missing: string[]): Links => ({
  artifact: name => (missing.some(one => name.startsWith(one)) ? null : `files/${name}`),
  help: url => `help${url}`,
})

export const makeExhibits = (more: Partial<Exhibits> = {}): Exhibits => ({
  ...asExhibits({ screens: [], runs: 0, metrics: [] }),
  ...more,
})
