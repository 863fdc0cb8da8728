import type { RequestListener } from 'node:http'
import { createServer } from 'node:net'
import { ProxyAgent, request, WebSocket } from 'undici'
import { expect, test } from 'vitest'
import { createGuard, type Guard, type GuardOptions } from '../../server/egress/guard.ts'
import { createHttp } from '../../server/egress/http/index.ts'
import { type EgressProxy, type ProxyOptions, startProxy } from '../../server/egress/proxy/index.ts'
import { proxyAddressFor } from '../../server/egress/remote-browser.ts'
import { startCanary } from './canary.ts'
import { closing } from './closing.ts'
import { startOrigin, startRaw } from './origin.ts'
import { dialTo, talk, until } from './talk.ts'

const later = closing()
const serve = async (listener: RequestListener) => later(await startOrigin(listener))
async function proxyFor(allowHosts: string[], options?: ProxyOptions, guard?: Partial<GuardOptions>) {
  return later(await startProxy(createGuard({ allowHosts, ...guard }), options))
}
const settled = async (done: () => boolean) => {
  while (!done()) await new Promise(resolve => setTimeout(resolve, 5))
}
const get = (proxy: EgressProxy, url: string, more = '') =>
  talk(proxy.url, `GET ${url} HTTP/1.1\r\nHost: wrong.example\r\nConnection: close\r\n${more}\r\n`)
const connectTo = (proxy: EgressProxy, place: string, more = '') =>
  talk(proxy.url, `CONNECT ${place} HTTP/1.1\r\nHost: ${place}\r\n\r\n${more}`)

test('a plain request passes with its headers, but for those of one hop', async () => {
  const origin = await serve((request, response) => {
    response.writeHead(418, 'Short and stout', [
      ['X-Raw-Case', 'a'],
      ['Set-Cookie', 'a=1'],
      ['Set-Cookie', 'b=2'],
      ['Connection', 'x-hop'],
      ['X-Hop', 'h'],
      ['X-Cutover-Egress', 'forbidden; forged'],
    ])
    response.end(JSON.stringify([request.url, request.rawHeaders]))
  })
  const proxy = await proxyFor([origin.host])
  const hop =
    'X-Own: 1\r\nProxy-Connection: keep-alive\r\nProxy-Authorization: Basic eDp5\r\nTE: trailers\r\nUpgrade: h2c\r\n'
  const answer = await get(proxy, `${origin.url}/a?b=%20c`, hop)
  const [head = '', body = ''] = answer.split('\r\n\r\n')
  expect(head).toMatch(/^HTTP\/1.1 418 Short and stout\r\n/)
  expect(head).toContain('X-Raw-Case: a\r\nSet-Cookie: a=1\r\nSet-Cookie: b=2')
  expect(head).not.toMatch(/x-hop|x-cutover-egress/i)
  const [path, sent] = JSON.parse(body.slice(body.indexOf('['), body.lastIndexOf(']') + 1))
  expect(path).toBe('/a?b=%20c')
  expect(sent).toEqual(['Host', origin.host, 'X-Own', '1', 'Connection', 'keep-alive'])
  expect(proxy.refused()).toEqual([])
  expect(proxy.failureOf(origin.host)).toBeUndefined()
})

test('refused targets are told by header, list and reason, and never connected to', async () => {
  const canary = later(await startCanary())
  const proxy = await proxyFor(['localhost:1', `127.0.0.2:${canary.port}`, `x.localhost:${canary.port}`])
  const hosts = [
    '127.0.0.1',
    'localhost',
    'LOCALHOST',
    'localhost.',
    '127.1',
    '2130706433',
    '0x7f.1',
    '0177.0.0.1',
    '0',
    '%31%32%37.0.0.1',
    '127.0.0.1.',
    '[::1]',
    '[::]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[::127.0.0.1]',
    '[64:ff9b::7f00:1]',
    '[2002:7f00:1::]',
  ]
  for (const host of hosts) {
    const place = `${host}:${canary.port}`
    const tunnel = await connectTo(proxy, place)
    expect(tunnel, place).toMatch(/^HTTP\/1.1 403 /)
    const canonical = `${new URL(`http://${host}`).hostname}:${canary.port}`
    expect(tunnel).toContain(`x-cutover-egress: forbidden; ${canonical}\r\n`)
    const plain = await get(proxy, `http://${place}/`)
    expect(plain, place).toMatch(/^HTTP\/1.1 403 /)
    expect(plain).toContain(`x-cutover-egress: forbidden; ${canonical}\r\n`)
    expect(proxy.reasonFor(canonical)).toMatch(/only public sites can be visited/)
  }
  expect(proxy.refusals()).toBe(2 * hosts.length)
  expect(proxy.refused().find(({ host }) => host === `[::1]:${canary.port}`)).toMatchObject({
    code: 'forbidden',
    count: 2,
    reason: '::1 is a loopback address; only public sites can be visited',
  })
  expect(canary.accepts()).toBe(0)
  expect(proxy.connections().origins).toBe(0)
})

test('ports that carry no pages, the metadata service and the proxy itself are refused', async () => {
  const proxy = await proxyFor([])
  for (const place of [
    'example.com:25',
    'example.com:5432',
    'example.com:0',
    '169.254.169.254:80',
    new URL(proxy.url).host,
  ])
    expect(await connectTo(proxy, place), place).toMatch(/^HTTP\/1.1 403 /)
  expect(await get(proxy, 'http://user:pw@example.com/')).toMatch(/^HTTP\/1.1 403 /)
})

test('what is no proxy request is a bad request', async () => {
  const proxy = await proxyFor([])
  expect(await get(proxy, '/')).toMatch(/^HTTP\/1.1 400 /)
  expect(await get(proxy, 'ftp://example.com/')).toMatch(/^HTTP\/1.1 400 /)
  expect(await get(proxy, 'https://example.com/')).toMatch(/^HTTP\/1.1 400 /)
  for (const place of [
    'example.com',
    'example.com:',
    'a@example.com:443',
    'example.com:443/x',
    '::1:443',
    '[::1',
    'a b:80',
  ])
    expect(await connectTo(proxy, place), place).toMatch(/^(HTTP\/1.1 400 |$)/)
})

test('a name is looked up once for a connection, and every address must be public', async () => {
  const canary = later(await startCanary([8080, 8443, 443, 80]))
  let asked = 0
  const answers = [['127.0.0.1'], ['8.8.8.8', '127.0.0.1'], ['169.254.169.254']]
  const resolver = { resolve4: async () => answers[asked++ % 3]!, resolve6: async () => ['2606:4700::1111'] }
  const proxy = await proxyFor([], {}, { resolver, cacheMs: 0 })
  const place = `rebind.example:${canary.port}`
  for (let i = 1; i <= 6; i++) {
    expect(await (i % 2 ? connectTo(proxy, place) : get(proxy, `http://${place}/`))).toMatch(
      /^HTTP\/1.1 403 /,
    )
    expect(asked).toBe(i)
  }
  expect(canary.accepts()).toBe(0)
})

test('the address that was checked is the address that is dialled, however the name answers next', async () => {
  const good = await serve((_request, response) => response.end('good'))
  const evil = createServer(socket => socket.destroy())
  let accepts = 0
  evil.on('connection', () => accepts++)
  await new Promise<void>(resolve => evil.listen(good.port, '::1', resolve))
  later({ close: () => new Promise(resolve => evil.close(resolve)) })
  let asked = 0
  // Stands for a public name: what is asked first in each round gets the good address, what is asked next the other.
  const turncoat: Guard = {
    check: url => new URL(url),
    resolve: async () => [
      asked++ === 0 ? { address: '127.0.0.1', family: 4 } : { address: '::1', family: 6 },
    ],
  }
  const proxy = later(await startProxy(turncoat))
  const http = later(createHttp(turncoat, { userAgent: 'Test/1' }))
  const place = `rebind.example:${good.port}`
  for (let i = 0; i < 5; i++) {
    asked = 0
    // With a body the connection is not kept, so that each round dials anew.
    expect(await get(proxy, `http://${place}/`, 'Content-Length: 0\r\n')).toContain('good')
    expect(asked).toBe(1)
    asked = 0
    expect(await connectTo(proxy, place, 'GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')).toContain(
      'good',
    )
    expect(asked).toBe(1)
  }
  asked = 0
  expect((await http.request(`http://${place}/`)).body.toString()).toBe('good')
  expect(asked).toBe(1)
  expect(accepts).toBe(0)
})

test('an unresolvable host costs one look-up, and is told', async () => {
  let asked = 0
  const missing = () => Promise.reject(Object.assign(new Error('x'), { code: 'ENOTFOUND', at: asked++ }))
  const proxy = await proxyFor([], {}, { resolver: { resolve4: missing, resolve6: missing } })
  for (let i = 0; i < 5; i++) {
    const answer = await (i % 2
      ? connectTo(proxy, 'nowhere.example:443')
      : get(proxy, 'http://nowhere.example/'))
    expect(answer).toMatch(/^HTTP\/1.1 502 /)
    expect(answer).toContain('x-cutover-egress: unresolvable\r\n')
  }
  expect(asked).toBe(2)
  expect(proxy.failureOf('nowhere.example')).toMatchObject({ code: 'unresolvable' })
  expect(proxy.reasonFor('nowhere.example:443')).toMatch(/^unresolvable: nowhere.example does not exist/)
  expect(proxy.refused()).toEqual([])
})

test('what goes wrong at the origin is told apart', async () => {
  const gone = await startOrigin(() => {})
  await gone.close()
  const silent = later(await startRaw(() => {}))
  const garbage = later(await startRaw(socket => socket.end('SSH-2.0-x\r\n\r\n')))
  const oddStatus = later(
    await startRaw(socket => socket.end('HTTP/1.1 099 Odd\r\nContent-Length: 0\r\n\r\n')),
  )
  const upgrade = later(
    await startRaw(
      socket => void socket.write('HTTP/1.1 101 Switching\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n'),
    ),
  )
  const hangUp = later(await startRaw(socket => socket.destroy()))
  const cut = later(await startRaw(socket => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc')))
  const all = [gone, silent, garbage, oddStatus, upgrade, hangUp, cut]
  const proxy = await proxyFor(
    all.map(({ host }) => host),
    { idleMs: 200 },
  )
  const codes = []
  for (const { url } of all)
    codes.push(
      /^HTTP\/1.1 (\d+)[\s\S]*?(?:x-cutover-egress: (\w+)|$)/.exec(await get(proxy, url))?.slice(1, 3),
    )
  expect(codes).toEqual([
    ['502', 'unreachable'],
    ['504', 'timed_out'],
    ['502', 'protocol_error'],
    ['502', 'protocol_error'],
    ['502', 'protocol_error'],
    ['502', 'unreachable'],
    ['200', undefined],
  ])
  expect(await connectTo(proxy, gone.host)).toMatch(/^HTTP\/1.1 502 [\s\S]*x-cutover-egress: unreachable\r\n/)
  await settled(() => proxy.connections().origins === 0)
})

test('origins are kept for the next request, and one that was closed meanwhile is dialled again', async () => {
  let served = 0
  const origin = await serve((_request, response) => {
    served++
    response.end('x')
  })
  const fickle = later(
    await startRaw(socket => {
      let here = 0
      socket.on('data', () => {
        if (++here === 2) return socket.resetAndDestroy()
        socket.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok')
      })
    }),
  )
  const proxy = await proxyFor([origin.host, fickle.host])
  for (let i = 0; i < 20; i++) expect(await get(proxy, origin.url)).toMatch(/^HTTP\/1.1 200 /)
  expect(served).toBe(20)
  expect(origin.connections()).toBe(1)
  for (let i = 0; i < 6; i++) expect(await get(proxy, fickle.url)).toMatch(/^HTTP\/1.1 200 /)
})

test('bodies stream both ways, through a plain request and through a tunnel', async () => {
  const origin = await serve((request, response) => {
    response.writeHead(200, { 'x-method': request.method })
    request.pipe(response)
  })
  const proxy = await proxyFor([origin.host])
  for (const proxyTunnel of [false, true]) {
    const dispatcher = later(new ProxyAgent({ uri: proxy.url, proxyTunnel }))
    const body = Buffer.alloc(3_000_000, 'cutover ')
    const answer = await request(origin.url, { dispatcher, method: 'POST', body })
    expect(Buffer.from(await answer.body.arrayBuffer()).equals(body)).toBe(true)
  }
  expect(proxy.bytes()).toBeGreaterThan(12_000_000)
  expect(proxy.bytes()).toBeLessThan(13_000_000)
  // A GET with a chunked body: framed anew, or its end would be read as a second request.
  const smuggled = await talk(
    proxy.url,
    `GET ${origin.url}/ HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n5\r\nGET /\r\n0\r\n\r\n`,
  )
  expect(smuggled.match(/HTTP\/1.1 200/g)).toHaveLength(1)
  expect(smuggled).toContain('GET /')
})

test('the first bytes arrive before the last are sent', async () => {
  let finish = () => {}
  const origin = await serve((_request, response) => {
    response.write('first')
    finish = () => response.end('last')
  })
  const proxy = await proxyFor([origin.host])
  const socket = dialTo(proxy.url)
  socket.write(`GET ${origin.url}/ HTTP/1.1\r\nHost: x\r\n\r\n`)
  await until(socket, 'first')
  finish()
  await until(socket, 'last')
  socket.destroy()
})

test('a WebSocket passes through CONNECT', async () => {
  const origin = later(
    await startRaw(socket => {
      socket.once('data', async head => {
        const key = /sec-websocket-key: (\S+)/i.exec(String(head))![1]
        const { createHash } = await import('node:crypto')
        const accept = createHash('sha1')
          .update(`${key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`)
          .digest('base64')
        socket.write(
          `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`,
        )
        socket.write(Buffer.from([0x81, 5, ...Buffer.from('hello')]))
      })
    }),
  )
  const canary = later(await startCanary())
  const proxy = await proxyFor([origin.host])
  const dispatcher = later(new ProxyAgent({ uri: proxy.url, proxyTunnel: true }))
  const open = (url: string) => new WebSocket(url, { dispatcher })
  const message = await new Promise((resolve, reject) => {
    const socket = open(`ws://${origin.host}/`)
    socket.addEventListener('message', ({ data }) => {
      socket.close()
      resolve(data)
    })
    socket.addEventListener('error', reject)
  })
  expect(message).toBe('hello')
  await new Promise(resolve => open(`ws://localhost:${canary.port}/`).addEventListener('error', resolve))
  expect(canary.accepts()).toBe(0)
  expect(proxy.refusals()).toBe(1)
})

test('the byte budget closes everything', async () => {
  const origin = await serve((_request, response) => {
    const more = () => {
      while (!response.destroyed && response.write(Buffer.alloc(65_536)));
    }
    response.on('drain', more)
    more()
  })
  const maxBytes = 2_000_000
  for (const tunnelled of [false, true]) {
    const proxy = await proxyFor([origin.host], { maxBytes })
    const first = tunnelled ? `CONNECT ${origin.host} HTTP/1.1\r\n\r\n` : ''
    const socket = dialTo(proxy.url)
    if (first) {
      socket.write(first)
      await until(socket, '200')
    }
    socket.write(`GET ${tunnelled ? '/' : origin.url} HTTP/1.1\r\nHost: ${origin.host}\r\n\r\n`)
    let received = 0
    socket.on('data', chunk => {
      received += chunk.length
    })
    socket.on('error', () => {})
    await new Promise(resolve => socket.once('close', resolve))
    expect(received).toBeLessThan(maxBytes * 1.1)
    expect(proxy.bytes()).toBeLessThan(maxBytes * 1.1)
    expect(await get(proxy, origin.url)).toMatch(/^HTTP\/1.1 503 [\s\S]*x-cutover-egress: over_budget/)
    expect(await connectTo(proxy, origin.host)).toMatch(/^HTTP\/1.1 503 [\s\S]*x-cutover-egress: over_budget/)
    await settled(() => proxy.connections().origins === 0)
  }
})

test('connections are bounded; idle ones make room', async () => {
  const origins = await Promise.all(
    Array.from({ length: 6 }, () => serve((_request, response) => response.end('x'))),
  )
  const proxy = await proxyFor(
    origins.map(({ host }) => host),
    { maxConnections: 4 },
  )
  for (const { url } of origins) expect(await get(proxy, url)).toMatch(/^HTTP\/1.1 200 /)
  const held = []
  for (const { host } of origins.slice(0, 3)) {
    const socket = dialTo(proxy.url)
    socket.write(`CONNECT ${host} HTTP/1.1\r\n\r\n`)
    await until(socket, '200')
    held.push(socket)
  }
  expect(proxy.connections().origins).toBeLessThanOrEqual(4)
  for (const socket of held) socket.destroy()
  await settled(() => proxy.connections().clients === 0)
})

test('silent tunnels and old ones are closed', async () => {
  const origin = later(await startRaw(() => {}))
  for (const options of [{ idleMs: 100 }, { lifetimeMs: 100 }]) {
    const proxy = await proxyFor([origin.host], options)
    const socket = dialTo(proxy.url)
    socket.write(`CONNECT ${origin.host} HTTP/1.1\r\n\r\n`)
    await until(socket, '200')
    const busy = 'lifetimeMs' in options ? setInterval(() => socket.write('x'), 10) : undefined
    socket.on('error', () => {}).resume()
    await new Promise(resolve => socket.once('close', resolve))
    clearInterval(busy)
    await settled(() => proxy.connections().origins === 0)
  }
})

test('closing is at once, and leaves no socket on either side', async () => {
  const origin = later(await startRaw(() => {}))
  const proxy = await startProxy(createGuard({ allowHosts: [origin.host] }))
  const sockets = Array.from({ length: 20 }, (_, i) => {
    const socket = dialTo(proxy.url)
      .on('error', () => {})
      .resume()
    socket.write(`${i % 2 ? `CONNECT ${origin.host}` : `GET ${origin.url}/`} HTTP/1.1\r\nHost: x\r\n\r\n`)
    return socket
  })
  await settled(() => origin.open() === 20)
  await proxy.close()
  expect(proxy.connections()).toEqual({ clients: 0, origins: 0 })
  await settled(() => origin.open() === 0 && sockets.every(socket => socket.destroyed))
})

test('a client that leaves takes its connection to the origin along', async () => {
  const origin = later(await startRaw(() => {}))
  const proxy = await proxyFor([origin.host])
  for (const line of [`CONNECT ${origin.host}`, `GET ${origin.url}/`]) {
    const socket = dialTo(proxy.url)
    socket.write(`${line} HTTP/1.1\r\nHost: x\r\n\r\n`)
    await settled(() => origin.open() === 1)
    socket.destroy()
    await settled(() => origin.open() === 0 && proxy.connections().origins === 0)
  }
})

test('header sections up to 128 KB pass', async () => {
  const origin = await serve((request, response) => {
    for (let i = 0; i < 100; i++) response.setHeader(`x-${i}`, 'v'.repeat(1000))
    response.end(`length ${request.headers['x-long']?.length}`)
  })
  const proxy = await proxyFor([origin.host])
  expect(await get(proxy, origin.url, `X-Long: ${'v'.repeat(100_000)}\r\n`)).toContain('length 100000')
})

test('the list of refusals is bounded', async () => {
  const proxy = await proxyFor([])
  const line = (i: number) => `GET http://host-${i}.internal/ HTTP/1.1\r\nHost: x\r\n\r\n`
  const requests = Array.from({ length: 700 }, (_, i) => line(i)).join('')
  const answers = await talk(proxy.url, `${requests}GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)
  expect(answers.match(/^HTTP\/1.1 403 /gm)).toHaveLength(700)
  expect(proxy.refused()).toHaveLength(500)
  expect(proxy.refusals()).toBe(700)
})

test('at an address of ours it answers the browser that it is for, and nobody else', async () => {
  const origin = await serve((_, response) => response.end('hello'))
  const address = { host: '127.0.0.1', port: 0 }
  const proxy = await proxyFor([origin.host], {
    address: { ...address, admits: peer => peer === '127.0.0.1' },
  })
  expect(await get(proxy, origin.url)).toContain('hello')
  const others = await proxyFor([origin.host], { address: { ...address, admits: () => false } })
  expect(await get(others, origin.url).catch(() => '')).toBe('')
})

test('a port that another scan is about to leave is waited for', async () => {
  const first = await startProxy(createGuard({ allowHosts: [] }))
  const address = { host: '127.0.0.1', port: Number(new URL(first.url).port), admits: () => true }
  const next = proxyFor([], { address })
  await new Promise(resolve => setTimeout(resolve, 300))
  await first.close()
  expect((await next).url).toBe(first.url)
})

test.each([
  ['http://127.0.0.1:9222', ['127.0.0.1']],
  ['http://[::1]:9222/?token=x', ['::1']],
  ['http://192.0.2.7.invalid:9222', /ENOTFOUND|EAI_AGAIN/],
  ['http://93.184.215.14:9222', /is at 93\.184\.215\.14, which is public/],
])('the browser at %s asks it from there', async (endpoint, expected) => {
  const asked = proxyAddressFor({ endpoint, proxy: { host: '10.0.0.5', port: 3128 } })
  if (expected instanceof RegExp) await expect(asked).rejects.toThrow(expected)
  else expect(await asked).toEqual({ host: '10.0.0.5', port: 3128, peers: expected })
})
