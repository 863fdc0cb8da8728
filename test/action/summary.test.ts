/** The job summary, which is the text of the check run as well: what broke and where comes before all tables. */
import { expect, test } from 'vitest'
import { checkOf } from '../../action/check-run.ts'
import { nextHistory } from '../../action/history.ts'
import { summaryBody } from '../../action/summary.ts'
import { pageJob, report } from './reports.ts'
import { failingScorecard, scorecard, suite } from './scorecards.ts'

const PRICE = 'The price `€4.20` of'
const TABLE = '| Suite |'
const failing = (name = '') => pageJob(failingScorecard(), { name })

/** That each of `parts` is there, and before the next. */
function expectInTurn(body: string, parts: string[]): void {
  const places = parts.map(part => body.indexOf(part))
  expect(places, body).not.toContain(-1)
  expect(places).toEqual(places.toSorted((a, b) => a - b))
}

test('a page: what fails, what weighs most, then the scores, the addresses and the rest', () => {
  const more = Array.from({ length: 4 }, (_, index) => ({ message: `Word ${index} is lost` }))
  const body = summaryBody(report([pageJob(scorecard([suite('content', 40, more)]))]))
  expectInTurn(body, [
    '## ❌ The new page should not go live yet',
    '**content** is below target.',
    '**What weighs most**\n',
    'Word 2',
    TABLE,
    '`https://www.example.com/` → `https://p.example.com/`',
    '**What else the new page brings (1)**',
    'Word 3',
  ])
  expect(body.match(/Word \d/g)).toHaveLength(4)
})

test('several pages: what weighs most of all, then all at a glance, the worst first', () => {
  const pages = [pageJob(scorecard(), { name: 'Home' }), failing('Pricing')]
  const body = summaryBody(report(pages))
  expectInTurn(body, [
    '**What weighs most**',
    PRICE,
    '| Page |',
    '❌ `Pricing`',
    '✅ `Home`',
    '### ❌',
    '### ✅',
  ])
  expect(body.slice(0, body.indexOf('| Page |'))).toContain('`Pricing`')
})

test('what could not be judged says why before the scores', () => {
  const [one] = scorecard().suites
  const checks = [
    { ...one!.checks[0]!, outcome: 'inconclusive' as const, worth: null, reason: 'It never rested' },
  ]
  const unclear = { ...suite('content', 0), inconclusive: true, pass: false, checks }
  expectInTurn(summaryBody(report([pageJob(scorecard([unclear]))])), ['It never rested', TABLE])
  const both = [pageJob(scorecard([unclear])), failing()]
  expectInTurn(summaryBody(report(both)), [PRICE, '| Page |', 'What could not be judged is no failure'])
})

test('the check run has the verdict as its title and not once more', () => {
  const { output } = checkOf(report([failing()]))
  expect(output.summary).not.toContain('should not go live')
  expectInTurn(output.summary, ['are below target', PRICE, TABLE])
})

test('what changed since the last run takes no column of its own', () => {
  const before = nextHistory(null, 1, [pageJob(scorecard([suite('content', 40)]))])
  const body = summaryBody(report([pageJob(scorecard([suite('content', 50)]))], { history: before }))
  expect(body).toContain('| Suite | Score | Target | Result |\n')
  expect(body).toContain('| **content** | 50.0<br>▲ 10.0 | 85 | ❌ fail |')
})
