/** The fast part of `npm run bench -- egress`: what needs neither a browser nor a network namespace. */
import { expect, test } from 'vitest'
import { checkTarget, createGuard, policyOf } from '../../server/egress/guard.ts'
import { createHttp } from '../../server/egress/http/index.ts'
import { portOf } from '../../server/egress/policy.ts'
import { startProxy } from '../../server/egress/proxy/index.ts'
import { agreement } from './agreement.ts'
import { startCanary } from './canary.ts'
import { benignUrls, payloads, resolverOf } from './payloads.ts'
import { talk } from './talk.ts'

test('no payload reaches a listener, by the client or through the proxy', async () => {
  const canary = await startCanary([8080, 8443, 80])
  const all = payloads(canary.port)
  const guard = createGuard({ allowHosts: [], cacheMs: 0, resolver: resolverOf(all) })
  const http = createHttp(guard, { userAgent: 'Test/1' })
  const proxy = await startProxy(guard)
  const policy = policyOf({ allowHosts: [] })
  try {
    expect(all.length).toBeGreaterThanOrEqual(250)
    const accepted: string[] = []
    for (const { url, addresses } of all) {
      if (!addresses && checkTarget(url, policy) === null) accepted.push(url)
      await http.request(url, { timeoutMs: 2000 }).then(
        () => accepted.push(`answered ${url}`),
        () => {},
      )
      if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) continue
      const { hostname } = new URL(url)
      const place = `${hostname}:${portOf(new URL(url))}`
      await talk(proxy.url, `GET http://${place}/ HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)
      await talk(proxy.url, `CONNECT ${place} HTTP/1.1\r\nHost: x\r\n\r\n`)
    }
    expect(accepted).toEqual([])
    expect(canary.accepts()).toBe(0)
    // It does hear what reaches it.
    await talk(`http://127.0.0.1:${canary.port}`, 'x').catch(() => {})
    expect(canary.accepts()).toBe(1)
  } finally {
    await Promise.all([http.close(), proxy.close(), canary.close()])
  }
})

test('forms of public URLs are not refused', async () => {
  const guard = createGuard({ allowHosts: [], cacheMs: 0, resolver: resolverOf([], ['1.1.1.1']) })
  const policy = policyOf({ allowHosts: [] })
  const all = benignUrls()
  expect(new Set(all).size).toBeGreaterThanOrEqual(200)
  for (const url of all) {
    expect(checkTarget(url, policy), url).toBeNull()
    const parsed = new URL(url)
    expect(await guard.resolve(parsed.hostname, portOf(parsed)), url).toHaveLength(1)
  }
})

test('of generated URLs the guard and the connection decide alike, and none of the allowed is special', async () => {
  const { urls, allowed, disagreements, special } = await agreement(20_000, 1)
  expect(urls).toBe(20_000)
  expect(allowed).toBeGreaterThan(1000)
  expect([disagreements, special]).toEqual([[], []])
})
