import { expect, test } from 'vitest'
import { charged, judge, measuring, run, thrice } from './runs.ts'

const score = (before: number[], after: number[]) =>
  judge(
    before.map(points => run(points)),
    after.map(points => run(points)),
  )
const gradeOf = (result: ReturnType<typeof judge>) =>
  result.issues.find(({ key }) => key === 'perf/score')?.severity

test.each([
  { name: 'the same', before: 95, after: 95, severity: 'minor', pass: true },
  { name: 'slow as before', before: 45, after: 45, severity: 'minor', pass: true },
  { name: 'inside the band', before: 82, after: 78, severity: 'minor', pass: true },
  { name: 'better', before: 60, after: 90, severity: 'minor', pass: true },
  { name: 'a small fall', before: 98, after: 89, severity: 'moderate', pass: true },
  { name: 'below the target', before: 88, after: 79, severity: 'serious', pass: false },
  { name: 'below the target by little', before: 84, after: 78, severity: 'serious', pass: false },
  {
    name: 'a page at 100 that stays above the target',
    before: 100,
    after: 84,
    severity: 'serious',
    pass: false,
  },
  { name: 'a large fall of a slow page', before: 60, after: 45, severity: 'serious', pass: false },
])('$name: $before to $after', ({ before, after, severity, pass }) => {
  const result = score([before], [after])
  expect(result.pass).toBe(pass)
  expect(gradeOf(result)).toBe(severity)
})

test.each([
  [60, 90, 'is 90 of 100, on the original 60', 'Nothing got worse'],
  [82, 78, 'is 78 of 100, on the original 82, which the noise of ±5 points cannot', 'Nothing got worse'],
  [98, 80, 'fell from 98 to 80, more than the noise', 'Bring the score back to 98:'],
])('%i to %i is told as what it is', (before, after, message, fix) => {
  const issue = score([before], [after]).issues.find(({ key }) => key === 'perf/score')!
  expect(issue.message).toContain(message)
  expect(issue.fix).toContain(fix)
})

test.each([
  [5000, 3000, '3000 ms, on the original 5000 ms', 'Nothing got worse; at most 2500 ms is good'],
  [3000, 3010, 'on the original 3000 ms, which the noise of ±', 'Nothing got worse; at most 2500 ms is good'],
  [2000, 6000, 'grew from 2000 ms to 6000 ms', 'Bring Largest Contentful Paint back to 2000 ms'],
])('a metric of %i that becomes %i is told as what it is', (lcp, now, message, fix) => {
  const { issues } = judge(thrice(measuring({ lcp })), thrice(measuring({ lcp: now })))
  const issue = issues.find(({ key }) => key === 'perf/lcp:slow')!
  expect(issue.message).toContain(message)
  expect(issue.fix).toBe(fix)
})

test('a fall that a metric tells of is one fault', () => {
  const [fast, slow] = [measuring({}), measuring({ lcp: 6000 })]
  expect(fast.score! - slow.score!).toBeGreaterThan(10)
  const result = judge(thrice(fast), thrice(slow))
  expect(result.issues[0]).toMatchObject({ key: 'perf/lcp:slow', severity: 'serious' })
  expect(gradeOf(result)).toBe('minor')
})

test.each([45, 60, 80, 95])(
  'the absolute score of a page is Lighthouse’s, give or take its level: %i',
  wanted => {
    const [lcp, tbt] = wanted < 70 ? [5000, wanted < 50 ? 1500 : 700] : wanted < 90 ? [4300, 150] : [2500, 90]
    const page = measuring({ lcp, tbt })
    const { score, absolute, baseline } = judge([page], [page], 'absolute')
    expect(score).toBe(absolute)
    expect(baseline).toBe(absolute)
    // Bytes, requests and pictures have five of a hundred points, and no level.
    expect(Math.abs(absolute - (5 + 0.95 * page.score!))).toBeLessThan(1)
  },
)

test('no pair at all is inconclusive and says why', () => {
  const result = judge([run(90)], [run(null)])
  expect(result).toMatchObject({ inconclusive: true, score: 0, pass: false })
  expect(result.checks[0]!.reason).toContain('NO_FCP')
})

test('where runs of one page differ as much the score is inconclusive, and the rest is judged', () => {
  const result = score([91, 61, 91, 91, 61], [61, 61, 91, 61, 61])
  const [first] = result.checks
  expect(first).toMatchObject({ id: 'perf/score', outcome: 'inconclusive' })
  expect(first!.reason).toContain('91, 61, 91, 91, 61 on the original and 61, 61, 91, 61, 61 on the new page')
  expect(result).toMatchObject({ inconclusive: false, pass: true })
  expect(score([91, 90, 91, 75, 91], [61, 61, 76, 61, 61])).toMatchObject({ pass: false })
})

test('a wide band hides no page of 100, and says what kept the machine busy', () => {
  const busy = (points: number) => run(points, { busyShare: 0.62 })
  const result = judge([100, 80, 99].map(busy), [98, 79, 100].map(busy))
  expect(result.checks[0]).toMatchObject({
    outcome: 'inconclusive',
    reason: expect.stringContaining('other programs used 62 % of the machine'),
  })
})

test('of a machine that is not ours it is not claimed that nothing kept it busy', () => {
  const unseen = (points: number) => run(points, { busyShare: null })
  const result = judge([100, 80, 99].map(unseen), [98, 79, 100].map(unseen))
  expect(result.checks[0]).toMatchObject({
    outcome: 'inconclusive',
    reason: expect.stringContaining('whether other programs kept the machine busy is not known'),
  })
})

test('a page several times heavier fails where the score is inconclusive', () => {
  const heavy = (points: number) => run(points, { counters: { ...run(1).counters, bytes: 3_000_000 } })
  const result = judge(
    [99, 70, 98].map(points => run(points)),
    [70, 97, 96].map(heavy),
  )
  expect(result.checks[0]!.outcome).toBe('inconclusive')
  expect(result.pass).toBe(false)
})

const mixed = (heavy: number, of: number) =>
  Array.from({ length: of }, (_, at) =>
    at < heavy ? measuring({ lcp: 12_600, si: 6500 }, { bytes: 2_463_000 }) : measuring({}),
  )

test('a page that is several times heavier in half of its runs fails', () => {
  const result = judge(mixed(0, 8), mixed(4, 8))
  expect(charged(result)).toContain('perf/bytes:heavier serious')
  expect(result.issues[0]!.message).toContain('2463 kB in 4 of 8 runs, 500 kB on the original')
  expect(result.pass).toBe(false)
})

test.each([
  { name: 'a paint', slow: () => measuring({ lcp: 12_600 }), told: 'perf/lcp:slow serious' },
  { name: 'long tasks', slow: () => measuring({ tbt: 2000 }), told: 'perf/tbt:slow serious' },
  { name: 'the score', slow: () => run(60), told: 'perf/score serious' },
])('a page of which half of the runs are slow by $name fails', ({ slow, told }) => {
  const quick = () => run(95, { metrics: measuring({}).metrics })
  const runs = (slowed: number) =>
    Array.from({ length: 8 }, (_, at) => (at % 2 && at < 2 * slowed ? slow() : quick()))
  expect(charged(judge(runs(0), runs(4)))).toContain(told)
  // As it is on the original, or too seldom to tell.
  expect(charged(judge(runs(1), runs(4)))).not.toContain(told)
  expect(charged(judge(runs(0), runs(2)))).not.toContain(told)
})

test('runs too few to tell whether a page is heavy by half say so', () => {
  const result = judge(mixed(0, 2), mixed(1, 2))
  expect(result.checks.find(({ id }) => id === 'perf/bytes')).toMatchObject({
    outcome: 'inconclusive',
    reason: expect.stringContaining('transferred 500 kB, 500 kB and the new page 2463 kB, 500 kB'),
  })
})

test('a fall that fails though no metric crosses is told beside the metric that grew most', () => {
  const result = judge(thrice(measuring({ lcp: 4500 })), thrice(measuring({ lcp: 9500 })))
  expect(gradeOf(result)).toBe('serious')
  expect(result.issues.find(({ key }) => key === 'perf/lcp:slow')!.severity).toBe('moderate')
})
