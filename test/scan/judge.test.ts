import { expect, test } from 'vitest'
import { gapsOf } from '../../server/scan/judge.ts'

test('a gap names its page in words of the reader, and one of both pages is told once', () => {
  expect(gapsOf(['the page is too tall', 'a font failed'], ['the page is too tall', 'a film runs'])).toEqual([
    'Both pages: the page is too tall',
    'Original: a font failed',
    'New page: a film runs',
  ])
})
