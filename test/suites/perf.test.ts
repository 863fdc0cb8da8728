import { expect, test } from 'vitest'
import type { LighthouseRun } from '../../server/capture/lighthouse.ts'
import { scoreSuite } from '../../server/scorecard.ts'
import { runSuites } from '../../server/suites/core/run.ts'
import { perf } from '../../server/suites/perf/index.ts'
import { sampling } from '../../server/suites/perf/sampling.ts'
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

type Blocking = LighthouseRun['counters']['renderBlocking']

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

test.each<[string, Blocking, Blocking, RegExp | null]>([
  ['a new file', [], [{ url: 'https://x.test/a.css', ms: 300, took: 40 }], /by about 300 ms/],
  [
    'a new file of a slow server',
    [],
    [{ url: 'https://x.test/a.css', ms: 90, took: 1523 }],
    /took 1523 ms to arrive, which the page did not wait for before/,
  ],
  [
    'a file whose server has become slow',
    [{ url: 'https://old.test/a.0123abcd.css', ms: 150, took: 30 }],
    [{ url: 'https://x.test/a.89ef4567.css', ms: 150, took: 1523 }],
    /took 1523 ms to arrive, 30 ms before/,
  ],
  [
    'the same file',
    [{ url: 'https://old.test/a.css', ms: 150, took: 30 }],
    [{ url: 'https://x.test/a.css', ms: 300, took: 400 }],
    null,
  ],
])('what holds back the first paint: %s', (_, was, is, said) => {
  const counters = (renderBlocking: Blocking) => ({
    counters: { ...run(95).counters, renderBlocking },
  })
  const three = (files: Blocking) => Array.from({ length: 3 }, () => run(95, counters(files)))
  const { issues } = judge(three(was), three(is))
  const told = issues.find(({ key }) => key === 'perf/blocking:/a.css')
  if (said) expect(told).toMatchObject({ message: expect.stringMatching(said), charged: 0 })
  else expect(told).toBeUndefined()
})

test('a time that one run alone shows is not told: runs of one page differ as much', () => {
  const slow = (lcp: number, took: number) =>
    run(95, {
      metrics: { ...run(95).metrics, lcp },
      counters: {
        ...run(95).counters,
        scriptTime: lcp / 4,
        renderBlocking: [{ url: 'https://x.test/a.css', ms: 150, took }],
      },
    })
  const keys = (before: LighthouseRun[], after: LighthouseRun[]) =>
    judge(before, after).issues.flatMap(({ key }) => (key === 'perf/score' ? [] : [key]))
  expect(keys([slow(5020, 30)], [slow(6345, 900)])).toEqual([])
  expect(sampling('regressions')([slow(5020, 30)], [slow(6345, 30)]).again).toBe(false)
  expect(sampling('regressions')([slow(5020, 30)], [slow(5020, 900)]).again).toBe(true)
  const before = [slow(5020, 30), slow(6300, 40), slow(5020, 30)]
  expect(keys(before, [slow(6345, 900), slow(6345, 35), slow(6345, 30)])).toEqual([
    'perf/metric:lcp',
    'perf/script-time',
  ])
  expect(keys(before, [slow(6345, 900), slow(5020, 800), slow(6345, 35)])).toEqual([])
})

test.each([
  { name: 'an equal pair is enough', pairs: [[95, 95]], again: false },
  { name: 'a clear drop is looked at again', pairs: [[95, 40]], again: true },
  {
    name: 'four clear drops that fail are not enough',
    pairs: [
      [95, 40],
      [95, 42],
      [94, 41],
      [95, 41],
    ],
    again: true,
  },
  {
    name: 'three clear drops that pass are enough',
    pairs: [
      [95, 86],
      [95, 85],
      [94, 85],
    ],
    again: false,
  },
  {
    name: 'runs that overlap are not',
    pairs: [
      [91, 61],
      [91, 61],
      [61, 91],
    ],
    again: true,
  },
  { name: 'near the target one pair is not', pairs: [[84, 84]], again: true },
  { name: 'noise could carry it over the target', pairs: [[84, 79]], again: true },
  {
    name: 'near the target the median of three is surer',
    pairs: [
      [84, 83],
      [84, 83],
      [84, 82],
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

test('runs without a score do not count as pairs, within bounds', () => {
  const decide = sampling('regressions')
  const runs = (...scores: (number | null)[]) => scores.map(score => run(score))
  expect(decide(runs(92, null, 92, 92, 92), runs(70, 71, 70, 71, 70)).again).toBe(true)
  expect(decide(runs(92, null, 92, 92, 92, 92), runs(70, 71, 70, 71, 70, 70)).again).toBe(false)
  expect(decide(runs(92, null, null, null, 92, 92, 92), runs(70, 71, 70, 71, 70, 70, 70)).again).toBe(false)
})

test('a fall is none where runs of one page differ as much', () => {
  const runs = (...scores: number[]) => scores.map(score => run(score))
  const [before, after] = [runs(91, 61, 91, 91, 61), runs(61, 61, 91, 61, 61)]
  const { score, issues } = judge(before, after)
  expect(score).toBe(100)
  expect(issues[0]!.message).toContain('91, 61, 91, 91, 61 before, 61, 61, 91, 61, 61 now')
  expect(judge(runs(91, 90, 91, 75, 91), runs(61, 61, 76, 61, 61))).toMatchObject({ pass: false })
})

/** mulberry32: the same runs on every machine. */
function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Shares of 500 verifications that fail and that are charged anything, and pairs they take on average; `draw` gives the score of one run. */
function verify(draw: (side: 'was' | 'is') => number) {
  const trials = 500
  let failed = 0
  let charged = 0
  let taken = 0
  for (let trial = 0; trial < trials; trial++) {
    const decide = sampling('regressions')
    const [before, after]: LighthouseRun[][] = [[], []]
    do {
      before!.push(run(draw('was')))
      after!.push(run(draw('is')))
    } while (decide(before!, after!).again)
    const { pass, score } = judge(before!, after!)
    if (!pass) failed++
    if (score < 100) charged++
    taken += before!.length
  }
  return { failed: failed / trials, charged: charged / trials, pairs: taken / trials }
}

function verifyNormal(was: number, is: number, noise: number) {
  const random = seeded(was * 10_000 + is * 10 + noise)
  return verify(side => {
    const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
    return Math.max(0, Math.min(100, Math.round({ was, is }[side] + noise * normal)))
  })
}

test.each([
  { high: 0.5, most: 0.004 },
  { high: 0.8, most: 0.004 },
  { high: 0.2, most: 0.004 },
])('a page that scores 91 or 61, the one $high of the time, beside itself', ({ high, most }) => {
  const random = seeded(high * 10)
  const { failed } = verify(() => (random() < high ? 91 : 61))
  expect(failed).toBeLessThanOrEqual(most)
})

test.each([
  // A quiet machine: runs deviate by 1 or 2 points.
  { was: 95, is: 95, noise: 2, least: 0, most: 0, pairs: 1.05 },
  { was: 82, is: 82, noise: 1, least: 0, most: 0, pairs: 3 },
  { was: 82, is: 82, noise: 2, least: 0, most: 0.005, pairs: 3 },
  { was: 95, is: 85, noise: 1, least: 0, most: 0.001, pairs: 3 },
  { was: 85, is: 75, noise: 1, least: 0.99, most: 1, pairs: 5 },
  { was: 82, is: 72, noise: 2, least: 0.94, most: 1, pairs: 5 },
  { was: 95, is: 75, noise: 2, least: 0.99, most: 1, pairs: 5 },
  { was: 82, is: 62, noise: 2, least: 0.96, most: 1, pairs: 5 },
  { was: 95, is: 65, noise: 2, least: 1, most: 1, pairs: 5 },
  // A busy one.
  { was: 95, is: 95, noise: 5, least: 0, most: 0.001, pairs: 1.3 },
  { was: 88, is: 88, noise: 4, least: 0, most: 0.005, pairs: 1.5 },
  { was: 82, is: 82, noise: 4, least: 0, most: 0.02, pairs: 3 },
  { was: 80, is: 80, noise: 4, least: 0, most: 0.02, pairs: 3 },
  { was: 82, is: 82, noise: 6, least: 0, most: 0.04, pairs: 2.6 },
  { was: 95, is: 75, noise: 4, least: 0.98, most: 1, pairs: 5 },
  { was: 82, is: 52, noise: 4, least: 0.98, most: 1, pairs: 5 },
])('$was to $is with $noise points of noise', ({ was, is, noise, least, most, pairs }) => {
  const { failed, charged, pairs: taken } = verifyNormal(was, is, noise)
  if (was === is) expect(charged).toBeLessThanOrEqual(0.02)
  expect(failed).toBeGreaterThanOrEqual(least)
  expect(failed).toBeLessThanOrEqual(most)
  expect(taken).toBeLessThanOrEqual(pairs)
})
