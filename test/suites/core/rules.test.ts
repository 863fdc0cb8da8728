import { describe, expect, test } from 'vitest'
import { defineRules } from '../../../server/suites/core/rules.ts'

const rules = defineRules(
  'seo/title',
  { why: 'It is read.', reference: 'https://example.com/' },
  {
    missing: { severity: 'serious', penalty: 1, measures: 'Whether it is there.', fix: 'Write one' },
    changed: {
      severity: 'moderate',
      penalty: { of: 'the share that is gone', base: 0.1, factor: 0.5, min: 0.2, max: 0.5 },
      measures: 'How much is gone.',
      fix: 'Write it as before',
      why: 'It is searched for.',
      cases: {
        slight: { when: 'little is gone', severity: 'minor', penalty: 0.05 },
        grave: { when: 'it is the main one', severity: 'critical' },
      },
    },
  },
)

test('a finding is graded by the table and named by check, rule and place', () => {
  expect(rules.report('missing', { message: 'It is gone' })).toEqual({
    key: 'seo/title:missing',
    rule: 'seo/title/missing',
    severity: 'serious',
    penalty: 1,
    message: 'It is gone',
    fix: 'Write one',
  })
  expect(rules.report('missing', { message: '', place: 'main', fix: 'Write “Home”' })).toMatchObject({
    key: 'seo/title:missing:main',
    fix: 'Write “Home”',
  })
  expect(rules.report('missing', { message: '', key: 'seo/own' }).key).toBe('seo/own')
})

test('a key comes back from a form, a file and a database as it went', () => {
  const keyOf = (place: string) => rules.report('missing', { message: '', place }).key
  expect(keyOf('two\r\n lines\0 \ud83d')).toBe('seo/title:missing:two lines \ufffd')
  const long = 'word '.repeat(400)
  expect(keyOf(long).length).toBeLessThanOrEqual(400)
  expect(keyOf(long)).toBe(keyOf(long))
  expect(keyOf(`${long} and more`)).not.toBe(keyOf(long))
})

describe('a penalty that is made of an extent', () => {
  test.each([
    [0, 0.2],
    [0.4, 0.3],
    [1, 0.5],
  ])('%d costs %d', (extent, penalty) => {
    expect(rules.report('changed', { message: '', extent }).penalty).toBeCloseTo(penalty, 9)
  })
  test('without one the error names the rule and what it wants', () => {
    for (const extent of [undefined, Number.NaN])
      expect(() => rules.report('changed', { message: '', extent })).toThrow(
        /seo\/title\/changed.*the share that is gone/,
      )
  })
})

test('a case changes what it states, and nothing else', () => {
  const report = (as: 'slight' | 'grave' | undefined) =>
    rules.report('changed', { message: '', as, extent: 0.4 })
  expect(report('slight')).toMatchObject({ severity: 'minor', penalty: 0.05 })
  expect(report('grave')).toMatchObject({ severity: 'critical', penalty: expect.closeTo(0.3, 9) })
  expect(report(undefined)).toMatchObject({ severity: 'moderate', penalty: expect.closeTo(0.3, 9) })
})

test('each rule has the why and reference of its check, or its own', () => {
  expect(rules.list).toMatchObject([
    { id: 'seo/title/missing', why: 'It is read.', reference: 'https://example.com/' },
    { id: 'seo/title/changed', why: 'It is searched for.', reference: 'https://example.com/' },
  ])
})
