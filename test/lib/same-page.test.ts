import { expect, test } from 'vitest'
import { comparesWithItself, isOnePage } from '../../server/lib/same-page.ts'

const original_url = 'https://www.example.com/a'
const headers = (original_headers: Record<string, string>, new_headers: Record<string, string>) => ({
  original_headers,
  new_headers,
})

test.each([
  ['the same address', original_url, {}, true],
  ['without www., by http, with a slash and a fragment', 'http://example.com/a/#x', {}, true],
  ['another page', 'https://www.example.com/b', {}, false],
  ['another port', 'https://www.example.com:8443/a', {}, false],
  ['a variant by query', 'https://www.example.com/a?preview=1', {}, false],
  ['the same, asked for', original_url, { allow_same_page: true }, false],
  ['the same, chosen by a header', original_url, { new_headers: { 'x-preview': '1' } }, false],
  ['the same, with one header for both', original_url, headers({ a: '1', b: '2' }, { b: '2', a: '1' }), true],
  ['the same, one header in two spellings', original_url, headers({ 'X-A': '1' }, { 'x-a': ' 1 ' }), true],
  ['the same, a header of two values', original_url, headers({ 'x-a': '1' }, { 'x-a': '2' }), false],
  ['the same, a header without a value', original_url, headers({}, { 'x-preview': '' }), true],
  ['the same, around the cache', original_url, headers({}, { 'Cache-Control': 'no-cache' }), true],
  ['the same, signed in', original_url, headers({}, { cookie: 'preview=1' }), false],
  ['a place within the page', `${original_url}#prices`, {}, true],
  ['a route of its scripts', `${original_url}#/prices`, {}, false],
  ['an older route of its scripts', `${original_url}#!/prices`, {}, false],
  ['the first route of its scripts', `${original_url}#/`, {}, true],
  ['the index document of a folder', `${original_url}/index.html`, {}, true],
  ['another index document', `${original_url}/INDEX.php`, {}, true],
])('%s', (_, new_url, rest, isSame) => {
  expect(comparesWithItself({ original_url, new_url, ...rest })).toBe(isSame)
})

test.each([
  ['/index.html', '/index.php', false],
  ['/index.html', '/default.html', false],
  ['/index.html', '/Index.HTML', true],
  ['/a/index.html', '/b/index.html', false],
  ['/', '/index.php', true],
  ['/#/about', '/#/About/', true],
  ['/#/about', '/#/prices', false],
])('%s and %s', (a, b, isOne) => {
  const at = (path: string) => `https://example.com${path}`
  expect(isOnePage(at(a), at(b))).toBe(isOne)
  expect(isOnePage(at(b), at(a))).toBe(isOne)
})
