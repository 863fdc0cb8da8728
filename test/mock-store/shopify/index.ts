/**
 * A Shopify store for tests and for trying things by hand: gate, feeds, sitemaps, pages, redirects, and the ways in
 * which stores refuse. Plain HTTP on loopback; `options` may be changed while it runs.
 */
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Goods } from '../goods.ts'
import { feed } from './feeds.ts'
import { type Asked, createGate } from './gate.ts'
import { DEFAULTS, type StoreOptions } from './options.ts'
import { createRedirects, type Redirects } from './redirects.ts'
import { html, type Reply, redirect } from './reply.ts'
import { page } from './site.ts'
import { sitemap } from './sitemaps.ts'

export interface TestStore {
  /** The primary domain, e.g. `http://127.0.0.1:4711`. */
  origin: string
  host: string
  /** The store's permanent name: leads to `origin`, but for the catalog of a headless store. */
  alias: { origin: string; host: string }
  options: StoreOptions
  redirects: Redirects
  /** Everything that was asked, in order. */
  requests: {
    method: string
    path: string
    headers: IncomingMessage['headers']
    body: string
    host: string
  }[]
  /** Most requests at once. */
  peak(): number
  /** All sessions of the gate end. */
  lapse(): void
  close(): Promise<void>
}

/** `port` of the primary domain, any free one by default. */
export async function startStore(
  options: Partial<StoreOptions> & { goods: Goods },
  { port = 0, hostname = '127.0.0.1' } = {},
): Promise<TestStore> {
  const all: StoreOptions = { ...DEFAULTS, ...options }
  const gate = createGate(all)
  const redirects = createRedirects(all)
  const requests: TestStore['requests'] = []
  let now = 0
  let peak = 0
  let counted = 0

  function reply(asked: Asked, headers: IncomingMessage['headers'], alias: boolean): Reply {
    if (all.challenge) return CHALLENGE
    if (all.closed) return html('<h1>This store is unavailable</h1>', all.closed, { 'powered-by': 'Shopify' })
    const refused = throttled(headers, asked.url.pathname)
    if (refused) return refused
    const catalog = all.headless === alias
    if (alias && !(catalog && /\.js(on)?$/.test(asked.path)))
      return redirect(store.origin + asked.url.pathname + asked.url.search, 301)
    const kept = gate.check(asked)
    if (kept) return kept
    if (asked.path === '/' && asked.prefix === '' && all.localeRoot) return redirect(all.localeRoot)
    const closed = asked.path.endsWith('/products.json') && all.closedFeed
    if (closed) return html('<h1>Nothing to see</h1>', closed === 'html' ? 200 : closed)
    const given = catalog ? feed(all, store.origin, asked.path, asked.url.searchParams) : undefined
    return (
      given ??
      sitemap(all, store.origin, asked.prefix, asked.path) ??
      page(all, redirects, store.origin, asked)
    )
  }

  function throttled(headers: IncomingMessage['headers'], path: string): Reply | undefined {
    const { throttle } = all
    if (!throttle || (throttle.paths && !throttle.paths.test(path))) return undefined
    const signed = ['signature', 'signature-input', 'signature-agent'].every(name => headers[name])
    if (throttle.unsignedOnly && signed) return undefined
    if (++counted % throttle.every !== 0) return undefined
    const after = throttle.retryAfter === null ? undefined : { 'retry-after': throttle.retryAfter }
    return html('<h1>Too many requests</h1>', throttle.status, after)
  }

  async function serve(request: IncomingMessage, alias: boolean): Promise<Reply> {
    const url = new URL(request.url ?? '/', 'http://store')
    const body = await bodyOf(request)
    requests.push({
      method: request.method ?? '',
      path: request.url ?? '',
      headers: request.headers,
      body,
      host: request.headers.host ?? '',
    })
    const prefix =
      [...all.locales, ...(all.localeRoot ? [all.localeRoot] : [])].find(
        locale => url.pathname === locale || url.pathname.startsWith(`${locale}/`),
      ) ?? ''
    const asked: Asked = {
      method: request.method ?? 'GET',
      path: url.pathname.slice(prefix.length) || '/',
      prefix,
      url,
      cookies: cookiesOf(request.headers.cookie ?? ''),
      body,
    }
    if (all.delayMs > 0) await new Promise(resolve => setTimeout(resolve, all.delayMs))
    return reply(asked, request.headers, alias)
  }

  const open = (alias: boolean, at: number) =>
    listen(at, hostname, async request => {
      peak = Math.max(peak, ++now)
      try {
        return await serve(request, alias)
      } finally {
        now--
      }
    })
  const primary = await open(false, port)
  const permanent = await open(true, 0)
  const originOf = (server: Server) => `http://${hostname}:${(server.address() as AddressInfo).port}`
  const store: TestStore = {
    origin: originOf(primary),
    host: new URL(originOf(primary)).host,
    alias: { origin: originOf(permanent), host: new URL(originOf(permanent)).host },
    options: all,
    redirects,
    requests,
    peak: () => peak,
    lapse: gate.lapse,
    async close() {
      await Promise.all(
        [primary, permanent].map(server => {
          server.closeAllConnections()
          return new Promise(resolve => server.close(resolve))
        }),
      )
    },
  }
  return store
}

const CHALLENGE = html(
  '<!doctype html><title>Just a moment...</title><script src="/cdn-cgi/challenge-platform/h/b/orchestrate/chl_page/v1"></script>',
  403,
  { 'cf-mitigated': 'challenge', server: 'cloudflare' },
)

async function listen(
  port: number,
  hostname: string,
  answer: (request: IncomingMessage) => Promise<Reply>,
): Promise<Server> {
  const server = createServer((request, response) => {
    answer(request).then(
      ({ status, headers, body }) => {
        response.writeHead(status, headers)
        response.end(request.method === 'HEAD' ? undefined : body)
      },
      error => response.writeHead(500).end(String(error)),
    )
  })
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, hostname, resolve))
  return server
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let body = ''
  for await (const part of request) body = (body + part).slice(0, 10_000)
  return body
}

function cookiesOf(header: string): Map<string, string> {
  const pairs = header.split(';').map(pair => pair.trim().split(/=(.*)/s, 2) as [string, string])
  return new Map(pairs.filter(([name]) => name))
}
