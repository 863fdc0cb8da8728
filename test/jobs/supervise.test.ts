import { expect, test } from 'vitest'
import { LEAVE_MS, Sight, SLOW_MS } from '../../server/jobs/supervise.ts'

/** Whether who is silent counts as gone, at each look: when it was asked, and how long the answer took. */
const seen = (...looks: [asked: number, took: number | null][]) => {
  const sight = new Sight(0)
  return looks.map(([asked, took]) => sight.look(asked, took === null ? null : asked + took))
}

test('who has just come looks on first', () => {
  expect(seen([0, 1], [LEAVE_MS - 2, 1], [LEAVE_MS, 1])).toEqual([false, false, true])
})

test.each([
  ['did not answer', [null, 1]],
  ['stood still', [SLOW_MS + 1]],
])('after a database that %s, workers have the time to be heard', (_, answers) => {
  const away = answers.map((took): [number, number | null] => [60_000, took])
  const looks = seen([50_000, 1], ...away, [60_010, 1], [59_990 + LEAVE_MS, 1], [70_000 + LEAVE_MS, 1])
  expect(looks).toEqual([true, ...away.map(() => false), false, false, true])
})

test('who looks late himself sees as well as ever', () => {
  expect(seen([50_000, 1], [90_000, 1], [150_000, SLOW_MS - 1])).toEqual([true, true, true])
})
