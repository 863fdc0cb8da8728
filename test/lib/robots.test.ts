import { expect, test } from 'vitest'
import { robotsRefusal } from '../../server/lib/robots.ts'

const refusal = (body: string, agent = 'Googlebot', status = 200) =>
  robotsRefusal(
    { url: 'https://example.com/robots.txt', status, body },
    'https://example.com/a/b.html?x=1',
    agent,
  )

test.each([
  ['nothing', '', null],
  ['everything', 'User-agent: *\nDisallow: /', 'robots.txt says "Disallow: /"'],
  ['an empty rule', 'User-agent: *\nDisallow:', null],
  ['the longer rule wins', 'User-agent: *\nDisallow: /a\nAllow: /a/b', null],
  ['allow wins a tie', 'User-agent: *\nDisallow: /a/\nAllow: /a/', null],
  ['its own group alone counts', 'User-agent: *\nDisallow: /\n\nUser-agent: Googlebot\nAllow: /', null],
  ['the group of a longer name is not its own', 'User-agent: Googlebot-News\nDisallow: /', null],
  [
    'groups of one name are one',
    'User-agent: googlebot\nDisallow: /x\nUser-agent: Googlebot\nDisallow: /a',
    'robots.txt says "Disallow: /a"',
  ],
  [
    'several names head one group',
    'User-agent: bot\nUser-agent: *\n\nDisallow: /a # all',
    'robots.txt says "Disallow: /a # all"',
  ],
  ['wildcards', 'User-agent: *\nDisallow: /*.html', 'robots.txt says "Disallow: /*.html"'],
  ['an anchored end', 'User-agent: *\nDisallow: /*.html$', null],
  ['a byte order mark', '\uFEFFUser-agent: *\r\nDisallow: /', 'robots.txt says "Disallow: /"'],
  ['a page in its place', '<!doctype html><p>Disallow: /</p>', null],
])('%s', (_, body, expected) => {
  expect(refusal(body)).toBe(expected)
})

test('a missing file allows, a broken server forbids', () => {
  expect(refusal('User-agent: *\nDisallow: /', 'Googlebot', 404)).toBe(null)
  expect(refusal('', 'Googlebot', 503)).toMatch('503')
})

test('the rules hold for a page that ended on another host', () => {
  const file = { url: 'https://example.com/robots.txt', status: 200, body: 'User-agent: *\nDisallow: /a' }
  expect(robotsRefusal(file, 'https://www.example.com/a', 'Googlebot')).toMatch('Disallow: /a')
})
