import { expect, test } from 'vitest'
import type { Finding } from '../../server/suites/core/finding.ts'
import { runSuites } from '../../server/suites/core/run.ts'
import { defineSuite, inconclusive, notApplicable } from '../../server/suites/core/suite.ts'
import { makeCapture } from './captures.ts'

const finding: Finding = {
  key: 'seo/x',
  rule: 'seo/x/rule',
  severity: 'minor',
  penalty: 0.2,
  message: 'm',
  fix: 'f',
}

function judgeWith(
  judge: Parameters<typeof defineSuite<'head'>>[0]['checks'][number]['judge'],
  rebuilt = makeCapture('rebuilt'),
) {
  const suite = defineSuite({
    name: 'seo',
    needs: ['head'],
    checks: [{ id: 'seo/x', title: 'X', weight: 10, rules: { check: 'seo/x', list: [] }, judge }],
  })
  return runSuites([suite], makeCapture('original', { head: { title: 'Old' } }), rebuilt)[0]!.checks[0]!
}

test('each check judges the pair, and the original against itself', () => {
  const titles: string[] = []
  judgeWith(
    ({ original, rebuilt }) => {
      titles.push(`${original.head.title} / ${rebuilt.head.title}`)
      return []
    },
    makeCapture('rebuilt', { head: { title: 'New' } }),
  )
  expect(titles).toEqual(['Old / New', 'Old / Old'])
})

test('outcomes keep their reasons', () => {
  expect(judgeWith(() => notApplicable('no form')).pair).toEqual({
    outcome: 'not-applicable',
    reason: 'no form',
  })
  expect(judgeWith(() => inconclusive('throttled')).pair).toEqual({
    outcome: 'inconclusive',
    reason: 'throttled',
  })
  expect(judgeWith(() => [finding]).pair).toEqual({ outcome: 'assessed', findings: [finding] })
})

test('an artifact that failed to collect makes the checks that read it inconclusive', () => {
  const rebuilt = makeCapture('rebuilt')
  rebuilt.artifacts.head = { ok: false, reason: 'it took too long' }
  expect(judgeWith(({ rebuilt }) => [{ ...finding, message: rebuilt.head.title }], rebuilt).pair).toEqual({
    outcome: 'inconclusive',
    reason: 'head of the new page could not be collected: it took too long',
  })
  expect(judgeWith(() => [], rebuilt).pair).toEqual({ outcome: 'assessed', findings: [] })
})

test('a judge that throws is our fault and says so; the others go on', () => {
  const judged = judgeWith(() => {
    throw new Error('no such block')
  })
  expect(judged.pair).toEqual({
    outcome: 'inconclusive',
    reason: 'our check seo/x failed on these pages: no such block',
  })
})

test('findings with one key are one: the gravest speaks, penalties add up to 1 at most', () => {
  const { pair } = judgeWith(() => [
    finding,
    { ...finding, severity: 'serious', penalty: 0.3, message: 'worse' },
  ])
  expect(pair).toMatchObject({
    findings: [{ key: 'seo/x', rule: 'seo/x/rule', severity: 'serious', penalty: 0.5, message: 'worse' }],
  })
  const full = judgeWith(() => [0.6, 0.7].map(penalty => ({ ...finding, penalty }))).pair
  expect(full).toMatchObject({ findings: [{ penalty: 1 }] })
})

test('a penalty that is no share is refused', () => {
  expect(judgeWith(() => [{ ...finding, penalty: Number.NaN }]).pair).toMatchObject({
    outcome: 'inconclusive',
    reason: expect.stringContaining('wanted 0 to 1'),
  })
})
