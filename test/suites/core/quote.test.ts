import { expect, test } from 'vitest'
import { listed, quote, shorten } from '../../../server/suites/core/quote.ts'

test('a long text ends in an ellipsis after its last whole word, a short one is whole', () => {
  expect(shorten('abc', 3)).toBe('abc')
  expect(shorten('abcdef', 4)).toBe('abc…')
  expect(shorten('a free roof inspection and quote', 20)).toBe('a free roof…')
  expect(shorten('a free roof inspection and quote', 23)).toBe('a free roof inspection…')
  expect(quote('Organizations (DAOs)', 16)).toBe('“Organizations…”')
})

test('a text whose words are longer than there is room for is cut within one, never within a character', () => {
  expect(shorten('at https://www.example.com/a/long/address', 20)).toBe('at https://www.exam…')
  expect(shorten('ab😀cd', 4)).toBe('ab…')
})

test('a list names the first and counts the rest', () => {
  expect(listed(['a', 'b', 'c'])).toBe('a, b, c')
  expect(listed(['a', 'b', 'c', 'd', 'e'])).toBe('a, b, c and 2 more')
  expect(listed(['a', 'b'], 1)).toBe('a and 1 more')
  expect(listed(['a', 'b', 'c', 'd', 'e'], 3, '; ')).toBe('a; b; c; and 2 more')
})
