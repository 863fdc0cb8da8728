import { expect, test } from 'vitest'
import { failures } from '../../action/verdict.ts'
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
  ['what is named fails', scorecard([suite('seo', 10)]), ['content', 'seo'], ['seo 10 of 80']],
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
  expect(failures([page(card)], failOn)).toEqual(reasons)
})
