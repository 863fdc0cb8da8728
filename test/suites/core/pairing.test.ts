import { expect, test } from 'vitest'
import { by, pairInPasses } from '../../../server/suites/core/pairing.ts'

const item = (name: string, place = '') => ({ name, place })

test('surer evidence pairs first, equal items in order, and a null key takes no part', () => {
  const before = [item('a', 'top'), item('a', 'foot'), item('', 'side'), item('b')]
  const now = [item('a', 'foot'), item('a', 'top'), item('', 'side'), item('c')]
  const left = new Set(now)
  const named = ({ name }: { name: string }) => name || null
  const pairs = pairInPasses(before, left, [
    by(({ name, place }) => (name ? `${name} ${place}` : null)),
    by(named),
    by(({ place }) => place || null),
  ])
  expect([...pairs].map(([a, b]) => [before.indexOf(a), now.indexOf(b)])).toEqual([
    [0, 1],
    [1, 0],
    [2, 2],
  ])
  expect([...left]).toEqual([now[3]])
})

test('of equal ones the first pairs with the first', () => {
  const [before, now] = [
    [item('a'), item('a')],
    [item('a'), item('a'), item('a')],
  ]
  const pairs = pairInPasses(before, new Set(now), [by(({ name }) => name)])
  expect(before.map(one => now.indexOf(pairs.get(one)!))).toEqual([0, 1])
})
