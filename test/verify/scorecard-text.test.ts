import { expect, test } from 'vitest'
import type { Issue, Job, SuiteResult } from '../../server/contract.ts'
import { jobText } from '../../server/verify/scorecard-text.ts'

const PAPER = { columns: 100, colour: false }

const job = (more: Partial<Job>): Job => ({
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

const suite = (name: SuiteResult['suite'], more: Partial<SuiteResult> = {}): SuiteResult => ({
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

const issue = (more: Partial<Issue> = {}): Issue => ({
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

const card = (...suites: SuiteResult[]): Job =>
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

test('all passes: a table and one verdict', () => {
  expect(jobText(card(suite('seo', { target: 80 }), suite('content')), PAPER)).toBe(`Home
original  https://www.example.com/
new       https://new.example.com/

suite     score   target   result   before
seo       100.0       80   pass       97.5
content   100.0       85   pass       97.5

PASS  The new page may replace the original: all 2 suites pass.`)
})

test('a failing suite: what is new, where it is, what to do; five at most', () => {
  const issues = [
    issue({
      rebuilt: { text: '£94', selector: 'main > p', viewport: 1440, url: 'https://new.example.com/' },
    }),
    ...Array.from({ length: 5 }, (_, index) => issue({ message: `Fault ${index}`, severity: 'minor' })),
    issue({ status: 'inherited', charged: 0, message: 'Old and free' }),
    issue({ status: 'inherited', charged: 0.2, message: 'Old and charged' }),
    issue({ status: 'fixed', charged: 0, message: 'Mended' }),
  ]
  const text = jobText(card(suite('content', { score: 84, pass: false, issues }), suite('seo')), PAPER)
  expect(text).toContain(`content  84.0 of 85
  serious  content/facts
    The price changed
    Fix: Put it back
    At:  main > p at 1440 px
  minor  content/facts
    Fault 0`)
  expect(text).toContain('Fault 3')
  expect(text).not.toContain('Fault 4')
  expect(text).toContain('  and 2 more')
  expect(text).not.toMatch(/Old and free|Mended/)
  expect(text).toMatch(/content +84\.0 +85 +FAIL +97\.5/)
  expect(text.split('\n').at(-1)).toBe('FAIL  The new page should not go live yet: content below target.')
})

test('a passing suite tells two of what it charged, and nothing that is free', () => {
  const issues = [1, 2, 3].map(n =>
    issue({ severity: 'minor', charged: n === 3 ? 0 : 0.01, message: `Fault ${n}` }),
  )
  const text = jobText(card(suite('seo', { issues })), PAPER)
  expect(text).toContain('Fault 2')
  expect(text).not.toMatch(/Fault 3|more/)
})

test('what could not be judged is said', () => {
  const checks = [
    {
      id: 'seo/title',
      title: 'Title',
      weight: 1,
      outcome: 'inconclusive' as const,
      reason: 'no head',
      worth: null,
    },
  ]
  const found = card(suite('seo', { checks, inconclusive: true, pass: false, score: 0 }))
  found.scorecard!.gaps = Array.from({ length: 12 }, (_, index) => `gap ${index}`)
  const text = jobText(found, PAPER)
  expect(text).toMatch(/seo +0\.0 +85 +inconclusive/)
  expect(text).toContain('Could not be judged\n  seo/title: no head\nGaps\n  gap 0\n')
  expect(text).toContain('  gap 9\n  and 2 more')
})

test('a failed job: its code and its sentence', () => {
  const error = {
    type: '/problems/x',
    title: 'Not there',
    status: 422,
    detail: 'Start it.',
    code: 'new_unreachable' as const,
  }
  expect(jobText(job({ status: 'failed', error }), PAPER)).toContain(
    'COULD NOT VERIFY  Not there (new_unreachable)\nStart it.',
  )
})

test('what a page says cannot paint the terminal', () => {
  const evil = '\x1b[32mPASS\x1b[0m\u202e\nFAIL'
  const found = card(
    suite('seo', {
      pass: false,
      issues: [issue({ message: evil, fix: evil, rebuilt: { selector: evil, url: evil } })],
      checks: [{ id: 'seo/x', title: '', weight: 1, outcome: 'inconclusive', reason: evil, worth: null }],
    }),
  )
  found.scorecard!.pageName = evil
  found.scorecard!.gaps = [evil]
  found.new_url = evil
  expect(jobText(found, PAPER)).not.toMatch(/[^\P{Cc}\n]|\u202e/u)
  expect(jobText(found, PAPER)).toContain('\\u{1b}[32mPASS')
  expect(jobText(found, { ...PAPER, colour: true })).not.toContain('\x1b[32mPASS')
})

test('colour where it is wanted', () => {
  expect(jobText(card(suite('seo')), { ...PAPER, colour: true })).toContain('\x1b[32m')
})
