import type { IncomingMessage, ServerResponse } from 'node:http'
import { expect, test } from 'vitest'
import type { Http } from '../../../server/egress/http/index.ts'
import {
  createStoreClient,
  type StoreClient,
  type StoreClientOptions,
} from '../../../server/store/access/client.ts'
import { createBudget, forecaster, UNSIGNED_PACE } from '../../../server/store/access/pace.ts'
import { closing } from '../../mock-store/closing.ts'
import { quickClock } from '../clock.ts'
import { httpTo, type Served, serveAnswers } from '../server.ts'

async function serve(answer: (request: IncomingMessage, response: ServerResponse, count: number) => void) {
  return closing(await serveAnswers(answer))
}

interface Opened {
  client: StoreClient
  clock: ReturnType<typeof quickClock>
}

function clientOf(served: Served, options: Partial<StoreClientOptions> = {}, others: Served[] = []): Opened {
  const clock = quickClock()
  const http = closing(httpTo([served, ...others].map(({ host }) => host)))
  return { client: createStoreClient(http, { origin: served.origin, clock, ...options }), clock }
}

/** The first `times` requests are refused. */
const refusing =
  (times: number, status: number, headers: Record<string, string> = {}) =>
  (_: IncomingMessage, response: ServerResponse, count: number) => {
    if (count <= times) response.writeHead(status, headers).end('no')
    else response.end('yes')
  }

test.each([
  ['seconds', { 'retry-after': '7' }, [7000]],
  ['a date', { 'retry-after': 'Thu, 01 Jan 2026 00:00:20 GMT' }, [20_000]],
  ['no word', {}, [15_000]],
  ['nonsense', { 'retry-after': 'soon' }, [15_000]],
])(
  '429 with %s is asked again after that long, and its host more slowly from then on',
  async (_, headers, waits) => {
    const served = await serve(refusing(1, 429, headers as Record<string, string>))
    const { client, clock } = clientOf(served)
    expect(await client.get('/a')).toMatchObject({ ok: true, response: { status: 200 } })
    expect(clock.slept).toEqual(waits)
    await client.get('/b')
    expect(clock.slept.slice(1)).toEqual([2308])
    expect(client.stats).toMatchObject({ requests: 3, retries: 1, refusals: 1 })
  },
)

test('a host that complained is asked a little faster with each good answer, and more slowly each time', async () => {
  const served = await serve((_, response, count) => {
    if (count === 1 || count === 30) response.writeHead(429, { 'retry-after': '5' }).end('no')
    else response.end('yes')
  })
  const { client, clock } = clientOf(served, { pace: { concurrency: 1, pauseMs: 1000 } })
  for (let at = 0; at < 60; at++) await client.get(`/${at}`)
  const pauses = clock.slept.filter(ms => ms !== 5000)
  expect(pauses.slice(0, 8)).toEqual([2308, 1875, 1579, 1364, 1200, 1071, 1000, 1000])
  expect(pauses.at(-1)).toBe(1000)
  const [first, second] = [pauses.slice(0, 27), pauses.slice(27)].map(
    list => list.filter(ms => ms > 1000).length,
  )
  expect(second).toBeGreaterThan(first!)
})

test('more at once comes back as well, one after the other', async () => {
  const served = await serve(refusing(1, 429, { 'retry-after': '1' }))
  const { client, clock } = clientOf(served, { pace: { concurrency: 3, pauseMs: 0 } })
  await client.get('/first')
  for (let at = 0; at < 100; at++) await client.get(`/${at}`)
  const slept = clock.slept.length
  await Promise.all(Array.from({ length: 12 }, (_, at) => client.get(`/at-once-${at}`)))
  expect(clock.slept).toHaveLength(slept)
  expect(client.stats.peak).toBe(3)
})

test('600 requests with a 429 now and then end within the time for a store', async () => {
  const served = await serve((_, response, count) => {
    if (count % 100 === 0) response.writeHead(429, { 'retry-after': '10' }).end('no')
    else response.end('yes')
  })
  const clock = quickClock()
  const budget = createBudget(15 * 60_000, clock)
  const { client } = clientOf(served, { clock, budget, pace: UNSIGNED_PACE })
  budget.start()
  const answers = await Promise.all(Array.from({ length: 600 }, (_, at) => client.get(`/${at}`)))
  expect(answers.filter(({ ok }) => ok)).toHaveLength(600)
})

test('what the rest takes is forecast, and what there is no time for', () => {
  const clock = quickClock()
  let now = clock.now()
  const ticking = { now: () => now }
  const budget = createBudget(10 * 60_000, ticking)
  budget.start()
  const forecast = forecaster(budget, ticking)
  now += 10_000
  expect(forecast({ asked: 30, of: 600 })).toBe('')
  now += 50_000
  expect(forecast({ asked: 120, of: 600 })).toBe(', about 4 min left')
  now += 60_000
  expect(forecast({ asked: 60, of: 600 })).toBe(': there is time for about 300 of 600')
})

test('430 to the end is throttled, waits grow, and after two such answers the host is left alone', async () => {
  const served = await serve(refusing(Number.POSITIVE_INFINITY, 430))
  const { client, clock } = clientOf(served)
  expect(await client.get('/a')).toEqual({
    ok: false,
    kind: 'throttled',
    detail: `${served.host} limits how often it may be asked (HTTP 430)`,
  })
  expect(clock.slept).toEqual([15_000, 30_000, 60_000])
  expect(await client.get('/b')).toMatchObject({ kind: 'throttled' })
  const asked = served.seen.length
  expect(await client.get('/c')).toMatchObject({ kind: 'throttled' })
  expect(served.seen).toHaveLength(asked)
})

test('a host that wants more patience than there is is asked no more', async () => {
  const served = await serve(refusing(Number.POSITIVE_INFINITY, 429, { 'retry-after': '86400' }))
  const { client, clock } = clientOf(served)
  expect(await client.get('/a')).toMatchObject({
    kind: 'throttled',
    detail: expect.stringContaining('86400 s'),
  })
  expect(await client.get('/b')).toMatchObject({ kind: 'throttled' })
  expect([served.seen.length, clock.slept]).toEqual([1, []])
})

test.each([
  [500, { ok: true, response: { status: 500 } }],
  [503, { ok: false, kind: 'throttled' }],
])('a server’s own error is tried twice more, then %i is taken as it is', async (status, wanted) => {
  const served = await serve(refusing(Number.POSITIVE_INFINITY, status))
  const { client, clock } = clientOf(served)
  expect(await client.get('/a')).toMatchObject(wanted)
  expect(clock.slept).toEqual([3000, 10_000])
})

test('a query that is too heavy once succeeds the second time', async () => {
  const served = await serve(refusing(1, 500, { 'shopify-complexity-score': '15000' }))
  const { client } = clientOf(served)
  expect(await client.get('/products.json')).toMatchObject({ ok: true, response: { status: 200 } })
})

test('without patience one answer is all there is, whatever the host asks for', async () => {
  for (const [status, kind] of [
    [429, 'throttled'],
    [503, 'throttled'],
  ] as const) {
    const served = await serve(refusing(Number.POSITIVE_INFINITY, status))
    const { client, clock } = clientOf(served)
    expect(await client.get('/a', { patienceMs: 2500 })).toMatchObject({ kind })
    expect([served.seen.length, clock.slept]).toEqual([1, []])
  }
  const soon = await serve(refusing(1, 429, { 'retry-after': '2' }))
  expect(await clientOf(soon).client.get('/a', { patienceMs: 2500 })).toMatchObject({ ok: true })
})

test('a challenge is blocked at once, and a page of 200 that has such a script is a page', async () => {
  const challenge = '<title>Just a moment...</title><script src="/cdn-cgi/challenge-platform/x"></script>'
  const served = await serve((request, response) => {
    response.writeHead(request.url === '/shop' ? 200 : 403).end(challenge)
  })
  const { client, clock } = clientOf(served)
  expect(await client.get('/shop')).toMatchObject({ ok: true })
  expect(await client.get('/a')).toMatchObject({ ok: false, kind: 'blocked' })
  expect(clock.slept).toEqual([])
  const plain = await serve((_, response) => response.writeHead(403).end('Forbidden'))
  expect(await clientOf(plain).client.get('/a')).toMatchObject({ ok: true, response: { status: 403 } })
})

test('a host out of reach is unreachable, and is left alone after five such answers', async () => {
  const served = await serve((_, response) => response.destroy())
  const { client } = clientOf(served)
  for (let at = 0; at < 5; at++) expect(await client.get(`/${at}`)).toMatchObject({ kind: 'unreachable' })
  const asked = served.seen.length
  expect(await client.get('/6')).toMatchObject({ kind: 'unreachable' })
  expect(served.seen).toHaveLength(asked)
})

test('what is longer than wanted is too large, or cut where that is asked for', async () => {
  const served = await serve((_, response) => response.end('x'.repeat(5000)))
  const { client } = clientOf(served)
  expect(await client.get('/a', { maxBytes: 100 })).toMatchObject({ ok: false, kind: 'too-large' })
  const cut = await client.get('/a', { maxBytes: 100, tooLarge: 'truncate' })
  expect(cut).toMatchObject({ ok: true, response: { truncated: true } })
})

test('never more at once than the pace allows, each in its turn after the pause', async () => {
  let now = 0
  let peak = 0
  const served = await serve((_, response) => {
    peak = Math.max(peak, ++now)
    setTimeout(() => {
      now--
      response.end()
    }, 5)
  })
  const { client } = clientOf(served, { pace: { concurrency: 3, pauseMs: 0 } })
  await Promise.all(Array.from({ length: 20 }, (_, at) => client.get(`/${at}`)))
  expect([peak, client.stats.peak]).toEqual([3, 3])
  peak = 0
  const shy = clientOf(served, { pace: { concurrency: 1, pauseMs: 1000 } })
  await Promise.all(Array.from({ length: 5 }, (_, at) => shy.client.get(`/${at}`)))
  expect([peak, shy.clock.slept]).toEqual([1, [1000, 1000, 1000, 1000]])
})

test('when the time is used up nothing is asked any more', async () => {
  const served = await serve((_, response) => response.end())
  const clock = quickClock()
  const budget = createBudget(60_000, clock)
  const { client } = clientOf(served, { clock, budget })
  await clock.sleep(120_000)
  expect(await client.get('/a')).toMatchObject({ ok: true })
  budget.start()
  expect(await client.get('/a')).toMatchObject({ ok: true })
  await clock.sleep(60_000)
  expect(await client.get('/a')).toEqual({
    ok: false,
    kind: 'budget',
    detail: 'the time for the stores (1 min) was used up',
  })
  expect(served.seen).toHaveLength(2)
})

test('redirects are followed with their chain; beyond the limit the last one is the answer', async () => {
  const served = await serve((request, response) => {
    const at = Number(request.url!.slice(1))
    if (at < 3) response.writeHead(301, { location: `/${at + 1}` }).end()
    else response.end('there')
  })
  const { client } = clientOf(served)
  expect(await client.get('/0')).toMatchObject({
    ok: true,
    response: {
      status: 200,
      url: `${served.origin}/3`,
      chain: [{ status: 301, location: `${served.origin}/1` }, {}, {}],
    },
  })
  const stopped = await client.get('/0', { maxRedirects: 1 })
  expect(stopped).toMatchObject({
    ok: true,
    response: { status: 301, url: `${served.origin}/1`, chain: [{}] },
  })
})

test('headers of the site go to its host alone, and cookies back to whoever set them', async () => {
  const other = await serve((_, response) => response.end('other'))
  const served = await serve((request, response) => {
    if (request.url === '/away') response.writeHead(302, { location: `${other.origin}/landed` }).end()
    else
      response
        .writeHead(200, { 'set-cookie': ['session=1; Path=/; HttpOnly', 'x=1; Domain=example.com'] })
        .end()
  })
  const { client } = clientOf(served, { headers: { 'X-Bypass': 's3cret', Cookie: 'own=2' } }, [other])
  await client.get('/')
  await client.get('/away')
  await client.get(`${other.origin}/direct`)
  expect(served.seen.map(({ headers }) => [headers['x-bypass'], headers.cookie])).toEqual([
    ['s3cret', 'own=2'],
    ['s3cret', 'own=2; session=1'],
  ])
  expect(other.seen).toHaveLength(2)
  expect(JSON.stringify(other.seen)).not.toMatch(/s3cret|own=2/)
})

test('headers that were given for a safe connection go over no other one', async () => {
  const sent: [url: string, bypass: string | undefined][] = []
  const http: Http = {
    async request(url, options) {
      sent.push([url, options?.headers?.['x-bypass']])
      const headers: Record<string, string> = url.endsWith('/led')
        ? { location: 'http://shop.example/plain' }
        : {}
      const status = headers.location ? 302 : 200
      return { url, status, headers, setCookies: [], body: Buffer.from(''), truncated: false, chain: [] }
    },
    close: async () => {},
  }
  const given = { headers: { 'X-Bypass': 's3cret' }, clock: quickClock() }
  const safe = createStoreClient(http, { ...given, origin: 'https://shop.example' })
  await safe.get('/led')
  await safe.get('http://shop.example/sitemap.xml')
  const plain = createStoreClient(http, { ...given, origin: 'http://shop.example' })
  await plain.get('/')
  await plain.get('https://shop.example/')
  expect(sent).toEqual([
    ['https://shop.example/led', 's3cret'],
    ['http://shop.example/plain', undefined],
    ['http://shop.example/sitemap.xml', undefined],
    ['http://shop.example/', 's3cret'],
    ['https://shop.example/', 's3cret'],
  ])
})

test('a host that sets other cookies on every page fills no memory', async () => {
  const served = await serve((request, response) => {
    const cookies = Array.from({ length: 60 }, (_, at) => `c${at}=1; Path=${request.url}`)
    response.writeHead(200, { 'set-cookie': request.url === '/' ? 'session=1; Path=/' : cookies }).end()
  })
  const { client } = clientOf(served)
  await client.get('/')
  for (let at = 0; at < 20; at++) await client.get(`/p${at}`)
  expect(client.jar.serializeSync()!.cookies).toHaveLength(1000)
  await client.get('/p0')
  expect(served.seen.at(-1)!.headers.cookie).toContain('session=1')
})

test('a lapsed session is opened again once, and what still meets the gate is gated', async () => {
  let open = true
  const served = await serve((request, response) => {
    if (open || request.url === '/password') response.end(request.url === '/password' ? GATE : 'shop')
    else response.writeHead(302, { location: '/password' }).end()
  })
  let logins = 0
  const { client } = clientOf(served, {
    async relogin() {
      logins++
      open = true
      return true
    },
  })
  open = false
  const both = await Promise.all([client.get('/a'), client.get('/b', { maxRedirects: 0 })])
  expect(both).toMatchObject([
    { ok: true, response: { url: `${served.origin}/a` } },
    { ok: true, response: { status: 200 } },
  ])
  open = false
  expect(await client.get('/c')).toMatchObject({ ok: false, kind: 'gated' })
  expect(logins).toBe(1)
})

const GATE = '<form><input value="storefront_password" type="hidden" name="form_type"></form>'
