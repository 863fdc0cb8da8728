/** Ended jobs for what the command line prints of them. */
import type { Issue, Job, SuiteResult } from '../../server/contract.ts'
import { makeIssue, makeJob, makeSuite } from '../report/made.ts'

export const job = (more: Partial<Job>): Job => ({
  ...makeJob([]),
  ...{ scorecard: undefined, tier: undefined, started_at: null, finished_at: null },
  new_url: 'https://new.example.com/',
  ...more,
})

export const suite = (name: SuiteResult['suite'], more: Partial<SuiteResult> = {}): SuiteResult =>
  makeSuite({ suite: name, score: 100, pass: true, checks: [], absolute: 100, baseline: 97.5, ...more })

export const issue = (more: Partial<Issue> = {}): Issue =>
  makeIssue({ message: 'The price changed', fix: 'Put it back', ...more })

export const card = (...suites: SuiteResult[]): Job => job({ scorecard: makeJob(suites).scorecard })
