import { expect, test } from 'vitest'
import { printable, wrapped } from '../../server/verify/printable.ts'

test.each([
  ['plain – “quoted” £34.00 日本語', 'plain – “quoted” £34.00 日本語'],
  ['\x1b[2J\x1b]0;title\x07gone', '\\u{1b}[2J\\u{1b}]0;title\\u{7}gone'],
  ['\x9b31mred', '\\u{9b}31mred'],
  ['one\r\ntwo\tthree\u2028four', 'one two three four'],
  ['price \u202e00.34', 'price \\u{202e}00.34'],
  ['\0\x7f', '\\u{0}\\u{7f}'],
])('%j can do nothing to a terminal', (text, shown) => {
  expect(printable(text)).toBe(shown)
})

test('lines break at spaces, never inside a word', () => {
  expect(wrapped('one two three four', 24, '    ')).toBe('    one two three four')
  expect(wrapped(`${'a'.repeat(15)} ${'b'.repeat(15)} c`, 24, '    ')).toBe(
    `    ${'a'.repeat(15)}\n    ${'b'.repeat(15)} c`,
  )
  expect(wrapped('x'.repeat(50), 20)).toBe('x'.repeat(50))
})
