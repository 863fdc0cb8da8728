import { load } from 'cheerio'
import { expect, test } from 'vitest'
import { ReadJob } from '../../action/answers.ts'
import { commentBody } from '../../action/comment.ts'
import { type History, nextHistory, readHistory } from '../../action/history.ts'
import type { Report } from '../../action/report.ts'
import { summaryBody } from '../../action/summary.ts'
import type { PageJob } from '../../action/wait.ts'
import { issueAnchor, type Scorecard } from '../../server/contract.ts'
import { HOSTILE } from './hostile-texts.ts'
import { hidden, mischief, rendered } from './rendered.ts'
import { everywhere, failingScorecard, scorecard, suite } from './scorecards.ts'

const page = (card: Scorecard, name = '', report_url = '/jobs/1/report'): PageJob => ({
  name,
  original: 'https://www.example.com/',
  rebuilt: 'https://p.example.com/',
  id: 'x',
  job: ReadJob.parse({
    id: 'x',
    status: 'completed',
    original_url: '',
    new_url: '',
    report_url,
    scorecard: card,
  }),
  reason: null,
})

const reportOn = (pages: PageJob[], history: History | null = null): Report => ({
  pages,
  reason: null,
  history,
  sha: 'a1b2c3d4',
  runUrl: 'https://github.com/octo/shop/actions/runs/1',
  server: 'https://cutover.example.com',
  failOn: 'any',
  onInconclusive: 'fail',
})
const comment = (pages: PageJob[], history: History | null = null): string =>
  commentBody(reportOn(pages, history), 'default', 2)

const issue = (key: string, severity: 'critical' | 'serious' | 'moderate' = 'serious') => ({
  key,
  message: `It says ${key.replaceAll(/[^a-z]/g, '')}`,
  severity,
})

test('the verdict, the three gravest causes with their place in the report, what fails, the rest in a line', () => {
  const body = comment([
    page(
      scorecard([
        suite('seo', 60, [issue('c', 'moderate'), issue('a', 'critical'), issue('d', 'moderate')]),
        suite('content', 70, [issue('b')]),
        suite('image', 95, [issue('harmless', 'critical')]),
      ]),
    ),
  ])
  const $ = load(rendered(body))
  expect($('h3').text()).toBe('❌ The new page should not go live yet')
  const items = $('li')
    .map((_, item) => $(item).text().split('\n')[0])
    .get()
  expect(items).toEqual([
    'critical · seo: It says a · see it in the report',
    'serious · content: It says b · see it in the report',
    'moderate · seo: It says c · see it in the report',
    'and 2 more: see the summary of this run',
  ])
  expect($('li a').first().attr('href')).toBe(`https://cutover.example.com/jobs/1/report#${issueAnchor('a')}`)
  const rows = $('tbody tr')
    .map((_, row) => $(row).find('td').first().text())
    .get()
  expect(rows).toEqual(['seo', 'content'])
  expect($('p').text()).toContain('✅ responsive 98.5 · perf 98.5 · a11y 98.5 · functional 98.5 · image 95.0')
})

test('what fails and what is new stand before the causes, the addresses at the end; a table is as wide as a phone', () => {
  const place = { selector: 'main > p', viewport: 390 }
  const bad = page(scorecard([suite('seo', 60, [{ ...issue('a'), rebuilt: place }])]), 'Shop')
  const $ = load(rendered(comment([bad], nextHistory(null, 1, [page(scorecard(), 'Shop')]))))
  const paragraphs = $('p')
    .map((_, one) => $(one).text())
    .get()
  expect(paragraphs[0]).toBe('Shop: seo is below target. Since the last run: 1 new.')
  expect(paragraphs.slice(-3)[0]).toBe('https://www.example.com/ → https://p.example.com/')
  const cells = (of: string) =>
    $(of)
      .map((_, one) => $(one).text())
      .get()
  expect(cells('th')).toEqual(['Does not pass', 'Score', 'Target', 'Change'])
  expect(cells('td')).toEqual(['seo', '60.0', '80', '▼ 38.5'])
  // The report shows the element itself.
  expect($('li').text()).toMatch(/see it in the report\s+At: 390 px$/)
  const hidden = load(
    rendered(comment([page(scorecard([suite('seo', 60, [{ ...issue('a'), rebuilt: place }])]), '', '')])),
  )
  expect(hidden('li').text()).toMatch(/At: main > p at 390 px$/)
})

test('of a page that passes, what differs is not told as what fails it', () => {
  const body = comment([page(scorecard([suite('seo', 95, [issue('a')])]))])
  expect(body).toContain('**What differs all the same**')
  expect(body).not.toContain('weighs most')
})

test('a report elsewhere is no place to link to', () => {
  const body = comment([page(failingScorecard(), '', 'https://evil.example.org/jobs/1')])
  expect(body).not.toMatch(/evil|see it in the report/)
})

test('since the last run: new, fixed and still, by issue', () => {
  const seo = (...keys: string[]) =>
    page(
      scorecard([
        suite(
          'seo',
          60,
          keys.map(key => issue(key)),
        ),
      ]),
    )
  const first = nextHistory(null, 1, [seo('a', 'b', 'c')])
  expect(readHistory(comment([seo('a', 'b', 'c')]))!.issues).toEqual(first.issues)
  expect(comment([seo('b', 'c', 'd')], first)).toContain(
    'Since the last run: **1 new**, 1 fixed, 2 still there.',
  )
  expect(comment([seo()], first)).toContain('Since the last run: 3 fixed.')
  expect(comment([seo('a')])).not.toContain('Since the last run')
  // What is not known of both runs is not compared, and kept for the next.
  const unclear = page(scorecard([{ ...suite('seo', 0), inconclusive: true }]))
  expect(comment([unclear], first)).not.toContain('Since the last run: ')
  expect(nextHistory(first, 2, [unclear]).issues).toEqual(first.issues)
  const cut = page(scorecard([{ ...suite('seo', 60, [issue('a')]), issues_omitted: 5 }]))
  expect(comment([cut], first)).not.toContain('Since the last run: ')
})

test('checks that could not be judged for one reason are one line', () => {
  const check = (id: string, reason: string) =>
    ({ id, title: id, weight: 1, outcome: 'inconclusive', worth: null, reason }) as const
  const checks = ['lcp', 'tbt', 'cls', 'fcp'].map(id => check(`perf/${id}`, 'nothing was measured'))
  const body = comment([
    page(scorecard([{ ...suite('perf', 90), checks: [...checks, check('perf/bytes', 'no files')] }])),
  ])
  expect(body).toContain('- `perf/lcp`, `perf/tbt`, `perf/cls` and 1 more: nothing was measured\n')
  expect(body).toContain('- `perf/bytes`: no files\n')
})

test('the order is that of the report: what costs more of its suite comes first', () => {
  const check = (id: string, weight: number) =>
    ({ id, title: id, weight, outcome: 'assessed', worth: 0.5 }) as const
  const heavy = { ...suite('seo', 60, [{ ...issue('a'), check: 'seo/heavy', charged: 0.4 }]) }
  const light = { ...suite('content', 60, [{ ...issue('b'), check: 'content/light', charged: 1 }]) }
  const body = comment([
    page(
      scorecard([
        { ...heavy, checks: [check('seo/heavy', 80), check('seo/light', 20)] },
        { ...light, checks: [check('content/heavy', 80), check('content/light', 20)] },
      ]),
    ),
  ])
  expect(body.indexOf('It says a')).toBeLessThan(body.indexOf('It says b'))
})

test('an issue that somebody accepted is neither grave nor new', () => {
  const accepted = { by: 'Ann', reason: 'It was asked for.', at: '2026-01-01T00:00:00Z' }
  const one = page(scorecard([suite('seo', 100, [{ ...issue('a'), charged: 0, accepted }])], { accepted: 1 }))
  const body = comment([one], nextHistory(null, 1, [page(scorecard())]))
  expect(body).toContain('passes with 1 accepted difference')
  expect(body).not.toMatch(/What weighs most|new\*\*/)
  expect(comment([one, page(scorecard(), 'Two')])).toContain('Accepted differences: 1. See [the summary')
})

test('several pages are one table, the worst first, with what happened to each', () => {
  const cards = {
    Fine: scorecard(),
    Bad: scorecard([suite('seo', 60, [issue('a', 'critical')])]),
    Worse: scorecard([suite('seo', 60, [issue('b')]), suite('perf', 10)]),
    Unclear: scorecard([{ ...suite('seo', 0), inconclusive: true, pass: false }]),
  }
  const pages = Object.entries(cards).map(([name, card]) => page(card, name))
  pages.push({ ...page(scorecard(), 'Gone'), job: null, reason: 'The new page | answered 503.' })
  const history = nextHistory(null, 1, pages)
  const $ = load(rendered(comment(pages, history)))
  const rows = $('tbody tr')
    .map((_, row) =>
      $(row)
        .find('td')
        .map((_, cell) =>
          $(cell)
            .html()!
            .replace(/<br>/g, ' / ')
            .replace(/<[^>]*>/g, ''),
        )
        .get()
        .join(' / '),
    )
    .get()
  expect(rows).toEqual([
    '❌ Worse / full report / seo 60.0 (target 80), perf 10.0 (target 80) / Since the last run: 1 still there',
    '❌ Bad / full report / seo 60.0 (target 80) / Since the last run: 1 still there',
    '⚠️ Gone / not verified: The new page ¦ answered 503.',
    '❔ Unclear / full report / seo could not be judged',
    '✅ Fine / full report / Since the last run: nothing new, nothing left',
  ])
  // More than two would be cut on a phone.
  expect($('thead th')).toHaveLength(2)
  expect($('table')).toHaveLength(1)
  expect($('li').first().text()).toMatch(/^critical · seo: It says a · Bad · see it in the report/)
})

test('fifty pages with two hundred issues each still fit, with what is known of them', () => {
  const many = Array.from({ length: 50 }, (_, n) =>
    page(
      scorecard([
        suite(
          'seo',
          60,
          Array.from({ length: 200 }, (_, m) => issue(`k${n}-${m}`)),
        ),
      ]),
      `P ${n}`,
    ),
  )
  const body = comment(many)
  expect(body.length).toBeLessThan(60_000)
  expect(load(rendered(body))('tbody tr')).toHaveLength(50)
  expect(readHistory(body)).not.toBeNull()
})

test.each(HOSTILE.map((text, index) => ({ text, index })))('hostile title $index stays text', ({ text }) => {
  const card = everywhere(text)
  const report = reportOn([page(card)])
  const issues = card.suites.flatMap(suite => suite.issues)
  const inReport = 'https://cutover.example.com/jobs/1/report'
  const mayLinkTo = [
    ...['https://github.com/octo/shop/actions/runs/1', 'https://p.example.com/', inReport],
    ...issues.map(({ key }) => `${inReport}#${issueAnchor(key)}`),
  ]
  const body = commentBody(report, 'default', 2)
  expect(body.length).toBeLessThanOrEqual(60_000)
  expect(mischief(body.replace(/^(<!-- .* -->\n){2}/, ''), mayLinkTo)).toEqual([])
  // The marker and the scores.
  expect(hidden(body)).toBe(2)
  expect(mischief(summaryBody(report), mayLinkTo)).toEqual([])
})
