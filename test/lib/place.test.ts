import { expect, test } from 'vitest'
import { isElsewhere, placeFrom, subdomainOf } from '../../server/lib/place.ts'

test.each([
  ['https://example.com/a', 'https://example.com/a', false],
  ['https://example.com/a', 'http://www.example.com/A/?x=1#y', false],
  ['https://example.com/', 'https://example.com/index.html', false],
  ['https://example.com/a', 'https://example.com/b', true],
  ['https://example.com/a', 'https://m.example.com/a', true],
  ['https://example.com/', 'https://example.com/en/', true],
])('from %s to %s', (asked, url, elsewhere) => {
  expect(isElsewhere(url, asked)).toBe(elsewhere)
})

test('a place is shown without the host that was asked for', () => {
  const asked = 'https://example.com/a'
  expect(placeFrom(asked, 'https://www.example.com/b?c#d')).toBe('/b')
  expect(placeFrom(asked, 'https://m.example.com/b')).toBe('//m.example.com/b')
})

test.each([
  ['https://m.example.com/', 'https://www.example.com/', 'm.'],
  ['https://example.com/', 'https://www.example.com/', ''],
  ['https://example.com.test/', 'https://example.com/', undefined],
  ['https://notexample.com/', 'https://example.com/', undefined],
])('%s below %s', (url, asked, below) => {
  expect(subdomainOf(url, asked)).toBe(below)
})
