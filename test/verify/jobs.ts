/** Ended jobs for what the command line prints of them. */
import type { Issue, Job, SuiteResult } from '../../server/contract.ts'

export const job = (more: Partial<Job>): Job => ({
  id: 'a'.repeat(27),
  status: 'completed',
  original_url: 'https://www.example.com/',
  new_url: 'https://new.example.com/',
  progress: { value: 1, phase: 'done' },
  created_at: '2030-01-01T00:00:00.000Z',
  started_at: null,
  finished_at: null,
  ...more,
})

export const suite = (name: SuiteResult['suite'], more: Partial<SuiteResult> = {}): SuiteResult => ({
  suite: name,
  score: 100,
  target: 85,
  pass: true,
  checks: [],
  issues: [],
  inconclusive: false,
  absolute: 100,
  baseline: 97.5,
  ...more,
})

export const issue = (more: Partial<Issue> = {}): Issue => ({
  key: 'content/facts:x',
  check: 'content/facts',
  rule: 'content/facts/changed',
  help_url: '/docs/checks/content#facts-changed',
  status: 'introduced',
  severity: 'serious',
  penalty: 0.5,
  charged: 0.5,
  message: 'The price changed',
  fix: 'Put it back',
  ...more,
})

export const card = (...suites: SuiteResult[]): Job =>
  job({
    scorecard: {
      pageName: 'Home',
      allPass: suites.every(({ pass }) => pass),
      suites,
      policy: 'regressions',
      gaps: [],
      volatile: [],
    },
  })
