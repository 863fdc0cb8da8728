import { expect, test } from 'vitest'
import { type Assignment, assign } from '../../server/lib/assignment.ts'

/** Deterministic numbers, 0 to 1. */
function numbers(seed: number) {
  let state = seed
  return () => {
    state = (state * 1664525 + 1013904223) >>> 0
    return state / 2 ** 32
  }
}

const indices = (count: number) => Array.from({ length: count }, (_, index) => index)

/** Total of an assignment: what pairs cost, and what items of the left that are alone cost. */
const total = ({ pairs, left }: Assignment, alone: number) =>
  pairs.reduce((sum, [, , cost]) => sum + cost, 0) + left.length * alone

function bruteForce(costs: (number | null)[][], alone: number): number {
  const taken = new Set<number>()
  const best = (row: number): number => {
    if (row === costs.length) return 0
    let least = alone + best(row + 1)
    for (const [column, cost] of costs[row]!.entries()) {
      if (cost === null || taken.has(column)) continue
      taken.add(column)
      least = Math.min(least, cost + best(row + 1))
      taken.delete(column)
    }
    return least
  }
  return best(0)
}

test('finds the least total on random small cases, as trying all of them does', () => {
  const random = numbers(7)
  for (let round = 0; round < 400; round++) {
    const rows = Math.floor(random() * 7)
    const columns = Math.floor(random() * 7)
    const density = random()
    const costs = indices(rows).map(() =>
      indices(columns).map(() => (random() < density ? Math.round(random() * 100) / 100 : null)),
    )
    const alone = [0.3, 0.6, 1][round % 3]!
    const found = assign(indices(rows), indices(columns), (_a, _b, i, j) => costs[i]![j]!, { alone })
    expect(total(found, alone)).toBeCloseTo(bruteForce(costs, alone), 3)
    expect(new Set(found.pairs.map(([, j]) => j)).size).toBe(found.pairs.length)
    expect([...found.pairs.map(([i]) => i), ...found.left].sort((a, b) => a - b)).toEqual(indices(rows))
    expect([...found.pairs.map(([, j]) => j), ...found.right].sort((a, b) => a - b)).toEqual(indices(columns))
  }
})

test('equals pair in page order, whatever was put before or between them', () => {
  const left = Array<string>(6).fill('read more')
  const same = (a: string, b: string) => (a === b ? 0 : null)
  expect(assign(left, left, same).pairs).toEqual(indices(6).map(i => [i, i, 0]))
  const right = ['home', 'read more', 'read more', 'about', ...Array<string>(4).fill('read more')]
  expect(assign(left, right, same).pairs.map(([, j]) => j)).toEqual([1, 2, 4, 5, 6, 7])
  const fewer = assign(left, left.slice(1), same)
  expect(fewer.pairs.map(([i, j]) => [i, j])).toEqual(indices(5).map(i => [i, i]))
  expect(fewer.left).toEqual([5])
})

test('a near pair is given up when all together are better off', () => {
  const costs = [
    [0.1, 0.2],
    [0.2, null],
  ]
  expect(assign([0, 1], [0, 1], (a, b) => costs[a]![b]!).pairs).toEqual([
    [0, 1, 0.2],
    [1, 0, 0.2],
  ])
})

test('the same two are not torn apart for two that are barely alike', () => {
  const costs = [
    [0, 0.9],
    [0.9, null],
  ]
  const found = assign([0, 1], [0, 1], (a, b) => costs[a]![b]!)
  expect(found).toEqual({ pairs: [[0, 0, 0]], left: [1], right: [1] })
})

test('pairs dearer than being alone are not made; by default every possible pair is', () => {
  const far = () => 30
  expect(assign([1], [1], far, { alone: 10 }).pairs).toEqual([])
  expect(assign([1], [1], far).pairs).toEqual([[0, 0, 30]])
})

test('only candidates are compared', () => {
  let asked = 0
  const found = assign(
    indices(5000),
    indices(5000),
    (a, b) => {
      asked++
      return Math.abs(a - b) / 10
    },
    { candidates: a => [a - 1, a, a + 1].filter(b => b >= 0 && b < 5000) },
  )
  expect(asked).toBe(14_998)
  expect(found.pairs.every(([i, j]) => i === j)).toBe(true)
})

test('beyond some hundreds in one component the best pairs come first', () => {
  const items = indices(700)
  const found = assign(items, items.toReversed(), (a, b) => (a === b ? 0 : 0.5))
  expect(found.pairs).toHaveLength(700)
  expect(found.pairs.every(([i, j]) => items[i] === 699 - j)).toBe(true)
})

test('an empty side leaves the other alone', () => {
  expect(assign([], ['a'], () => 0)).toEqual({ pairs: [], left: [], right: [0] })
  expect(assign(['a', 'b'], [], () => 0)).toEqual({ pairs: [], left: [0, 1], right: [] })
})

test('a negative cost is refused by name', () => {
  expect(() => assign(['a'], ['b'], () => -1)).toThrow('the cost of 0 and 0 is -1')
})

test('what is no number is no pair, and no others are lost with it', () => {
  const cost = (a: number, b: number) => Math.abs(a - b) / 10
  expect(assign([1, Number.NaN, 2], [2, 1], cost)).toEqual({
    pairs: [
      [0, 1, 0],
      [2, 0, 0],
    ],
    left: [1],
    right: [],
  })
})
