import { expect, test } from 'vitest'
import type { LighthouseRun } from '../../server/capture/lighthouse.ts'
import { scoreSuite } from '../../server/scorecard.ts'
import { perf, sampling } from '../../server/suites/perf/index.ts'
import { runSuites } from '../../server/suites/run.ts'
import { makeCapture } from './captures.ts'

const run = (score: number | null, more: Partial<LighthouseRun> = {}): LighthouseRun => ({
  score,
  failure: score === null ? 'NO_FCP: nothing was painted' : null,
  metrics: { fcp: 1000, lcp: 2000, tbt: 100, cls: 0, si: 1500 },
  benchmarkIndex: 1500,
  counters: {
    requests: 10,
    bytes: 500_000,
    bytesByType: { image: 400_000 },
    scriptTime: 100,
    thirdPartyRequests: 0,
    heaviest: [],
    renderBlocking: [],
    lcpElement: 'main > img',
  },
  filmstrip: [],
  ...more,
})

function judge(
  before: LighthouseRun[],
  after: LighthouseRun[],
  policy: 'regressions' | 'absolute' = 'regressions',
) {
  const [judged] = runSuites(
    [perf],
    makeCapture('original', { lighthouse: before }),
    makeCapture('rebuilt', { lighthouse: after }),
  )
  return scoreSuite(judged!, policy)
}

test.each([
  { name: 'the same', before: 95, after: 95, score: 100, pass: true },
  { name: 'slow as before', before: 45, after: 45, score: 100, pass: true },
  { name: 'inside the band', before: 82, after: 78, score: 100, pass: true },
  { name: 'better', before: 60, after: 90, score: 100, pass: true },
  { name: 'a moderate drop', before: 98, after: 88, score: 90, pass: true },
  { name: 'below the target', before: 88, after: 76, score: 79, pass: false },
  { name: 'below the target by little', before: 84, after: 78, score: 79, pass: false },
  { name: 'a large drop of a slow page', before: 60, after: 35, score: 75, pass: false },
])('$name: $before to $after', ({ before, after, score, pass }) => {
  expect(judge([run(before)], [run(after)])).toMatchObject({ score, pass })
})

test('the absolute score is Lighthouse’s own', () => {
  expect(judge([run(98)], [run(88)])).toMatchObject({ absolute: 88, baseline: 98 })
  expect(judge([run(45)], [run(45)], 'absolute')).toMatchObject({ score: 45, pass: false })
})

test('no pair at all is inconclusive and says why', () => {
  const result = judge([run(90)], [run(null)])
  expect(result).toMatchObject({ inconclusive: true, score: 0, pass: false })
  expect(result.checks[0]!.reason).toContain('NO_FCP')
})

test('metrics and files that got heavier are named without penalty', () => {
  const heavy = run(60, {
    metrics: { fcp: 1000, lcp: 6000, tbt: 100, cls: 0, si: 1500 },
    counters: {
      ...run(60).counters,
      bytesByType: { image: 3_200_000 },
      heaviest: [{ url: 'https://x.test/hero.png', type: 'image', bytes: 2_900_000 }],
    },
  })
  const { issues } = judge([run(95)], [heavy])
  expect(issues[0]).toMatchObject({ key: 'perf/score', severity: 'serious' })
  const notes = issues.slice(1)
  expect(notes.map(issue => issue.key)).toEqual(
    expect.arrayContaining(['perf/metric:lcp', 'perf/bytes:image']),
  )
  expect(notes.every(issue => issue.charged === 0)).toBe(true)
  expect(notes.find(issue => issue.key === 'perf/bytes:image')!.message).toContain('https://x.test/hero.png')
})

test.each([
  { name: 'an equal pair is enough', pairs: [[95, 95]], again: false },
  { name: 'a clear drop is enough', pairs: [[95, 40]], again: false },
  { name: 'noise could carry it over the target', pairs: [[84, 79]], again: true },
  {
    name: 'the median of two is surer',
    pairs: [
      [84, 83],
      [84, 83],
    ],
    again: false,
  },
  { name: 'a slow page cannot cross the target', pairs: [[60, 56]], again: false },
  { name: 'a drop of nearly 20 may be more', pairs: [[70, 51]], again: true },
  {
    name: 'five pairs are the most',
    pairs: [
      [84, 79],
      [84, 79],
      [84, 79],
      [84, 79],
      [84, 79],
    ],
    again: false,
  },
])('sampling: $name', ({ pairs, again }) => {
  const decide = sampling('regressions')
  const before = pairs.map(([score]) => run(score!))
  const after = pairs.map(([, score]) => run(score!))
  expect(decide(before, after)).toEqual({ again, discard: false })
})

test('under absolute the target alone decides', () => {
  expect(sampling('absolute')([run(60)], [run(78)])).toEqual({ again: true, discard: false })
  expect(sampling('absolute')([run(60)], [run(60)])).toEqual({ again: false, discard: false })
})

test('a pair on a machine that changed its speed is measured again, twice at most', () => {
  const decide = sampling('regressions')
  const before = [run(95, { benchmarkIndex: 2000 })]
  const after = [run(80, { benchmarkIndex: 1400 })]
  expect(decide(before, after)).toEqual({ again: true, discard: true })
  expect(decide(before, after)).toEqual({ again: true, discard: true })
  expect(decide(before, after).discard).toBe(false)
})

test('a page that cannot be scored gets one more chance', () => {
  const decide = sampling('regressions')
  expect(decide([run(null)], [run(90)])).toEqual({ again: true, discard: false })
  expect(decide([run(null), run(null)], [run(90), run(90)])).toEqual({ again: false, discard: false })
})
