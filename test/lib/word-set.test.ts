import { expect, test } from 'vitest'
import { shareIn, wordSet } from '../../server/lib/word-set.ts'

const made = (name: string, count: number) =>
  Array.from(
    { length: count },
    (_, at) => name + String(at).replace(/\d/g, digit => 'abcdefghij'[Number(digit)]!),
  ).join(' ')

test.each([1, 20, 300, 500])('of %i words all are in it, and of others one in ten', count => {
  const set = wordSet(made('held', count))
  expect(shareIn(set, made('held', count))).toBe(1)
  expect(shareIn(set, made('other', 2000))).toBeLessThan(0.3)
})

test('the set of a short text is short', () => {
  expect(wordSet(made('held', 20)).length).toBeLessThan(50)
  expect(wordSet(made('held', 5000)).length).toBeLessThan(700)
})

test('a text without words is in every set, and a set without words holds none', () => {
  expect(shareIn(wordSet('cotton'), '–')).toBe(1)
  expect(shareIn(wordSet(''), 'cotton')).toBe(0)
})
