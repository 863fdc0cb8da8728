import { expect, test } from 'vitest'
import { defineRules } from '../../server/suites/core/rules.ts'
import type { Suite } from '../../server/suites/core/suite.ts'
import { suites } from '../../server/suites/index.ts'
import { generated, pageOf } from '../../tools/docs.ts'
import { faultsOf } from '../../tools/rule-faults.ts'

const rule = {
  severity: 'serious',
  penalty: 0.5,
  measures: 'Whether it is there.',
  fix: 'Put it back',
} as const

function suiteOf(rules: Record<string, object>, about = {}): Suite {
  const complete = { why: 'It matters.', reference: 'https://example.com/', ...about }
  return {
    name: 'seo',
    needs: [],
    checks: [
      {
        id: 'seo/title',
        title: 'The title is kept',
        weight: 10,
        rules: defineRules('seo/title', complete, rules as never),
        judge: () => [],
      },
    ],
  }
}

test('every rule of every suite is complete', () => {
  expect(suites.flatMap(faultsOf)).toEqual([])
})

test.each<[string, Record<string, object>, object]>([
  ['seo/title/Gone has a name that is not kebab-case', { Gone: rule }, {}],
  ['seo/title/gone has no "measures"', { gone: { ...rule, measures: '' } }, {}],
  ['seo/title/gone has no https address as reference, but ""', { gone: rule }, { reference: '' }],
  ['seo/title/gone has a penalty beyond 0 to 1: 2', { gone: { ...rule, penalty: 2 } }, {}],
  [
    'seo/title/gone has a case "small" without "when"',
    { gone: { ...rule, cases: { small: { when: '' } } } },
    {},
  ],
  ['seo/title has no rules: it could find nothing', {}, {}],
])('%s', (sentence, rules, about) => {
  expect(faultsOf(suiteOf(rules, about))).toContain(sentence)
})

test('a page has each rule with its anchor, cost, cases and reference', () => {
  const page = pageOf(
    suiteOf({
      gone: {
        ...rule,
        cases: {
          small: { when: 'it is small', severity: 'minor', penalty: { of: 'its share', min: 0.1 } },
        },
      },
    }),
  )
  expect(page).toContain('### <a id="title-gone"></a>`seo/title/gone`')
  expect(page).toContain('**Serious**, costs 0.5 of the check (weight 5).')
  expect(page).toContain('*small*, it is small: **minor**, costs its share (at least 0.1).')
  expect(page).toContain('**Reference:** <https://example.com/>')
})

test('a page has the track record of the rules that have one', () => {
  const record = { fired: 9, grave: 4, block: 3, lesser: 1, false: 0, defects: 1 }
  const page = pageOf(suiteOf({ gone: rule, other: rule }), { 'seo/title/gone': record })
  expect(page.match(/\*\*Track record:\*\* .*/g)).toEqual([
    '**Track record:** On the labelled pairs by other hands it fired 9 times, 4 of them serious or critical: 3 hold a launch, 1 lesser, 0 false. It finds 1 injected defect.',
  ])
})

test('what looks like HTML stays text', () => {
  const page = pageOf(suiteOf({ gone: { ...rule, fix: 'Write <html lang="en"> & no more' } }))
  expect(page).toContain('**Fix:** Write &lt;html lang="en"> &amp; no more')
})

test('a table without a place in METHODOLOGY.md is named', () => {
  expect(() => generated('# How a score is made')).toThrow(
    '<!-- checks of responsive: made by npm run docs -->',
  )
})
