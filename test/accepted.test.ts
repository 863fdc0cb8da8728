/** Accepted issues: listed as ever, not charged, and nothing else is hidden by them. */
import { expect, test } from 'vitest'
import { type AcceptedIssue, type Policy, Scorecard } from '../server/contract.ts'
import { covers, makeScorecard } from '../server/scorecard.ts'
import type { Finding } from '../server/suites/core/finding.ts'
import type { Judged, JudgedSuite } from '../server/suites/core/run.ts'

const finding = (
  key: string,
  severity: Finding['severity'] = 'serious',
  more: Partial<Finding> = {},
): Finding => ({ key, rule: 'seo/one/rule', severity, penalty: 0.2, message: key, fix: 'mend it', ...more })

const accepts = (key: string, more: Partial<AcceptedIssue> = {}): AcceptedIssue => ({
  key,
  by: 'anna',
  reason: 'The owner wants it so.',
  at: '2026-11-01T00:00:00.000Z',
  ...more,
})

const assessed = (...findings: Finding[]): Judged => ({ outcome: 'assessed', findings })

function cardOf(
  pair: Judged,
  accepted: AcceptedIssue[],
  { baseline = assessed(), policy = 'regressions' as Policy } = {},
): Scorecard {
  const judged: JudgedSuite[] = [
    { suite: 'seo', checks: [{ id: 'seo/one', title: 'one', weight: 100, pair, baseline }] },
  ]
  const card = makeScorecard(judged, { pageName: 'Home', policy, accepted, gaps: [], volatile: [] })
  expect(Scorecard.parse(card)).toEqual(card)
  return card
}

test('an accepted issue is listed with who and why, costs nothing and caps nothing', () => {
  const card = cardOf(assessed(finding('seo/a', 'critical'), finding('seo/b', 'minor', { penalty: 0.1 })), [
    accepts('seo/a', { expires: '2027-01-31' }),
  ])
  expect(card).toMatchObject({ allPass: true, accepted: 1 })
  expect(card.suites[0]).toMatchObject({ score: 90, absolute: 59, baseline: 100 })
  expect(card.suites[0]!.issues).toMatchObject([
    { key: 'seo/b', charged: 0.1 },
    {
      key: 'seo/a',
      status: 'introduced',
      severity: 'critical',
      penalty: 0.2,
      charged: 0,
      accepted: { by: 'anna', reason: 'The owner wants it so.', expires: '2027-01-31' },
    },
  ])
  expect(card).not.toHaveProperty('stale')
})

test('nothing accepted says so', () => {
  const card = cardOf(assessed(finding('seo/a')), [])
  expect(card).toMatchObject({ accepted: 0, allPass: false })
  expect(card.suites[0]!.issues[0]).not.toHaveProperty('accepted')
})

test('under absolute, what the original suffers as well can be accepted', () => {
  const both = assessed(finding('seo/a'))
  const card = cardOf(both, [accepts('seo/a')], { baseline: both, policy: 'absolute' })
  expect(card).toMatchObject({ allPass: true, accepted: 1 })
})

test('of one cause, only the keys that are named are accepted', () => {
  const of = (key: string) => finding(key, 'moderate', { cause: 'grey on white' })
  const card = cardOf(assessed(of('seo/a'), of('seo/b'), of('seo/c')), [accepts('seo/a'), accepts('seo/b')])
  expect(card).toMatchObject({ accepted: 2 })
  expect(card.suites[0]!.issues).toMatchObject([
    { key: 'seo/c', charged: 0.2 },
    { key: 'seo/a', charged: 0, accepted: { by: 'anna' }, members: [{ key: 'seo/a' }, { key: 'seo/b' }] },
  ])
  expect(card.suites[0]!.issues[0]).not.toHaveProperty('accepted')
})

test('places of one cause that were accepted for other reasons are two issues', () => {
  const of = (key: string) => finding(key, 'moderate', { cause: 'grey on white' })
  const card = cardOf(assessed(of('seo/a'), of('seo/b')), [
    accepts('seo/a'),
    accepts('seo/b', { reason: 'A logo is exempt.' }),
  ])
  expect(card.suites[0]!.issues.map(({ accepted }) => accepted?.reason)).toEqual([
    'The owner wants it so.',
    'A logo is exempt.',
  ])
})

test('an issue that is graver than what was accepted is charged, and the acceptance is told as stale', () => {
  const accepted = [accepts('seo/a', { severity: 'moderate' })]
  expect(cardOf(assessed(finding('seo/a', 'minor')), accepted)).toMatchObject({ accepted: 1 })
  const card = cardOf(assessed(finding('seo/a', 'serious')), accepted)
  expect(card).toMatchObject({ accepted: 0, allPass: false, stale: [{ key: 'seo/a', graver: true }] })
  expect(card.suites[0]!.issues[0]!.charged).toBe(0.2)
})

test('more than what was accepted under a key is charged, but not what a share moves by itself', () => {
  const accepted = [accepts('seo/a', { severity: 'serious', penalty: 0.2 })]
  const now = (penalty: number) => cardOf(assessed(finding('seo/a', 'serious', { penalty })), accepted)
  expect(now(0.1)).toMatchObject({ accepted: 1, allPass: true })
  expect(now(0.21)).toMatchObject({ accepted: 1, allPass: true })
  expect(now(0.3)).toMatchObject({ accepted: 0, allPass: false, stale: [{ key: 'seo/a', graver: true }] })
})

test('what is measured in time varies by more: there its severity decides', () => {
  const one = { severity: 'serious', penalty: 0.2 } as const
  const slow = { key: 'perf/lcp', severity: 'serious', penalty: 0.5 } as const
  expect(covers(one, slow, 'perf/lcp')).toBe(true)
  expect(covers(one, { ...slow, severity: 'critical' }, 'perf/lcp')).toBe(false)
})

test('acceptances without an issue are stale', () => {
  const fixed = assessed(finding('seo/mended'))
  const card = cardOf(assessed(), [accepts('seo/gone'), accepts('seo/mended'), accepts('no key of ours')], {
    baseline: fixed,
  })
  expect(card.accepted).toBe(0)
  expect(card.stale?.map(({ key, graver }) => [key, graver])).toEqual([
    ['seo/gone', undefined],
    ['seo/mended', undefined],
    ['no key of ours', undefined],
  ])
  expect(card.suites[0]!.issues[0]).toMatchObject({ key: 'seo/mended', status: 'fixed' })
  expect(card.suites[0]!.issues[0]).not.toHaveProperty('accepted')
})

test('what could not be assessed is not called stale', () => {
  const unknown: Judged = { outcome: 'inconclusive', reason: 'blocked' }
  expect(cardOf(unknown, [accepts('seo/a'), accepts('catalog/b')])).not.toHaveProperty('stale')
  expect(cardOf(assessed(finding('seo/a')), [accepts('seo/a')], { baseline: unknown })).toMatchObject({
    accepted: 0,
  })
})

test('what stands for many issues that have no room cannot be accepted', () => {
  const card = cardOf(assessed(finding('seo/one:more')), [accepts('seo/one:more')])
  expect(card).toMatchObject({ accepted: 0, allPass: false })
})
