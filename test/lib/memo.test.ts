import { expect, test } from 'vitest'
import { memo, memoByValue, memoPair } from '../../server/lib/memo.ts'

test('made once for each object, and for each pair of them', () => {
  let made = 0
  const [a, b] = [{}, {}]
  const one = memo((_: object) => ++made)
  expect([one(a), one(a), one(b)]).toEqual([1, 1, 2])
  const pair = memoPair((_: object, __: object) => ++made)
  expect([pair(a, b), pair(a, b), pair(b, a)]).toEqual([3, 3, 4])
})

test('made once for each key, up to a limit; null is a result as any other', () => {
  let made = 0
  const half = memoByValue(
    2,
    (text: string) => text,
    text => {
      made++
      return text === 'none' ? null : text.length
    },
  )
  expect(['none', 'none', 'ab', 'ab', 'abc', 'abc'].map(half)).toEqual([null, null, 2, 2, 3, 3])
  expect(made).toBe(4)
})
