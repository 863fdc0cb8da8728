import { expect, test } from 'vitest'
import { landingFailure } from '../../server/capture/page/landing.ts'
import type { Site } from '../../server/capture/page/site.ts'
import { oneOfAKind, RIGHT_PAGES, STAYING_PAGES, theOthers, WRONG_PAGES, WRONG_PAIRS } from './wrong-pages.ts'

const site = (side: Site['side'], url: string): Site => ({
  side,
  url,
  headers: {},
  ignore: [],
  origins: ['https://www.example.com', 'https://preview.example.com'],
  noon: 0,
  failureOf: () => undefined,
})
const rebuilt = site('rebuilt', 'https://preview.example.com/a')

test.each([
  'https://preview.example.com/b',
  'http://preview.example.com/a',
  'https://www.preview.example.com/a',
  'about:blank',
])('%s is on the host that was submitted', url => {
  expect(landingFailure(url, rebuilt, false)).toBeUndefined()
})

test.each([
  ['https://example.com/a', /which is the original site itself/],
  ['http://www.example.com/a', /which is the original site itself/],
  ['https://preview.example.com:8443/a', /on another host/],
  ['https://m.preview.example.com/a', /on another host/],
  ['https://sso.example.com/', /by new_headers/],
])('%s is not', (url, told) => {
  expect(landingFailure(url, rebuilt, false)).toMatchObject({
    code: 'new_http_error',
    message: expect.stringMatching(told),
  })
})

test('a phone may be led to a subdomain, unless that is the other site', () => {
  expect(landingFailure('https://m.preview.example.com/a', rebuilt, true)).toBeUndefined()
  expect(landingFailure('https://m.example.com/a', rebuilt, true)).toBeDefined()
  const original = site('original', 'https://example.com/')
  expect(landingFailure('https://preview.example.com/a', original, true)).toMatchObject({
    code: 'original_http_error',
    message: expect.stringContaining('which is the new site itself'),
  })
})

test('what the slow tests alone try is like what is tried with every change', () => {
  const rows: readonly { path?: string; way: string; like?: string }[] = [
    ...[...WRONG_PAGES, ...RIGHT_PAGES, ...STAYING_PAGES],
    ...WRONG_PAIRS,
  ]
  const tried = oneOfAKind(rows).map(({ path, way }) => path ?? way)
  expect(theOthers(rows).filter(({ like }) => !tried.includes(like!))).toEqual([])
})
