import { expect, test } from 'vitest'
import { commentBody } from '../../action/comment.ts'
import { nextHistory } from '../../action/history.ts'
import type { Report } from '../../action/report.ts'
import { summaryBody } from '../../action/summary.ts'
import { failures, type Rules } from '../../action/verdict.ts'
import type { PageJob } from '../../action/wait.ts'
import type { Scorecard, SuiteName } from '../../server/contract.ts'
import { scorecard, suite } from './scorecards.ts'

const page = (card: Scorecard): PageJob => ({
  name: '',
  original: 'https://www.example.com/',
  rebuilt: 'https://p.example.com/',
  id: 'x',
  job: { id: 'x', status: 'completed', original_url: '', new_url: '', scorecard: card },
  reason: null,
})
const withStore = scorecard()
withStore.suites.push(suite('catalog', 100), suite('redirects', 100))

test.each<[string, Scorecard, SuiteName[], string[]]>([
  ['what is named passes', scorecard([suite('seo', 10)]), ['content', 'perf'], []],
  ['what is named fails', scorecard([suite('seo', 10)]), ['content', 'seo'], ['seo 10 (target 80)']],
  ['suites of a store need not run besides others', scorecard(), ['content', 'catalog'], []],
  ['they count where they run', withStore, ['catalog', 'redirects'], []],
  [
    'where they were all that counts, nothing was verified',
    scorecard(),
    ['catalog', 'redirects'],
    ['catalog did not run, redirects did not run'],
  ],
  [
    'a suite that always runs and did not',
    { ...scorecard(), suites: [suite('seo', 99)] },
    ['seo', 'content'],
    ['content did not run'],
  ],
])('fail-on with a list: %s', (_, card, failOn, reasons) => {
  expect(failures([page(card)], { failOn, onInconclusive: 'fail' })).toEqual(reasons)
})

const unclear = () => ({ ...suite('seo', 0), inconclusive: true, pass: false })
const open = page(scorecard([unclear()]))

test('inconclusive is no failure: its own sign and words, a dash for the score, no change of it', () => {
  const history = nextHistory(null, 1, [page(scorecard())])
  const report: Report = {
    pages: [open],
    reason: null,
    history,
    sha: '',
    runUrl: 'https://github.com/octo/shop/actions/runs/1',
    server: 'https://c.example.com',
    failOn: 'any',
    onInconclusive: 'fail',
  }
  const told = [commentBody(report, 'default', 2), summaryBody(report)]
  for (const body of told) {
    expect(body).toMatch(/^##+ ❔ Inconclusive: the new page could not be judged in full$/m)
    expect(body).toContain('**seo** could not be judged')
    expect(body).toContain('unless the workflow sets `on-inconclusive: pass`')
    expect(body).toMatch(/\| \*\*seo\*\* \| – \| 80 \| (❔ could not be judged)? \|/)
    expect(body).not.toMatch(/❌|▼|below target|should not/)
  }
  // The next run is compared with the last that could be judged.
  expect(nextHistory(history, 2, [open])).toEqual({ ...history, run: 2 })
  const two = { ...report, pages: [open, { ...page(scorecard()), name: 'Two' }] }
  expect(commentBody(two, 'default', 2)).toMatch(/^### ❔ 1 of 2 new pages could not be judged in full$/m)
  expect(commentBody({ ...report, onInconclusive: 'pass' }, 'default', 2)).toContain(
    'does not fail this check',
  )
})

test.each<[string, Scorecard, Rules, string[]]>([
  [
    'it fails the check when nothing else is said',
    scorecard([unclear()]),
    { failOn: 'any', onInconclusive: 'fail' },
    ['seo could not be judged (on-inconclusive: fail)'],
  ],
  ['or does not', scorecard([unclear()]), { failOn: 'any', onInconclusive: 'pass' }, []],
  ['nor in a list', scorecard([unclear()]), { failOn: ['seo'], onInconclusive: 'pass' }, []],
  [
    'it hides no failure',
    scorecard([unclear(), suite('perf', 10)]),
    { failOn: 'any', onInconclusive: 'pass' },
    ['perf 10 (target 80)'],
  ],
])('inconclusive: %s', (_, card, rules, reasons) => {
  expect(failures([page(card)], rules)).toEqual(reasons)
})

test('what fails is told with the gravest finding that counts', () => {
  const card = scorecard([
    suite('seo', 70, [
      { message: 'No title', severity: 'moderate' },
      { message: 'Nobody may index it', severity: 'critical' },
    ]),
    suite('perf', 10, [{ message: 'It is slow', severity: 'critical' }]),
    suite('content', 99, [{ message: 'A word is gone', severity: 'critical' }]),
  ])
  const told = (failOn: Rules['failOn']) => failures([page(card)], { failOn, onInconclusive: 'fail' })
  expect(told('any')).toEqual([
    expect.stringMatching(/^seo 70 \(target 80\), perf 10 \(target 80\)\. Gravest: Nobody may/),
  ])
  expect(told(['perf', 'content'])).toEqual(['perf 10 (target 80). Gravest: It is slow'])
})
