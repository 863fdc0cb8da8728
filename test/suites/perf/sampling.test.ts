import { expect, test } from 'vitest'
import type { LighthouseRun } from '../../../server/capture/lighthouse.ts'
import { sampling } from '../../../server/suites/perf/sampling.ts'
import { judge, measuring, run } from './runs.ts'

test.each([
  { name: 'an equal pair is enough', pairs: [[95, 95]], again: false },
  { name: 'a clear drop is looked at again', pairs: [[95, 40]], again: true },
  { name: 'a drop beyond the noise is looked at again', pairs: [[100, 92]], again: true },
  {
    name: 'a second pair that does not show it is the last',
    pairs: [
      [100, 92],
      [100, 100],
    ],
    again: false,
  },
  {
    name: 'one that shows it is not',
    pairs: [
      [100, 92],
      [100, 93],
    ],
    again: true,
  },
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
      [95, 88],
      [95, 87],
      [94, 87],
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
  { name: 'nor does an equal pair about the target take a second one', pairs: [[75, 75]], again: false },
  { name: 'a little worse just above the target is looked at again', pairs: [[82, 81]], again: true },
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

test('a pair beside a machine that became busy is measured again', () => {
  const decide = sampling('regressions')
  expect(decide([run(95, { busyShare: 0.1 })], [run(80, { busyShare: 0.6 })])).toEqual({
    again: true,
    discard: true,
  })
  expect(decide([run(95, { busyShare: 0.5 })], [run(95, { busyShare: 0.6 })]).discard).toBe(false)
})

test('where runs of one page differ too much to tell, up to eight pairs are measured', () => {
  const decide = sampling('regressions')
  const runs = (count: number, ...scores: number[]) =>
    Array.from({ length: count }, (_, at) => run(scores[at % scores.length]!))
  expect(decide(runs(7, 99, 70, 98), runs(7, 70, 97, 96)).again).toBe(true)
  expect(decide(runs(8, 99, 70, 98), runs(8, 70, 97, 96)).again).toBe(false)
})

test('a metric that became poor takes five pairs, bytes that did three', () => {
  const decide = sampling('regressions')
  const times = (count: number, one: LighthouseRun) => Array.from({ length: count }, () => one)
  const shifting = measuring({ cls: 0.5 })
  expect(decide(times(4, measuring({})), times(4, shifting)).again).toBe(true)
  expect(decide(times(5, measuring({})), times(5, shifting)).again).toBe(false)
  const heavy = measuring({}, { bytes: 3_000_000 })
  expect(decide(times(2, measuring({})), times(2, heavy)).again).toBe(true)
  expect(decide(times(3, measuring({})), times(3, heavy)).again).toBe(false)
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
function verify(draw: (side: 'was' | 'is') => number, busyShare = 0) {
  const trials = 500
  let failed = 0
  let charged = 0
  let taken = 0
  for (let trial = 0; trial < trials; trial++) {
    const decide = sampling('regressions')
    const [before, after]: LighthouseRun[][] = [[], []]
    do {
      before!.push(run(draw('was'), { busyShare }))
      after!.push(run(draw('is'), { busyShare }))
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
  return verify(
    side => {
      const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
      return Math.max(0, Math.min(100, Math.round({ was, is }[side] + noise * normal)))
    },
    noise > 2 ? 0.6 : 0,
  )
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
  { was: 95, is: 88, noise: 1, least: 0, most: 0.001, pairs: 3.1 },
  { was: 95, is: 82, noise: 1, least: 0.98, most: 1, pairs: 5 },
  { was: 85, is: 75, noise: 1, least: 0.99, most: 1, pairs: 5 },
  { was: 82, is: 72, noise: 2, least: 0.94, most: 1, pairs: 5 },
  { was: 95, is: 75, noise: 2, least: 0.99, most: 1, pairs: 5 },
  { was: 82, is: 62, noise: 2, least: 0.96, most: 1, pairs: 5 },
  { was: 95, is: 65, noise: 2, least: 1, most: 1, pairs: 5 },
  // A busy one.
  { was: 95, is: 95, noise: 5, least: 0, most: 0.001, pairs: 2.4 },
  { was: 88, is: 88, noise: 4, least: 0, most: 0.005, pairs: 2.5 },
  { was: 82, is: 82, noise: 4, least: 0, most: 0.02, pairs: 3.5 },
  { was: 80, is: 80, noise: 4, least: 0, most: 0.02, pairs: 3.5 },
  { was: 82, is: 82, noise: 6, least: 0, most: 0.04, pairs: 3.5 },
  { was: 95, is: 75, noise: 4, least: 0.98, most: 1, pairs: 5 },
  { was: 82, is: 52, noise: 4, least: 0.98, most: 1, pairs: 5 },
])('$was to $is with $noise points of noise', ({ was, is, noise, least, most, pairs }) => {
  const { failed, charged, pairs: taken } = verifyNormal(was, is, noise)
  if (was === is) expect(charged).toBeLessThanOrEqual(0.02)
  expect(failed).toBeGreaterThanOrEqual(least)
  expect(failed).toBeLessThanOrEqual(most)
  expect(taken).toBeLessThanOrEqual(pairs)
})
