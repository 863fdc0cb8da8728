import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Scorecard } from '../server/contract.ts'
import { makeScorecard, roundDown, scoreSuite } from '../server/scorecard.ts'
import type { Finding } from '../server/suites/core/finding.ts'
import type { Judged, JudgedCheck, JudgedSuite } from '../server/suites/core/run.ts'

const finding = (key: string, penalty: number, severity: Finding['severity'] = 'moderate'): Finding => ({
  key,
  rule: 'seo/one/rule',
  severity,
  penalty,
  message: key,
  fix: 'mend it',
})
const assessed = (...findings: Finding[]): Judged => ({ outcome: 'assessed', findings })
const check = (weight: number, pair: Judged, baseline: Judged = assessed()): JudgedCheck => ({
  id: `seo/${weight}`,
  title: 'a check',
  weight,
  pair,
  baseline,
})
const suite = (...checks: JudgedCheck[]): JudgedSuite => ({ suite: 'seo', checks })

test.each([
  [89.96, 89.9],
  [90, 90],
  [89.9999999, 90],
  [79.99, 79.9],
  [0, 0],
  [100, 100],
  [100 * (0.1 + 0.2), 30],
])('%f is shown as %f', (raw, shown) => {
  expect(roundDown(raw)).toBe(shown)
})

test('the score is the weighted worth of the checks', () => {
  const result = scoreSuite(
    suite(check(30, assessed(finding('a', 0.5))), check(70, assessed())),
    'regressions',
  )
  expect(result).toMatchObject({
    score: 85,
    target: 80,
    pass: true,
    absolute: 85,
    baseline: 100,
    inconclusive: false,
  })
})

test('what the original suffers as well is inherited and free', () => {
  const inherited = assessed(finding('a', 0.5, 'serious'))
  const result = scoreSuite(suite(check(100, inherited, inherited)), 'regressions')
  expect(result).toMatchObject({ score: 100, pass: true, absolute: 50, baseline: 50 })
  expect(result.issues).toMatchObject([{ key: 'a', status: 'inherited', charged: 0 }])
})

test('places that one cause made are one issue, which costs what all of them cost', () => {
  const of = (key: string, penalty: number, cause: string, severity?: Finding['severity']) => ({
    ...finding(key, penalty, severity),
    cause,
  })
  const pair = assessed(
    of('pale a', 0.1, 'grey on white'),
    of('pale b', 0.2, 'grey on white', 'serious'),
    of('pale c', 0.3, 'grey on white'),
    of('blue', 0.1, 'blue on black'),
    finding('alone', 0.1),
  )
  const before = assessed(of('pale c', 0.3, 'grey on white'))
  const { issues, score } = scoreSuite(suite(check(100, pair, before)), 'regressions')
  expect(issues).toMatchObject([
    { key: 'pale b', severity: 'serious', message: 'pale b; 1 more of this kind' },
    { key: 'alone', charged: 0.1 },
    { key: 'blue', charged: 0.1 },
    { key: 'pale c', status: 'inherited', charged: 0 },
  ])
  expect(issues[0]!.charged).toBeCloseTo(0.3)
  expect(issues[0]!.members).toMatchObject([
    { key: 'pale b', charged: 0.2 },
    { key: 'pale a', charged: 0.1 },
  ])
  expect(issues.slice(1).some(({ members }) => members)).toBe(false)
  expect(score).toBe(50)
  expect(issues.some(issue => 'cause' in issue)).toBe(false)
})

test('under absolute it costs', () => {
  const inherited = assessed(finding('a', 0.5, 'serious'))
  expect(scoreSuite(suite(check(100, inherited, inherited)), 'absolute')).toMatchObject({
    score: 50,
    pass: false,
  })
})

test('of issues as grave, the one that costs more points comes first', () => {
  const [light, heavy] = [check(15, assessed(finding('a', 0.5))), check(20, assessed(finding('b', 0.5)))]
  const { issues } = scoreSuite(
    suite(light, heavy, check(65, assessed(finding('c', 0.01, 'serious')))),
    'regressions',
  )
  expect(issues.map(({ key }) => key)).toEqual(['c', 'b', 'a'])
})

test('of issues as grave, the one that everybody meets comes first, whatever it costs', () => {
  const met = { ...finding('met by all', 0.01, 'serious'), foremost: true as const }
  const { issues } = scoreSuite(
    suite(
      check(20, assessed(finding('met by some', 0.5, 'serious'))),
      check(80, assessed(met, finding('graver', 0.01, 'critical'))),
    ),
    'regressions',
  )
  expect(issues.map(({ key }) => key)).toEqual(['graver', 'met by all', 'met by some'])
  expect(issues[1]).not.toHaveProperty('foremost')
})

test('ten things fixed do not pay for one broken', () => {
  const old = assessed(...Array.from({ length: 10 }, (_, i) => finding(`old ${i}`, 0.05)))
  const result = scoreSuite(suite(check(100, assessed(finding('new', 0.3)), old)), 'regressions')
  expect(result.score).toBe(70)
  expect(result.issues.filter(issue => issue.status === 'fixed')).toHaveLength(10)
  expect(result.issues[0]).toMatchObject({ key: 'new', status: 'introduced', charged: 0.3 })
})

test('an inherited issue that got worse is charged for the difference', () => {
  const result = scoreSuite(
    suite(check(100, assessed(finding('a', 0.5)), assessed(finding('a', 0.2)))),
    'regressions',
  )
  expect(result.score).toBe(70)
  expect(result.issues[0]!.status).toBe('introduced')
})

test.each([
  ['the same penalty', 0.3, 0.3, 'moderate', 'serious', 0.05],
  ['a smaller one', 0.2, 0.3, 'moderate', 'critical', 0.05],
  ['a larger one', 0.5, 0.3, 'moderate', 'serious', 0.2],
  ['next to none', 0.01, 0.01, 'minor', 'serious', 0.01],
] as const)(
  'an old fault that became a graver one is introduced: %s',
  (_, now, then, old, grave, charged) => {
    const result = scoreSuite(
      suite(check(100, assessed(finding('a', now, grave)), assessed(finding('a', then, old)))),
      'regressions',
    )
    expect(result.issues).toMatchObject([{ key: 'a', status: 'introduced' }])
    expect(result.issues[0]!.charged).toBeCloseTo(charged)
    expect(result.pass).toBe(false)
  },
)

test('an explanation of an old fault costs nothing, however grave', () => {
  const result = scoreSuite(
    suite(check(100, assessed(finding('a', 0, 'critical')), assessed(finding('a', 0, 'minor')))),
    'regressions',
  )
  expect(result.score).toBe(100)
})

test.each([
  ['critical', 59],
  ['serious', 79],
  ['moderate', 99],
  ['minor', 99],
] as const)('a charged %s issue caps the score at %d', (severity, score) => {
  expect(scoreSuite(suite(check(100, assessed(finding('a', 0.01, severity)))), 'regressions').score).toBe(
    score,
  )
})

test('a finding without penalty explains and caps nothing', () => {
  expect(scoreSuite(suite(check(100, assessed(finding('a', 0, 'critical')))), 'regressions').score).toBe(100)
})

test('what does not apply or is not known leaves numerator and denominator', () => {
  const result = scoreSuite(
    suite(
      check(60, assessed(finding('a', 0.1))),
      check(20, { outcome: 'not-applicable', reason: 'no form' }),
      check(20, { outcome: 'inconclusive', reason: 'throttled' }),
    ),
    'regressions',
  )
  expect(result.score).toBe(90)
  expect(result.checks.map(({ outcome, reason, worth }) => [outcome, reason, worth])).toEqual([
    ['assessed', undefined, 0.9],
    ['not-applicable', 'no form', null],
    ['inconclusive', 'throttled', null],
  ])
})

test('under half of the applicable weight assessed never passes', () => {
  const unknown: Judged = { outcome: 'inconclusive', reason: 'blocked' }
  expect(scoreSuite(suite(check(49, assessed()), check(51, unknown)), 'regressions')).toMatchObject({
    score: 0,
    pass: false,
    inconclusive: true,
  })
  expect(scoreSuite(suite(check(50, assessed()), check(50, unknown)), 'regressions')).toMatchObject({
    score: 100,
    pass: true,
    inconclusive: false,
  })
})

test('nothing applicable is 100', () => {
  const result = scoreSuite(suite(check(10, { outcome: 'not-applicable', reason: 'none' })), 'regressions')
  expect(result).toMatchObject({ score: 100, pass: true })
})

test('allPass is every pass, and the scorecard fits the contract', () => {
  const about = { pageName: 'Home', policy: 'regressions', gaps: [], volatile: [] } as const
  const good = suite(check(100, assessed()))
  const bad = suite(check(100, assessed(finding('a', 0.9))))
  expect(makeScorecard([good, good], { ...about, gaps: [], volatile: [] }).allPass).toBe(true)
  const card = makeScorecard([good, bad], { ...about, gaps: [], volatile: [] })
  expect(card.allPass).toBe(false)
  expect(Scorecard.parse(card)).toEqual(card)
})

const anyFinding = fc.record({
  key: fc.constantFrom('a', 'b', 'c', 'd', 'e'),
  rule: fc.constant('seo/one/rule'),
  severity: fc.constantFrom('critical', 'serious', 'moderate', 'minor'),
  penalty: fc.double({ min: 0, max: 1, noNaN: true }),
  message: fc.constant('m'),
  fix: fc.constant('f'),
}) satisfies fc.Arbitrary<Finding>
const findings = fc.uniqueArray(anyFinding, { selector: item => item.key })

test('a site against itself is 100, whatever it suffers', () => {
  fc.assert(
    fc.property(findings, found => {
      const result = scoreSuite(suite(check(100, assessed(...found), assessed(...found))), 'regressions')
      return result.score === 100 && result.issues.every(issue => issue.status === 'inherited')
    }),
  )
})

test('adding a defect never raises a score', () => {
  fc.assert(
    fc.property(findings, findings, anyFinding, (pair, baseline, more) => {
      const score = (list: Finding[]) =>
        scoreSuite(
          suite(check(60, assessed(...list), assessed(...baseline)), check(40, assessed())),
          'regressions',
        ).score
      return score([...pair, { ...more, key: 'one more' }]) <= score(pair)
    }),
  )
})

test('a fix is never punished: the reversed pair of an improvement scores 100', () => {
  fc.assert(
    fc.property(findings, findings, (kept, fixed) => {
      const before = [...kept, ...fixed.map(item => ({ ...item, key: `${item.key} fixed` }))]
      return (
        scoreSuite(suite(check(100, assessed(...kept), assessed(...before))), 'regressions').score === 100
      )
    }),
  )
})

test('a fault that became a lesser one is never punished', () => {
  fc.assert(
    fc.property(findings, fc.constantFrom('moderate', 'serious', 'critical'), (lesser, severity) => {
      const after = lesser.map(item => ({ ...item, severity: 'minor' as const }))
      const before = lesser.map(item => ({ ...item, severity, penalty: Math.min(1, item.penalty + 0.1) }))
      const score = (now: Finding[], then: Finding[]) =>
        scoreSuite(suite(check(100, assessed(...now), assessed(...then))), 'regressions').score
      // The reversed pair is: each of its issues is graver.
      const punished = after.some(item => item.penalty > 0) ? score(before, after) < 100 : true
      return score(after, before) === 100 && punished
    }),
  )
})

test('no issue costs more against the original than by itself', () => {
  fc.assert(
    fc.property(findings, findings, (pair, baseline) => {
      const result = scoreSuite(suite(check(100, assessed(...pair), assessed(...baseline))), 'regressions')
      return result.issues.every(issue => issue.status === 'fixed' || issue.charged <= issue.penalty)
    }),
  )
})
