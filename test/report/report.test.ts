import { expect, test } from 'vitest'
import { type Issue, issueAnchor } from '../../server/contract.ts'
import { filtered, filterOf, wordsOf } from '../../server/report/issues.ts'
import { filmView, metricView } from '../../server/report/measurements.ts'
import { reportHtml } from '../../server/report/render.ts'
import { reportOf } from '../../server/report/report.ts'
import { anchorsOf } from '../../server/report/screens.ts'
import { scoreSuite } from '../../server/scorecard.ts'
import type { Finding } from '../../server/suites/core/finding.ts'
import {
  linksWithout,
  makeCheck,
  makeExhibits,
  makeIssue,
  makeJob,
  makeSuite,
  NEW,
  ORIGINAL,
} from './made.ts'

const ALL = filterOf({})
const NOTHING = linksWithout('')
const show = (job: Parameters<typeof reportOf>[0], filter = ALL, links = NOTHING) =>
  reportOf(job, null, links, filter)

const finding = (check: string, more: Partial<Finding>): Finding => ({
  key: `${check}:x`,
  rule: `${check}/x`,
  severity: 'moderate',
  penalty: 0.3,
  message: 'Something',
  fix: 'Mend it',
  ...more,
})
const judged = (id: string, weight: number, findings: Finding[]) => ({
  ...{ id, title: id, weight },
  pair: { outcome: 'assessed' as const, findings },
  baseline: { outcome: 'assessed' as const, findings: [] },
})

test.each([
  ['without a cap', 'moderate', 85],
  ['with one', 'serious', 79],
  ['with the cap of a critical issue', 'critical', 59],
] as const)('the checks of a suite give its score again, %s', (_, severity, score) => {
  const suite = scoreSuite(
    {
      suite: 'seo',
      checks: [
        judged('seo/title', 30, [finding('seo/title', { severity, penalty: 0.5 })]),
        judged('seo/lang', 70, []),
        { ...judged('seo/off', 50, []), pair: { outcome: 'not-applicable', reason: 'there is none' } },
      ],
    },
    'regressions',
  )
  expect(suite.score).toBe(score)
  const [shown] = show(makeJob([suite])).suites
  expect(shown).toMatchObject({ weight: 100, points: 85, raw: 85 })
  expect(shown!.cap).toContain(score === 85 ? '' : score.toFixed(1))
  expect(shown!.cap === '').toBe(score === 85)
  expect(shown!.checks.map(({ points }) => points)).toEqual([15, 70, null])
})

test('what is to be mended first: failing suites before others, then by gravity, as the scorecard has them', () => {
  const issue = (key: string, more = {}) => makeIssue({ key, ...more })
  const job = makeJob([
    makeSuite({ suite: 'seo', pass: true, issues: [issue('a', { severity: 'critical' })] }),
    makeSuite({
      issues: [
        issue('d'),
        issue('b', { charged: 0.1 }),
        issue('c', { severity: 'moderate' }),
        issue('e', { charged: 0, severity: 'critical', status: 'inherited' }),
      ],
    }),
  ])
  expect(show(job).causes.map(({ key }) => key)).toEqual(['d', 'b', 'c'])
})

test('beside its picture a text is not said again that the sentence quotes; where it differs, and alone, it is', () => {
  const place = (text: string) => ({ text, selector: 'p', url: ORIGINAL })
  const evidence = ['evidence/1-original.webp', 'evidence/1-rebuilt.webp']
  const textsOf = (more: Partial<Issue>) => {
    const [issue] = show(makeJob([makeSuite({ issues: [makeIssue(more)] })]), ALL, linksWithout()).causes
    return [issue!.original, issue!.rebuilt].map(side => side?.text?.before ?? null)
  }
  const said = { message: 'The link “News” is dead', original: place('News'), rebuilt: place('News') }
  expect(textsOf({ ...said, evidence })).toEqual([null, null])
  expect(textsOf({ ...said, rebuilt: place('Journal'), evidence })).toEqual(['News', 'Journal'])
  expect(textsOf({ ...said, evidence: evidence.slice(1) })).toEqual(['News', null])
  expect(textsOf(said)).toEqual(['News', 'News'])
  expect(textsOf({ ...said, original: { text: 'News', url: ORIGINAL }, rebuilt: undefined })).toEqual([
    null,
    null,
  ])
})

test('an address is told where it is another page, not another place in it', () => {
  const urlOf = (url: string) =>
    show(makeJob([makeSuite({ issues: [makeIssue({ rebuilt: { url, text: 'x' } })] })])).causes[0]!.rebuilt!
      .url
  expect(urlOf(`${NEW}#menu`)).toBe('')
  expect(urlOf(`${NEW}about`)).toBe(`${NEW}about`)
})

test('the verdict in one sentence', () => {
  const charged = makeIssue()
  expect(show(makeJob([makeSuite({ issues: [charged] })])).sentence).toBe(
    'The new page should not replace the original yet: content is below target (1 grave loss).',
  )
  expect(
    show(
      makeJob([makeSuite(), makeSuite({ suite: 'seo' }), makeSuite({ suite: 'perf', inconclusive: true })]),
    ).sentence,
  ).toBe(
    'The new page should not replace the original yet: content and seo are below target, and perf could not be judged.',
  )
  const passing = makeSuite({ pass: true, issues: [makeIssue({ severity: 'minor', charged: 0.1 })] })
  expect(show(makeJob([passing])).sentence).toBe(
    'The new page may replace the original: all 1 suites reach their target, with 1 smaller loss.',
  )
})

test('a link leads to an issue of this key in every run, and two of one key have places of their own', () => {
  const job = makeJob([makeSuite({ issues: [makeIssue(), makeIssue({ status: 'fixed' })] })])
  const anchors = reportOf(job, null, NOTHING, ALL).groups[0]!.issues.map(({ anchor }) => anchor)
  expect(anchors).toEqual([issueAnchor(makeIssue().key), `${issueAnchor(makeIssue().key)}-2`])
  expect(anchors[0]).toBe('i-be7f81dae8d4')
})

test('a place is shown on the screenshot of the width at which either page has it', () => {
  const box = { x: 1, y: 2, width: 3, height: 4 }
  const shot = (original?: object, rebuilt?: object) =>
    show(makeJob([makeSuite({ issues: [makeIssue({ original, rebuilt })] })])).groups[0]!.issues[0]!.shot
  expect(shot({ viewport: 375, box }, { viewport: 375 })).toBe(375)
  expect(shot({ viewport: 375, box }, { viewport: 1440, box })).toBe(1440)
  expect(shot({ viewport: 1440, box })).toBe(1440)
  expect(shot({ viewport: 320, box }, { viewport: 320, box })).toBeNull()
})

test('only addresses of the web are links', () => {
  const sides = (url: string) => {
    const job = makeJob([makeSuite({ issues: [makeIssue({ rebuilt: { url } })] })])
    const { url: shown, isLink } = show(job).groups[0]!.issues[0]!.rebuilt!
    return [shown, isLink]
  }
  expect(sides('https://preview.example.app/other')).toEqual(['https://preview.example.app/other', true])
  expect(sides('javascript:alert(1)')).toEqual(['javascript:alert(1)', false])
  expect(sides('data:text/html,x')).toEqual(['data:text/html,x', false])
  expect(sides(NEW)).toEqual(['', false])
})

test.each([
  [{ suite: 'seo' }, ['b']],
  [{ severity: 'minor' }, ['b']],
  [{ status: 'fixed' }, ['c']],
  [{ status: 'accepted' }, ['d']],
  [{ q: 'PRICE 43' }, ['a']],
  [{ q: 'price nowhere' }, []],
  [{ q: 'main > p' }, ['a']],
  [{ suite: 'nonsense', severity: ['minor'], q: 7 }, ['a', 'b', 'c', 'd']],
])('the filter %j', (query, keys) => {
  const plain = { message: 'Something', fix: 'Mend it' }
  const job = makeJob([
    makeSuite({
      issues: [
        makeIssue({ key: 'a', rebuilt: { selector: 'main > p' } }),
        makeIssue({ key: 'c', ...plain, status: 'fixed' }),
        makeIssue({
          ...{ key: 'd', ...plain },
          accepted: { by: 'Ann', reason: 'It is meant to be', at: '2030-01-01' },
        }),
      ],
    }),
    makeSuite({ suite: 'seo', issues: [makeIssue({ key: 'b', ...plain, severity: 'minor' })] }),
  ])
  const all = show(job).groups.flatMap(({ issues }) => issues)
  expect(
    filtered(all, filterOf(query))
      .map(({ key }) => key)
      .sort(),
  ).toEqual(keys)
})

test('where two texts differ, at the limits of words', () => {
  expect(wordsOf('from £34.00 a pot', 'from £43.00 a pot')).toEqual({
    before: 'from ',
    differs: '£34.00',
    after: ' a pot',
  })
  expect(wordsOf('a a', 'a')).toEqual({ before: 'a', differs: ' a', after: '' })
  expect(wordsOf('one', 'two')).toEqual({ before: 'one', differs: '', after: '' })
  expect(wordsOf('x'.repeat(1000), undefined).before).toHaveLength(600)
})

test('heights that belong together grow on both pages, whatever was moved', () => {
  const at = (y: number, now: number) => ({
    original: [0, y, 10, 20] as [number, number, number, number],
    rebuilt: [0, now, 10, 20] as [number, number, number, number],
  })
  const pairs = [at(0, 40), at(100, 900), at(200, 240), at(200, 260), at(300, 360), at(400, 100)]
  expect(anchorsOf(pairs, 1000, 1200)).toBe('0,0 10,50 210,250 310,370 1000,1200')
  expect(anchorsOf([], 500, 700)).toBe('0,0 500,700')
  // What lies outside of the picture tells nothing.
  expect(anchorsOf([at(-100, 50), at(600, 50), at(50, 800)], 500, 700)).toBe('0,0 500,700')
})

test('both films stand on one time axis, with what happened when', () => {
  const film = (frames: [number, string][], marks: [number, string][]) => ({
    frames: frames.map(([ms, file]) => ({ ms, file })),
    marks: marks.map(([ms, name]) => ({ ms, name })),
  })
  const view = filmView(
    {
      original: film(
        [[400, 'film/original-1.webp']],
        [
          [200, 'First Contentful Paint'],
          [300, 'Load'],
        ],
      ),
      rebuilt: film(
        [
          [400, 'film/rebuilt-1.webp'],
          [1600, 'film/rebuilt-2.webp'],
        ],
        [[1500, 'Load']],
      ),
    },
    linksWithout(),
  )!
  expect(view.times).toEqual(['0.4 s', '0.8 s', '1.2 s', '1.6 s'])
  expect(view.rows.map(({ cells }) => cells.map(({ src }) => src?.slice(11)))).toEqual([
    Array(4).fill('original-1.webp'),
    ['rebuilt-1.webp', 'rebuilt-1.webp', 'rebuilt-1.webp', 'rebuilt-2.webp'],
  ])
  expect(view.rows.map(({ cells }) => cells.map(({ marks }) => marks))).toEqual([
    ['FCP, Load', '', '', ''],
    ['', '', '', 'Load'],
  ])
  expect(view.legend).toEqual([['FCP', 'First Contentful Paint']])
  expect(filmView({ original: film([], []), rebuilt: film([], []) }, linksWithout())).toBeNull()
})

test.each([
  [{ rebuilt: 1150 }, 'no difference beyond the noise'],
  [{ rebuilt: 500 }, 'got better'],
  [{ rebuilt: 1300 }, 'grew, and by too little to count'],
  [{ rebuilt: 4000, isSlower: true }, 'got worse, beyond the noise'],
])('a metric with its noise: %j', (more, says) => {
  const metric = {
    ...{ name: 'Largest Contentful Paint', unit: 'ms', original: 1000, rebuilt: 1000, band: 200 },
    ...{ good: 2500, poor: 4000, isSlower: false, ...more },
  }
  const view = metricView(metric)
  expect(view.says).toBe(says)
  expect(view.at.from).toBeLessThan(view.at.original)
  for (const value of Object.values(view.at)) expect(value).toBeLessThanOrEqual(100)
})

test('without pictures the report says so, and an inconclusive check says why', () => {
  const job = makeJob([
    makeSuite({
      checks: [makeCheck({ outcome: 'inconclusive', worth: null, reason: 'the page was gone' })],
    }),
  ])
  const html = reportHtml(show(job), '/jobs/x')
  expect(html).toContain('The pictures of both pages are not there')
  expect(html).toMatch(/Not judged:<\/b> “Facts are kept”: <span class="page-text">the page was gone/)
  const withPictures = reportHtml(reportOf(job, makeExhibits(), linksWithout(), ALL), '')
  expect(withPictures).toContain('scroll by their heights alone')
})

test('what may be accepted leads there, and what was fixed or accepted does not', () => {
  const accepted = { by: 'Ann', reason: 'It is meant to be', at: '2030-01-01' }
  const issues = [makeIssue({ key: 'a' }), makeIssue({ key: 'b', status: 'fixed' }), makeIssue({ accepted })]
  const job = makeJob([makeSuite({ issues })])
  const links = (accept?: (key: string) => string) => ({ ...NOTHING, accept })
  const offered = (accept?: (key: string) => string) =>
    [...reportHtml(show(job, ALL, links(accept)), '').matchAll(/href="([^"]+)"[^>]*>Accept/g)].map(
      one => one[1],
    )
  expect(offered(key => `/accept?key=${key}`)).toEqual(['/accept?key=a'])
  expect(offered()).toEqual([])
})

test('an original of an earlier capture is told with its time, and what is none is left out', () => {
  const html = (original_captured_at?: string) =>
    reportHtml(
      show(makeJob([makeSuite({})], original_captured_at ? { original_captured_at } : {})),
      '/jobs/x',
    )
  expect(html('2026-03-04T05:06:07.000Z')).toMatch(/Original captured<.*2026-03-04 05:06 UTC</)
  expect(html()).not.toContain('Original captured')
  expect(html('yesterday')).not.toContain('Original captured')
})

test('nothing that a page says becomes markup', () => {
  const evil = '"><script>alert(1)</script><img src=x onerror=alert(1)>\''
  const place = { url: `https://x/${evil}`, selector: evil, text: evil, viewport: 1440 }
  const issue = makeIssue({ message: evil, fix: evil, key: evil, original: place, rebuilt: place })
  const job = makeJob([makeSuite({ issues: [{ ...issue, members: [issue, issue] }] })], {
    pageName: evil,
    gaps: [evil],
    volatile: [{ side: 'original', text: evil }],
    accepted: 1,
    stale: [{ key: evil, by: evil, reason: evil, at: evil }],
  })
  const html = reportHtml(reportOf(job, null, linksWithout(), filterOf({ q: '' })), '/jobs/x')
  expect(html).not.toMatch(/<script|<img src=x/)
  expect(html.match(/&lt;script&gt;/g)!.length).toBeGreaterThan(15)
})
