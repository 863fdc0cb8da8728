/** The arithmetic of the field benchmark, on labels and scorecards made by hand. */
import { expect, test } from 'vitest'
import { agreement, assess, causesOf, readTwice, weigh } from '../../bench/field/assess.ts'
import { type Labels, parseLabels } from '../../bench/field/labels.ts'
import { FRESH_ROUND, parsePairs, partOf } from '../../bench/field/pairs.ts'
import { referenceOf, resolve } from '../../bench/field/reference.ts'
import { faults, figures, readings, ruleTable } from '../../bench/field/tables.ts'
import { defectsByRule, trackRecord } from '../../bench/field/track-record.ts'
import type { Issue, SuiteResult } from '../../server/contract.ts'
import { TARGETS } from '../../server/contract.ts'

function issue(rule: string, place: string, severity: Issue['severity'], more: Partial<Issue> = {}): Issue {
  const [suite, check, name] = rule.split('/')
  return {
    key: `${suite}/${check}:${name}:${place}`,
    check: `${suite}/${check}`,
    rule,
    help_url: '',
    status: 'introduced',
    severity,
    penalty: 0.5,
    charged: 0.5,
    message: `about ${place}`,
    fix: 'put it back',
    ...more,
  }
}

function suite(name: 'content' | 'seo', score: number, issues: Issue[]): SuiteResult {
  const target = TARGETS[name]
  const rest = { checks: [], inconclusive: false, absolute: score, baseline: 100 }
  return { suite: name, score, target, pass: score >= target, issues, ...rest }
}

const [lost, gone, title] = [
  issue('content/text/lost', 'our team', 'serious'),
  issue('content/text/lost', 'contact', 'critical'),
  issue('seo/title/changed', 'page', 'moderate', { key: 'seo/title:changed' }),
]
const judged = {
  suites: [suite('content', 50, [gone, lost]), suite('seo', 90, [title])],
  ms: 12,
  unlike: [],
}

const said = (of: Issue, verdict: string, more: object = {}) => ({
  ...referenceOf(of),
  verdict,
  reason: 'seen on the sheet',
  ...more,
})

function labels(given: object): Labels {
  const file = { pair: 'shop/anna', reader: 'a', suites: {}, issues: [], ...given }
  const read = parseLabels(file, 'shop/anna.a.json')
  expect(read.refused).toEqual([])
  return read.labels!
}

const source = { repository: 'a/b', commit: 'a'.repeat(40), folder: '.', mount: '/', entry: '/index.html' }
const pair = {
  design: 'shop',
  name: 'shop/anna',
  kind: 'challenge',
  traits: [],
  original: source,
  rebuilt: source,
  note: 'one',
}

test('a broken pair is named with what is wrong', () => {
  expect(parsePairs([pair])).toHaveLength(1)
  expect(() => parsePairs([pair, { ...pair, name: 'shop/Ann' }])).toThrow(
    'shop/Ann: name is not "design/rebuilder"',
  )
  const short = { ...source, commit: 'abc' }
  expect(() => parsePairs([{ ...pair, rebuilt: short }])).toThrow(
    'shop/anna: rebuilt.commit is not a full commit id',
  )
  const outside = { ...source, folder: '../x' }
  expect(() => parsePairs([{ ...pair, original: outside }])).toThrow('original.folder leaves the repository')
  expect(() => parsePairs([pair, pair])).toThrow('shop/anna is there twice')
})

test('only pairs of the latest round are kept to measure', () => {
  expect([{}, { round: FRESH_ROUND - 1 }, { round: FRESH_ROUND }].map(partOf)).toEqual([
    'work',
    'work',
    'fresh',
  ])
})

test.each([
  ['content/text:lost:Our  Team', 'content/text/lost', 'our team'],
  ['a11y/label:textbox|mail|', 'a11y/parity/label', 'textbox|mail|'],
  ['content/fact:price:€49', 'content/fact/changed', 'price:€49'],
  ['seo/title:changed', 'seo/title/changed', 'page'],
])('the place of %s', (key, rule, place) => {
  expect(referenceOf({ ...lost, key, rule })).toEqual({ rule, place })
})

test('a label finds its issue by rule and place, else by a selector, and no issue twice', () => {
  const at = (selector: string) => ({ rebuilt: { selector } })
  const [first, second, third] = [
    issue('content/text/lost', 'a', 'serious', at('#a')),
    issue('content/text/lost', 'b, once c', 'serious', at('#c')),
    issue('content/text/changed', 'd', 'serious', at('#d')),
  ]
  const wanted = [
    { rule: 'content/text/lost', place: 'A', at: ['#c'] },
    { rule: 'content/text/lost', place: 'c', at: ['#c'] },
    { rule: 'content/text/lost', place: 'd', at: ['#d'] },
    { rule: 'content/text/lost', place: 'a' },
  ]
  const found = resolve(wanted, [first!, second!, third!])
  expect(wanted.map(each => found.get(each))).toEqual([first, second, undefined, undefined])
})

test('a label without a reason is refused by name, the others hold', () => {
  const { labels, refused } = parseLabels(
    {
      pair: 'shop/anna',
      reader: 'a',
      suites: { seo: 'faithful' },
      issues: [
        said(lost, 'block', { reason: ' ' }),
        said(gone, 'lesser'),
        said(gone, 'block', { severity: 'minor' }),
        said(title, 'false'),
      ],
      missed: [{ what: 'logo', suite: 'image', severity: 'minor', reason: '' }],
    },
    'shop/anna.a.json',
  )
  expect(labels?.issues).toHaveLength(1)
  expect(refused).toEqual([
    'shop/anna.a.json: content/text/lost our team: reason is empty',
    'shop/anna.a.json: content/text/lost contact: severity goes with "lesser", and with nothing else',
    'shop/anna.a.json: content/text/lost contact: severity goes with "lesser", and with nothing else',
    'shop/anna.a.json: missed 1: reason is empty',
  ])
  const elsewhere = parseLabels({ pair: 'shop/bob', reader: 'a', suites: {}, issues: [] }, 'shop/anna.a.json')
  expect(elsewhere).toEqual({
    refused: ['shop/anna.a.json: holds the labels of shop/bob by reader a'],
  })
})

test('labels are counted by what their issues are today', () => {
  const mended = issue('content/text/lost', 'news', 'serious')
  const merged = issue('content/text/lost', 'jobs', 'serious')
  const missed = { what: 'logo twice', suite: 'content', severity: 'critical', reason: 'seen' }
  const given = labels({
    suites: { content: 'regressed', seo: 'regressed' },
    first: { content: { verdict: 'right', ...referenceOf(gone) } },
    issues: [
      said(gone, 'block', { cause: 'the footer' }),
      said(lost, 'lesser', { severity: 'minor' }),
      said(title, 'block'),
      said(mended, 'block'),
      said(merged, 'block', { cause: 'the footer' }),
    ],
    missed: [missed, { ...missed, severity: 'minor', named: referenceOf(lost) }],
  })
  const assessment = assess('shop/anna', judged, given)
  expect(assessment.lost.map(({ place }) => place)).toEqual(['news'])
  // Told: critical 4, minor 0.5, a milder one that holds a launch 2, named 0.5. Untold: critical 4, lost 2.
  expect(weigh(assessment)).toEqual({ told: 7, untold: 6 })
  expect(causesOf(assessment)).toBe(2)
  expect(figures([assessment]).split('\n')).toEqual([
    'pairs                         1, 1 with labels',
    'grave issues                  2',
    '  hold a launch               50.0 % (1/2)',
    '  over-graded                 50.0 % (1/2)',
    '  false                       0.0 % (0/2)',
    '  unlabelled                  0.0 % (0/2)',
    'hold a launch, graded milder  1',
    'labels whose issue is gone    2, 1 of them held a launch and nothing tells',
    'faithful suites that pass     -',
    'regressed suites that fail    50.0 % (1/2)',
    'missed, by weight             46.2 % (6/13)',
    'grave issues per cause        1.00 (2/2)',
    'first issue right             100.0 % (1/1), 0 unknown',
    'originals like themselves     100.0 % (1/1)',
    'judging at most               12 ms, shop/anna',
  ])
  expect(faults([assessment]).map(line => line.slice(0, 13).trim())).toEqual([
    'OVER-GRADED',
    'UNDER-GRADED',
    'WRONG VERDICT',
    'MISSED',
    'LOST',
    'GONE',
  ])
})

test('the first issue is right where a label says so of it, and unknown where none does', () => {
  const rightOf = (first: object, issues: object[] = []) =>
    assess('shop/anna', judged, labels({ first: { content: first }, issues })).first[0]!.right
  expect(rightOf({ verdict: 'wrong', ...referenceOf(gone) })).toBe(false)
  expect(rightOf({ verdict: 'wrong', ...referenceOf(lost), rather: [referenceOf(gone)] })).toBe(true)
  expect(rightOf({ verdict: 'right', ...referenceOf(lost) })).toBe(undefined)
  expect(rightOf({ verdict: 'right', ...referenceOf(lost) }, [said(gone, 'false')])).toBe(false)
})

test('grave issues that nobody labelled are listed, and pairs that nobody read', () => {
  const partly = assess('shop/anna', judged, labels({ issues: [said(gone, 'block')] }))
  expect(figures([partly])).toContain('hold a launch               100.0 % (1/1)')
  expect(figures([partly])).toContain('unlabelled                  50.0 % (1/2)')
  expect(faults([partly])).toEqual([
    'UNLABELLED    shop/anna content/text/lost our team [serious]: about our team',
    'FIRST UNKNOWN shop/anna content/text/lost contact',
  ])
  expect(faults([assess('shop/anna', judged)])).toEqual(['NO LABELS     shop/anna 2 grave issues'])
})

test('how far two readers agree', () => {
  const both = (count: number, a: string, b: string) => Array.from({ length: count }, () => [a, b] as const)
  const pairs = [...both(4, 'x', 'x'), ...both(4, 'y', 'y'), ...both(1, 'x', 'y'), ...both(1, 'y', 'x')]
  expect(agreement(pairs).share).toBeCloseTo(0.8)
  expect(agreement(pairs).kappa).toBeCloseTo(0.6)
  expect(agreement(both(3, 'x', 'x')).kappa).toBe(1)
  const a = labels({ suites: { seo: 'faithful' }, issues: [said(gone, 'block'), said(lost, 'block')] })
  const b = labels({ suites: { seo: 'regressed' }, issues: [said(gone, 'false')] })
  expect(readTwice(a, b).issues).toHaveLength(1)
  expect(readings([[a, b]])).toEqual([
    'READ TWICE    shop/anna content/text/lost contact: block, false',
    'READ TWICE    shop/anna seo: faithful, regressed',
    'two readers agree on 0.0 % of 1 issues, kappa 0.00',
    'two readers agree on 0.0 % of 1 suites, kappa 0.00',
  ])
})

test('the track record of a rule counts its issues, labels and defects', () => {
  const given = labels({ issues: [said(gone, 'block'), said(lost, 'false')] })
  const suites = [{ suite: 'content' as const, score: 1, pass: false, loud: [lost, gone] }]
  const rows = ['text lost', 'text lost', 'page empty'].map(row => ({
    row,
    suite: 'content' as const,
    suites,
  }))
  const record = trackRecord(
    ['content/text/lost', 'seo/title/changed', 'seo/title/missing'],
    [assess('shop/anna', judged, given), assess('shop/bob', judged)],
    defectsByRule([...rows, { row: 'title', suite: 'seo', suites, rule: 'seo/title/changed' }]),
  )
  const none = { fired: 0, grave: 0, block: 0, lesser: 0, false: 0, defects: 0 }
  expect(record).toEqual({
    'content/text/lost': { fired: 2, grave: 2, block: 1, lesser: 0, false: 1, defects: 2 },
    // Minor, and found by it all the same.
    'seo/title/changed': { ...none, fired: 1, defects: 1 },
    'seo/title/missing': none,
  })
  // One cause in two rules is one issue, of another suite that lost what it owns.
  const both = { ...gone, rule: 'image/presence/lost', members: [gone, { ...gone, rule: 'seo/links/lost' }] }
  const beside = [{ suite: 'image' as const, score: 1, pass: false, loud: [both] }]
  const row = { row: 'page empty', suite: 'content' as const, suites: beside }
  expect([...defectsByRule([{ ...row, also: ['image'] }]).keys()]).toEqual([gone.rule, 'seo/links/lost'])
  expect([...defectsByRule([row]).keys()]).toEqual([])
  const lines = ruleTable(record).split('\n')
  expect(lines[1]).toMatch(/^content\/text\/lost +2 +2 +1 +0 +1 +2$/)
  expect(lines.slice(3)).toEqual(['fired by nothing: seo/title/missing'])
})
