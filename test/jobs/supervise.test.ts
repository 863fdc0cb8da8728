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

test.each([
  ['forward', 3_600_000, true],
  ['back', -3_600_000, true],
  ['by a second, as a slow answer looks', 1_000, false],
])('after a clock of the database that steps %s, workers have the time to be heard', (_, step, isNoticed) => {
  const sight = new Sight(0)
  const look = (at: number, clock: number) => sight.look(at, at + 1, clock)
  expect(look(50_000, 1_050_000)).toBe(true)
  expect(sight.step).toBe(0)
  expect(look(55_000, 1_055_000 + step)).toBe(!isNoticed)
  expect(sight.step).toBe(isNoticed ? step : 0)
  expect(look(60_000, 1_060_000 + step)).toBe(!isNoticed)
  expect(sight.step).toBe(0)
  expect(look(55_001 + LEAVE_MS, 1_055_001 + LEAVE_MS + step)).toBe(true)
})

test('a step while the database was away is noticed when it is back', () => {
  const sight = new Sight(0)
  sight.look(50_000, 50_001, 50_000)
  sight.look(55_000, null)
  sight.look(90_000, 90_001, 30_000)
  expect(sight.step).toBe(-60_000)
})
