import { EventEmitter } from 'node:events'
import type { RequestListener } from 'node:http'
import type { Socket } from 'node:net'
import { expect, test } from 'vitest'
import { createByteBudget } from '../../server/egress/budget.ts'
import { createGuard } from '../../server/egress/guard.ts'
import { createHttp, type Http } from '../../server/egress/http/index.ts'
import { type EgressProxy, startProxy } from '../../server/egress/proxy/index.ts'
import { closing } from './closing.ts'
import { startOrigin } from './origin.ts'
import { dialTo, talk } from './talk.ts'

const later = closing()

/** Gives as many bytes as the path says, and takes any number. */
const GIVES: RequestListener = (request, response) => {
  request.resume().on('end', () => response.end(Buffer.alloc(Number(request.url!.slice(1)))))
}

async function open(
  limits: { maxBytes: number; maxBytesPerHost?: number },
  hosts: (port: number) => string[],
) {
  const origin = later(await startOrigin(GIVES))
  const guard = createGuard({ allowHosts: hosts(origin.port) })
  const budget = createByteBudget(limits)
  const http = later(createHttp(guard, { userAgent: 'Test/1', budget }))
  const proxy = later(await startProxy(guard, { budget }))
  return { origin, budget, http, proxy }
}
const localhost = (port: number) => [`localhost:${port}`]

const byProxy = (proxy: EgressProxy, url: string, body = Buffer.alloc(0)) =>
  talk(
    proxy.url,
    `POST ${url} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
  )
const codeOf = (asked: ReturnType<Http['request']>) =>
  asked.then(
    () => 'answered',
    error => error.code,
  )

test('one ledger counts what the proxy and the client move, up and down', async () => {
  const { origin, budget, http, proxy } = await open({ maxBytes: 1e9 }, localhost)
  await http.request(`${origin.url}/1000000`)
  await http.request(`${origin.url}/0`, { method: 'POST', body: Buffer.alloc(500_000) })
  await byProxy(proxy, `${origin.url}/2000000`)
  await byProxy(proxy, `${origin.url}/0`, Buffer.alloc(700_000, 97))
  const { up, down } = budget.bytes()
  expect([Math.round(up / 100_000), Math.round(down / 100_000)]).toEqual([12, 30])
  expect(proxy.bytes()).toBe(up + down)
})

test('what one door has used up the other does not get', async () => {
  const maxBytes = 2_000_000
  for (const first of ['http', 'proxy'] as const) {
    const { origin, budget, http, proxy } = await open({ maxBytes }, localhost)
    if (first === 'http') await http.request(`${origin.url}/1800000`)
    else await byProxy(proxy, `${origin.url}/1800000`)
    expect(budget.exceeded()).toBe(false)
    if (first === 'http') await byProxy(proxy, `${origin.url}/50000000`)
    else expect(await codeOf(http.request(`${origin.url}/50000000`, { maxBytes: 1e8 }))).toBe('over_budget')
    expect(budget.exceeded()).toBe(true)
    const { up, down } = budget.bytes()
    expect(up + down).toBeLessThan(maxBytes * 1.1)
    expect(await codeOf(http.request(`${origin.url}/1`))).toBe('over_budget')
    expect(await byProxy(proxy, `${origin.url}/1`)).toContain('x-cutover-egress: over_budget')
  }
})

test('what is sent counts as what is fetched', async () => {
  const { origin, budget, proxy } = await open({ maxBytes: 2_000_000 }, localhost)
  const socket = dialTo(proxy.url)
  socket.on('error', () => {})
  socket.write(`POST ${origin.url}/0 HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n`)
  const chunk = `10000\r\n${'x'.repeat(65_536)}\r\n`
  const more = () => {
    while (!socket.destroyed && socket.write(chunk));
  }
  socket.on('drain', more)
  more()
  await new Promise(resolve => socket.once('close', resolve))
  expect(budget.bytes().up).toBeLessThan(2_200_000)
})

test('a host has a share of its own, by name and by address', async () => {
  const limits = { maxBytes: 1e9, maxBytesPerHost: 2_000_000 }
  const names = (port: number) => [`localhost:${port}`, `other.localhost:${port}`, `127.0.0.1:${port}`]
  const { origin, budget, http, proxy } = await open(limits, names)
  const at = (name: string, bytes: number) => `http://${name}:${origin.port}/${bytes}`
  await http.request(at('localhost', 1_100_000))
  await byProxy(proxy, at('other.localhost', 50_000_000))
  // Neither name had its share, but their address has: its bytes are those of one victim.
  expect(budget.bytes().down).toBeLessThan(2_200_000)
  expect(budget.exceeded()).toBe(false)
  expect(budget.exceededHosts()).toEqual(expect.arrayContaining(['127.0.0.1', 'other.localhost']))
  expect(await codeOf(http.request(at('127.0.0.1', 1)))).toBe('over_budget')
  expect(await byProxy(proxy, at('other.localhost', 1))).toContain('x-cutover-egress: over_budget')
})

test('a host is the same one, however its name and its address are written', () => {
  const connected = (remoteAddress: string) => {
    const of = { remoteAddress, bytesWritten: 0, bytesRead: 600, closed: true, destroy() {} }
    return Object.assign(new EventEmitter(), of) as unknown as Socket
  }
  const limits = { maxBytes: 1e6, maxBytesPerHost: 1000 }
  const byAddress = createByteBudget(limits)
  byAddress.watch(connected('8.8.8.8'), 'a.example')
  byAddress.watch(connected('::ffff:8.8.8.8'), 'b.example')
  byAddress.tick()
  expect(() => byAddress.watch(connected('8.8.8.8'), 'c.example')).toThrow('8.8.8.8 has used up')
  const byName = createByteBudget(limits)
  byName.watch(connected('8.8.8.8'), 'a.example')
  byName.watch(connected('8.8.4.4'), 'a.example.')
  byName.tick()
  for (const host of ['a.example', 'a.example.']) expect(byName.refusal(host)?.code).toBe('over_budget')
})
