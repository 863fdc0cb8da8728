import { expect, test } from 'vitest'
import { comparesWithItself } from '../../server/lib/same-page.ts'

const original_url = 'https://www.example.com/a'

test.each([
  ['the same address', original_url, {}, true],
  ['without www., by http, with a slash and a fragment', 'http://example.com/a/#x', {}, true],
  ['another page', 'https://www.example.com/b', {}, false],
  ['another port', 'https://www.example.com:8443/a', {}, false],
  ['a variant by query', 'https://www.example.com/a?preview=1', {}, false],
  ['the same, asked for', original_url, { allow_same_page: true }, false],
  ['the same, chosen by a header', original_url, { new_headers: { 'x-preview': '1' } }, false],
  [
    'the same, with one header for both',
    original_url,
    { new_headers: { a: '1' }, original_headers: { a: '1' } },
    true,
  ],
])('%s', (_, new_url, rest, isSame) => {
  expect(comparesWithItself({ original_url, new_url, ...rest })).toBe(isSame)
})
