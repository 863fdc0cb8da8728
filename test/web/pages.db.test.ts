import { expect, test } from 'vitest'
import { Problem, SuiteName } from '../../server/contract.ts'
import { api, browser, openBrowser, openSite } from './browser.ts'

openSite()

const POLICY = [
  ...["default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src 'self'"],
  ...["connect-src 'self'", "form-action 'self'", "base-uri 'none'", "frame-ancestors 'none'"],
].join('; ')

test.each([
  ['/', 200],
  ['/nowhere', 404],
  ['/sign-in', 404],
  ['/sign-in/callback?code=x&state=y', 404],
  ['/sign-out', 405],
])('%s is a page with %s and all its headers', async (path, status) => {
  const { status: got, headers, text } = await browser.get(path)
  expect(got).toBe(status)
  expect(headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': POLICY,
    'strict-transport-security': 'max-age=31536000',
    'referrer-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'cross-origin-opener-policy': 'same-origin',
    'cache-control': 'no-store',
  })
  // The policy would refuse both.
  expect(text).not.toMatch(/<script(?! src=)|<style| style=| on\w+=/)
})

test('every link and file stands below the path of the server’s address', async () => {
  const { text } = await browser.get('/')
  const links = [...text.matchAll(/(?:href|src|action)="([^"#]+)"/g)].map(([, link]) => link!)
  expect(links.length).toBeGreaterThan(3)
  for (const link of links) expect(link).toMatch(/^\/checks\//)
  const style = links.find(link => link.includes('.css'))!.replace('/checks', '')
  const asset = await browser.get(style)
  expect(asset.headers).toMatchObject({
    'content-type': 'text/css; charset=utf-8',
    'cache-control': 'public, max-age=31536000, immutable',
  })
  expect((await browser.get('/assets/site.css?v=old')).headers['cache-control']).toBe('no-cache')
  expect((await browser.get('/assets/..%2frender.ts')).status).toBe(404)
})

test('programs get problem documents, people get pages', async () => {
  const person = await browser.get('/nowhere')
  expect(person.text).toContain('<h1>There is nothing here</h1>')
  for (const accept of ['*/*', 'application/json', 'application/json, text/html']) {
    const { json } = await browser.get('/nowhere', { accept })
    expect(Problem.parse(json).code).toBe('not_found')
  }
  expect(Problem.parse((await browser.get('/api/v1/nowhere')).json).code).toBe('not_found')
  expect((await browser.get('/sign-out')).headers.allow).toBe('POST')
})

test('what nobody foresaw is a page without its inside', async () => {
  const session = openBrowser(api, new Map([['__Host-cutover-session', 'a'.repeat(43)]]))
  await api.queue.pool.query('ALTER TABLE sessions RENAME TO gone')
  const { status, text } = await session.get('/keys')
  await api.queue.pool.query('ALTER TABLE gone RENAME TO sessions')
  expect(status).toBe(500)
  expect(text).toContain('<h1>Something went wrong on our side</h1>')
  expect(text).not.toMatch(/relation|\.ts\b/)
})

test('the first page shows a scorecard and leads to the documentation', async () => {
  const { text } = await browser.get('/')
  expect(text).toMatch(/>content<\/a><\/th><td>84\.0<\/td><td>85<\/td><td class="fail">FAIL</)
  const links = [...text.matchAll(/href="\/checks(\/(?:docs|problems|api)[^"]*)"/g)].map(([, link]) => link!)
  expect(new Set(links)).toEqual(
    new Set([
      ...SuiteName.options.map(suite => `/docs/checks/${suite}`),
      ...['/docs/methodology', '/problems', '/api/v1/openapi.json'],
    ]),
  )
})
