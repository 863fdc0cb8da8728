import { expect, test } from 'vitest'
import { firstWhere } from '../../server/lib/binary-search.ts'
import { memo, memoBy, memoByValue, memoPair } from '../../server/lib/memo.ts'

test('made once for each object, for each pair of objects, and for each object that is named', () => {
  let made = 0
  const [a, b] = [{}, {}]
  const one = memo((_: object) => ++made)
  expect([one(a), one(a), one(b)]).toEqual([1, 1, 2])
  const two = memoPair((_: object, __: object) => ++made)
  expect([two(a, b), two(a, b), two(b, a)]).toEqual([3, 3, 4])
  const named = memoBy(
    (of: { in: object }) => of.in,
    () => ++made,
  )
  expect([named({ in: a }), named({ in: a }), named({ in: b })]).toEqual([5, 5, 6])
})

test('undefined is a result too', () => {
  let made = 0
  const nothing = memo((_: object) => void made++)
  const key = {}
  nothing(key)
  nothing(key)
  expect(made).toBe(1)
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

test('the first place from which something holds', () => {
  const list = [1, 3, 3, 7]
  expect(firstWhere(0, list.length, at => list[at]! >= 3)).toBe(1)
  expect(firstWhere(0, list.length, at => list[at]! > 7)).toBe(4)
  expect(firstWhere(0, 0, () => true)).toBe(0)
})
