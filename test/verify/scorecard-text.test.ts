import { expect, test } from 'vitest'
import { jobText } from '../../server/verify/scorecard-text.ts'
import { card, issue, job, suite } from './jobs.ts'

const PAPER = { columns: 100, colour: false }

test('all passes: a table and one verdict', () => {
  expect(jobText(card(suite('seo', { target: 80 }), suite('content')), PAPER)).toBe(`Home
original  https://www.example.com/
new       https://new.example.com/

suite     score   target   result   original
seo       100.0       80   pass         97.5
content   100.0       85   pass         97.5
original: the original page's own score, judged alone. What it suffers already costs the new page
nothing.

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

test('what is kept of a finding is named where there is a folder of it', () => {
  const evidence = ['evidence/1-original.webp', 'evidence/1-rebuilt.webp']
  const found = card(suite('content', { pass: false, issues: [issue({ evidence })] }))
  expect(jobText(found, { ...PAPER, out: '/kept' })).toContain(
    '    See: evidence/1-original.webp evidence/1-rebuilt.webp\n',
  )
  expect(jobText(found, PAPER)).not.toContain('evidence/')
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
