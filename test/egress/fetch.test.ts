import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { guardedFetch } from '../../server/egress/fetch.ts'
import { createGuard } from '../../server/egress/guard.ts'
import { createHttp, type Http } from '../../server/egress/http/index.ts'

let host: string
let http: Http
const server = createServer(async (request, response) => {
  let body = ''
  for await (const chunk of request) body += chunk
  if (request.url === '/away') response.writeHead(302, { location: '/echo' }).end()
  else if (request.url === '/empty') response.writeHead(204).end()
  else if (request.url === '/large') response.end('x'.repeat(1_000_001))
  else response.end(JSON.stringify({ method: request.method, type: request.headers['content-type'], body }))
})

beforeAll(async () => {
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  http = createHttp(createGuard({ allowHosts: [host] }), { userAgent: 'test' })
})
afterAll(async () => {
  await http.close()
  server.close()
})

const ask = (path: string, options?: Parameters<ReturnType<typeof guardedFetch>>[1]) =>
  guardedFetch(http)(`http://${host}${path}`, options)

test('it sends and gives back as fetch does', async () => {
  const form = await ask('/echo', { method: 'POST', body: new URLSearchParams({ a: 'ä b' }) })
  expect(form.status).toBe(200)
  expect(await form.json()).toEqual({
    method: 'POST',
    type: 'application/x-www-form-urlencoded;charset=UTF-8',
    body: 'a=%C3%A4+b',
  })
  const headers = new Headers({ 'content-type': 'text/plain' })
  expect(await (await ask('/echo', { method: 'POST', body: 'text', headers })).json()).toMatchObject({
    type: 'text/plain',
    body: 'text',
  })
  expect((await ask('/empty')).status).toBe(204)
})

test('it follows no redirect', async () => {
  const answer = await ask('/away')
  expect([answer.status, answer.headers.get('location')]).toEqual([302, '/echo'])
})

test('it refuses what is too large, what is forbidden, and what it cannot send', async () => {
  await expect(ask('/large')).rejects.toMatchObject({ code: 'body_too_large' })
  await expect(guardedFetch(http)('http://169.254.169.254/')).rejects.toMatchObject({ code: 'forbidden' })
  await expect(ask('/echo', { method: 'POST', body: new Uint8Array(1) })).rejects.toThrow(TypeError)
})

test('it stops when it is told to', async () => {
  await expect(ask('/echo', { signal: AbortSignal.abort(new Error('enough')) })).rejects.toThrow('enough')
})
