import { expect, test } from 'vitest'
import { pointsIn, worstFirst } from '../../server/lib/worst-first.ts'

interface Item {
  name: string
  suite: string
  rank: number
  points: number
  pass?: boolean
}

const namesOf = (items: Item[]) =>
  worstFirst(items, ({ pass = false, ...item }) => ({ ...item, pass })).map(({ name }) => name)

test('failing suites come first, then what is graver, then what costs more of its suite', () => {
  expect(
    namesOf([
      { name: 'of a suite that passes', suite: 'a', rank: 0, points: 40, pass: true },
      { name: 'cheap', suite: 'b', rank: 1, points: 2 },
      { name: 'mild', suite: 'c', rank: 2, points: 30 },
      { name: 'dear', suite: 'd', rank: 1, points: 20 },
    ]),
  ).toEqual(['dear', 'cheap', 'mild', 'of a suite that passes'])
})

test('what the scorecard tells first of a suite stays before what costs more of it', () => {
  expect(
    namesOf([
      { name: 'each phone', suite: 'responsive', rank: 1, points: 12.5 },
      { name: 'tablets', suite: 'responsive', rank: 1, points: 25 },
      { name: 'form', suite: 'functional', rank: 1, points: 15 },
    ]),
  ).toEqual(['each phone', 'tablets', 'form'])
})

test('points are of what was assessed of a suite', () => {
  const points = pointsIn({
    checks: [
      { id: 'a', weight: 30, outcome: 'assessed' },
      { id: 'b', weight: 20, outcome: 'assessed' },
      { id: 'c', weight: 50, outcome: 'inconclusive' },
    ],
  })
  expect(points({ check: 'a', charged: 0.5 })).toBe(30)
  expect(pointsIn({ checks: [] })({ check: 'a', charged: 1 })).toBe(0)
})
