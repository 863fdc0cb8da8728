/** The benchmark's own arithmetic, on scorecards made by hand: one that cannot fail would be worth nothing. */
import { load } from 'cheerio'
import { expect, test } from 'vitest'
import { type Assessment, assess } from '../../bench/verdicts/assess.ts'
import { matrix } from '../../bench/verdicts/matrix.ts'
import type { Case } from '../../bench/verdicts/plan.ts'
import { printFaults, printTable } from '../../bench/verdicts/table.ts'
import { tally } from '../../bench/verdicts/tally.ts'
import type { Issue, Scorecard, SuiteName, SuiteResult } from '../../server/contract.ts'
import { TARGETS } from '../../server/contract.ts'

const issue = (key: string, severity: Issue['severity'] = 'serious', more: Partial<Issue> = {}): Issue => ({
  key,
  check: key.split(':')[0]!,
  rule: `${key.split(':')[0]}/rule`,
  help_url: '/docs/checks/content#rule',
  status: 'introduced',
  severity,
  penalty: 0.5,
  charged: 0.5,
  message: `about ${key}`,
  fix: 'put it back',
  ...more,
})

/** A scorecard of three suites, all at 100 but for what is given. */
function card(given: Partial<Record<SuiteName, { score?: number; issues?: Issue[] }>>): Scorecard {
  const suites = (['content', 'perf', 'image'] as const).map((suite): SuiteResult => {
    const { score = 100, issues = [] } = given[suite] ?? {}
    const target = TARGETS[suite]
    const rest = { checks: [], inconclusive: false, absolute: score, baseline: 100 }
    return { suite, score, target, pass: score >= target, issues, ...rest }
  })
  const allPass = suites.every(({ pass }) => pass)
  return { pageName: 'page', allPass, suites, policy: 'regressions', gaps: [], volatile: [] }
}

type Given = Partial<Case['mutation']> & { places?: string[]; page?: string; lighthouse?: string }

function verdict(given: Given, scorecard: Scorecard): Assessment {
  const { places = [], page = 'agency', lighthouse = null, ...mutation } = given
  const known = {
    name: 'text lost',
    kind: 'must-fail',
    suite: 'content',
    about: /text/,
    ...mutation,
  } as const
  return assess({ page, row: known.name, mutation: known, places, lighthouse }, scorecard)
}

const failing = { content: { score: 84, issues: [issue('content/text:lost:our team', 'serious')] } }

test.each<[string, Given, Scorecard, boolean]>([
  ['failed by the right issue', {}, card(failing), true],
  ['failed by another issue', { about: /fact/ }, card(failing), false],
  [
    'the right issue, but the suite passes',
    {},
    card({ content: { score: 99, issues: failing.content.issues } }),
    false,
  ],
  [
    'only to be raised',
    { kind: 'must-raise' },
    card({ content: { score: 99, issues: failing.content.issues } }),
    true,
  ],
  ['nothing raised', { kind: 'must-raise' }, card({}), false],
  ['at the right place', { places: ['Our Team!'] }, card(failing), true],
  ['at another place', { places: ['Prices'] }, card(failing), false],
  [
    'an issue that was there before',
    {},
    card({
      content: { score: 84, issues: [issue('content/text:lost', 'serious', { status: 'inherited' })] },
    }),
    false,
  ],
  [
    'behind three others',
    {},
    card({
      content: {
        score: 50,
        issues: [1, 2, 3].map(at => issue(`content/fact:${at}`)).concat(issue('content/text:lost')),
      },
    }),
    false,
  ],
  ['a suite that was not judged', { suite: 'seo' }, card(failing), false],
])('a defect is caught or not: %s', (_, given, scorecard, caught) => {
  expect(verdict(given, scorecard).caught).toBe(caught)
})

test('a failure of another suite is one, unless it lost something of its own', () => {
  const both = card({ ...failing, image: { score: 20, issues: [issue('image/presence:a')] } })
  expect(verdict({}, both).wrong).toEqual(['image'])
  expect(verdict({ also: ['image'] }, both).wrong).toEqual([])
})

test('a harmless change may fail nothing and raise nothing above minor', () => {
  const silent: Given = { name: 'minified', kind: 'silent', suite: undefined }
  expect(verdict(silent, card({ content: { issues: [issue('content/text', 'minor')] } })).alarms).toEqual([])
  expect(
    verdict(silent, card({ image: { score: 95, issues: [issue('image/a', 'moderate')] } })).alarms,
  ).toEqual(['image'])
  expect(verdict(silent, card({ content: { score: 80 } })).alarms).toEqual(['content'])
})

test('perf counts only where Lighthouse ran', () => {
  const slow = card({ perf: { score: 0 } })
  expect(verdict({}, slow).wrong).toEqual([])
  expect(verdict({ lighthouse: 'runs' }, slow).wrong).toEqual(['perf'])
})

test('figures by suite', () => {
  const silent: Given = { name: 'minified', kind: 'silent', suite: undefined }
  const all = [
    verdict({}, card(failing)),
    verdict({ page: 'shop' }, card({})),
    verdict({ name: 'alt changed', kind: 'must-raise', suite: 'image', about: /alt/ }, card(failing)),
    verdict(silent, card({ content: { score: 95, issues: [issue('content/text', 'moderate')] } })),
    verdict({ ...silent, page: 'shop' }, card(failing)),
  ]
  const repeated = [91, 94, 92.5].map(score => verdict(silent, card({ content: { score } })))
  const byName = Object.fromEntries(tally(all, repeated).map(each => [each.suite, each]))
  expect(byName.content).toEqual({
    suite: 'content',
    mustFail: { of: 2, count: 1 },
    mustRaise: { of: 0, count: 0 },
    falseFailures: { of: 2, count: 1 },
    falseIssues: { of: 2, count: 2 },
    wrong: { of: 1, count: 1 },
    spread: { samples: 1, largest: 3, mean: 3 },
  })
  expect(byName.image).toMatchObject({ mustRaise: { of: 1, count: 0 }, wrong: { of: 2, count: 0 } })
  expect(byName.perf).toBeUndefined()
  expect(printTable(tally(all, repeated))).toMatch(
    /^content +1\/2 50 % +- +1\/2 +2\/2 +1\/1 100 % +3 \(3\)$/m,
  )
})

test('what a page says is made harmless for the terminal', () => {
  const loud = issue('content/text:lost:a', 'critical', { message: 'lost: \u001b[2Jhello\nFAKE LINE' })
  const [fault] = printFaults([
    verdict(
      { name: 'minified', kind: 'silent', suite: undefined },
      card({ content: { score: 10, issues: [loud] } }),
    ),
  ])
  expect(fault).toContain('\\u{1b}[2Jhello FAKE LINE')
})

test('every fault is named with its issue', () => {
  const faults = printFaults([
    verdict({ page: 'shop' }, card({})),
    verdict({ name: 'minified', kind: 'silent', suite: undefined }, card(failing)),
    verdict({ suite: 'image', about: /presence/ }, card({ ...failing, image: { score: 10 } })),
  ])
  expect(faults.map(fault => fault.split(/\s{2,}/)[0])).toEqual([
    'MISSED',
    'FALSE ALARM',
    'MISSED',
    'WRONG SUITE',
  ])
  expect(faults[1]).toContain('content/text:lost:our team')
})

test('the matrix shows a cell for each verdict and escapes what pages say', () => {
  const hostile = issue('content/text:lost', 'serious', { message: '"><script>alert(1)</script>' })
  const all = [
    verdict({}, card({ content: { score: 84, issues: [hostile] } })),
    verdict({ page: 'shop' }, card({ image: { score: 10 } })),
  ]
  const $ = load(matrix(tally(all), all))
  expect($('script')).toHaveLength(0)
  expect($('tbody td.caught').attr('title')).toContain('<script>alert(1)</script>')
  expect($('tbody td.missed').text()).toBe('100')
  expect($('tbody td.wrong').text()).toBe('10')
})
