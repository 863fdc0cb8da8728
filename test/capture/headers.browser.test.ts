import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Capture } from '../../server/capture/artifact.ts'
import { capturePair } from '../capture-pair.ts'
import { type Handler, page, servePages } from './pages.ts'

const SECRET = 'bypass-4711'

let gated: Awaited<ReturnType<typeof servePages>>
let other: Awaited<ReturnType<typeof servePages>>
let capture: Capture

beforeAll(async () => {
  other = await servePages({
    '/pixel': (_, response) => response.writeHead(204).end(),
    '/script': 'void 0',
    '/': page('<h1>Let in</h1>'),
  })
  const open =
    (body: string): Handler =>
    (request, response) => {
      const letIn = request.headers['x-bypass'] === SECRET && request.headers.cookie?.includes('door=open')
      response.writeHead(letIn ? 200 : 401, { 'content-type': 'text/html' }).end(letIn ? body : 'closed')
    }
  gated = await servePages({
    '/': open(
      page(
        `<h1>Let in</h1><img src="${other.origin}/pixel"><img src="/away"><a href="/inner">Inner</a>
        <script src="${other.origin}/script"></script><script>fetch('/away').catch(() => {})</script>`,
      ),
    ),
    '/inner': open(page('<h1>Inner</h1>')),
    '/away': (_, response) => response.writeHead(302, { location: `${other.origin}/pixel` }).end(),
  })
  const headers = { 'X-Bypass': SECRET, Cookie: 'door=open' }
  const pair = await capturePair(`${other.origin}/`, `${gated.origin}/`, [], { new_headers: headers })
  capture = pair.rebuilt
})
afterAll(() => Promise.all([gated.close(), other.close()]))

test('the headers of a site open it, its links and its subresources', () => {
  const { linkTargets, document } = capture.artifacts
  expect(document).toMatchObject({ ok: true, value: { status: 200 } })
  expect(linkTargets).toMatchObject({ ok: true, value: { targets: [{ status: 200 }] } })
})

test('no other host is sent them, redirects of the site included', () => {
  expect(other.seen.some(request => request.path === '/pixel')).toBe(true)
  expect(JSON.stringify(other.seen)).not.toContain(SECRET)
  expect(JSON.stringify(other.seen)).not.toContain('door=open')
})
