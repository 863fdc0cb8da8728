import { expect, test } from 'vitest'
import { listed, quote, shorten } from '../../../server/suites/core/quote.ts'

test('a long text ends in an ellipsis, a short one is whole', () => {
  expect(shorten('abcdef', 3)).toBe('abc…')
  expect(shorten('abc', 3)).toBe('abc')
  expect(quote('abcdef', 3)).toBe('“abc…”')
})

test('a list names the first and counts the rest', () => {
  expect(listed(['a', 'b', 'c'])).toBe('a, b, c')
  expect(listed(['a', 'b', 'c', 'd', 'e'])).toBe('a, b, c and 2 more')
  expect(listed(['a', 'b'], 1)).toBe('a and 1 more')
  expect(listed(['a', 'b', 'c', 'd', 'e'], 3, '; ')).toBe('a; b; c; and 2 more')
})
