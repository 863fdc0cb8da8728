import type { RequestListener } from 'node:http'
import { getCACertificates, setDefaultCACertificates, type TLSSocket } from 'node:tls'
import zlib from 'node:zlib'
import { expect, test } from 'vitest'
import { createGuard } from '../../server/egress/guard.ts'
import { createHttp, type Http, HttpFailure } from '../../server/egress/http/index.ts'
import { nextHop } from '../../server/egress/http/redirect.ts'
import { startCanary } from './canary.ts'
import { cert } from './certificate.ts'
import { closing } from './closing.ts'
import { startOrigin, startRaw, startSecureOrigin } from './origin.ts'

const later = closing()
const serve = async (listener: RequestListener) => later(await startOrigin(listener))
function client(...allowHosts: string[]): Http {
  return later(createHttp(createGuard({ allowHosts }), { userAgent: 'Test/1' }))
}
const failure = (promise: Promise<unknown>): Promise<HttpFailure> =>
  promise.then(
    () => Promise.reject(new Error('there was a response')),
    error => (error instanceof HttpFailure ? error : Promise.reject(error)),
  )

test('a response comes with its headers in lower case and its body decoded', async () => {
  const codings = {
    gzip: zlib.gzipSync,
    'x-gzip': zlib.gzipSync,
    deflate: zlib.deflateSync,
    'deflate ': zlib.deflateRawSync,
    br: zlib.brotliCompressSync,
    zstd: zlib.zstdCompressSync,
    'gzip, br': (text: string) => zlib.brotliCompressSync(zlib.gzipSync(text)),
    identity: (text: string) => Buffer.from(text),
  }
  const names = Object.keys(codings) as (keyof typeof codings)[]
  const origin = await serve((request, response) => {
    const name = names[Number(request.url!.slice(1))]!
    response.writeHead(200, { 'X-Two': ['a', 'b'], 'Set-Cookie': ['x=1', 'y=2'], 'Content-Encoding': name })
    response.end(codings[name](`${request.headers['user-agent']} ${name}`))
  })
  const http = client(origin.host)
  for (const [index, name] of names.entries()) {
    const answer = await http.request(`${origin.url}/${index}`)
    expect(answer).toMatchObject({ status: 200, truncated: false, chain: [], url: `${origin.url}/${index}` })
    expect(answer.headers['x-two']).toBe('a, b')
    expect(answer.setCookies).toEqual(['x=1', 'y=2'])
    expect(answer.body.toString()).toBe(`Test/1 ${name}`)
  }
})

/** Brotli that decodes to nothing: metadata blocks without a byte (RFC 7932, section 9.2). */
const brotliOfNothing = (blocks: number) =>
  Buffer.concat([Buffer.from([0x0c]), Buffer.alloc(blocks, 0x06), Buffer.from([0x03])])

test('two codings do not hide how much lies between them', async () => {
  const bomb = zlib.zstdCompressSync(brotliOfNothing(32 * 1024 * 1024))
  expect(bomb.length).toBeLessThan(8192)
  const origin = await serve((_request, response) => {
    response.writeHead(200, { 'content-encoding': 'br, zstd' }).end(bomb)
  })
  const http = client(origin.host)
  expect(await http.request(origin.url)).toMatchObject({ truncated: true, body: Buffer.alloc(0) })
  const refused = await failure(http.request(origin.url, { tooLarge: 'fail' }))
  expect(refused.code).toBe('body_too_large')
})

test('a deadline ends the decoding too', async () => {
  const bomb = zlib.zstdCompressSync(brotliOfNothing(32 * 1024 * 1024))
  const origin = await serve((_request, response) => {
    response.writeHead(200, { 'content-encoding': 'br, zstd' }).end(bomb)
  })
  const http = client(origin.host)
  const late = await failure(http.request(origin.url, { timeoutMs: 100, maxBytes: 1e9 }))
  expect(late.code).toBe('timed_out')
  const stopped = http.request(origin.url, { signal: AbortSignal.timeout(100), maxBytes: 1e9 })
  await expect(stopped).rejects.toThrow(/timeout/)
})

test('a bomb is stopped at the limit of decoded bytes', async () => {
  const zeros = Buffer.alloc(64 * 1024 * 1024)
  const bombs: Record<string, Buffer> = {
    gzip: zlib.gzipSync(zeros),
    br: zlib.brotliCompressSync(zeros, { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 3 } }),
    zstd: zlib.zstdCompressSync(zeros),
    deflate: zlib.deflateSync(zeros),
    'gzip, gzip': zlib.gzipSync(zlib.gzipSync(zeros)),
  }
  const origin = await serve((request, response) => {
    const name = decodeURIComponent(request.url!.slice(1))
    response.writeHead(200, { 'content-encoding': name }).end(bombs[name])
  })
  const http = client(origin.host)
  for (const name of Object.keys(bombs)) {
    const url = `${origin.url}/${encodeURIComponent(name)}`
    const answer = await http.request(url, { maxBytes: 100_000 })
    expect(answer.truncated, name).toBe(true)
    expect(answer.body.length, name).toBe(100_000)
    const error = await failure(http.request(url, { maxBytes: 100_000, tooLarge: 'fail' }))
    expect(error.code, name).toBe('body_too_large')
  }
})

test('a body exactly as long as the limit is whole', async () => {
  const origin = await serve((_request, response) => response.end('x'.repeat(1000)))
  const http = client(origin.host)
  expect(await http.request(origin.url, { maxBytes: 1000 })).toMatchObject({ truncated: false })
  expect(await http.request(origin.url, { maxBytes: 999 })).toMatchObject({ truncated: true })
})

test('coded bytes without an end that decode to nothing are stopped as well', async () => {
  const origin = await serve((_request, response) => {
    response.writeHead(200, { 'content-encoding': 'gzip' })
    // A gzip header with a file name (FNAME) that never ends.
    response.write(Buffer.from([0x1f, 0x8b, 8, 8, 0, 0, 0, 0, 0, 3]))
    const more = () => {
      while (!response.destroyed && response.write(Buffer.alloc(16_384, 97)));
    }
    response.on('drain', more)
    more()
  })
  const answer = await client(origin.host).request(origin.url, { maxBytes: 50_000 })
  expect(answer).toMatchObject({ truncated: true, body: Buffer.alloc(0) })
})

test('a coding cut short yields its part, a wrong or unknown one is a protocol error', async () => {
  const whole = zlib.gzipSync(Buffer.from(Array.from({ length: 9000 }, (_, i) => (i * 7919) % 251)))
  const origin = await serve((request, response) => {
    const coding = request.url === '/unknown' ? 'compress' : request.url === '/many' ? 'br, br, br' : 'gzip'
    response.writeHead(200, { 'content-encoding': coding })
    response.end(
      request.url === '/cut' ? whole.subarray(0, whole.length - 12) : request.url === '/empty' ? '' : 'plain',
    )
  })
  const http = client(origin.host)
  expect((await http.request(`${origin.url}/cut`)).body.length).toBeGreaterThan(0)
  expect((await http.request(`${origin.url}/empty`)).body.length).toBe(0)
  expect((await http.request(`${origin.url}/unknown`, { method: 'HEAD' })).status).toBe(200)
  for (const path of ['/wrong', '/unknown', '/many'])
    expect(await failure(http.request(origin.url + path))).toMatchObject({ code: 'protocol_error' })
})

test('redirects are followed, told, and bounded', async () => {
  const origin = await serve((request, response) => {
    const n = Number(request.url!.slice(1))
    if (request.url === '/loop') response.writeHead(302, { location: '/loop' }).end()
    else if (request.url === '/utf8')
      response.writeHead(301, { location: Buffer.from('/é').toString('latin1') }).end()
    else if (request.url === '/bad') response.writeHead(301, { location: 'http://[' }).end()
    else if (request.url === '/none') response.writeHead(302).end('no location')
    else if (n > 0) response.writeHead(307, { location: `../${n - 1}` }).end('moved')
    else response.end(request.url)
  })
  const http = client(origin.host)
  const answer = await http.request(`${origin.url}/3`)
  expect(answer.url).toBe(`${origin.url}/0`)
  expect(answer.chain).toEqual(
    [3, 2, 1].map(n => ({ url: `${origin.url}/${n}`, status: 307, location: `${origin.url}/${n - 1}` })),
  )
  // A connection is free again one turn of the event loop later.
  expect(origin.connections()).toBeLessThanOrEqual(2)
  expect((await http.request(`${origin.url}/10`)).chain).toHaveLength(10)
  expect((await failure(http.request(`${origin.url}/11`))).code).toBe('too_many_redirects')
  expect((await failure(http.request(`${origin.url}/loop`))).code).toBe('too_many_redirects')
  expect((await failure(http.request(`${origin.url}/bad`))).code).toBe('protocol_error')
  expect((await http.request(`${origin.url}/utf8`)).url).toBe(`${origin.url}/%C3%A9`)
  expect((await http.request(`${origin.url}/none`)).status).toBe(302)
  expect(await http.request(`${origin.url}/3`, { maxRedirects: 0 })).toMatchObject({ status: 307, chain: [] })
})

test('every hop is put to the guard', async () => {
  const canary = later(await startCanary())
  const targets = [
    `http://127.0.0.1:${canary.port}/`,
    `http://localhost:${canary.port}/`,
    `//[::1]:${canary.port}/`,
    `http://0x7f.1:${canary.port}/`,
    `http://[::ffff:127.0.0.1]:${canary.port}/`,
    'http://169.254.169.254/latest/meta-data/',
    'file:///etc/passwd',
    'ftp://127.0.0.1/',
    'javascript:alert(1)',
  ]
  const statuses = [301, 302, 303, 307, 308]
  const origin = await serve((request, response) => {
    const [, status, index] = request.url!.split('/')
    response.writeHead(Number(status), { location: targets[Number(index)] }).end()
  })
  const http = client(origin.host)
  for (const status of statuses)
    for (const index of targets.keys()) {
      const error = await failure(http.request(`${origin.url}/${status}/${index}`))
      expect(error.code, `${status} ${targets[index]}`).toBe('forbidden')
    }
  for (const target of targets)
    expect((await failure(http.request(new URL(target, 'http://x').href))).code).toBe('forbidden')
  expect(canary.accepts()).toBe(0)
})

test('a name that leads to this machine is refused though its port is open to visits', async () => {
  const canary = later(await startCanary([8080, 8443, 443, 80]))
  let asked = 0
  const resolver = {
    resolve4: async () => [['127.0.0.1'], ['169.254.169.254'], ['10.0.0.1', '127.0.0.1']][asked++ % 3]!,
    resolve6: async () => ['::1'],
  }
  const http = later(
    createHttp(createGuard({ allowHosts: [], resolver, cacheMs: 0 }), { userAgent: 'Test/1' }),
  )
  for (let i = 1; i <= 9; i++) {
    const error = await failure(http.request(`http://rebind.example:${canary.port}/`))
    expect(error.code).toBe('forbidden')
    expect(asked).toBe(i)
  }
  expect(canary.accepts()).toBe(0)
})

test('headers that may be secret stay with their host', async () => {
  const seen: [string, Record<string, unknown>][] = []
  const second = await serve((request, response) => {
    seen.push(['second', request.headers])
    response.end()
  })
  const first = await serve((request, response) => {
    seen.push(['first', request.headers])
    const location = request.url === '/' ? '/same' : `http://127.0.0.1:${second.port}/`
    response.writeHead(302, { location }).end()
  })
  const http = client(first.host, `127.0.0.1:${second.port}`)
  const secret = { Authorization: 'Basic eDp5', Cookie: 'a=b', 'X-Bypass': 's', 'Proxy-X': 's' }
  await http.request(first.url, { headers: { ...secret, 'Accept-Language': 'de' } })
  expect(seen.map(([name]) => name)).toEqual(['first', 'first', 'second'])
  for (const [name, headers] of seen)
    for (const key of Object.keys(secret))
      expect(headers[key.toLowerCase()] === undefined, `${key} at ${name}`).toBe(name === 'second')
  expect(seen[2]![1]).toMatchObject({ 'accept-language': 'de', 'user-agent': 'Test/1' })
})

test('a body goes to its own host only, and a POST becomes a GET where the standard says so', async () => {
  const seen: string[] = []
  const other = await serve((request, response) => response.end(`${request.method}`))
  const origin = await serve(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    seen.push(`${request.method} ${request.url} ${body}`)
    const [, status, where] = request.url!.split('/')
    if (!status) response.end()
    else
      response
        .writeHead(Number(status), { location: where === 'away' ? `http://127.0.0.1:${other.port}/` : '/' })
        .end()
  })
  const http = client(origin.host, `127.0.0.1:${other.port}`)
  const post = (path: string) => http.request(origin.url + path, { method: 'POST', body: 'password=x' })
  await post('/302/here')
  await post('/303/here')
  await post('/307/here')
  expect((await post('/302/away')).body.toString()).toBe('GET')
  expect((await failure(post('/308/away'))).code).toBe('forbidden')
  expect(seen).toEqual([
    'POST /302/here password=x',
    'GET / ',
    'POST /303/here password=x',
    'GET / ',
    'POST /307/here password=x',
    'POST / password=x',
    'POST /302/away password=x',
    'POST /308/away password=x',
  ])
})

test('time is bounded for silence, drips and endless redirects', async () => {
  const silent = later(await startRaw(() => {}))
  const drip = later(
    await startRaw(socket => {
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n')
      const timer = setInterval(() => socket.write('x'), 20)
      socket.on('close', () => clearInterval(timer))
    }),
  )
  const headerDrip = later(
    await startRaw(socket => {
      socket.write('HTTP/1.1 200 OK\r\nX-Slow: ')
      const timer = setInterval(() => socket.write('x'), 20)
      socket.on('close', () => clearInterval(timer))
    }),
  )
  const slowRedirect = later(
    await startRaw(
      socket => void socket.write('HTTP/1.1 302 Found\r\nLocation: /\r\nContent-Length: 9\r\n\r\n'),
    ),
  )
  const all = [silent, drip, headerDrip, slowRedirect]
  const http = client(...all.map(({ host }) => host))
  for (const { url } of all)
    expect((await failure(http.request(url, { timeoutMs: 300 }))).code).toBe('timed_out')
})

test('header sections up to 128 KB are read, longer ones are not', async () => {
  const origin = await serve((request, response) => {
    const kilobytes = Number(request.url!.slice(1))
    for (let i = 0; i < kilobytes; i++) response.setHeader(`x-${i}`, 'v'.repeat(1010))
    response.end('ok')
  })
  const http = client(origin.host)
  expect((await http.request(`${origin.url}/120`)).body.toString()).toBe('ok')
  expect((await failure(http.request(`${origin.url}/140`))).code).toBe('protocol_error')
})

test('failures are told apart', async () => {
  const gone = await startOrigin(() => {})
  await gone.close()
  const garbage = later(await startRaw(socket => socket.end('SSH-2.0-x\r\n')))
  const hangUp = later(await startRaw(socket => socket.destroy()))
  const cut = later(await startRaw(socket => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc')))
  const resolver = {
    resolve4: () => Promise.reject(Object.assign(new Error('x'), { code: 'ENOTFOUND' })),
    resolve6: () => Promise.reject(Object.assign(new Error('x'), { code: 'ENOTFOUND' })),
  }
  const allowHosts = [gone, garbage, hangUp, cut].map(({ host }) => host)
  const http = later(createHttp(createGuard({ allowHosts, resolver }), { userAgent: 'Test/1' }))
  const code = async (url: string) => (await failure(http.request(url, { timeoutMs: 5000 }))).code
  expect(await code(gone.url)).toBe('unreachable')
  expect(await code(garbage.url)).toBe('protocol_error')
  expect(await code(hangUp.url)).toBe('unreachable')
  expect(await code(cut.url)).toBe('unreachable')
  expect(await code(`https://${garbage.host}/`)).toBe('tls_error')
  expect(await code('http://nowhere.example/')).toBe('unresolvable')
  expect(await code('http://example.com:22/')).toBe('forbidden')
})

test('a certificate must be trusted and be for the name in the URL', async () => {
  const names: unknown[] = []
  const origin = later(
    await startSecureOrigin((request, response) => {
      names.push((request.socket as TLSSocket).servername)
      response.end('secure')
    }),
  )
  const byAddress = `127.0.0.1:${origin.port}`
  const known = getCACertificates('default')
  const untrusted = client(origin.host)
  expect((await failure(untrusted.request(origin.url))).code).toBe('tls_error')
  setDefaultCACertificates([...known, cert])
  try {
    const http = client(origin.host, byAddress)
    const answers = await Promise.all([1, 2, 3, 4, 5].map(() => http.request(origin.url)))
    expect(answers.map(({ body }) => body.toString())).toEqual(Array(5).fill('secure'))
    expect(names).toEqual(Array(5).fill('localhost'))
    expect(await failure(http.request(`https://${byAddress}/`))).toMatchObject({
      code: 'tls_error',
      message: expect.stringContaining(byAddress),
    })
  } finally {
    setDefaultCACertificates(known)
  }
})

test('what is secret does not leave a secure connection on the same host', () => {
  const plain = { host: 'shop.example:8080', url: 'http://shop.example:8080' }
  const sent = {
    url: `https://${plain.host}/`,
    method: 'GET',
    headers: { 'X-Bypass': 's', Accept: 'a' },
    body: undefined,
  }
  expect(nextHop(sent, 302, `http://${plain.host}/`).headers).toEqual({ Accept: 'a' })
  expect(nextHop({ ...sent, url: plain.url }, 302, `https://${plain.host}/`).headers).toEqual(sent.headers)
})

test('one host is asked four times at once, over as many connections', async () => {
  let now = 0
  let most = 0
  const origin = await serve((_request, response) => {
    most = Math.max(most, ++now)
    setTimeout(() => {
      now--
      response.end('x')
    }, 5)
  })
  const http = client(origin.host)
  const answers = await Promise.all(Array.from({ length: 40 }, () => http.request(origin.url)))
  expect(answers.every(({ status }) => status === 200)).toBe(true)
  expect(most).toBe(4)
  expect(origin.connections()).toBe(4)
})

test('the wait for a slot is not charged to the request, and an abort ends it', async () => {
  const origin = await serve((_request, response) => void setTimeout(() => response.end('x'), 60))
  const http = later(
    createHttp(createGuard({ allowHosts: [origin.host] }), { userAgent: 'Test/1', perHost: 1 }),
  )
  const queued = Array.from({ length: 8 }, () => http.request(origin.url, { timeoutMs: 350 }))
  const quit = new AbortController()
  const waiting = http.request(origin.url, { signal: quit.signal })
  quit.abort(new Error('enough'))
  await expect(waiting).rejects.toThrow('enough')
  expect((await Promise.all(queued)).map(({ status }) => status)).toEqual(Array(8).fill(200))
})

test('a kept connection that the server closed is no failure', async () => {
  let served = 0
  const origin = later(
    await startRaw(socket => {
      let here = 0
      socket.on('data', () => {
        // The second request on a connection meets a reset.
        if (++here === 2) return socket.resetAndDestroy()
        served++
        socket.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: keep-alive\r\n\r\nok')
      })
    }),
  )
  const http = client(origin.host)
  for (let i = 0; i < 6; i++) expect((await http.request(origin.url)).status).toBe(200)
  expect(served).toBe(6)
})

test('closing ends what is under way', async () => {
  const origin = later(await startRaw(() => {}))
  const http = createHttp(createGuard({ allowHosts: [origin.host] }), { userAgent: 'Test/1' })
  const waiting = Array.from({ length: 6 }, () => failure(http.request(origin.url)))
  while (origin.open() < 4) await new Promise(setImmediate)
  await http.close()
  expect((await Promise.all(waiting)).map(({ code }) => code)).toEqual(Array(6).fill('unreachable'))
  while (origin.open() > 0) await new Promise(setImmediate)
})
