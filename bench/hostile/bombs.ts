/** Bombs against the HTTP client: whether it stops within its limit of bytes and of time, and in how much memory. */
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { createGuard } from '../../server/egress/guard.ts'
import { createHttp } from '../../server/egress/http/index.ts'
import { newReport, sitemapEntries } from '../../server/store/urls/sitemap.ts'
import { bomb, PACKINGS } from '../../test/hostile/bombs.ts'
import { pour } from '../../test/hostile/fixture.ts'

const SIZES = [10e6, 100e6, 1e9, 10e9]
const MAX_BYTES = 5_000_000
const TIMEOUT_MS = 5000
/** What may come on top of a limit. */
const SLACK = 1.1
const MAX_RSS = 1.5e9

export async function bombs(): Promise<void> {
  let make: () => Promise<() => Buffer | string | null> = async () => () => null
  let coding = ''
  const server = http.createServer(async (request, response) => {
    // Of the places where a sitemap may be, at one.
    if (request.url !== '/' && request.url !== '/sitemap.xml') return void response.writeHead(404).end()
    response.writeHead(200, coding ? { 'content-encoding': coding } : { 'content-type': 'application/xml' })
    pour(response, await make())
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const client = createHttp(createGuard({ allowHosts: [host] }), { userAgent: 'Bench/1' })
  const get = (path = '/', maxBytes = MAX_BYTES) =>
    client.request(`http://${host}${path}`, { maxBytes, timeoutMs: TIMEOUT_MS })
  console.log(`bombs by the HTTP client, at most ${MAX_BYTES / 1e6} MB and ${TIMEOUT_MS / 1000} s each`)
  let misses = 0
  const tell = async (name: string, work: () => Promise<string>) => {
    const [started, cpu] = [performance.now(), process.cpuUsage()]
    const said = await work()
    const ms = performance.now() - started
    const { user, system } = process.cpuUsage(cpu)
    // The most so far, this server with its bombs included.
    const rss = process.resourceUsage().maxRSS * 1024
    const ok = ms <= TIMEOUT_MS * SLACK && rss < MAX_RSS
    if (!ok) misses++
    console.log(
      `${ok ? 'ok  ' : 'MISS'}  ${(ms / 1000).toFixed(2).padStart(6)} s  ${((user + system) / 1e6).toFixed(2).padStart(6)} s of CPU  ${Math.round(rss / 1e6)} MB  ${name}: ${said}`,
    )
  }
  const bytes = async (answer: ReturnType<typeof get>) =>
    answer.then(
      ({ body, truncated }) => `${body.length} bytes${truncated ? ', cut' : ''}`,
      error => `${error.code ?? error.message}`,
    )
  try {
    for (const [header, packed] of Object.entries(PACKINGS))
      for (const size of SIZES) {
        coding = header
        make = () => packed(size, '')
        await tell(`${header}, ${size / 1e6} MB`, () => bytes(get()))
      }
    coding = ''
    const whole = (xml: string) => async () => {
      const parts = [xml]
      return () => parts.shift() ?? null
    }
    const sitemaps: [string, typeof make][] = [
      ...Object.entries(XML).map(([name, xml]): [string, typeof make] => [name, whole(xml)]),
      ['sitemap of 10 GB in a gzip file', () => bomb('gzip', 10e9, FIRST)],
    ]
    for (const [name, sitemap] of sitemaps) {
      make = sitemap
      await tell(name, async () => {
        const report = newReport()
        let entries = 0
        const asker = {
          origin: `http://${host}`,
          get: async (path: string) => ({
            ok: true as const,
            response: await get(new URL(path, `http://${host}`).pathname, 50 * 1024 ** 2),
          }),
        }
        for await (const _ of sitemapEntries(
          asker as unknown as Parameters<typeof sitemapEntries>[0],
          report,
        ))
          entries++
        return `${entries} entries; ${report.limits[0] ?? 'no limit met'}`
      })
    }
  } finally {
    await client.close()
    server.close()
    server.closeAllConnections()
  }
  console.log(`bombs: ${misses} misses`)
}

const ENTITIES = Array.from({ length: 10 }, (_, n) => `<!ENTITY e${n + 1} "${`&e${n};`.repeat(10)}">`).join(
  '',
)
const url = (text: string) =>
  `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>${text}</loc></url></urlset>`

const FIRST = '<urlset><url><loc>http://a.example/</loc></url><url><loc>'
const XML: Record<string, string> = {
  'sitemap of entities of entities': `<?xml version="1.0"?><!DOCTYPE urlset [<!ENTITY e0 "lol">${ENTITIES}]>${url('http://a.example/&e10;')}`,
  'sitemap with an external entity': `<?xml version="1.0"?><!DOCTYPE urlset [<!ENTITY x SYSTEM "file:///etc/passwd">]>${url('http://a.example/&x;')}`,
  'sitemap 100,000 levels deep': `<?xml version="1.0"?>${'<a>'.repeat(100_000)}`,
  'sitemap of 50 MB of one address': `<?xml version="1.0"?>${url(`http://a.example/${'x'.repeat(52_000_000)}`)}`,
}
