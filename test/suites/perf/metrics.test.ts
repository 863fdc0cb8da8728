import { expect, test } from 'vitest'
import type { Counters, LighthouseRun, MetricName } from '../../../server/capture/lighthouse.ts'
import { charged, judge, measuring, thrice } from './runs.ts'

test.each<
  [string, Partial<Record<MetricName, number>>, Partial<Record<MetricName, number>>, string[], boolean]
>([
  ['the largest paint from good to poor', { lcp: 1000 }, { lcp: 12_600 }, ['perf/lcp:slow serious'], false],
  ['to what needs improvement', { lcp: 1800 }, { lcp: 3200 }, ['perf/lcp:slow moderate'], true],
  ['a growth that stays good', { lcp: 1000 }, { lcp: 2000 }, [], true],
  [
    'several times as slow, where it was not good',
    { lcp: 3000 },
    { lcp: 9500 },
    ['perf/lcp:slow serious'],
    false,
  ],
  ['twice as slow, where it was poor', { lcp: 6500 }, { lcp: 13_500 }, ['perf/lcp:slow moderate'], true],
  ['a slow page that stays as slow', { lcp: 9000 }, { lcp: 9400 }, [], true],
  ['long tasks', { tbt: 60 }, { tbt: 900 }, ['perf/tbt:slow serious'], false],
  ['shifts from none to poor', { cls: 0 }, { cls: 0.25 }, ['perf/cls:slow serious'], false],
  ['some shifts', { cls: 0 }, { cls: 0.18 }, ['perf/cls:slow moderate'], true],
  ['the first paint alone', { fcp: 1000 }, { fcp: 3400 }, ['perf/fcp:slow serious'], false],
  ['the speed index alone', { si: 1500 }, { si: 6400 }, ['perf/speed-index:slow serious'], false],
  ['all faster', { lcp: 9000, fcp: 4000, tbt: 900 }, {}, [], true],
])('%s', (_, was, is, told, pass) => {
  const result = judge(thrice(measuring(was)), thrice(measuring(is)))
  expect(charged(result)).toEqual(told)
  expect(result.pass).toBe(pass)
})

test('what waits for the same files is one serious issue, and the others say which', () => {
  const slow = measuring({ lcp: 9000, fcp: 4000, si: 7000 }, { lcpElement: '#hero' })
  const result = judge(thrice(measuring({})), thrice(slow))
  expect(charged(result)).toEqual([
    'perf/lcp:slow serious',
    'perf/fcp:slow moderate',
    'perf/speed-index:slow moderate',
  ])
  expect(result.issues[0]!.message).toContain('the largest paint is #hero')
  expect(result.issues[1]!.message).toContain('Largest Contentful Paint grew as well')
})

test('long tasks are another cause than a late paint', () => {
  const result = judge(thrice(measuring({})), thrice(measuring({ lcp: 9000, tbt: 2000 })))
  expect(charged(result).toSorted()).toEqual(['perf/lcp:slow serious', 'perf/tbt:slow serious'])
})

const runs = (metric: MetricName, ...values: number[]): LighthouseRun[] =>
  values.map(value => measuring({ [metric]: value }))
const checkOf = (result: ReturnType<typeof judge>, id: string) =>
  result.checks.find(check => check.id === id)!

test('a crossing within the band is none, and the check says that it cannot tell', () => {
  const before = runs('tbt', 100, 700, 90)
  const after = runs('tbt', 650, 120, 700)
  const result = judge(before, after)
  expect(checkOf(result, 'perf/tbt')).toMatchObject({
    outcome: 'inconclusive',
    reason: expect.stringContaining(
      '100 ms, 700 ms, 90 ms on the original and 650 ms, 120 ms, 700 ms on the new page',
    ),
  })
  expect(charged(result).filter(told => told.startsWith('perf/tbt'))).toEqual([])
})

test('a crossing that single runs contradict is none, and the check says that it cannot tell', () => {
  const result = judge(runs('lcp', 2000, 2000, 4300, 2000, 4450), runs('lcp', 4400, 4400, 2100, 4400, 2050))
  expect(checkOf(result, 'perf/lcp').outcome).toBe('inconclusive')
  expect(charged(result).filter(told => told.startsWith('perf/lcp'))).toEqual([])
})

test('a busy machine widens the band of a single pair', () => {
  const long = (busyShare: number) =>
    judge([{ ...measuring({ tbt: 30 }), busyShare }], [{ ...measuring({ tbt: 640 }), busyShare }])
  expect(charged(long(0))).toContain('perf/tbt:slow serious')
  expect(checkOf(long(0.9), 'perf/tbt').outcome).toBe('inconclusive')
})

test('a crossing beyond even a wide band counts', () => {
  const result = judge(runs('lcp', 1000, 2200, 1500), runs('lcp', 9000, 12_000, 10_000))
  expect(charged(result)).toContain('perf/lcp:slow serious')
})

test('shifts of most runs count, of a page that has none itself', () => {
  const shifting = runs('cls', 0.4, 0, 0.38, 0.4, 0)
  expect(charged(judge(runs('cls', 0, 0, 0, 0, 0), shifting))).toContain('perf/cls:slow serious')
  const few = judge(runs('cls', 0, 0, 0, 0, 0), runs('cls', 0.4, 0, 0, 0.4, 0))
  expect(charged(few)).toEqual([])
  expect(charged(judge(shifting, runs('cls', 0.4, 0.4, 0.4, 0, 0)))).toEqual([])
})

test('what grew no more than runs of one page differ by is not told', () => {
  const before = runs('lcp', 5020, 6300, 5020)
  expect(
    judge(before, runs('lcp', 6345, 5020, 6345)).issues.find(({ key }) => key === 'perf/lcp:slow'),
  ).toMatchObject({
    status: 'inherited',
    charged: 0,
  })
})

type Blocking = Counters['renderBlocking']

test.each<[string, Blocking, Blocking, RegExp | null, string]>([
  ['a new file', [], [{ url: 'https://x.test/a.css', ms: 300, took: 40 }], /by about 300 ms/, 'minor'],
  [
    'a new file of a slow server',
    [],
    [{ url: 'https://x.test/a.css', ms: 90, took: 1523 }],
    /took 1523 ms to arrive, which the original did not wait for/,
    'moderate',
  ],
  [
    'a file whose server has become slow',
    [{ url: 'https://old.test/a.0123abcd.css', ms: 150, took: 30 }],
    [{ url: 'https://x.test/a.89ef4567.css', ms: 150, took: 1523 }],
    /took 1523 ms to arrive, 30 ms on the original/,
    'moderate',
  ],
  [
    'a file without which nobody sees anything for longer than is poor',
    [{ url: 'https://old.test/a.css', ms: 150, took: 30 }],
    [{ url: 'https://x.test/a.css', ms: 150, took: 4020 }],
    /took 4020 ms to arrive, 30 ms on the original/,
    'serious',
  ],
  [
    'the same file',
    [{ url: 'https://old.test/a.css', ms: 150, took: 30 }],
    [{ url: 'https://x.test/a.css', ms: 300, took: 400 }],
    null,
    '',
  ],
])('what holds back the first paint: %s', (_, was, is, said, severity) => {
  const three = (renderBlocking: Blocking) => thrice(measuring({}, { renderBlocking }))
  const { issues } = judge(three(was), three(is))
  const told = issues.find(({ key }) => key === 'perf/fcp:blocking:/a.css')
  if (said) expect(told).toMatchObject({ message: expect.stringMatching(said), severity })
  else expect(told).toBeUndefined()
})

test('a late file is no second fault where the first paint tells of it', () => {
  const file = (took: number) => ({ renderBlocking: [{ url: 'https://x.test/a.css', ms: 150, took }] })
  const result = judge(thrice(measuring({}, file(30))), thrice(measuring({ fcp: 4000 }, file(4000))))
  expect(charged(result)).toEqual(['perf/fcp:slow serious'])
})

test('a late file of a single run is chance', () => {
  const file = (took: number) =>
    measuring({}, { renderBlocking: [{ url: 'https://x.test/a.css', ms: 150, took }] })
  const before = [file(30), file(40), file(30)]
  expect(
    judge(before, [file(900), file(35), file(30)]).issues.filter(({ key }) => key.includes('blocking')),
  ).toEqual([])
  expect(
    judge(before, [file(900), file(800), file(35)]).issues.filter(({ key }) => key.includes('blocking')),
  ).toEqual([])
})

test('script time explains, beyond chance', () => {
  const busy = (...times: number[]) => times.map(scriptTime => measuring({}, { scriptTime }))
  const keys = (before: LighthouseRun[], after: LighthouseRun[]) =>
    judge(before, after)
      .issues.map(({ key }) => key)
      .filter(key => key.includes('script'))
  expect(keys(busy(100, 110, 90), busy(500, 480, 520))).toEqual(['perf/tbt:script-time'])
  expect(keys(busy(100, 510, 90), busy(500, 480, 520))).toEqual([])
})
