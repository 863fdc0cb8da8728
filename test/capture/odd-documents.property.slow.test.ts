/** Whatever stands in a page: each collector answers. */
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { captureSite } from '../../server/capture/capture-site.ts'
import { type OpenBrowser, openBrowser } from '../../server/capture/page/browser.ts'
import { openSiteSession } from '../../server/capture/page/site-session.ts'
import { createGuard } from '../../server/egress/guard.ts'
import { createHttp, type Http } from '../../server/egress/http/index.ts'
import { type EgressProxy, startProxy } from '../../server/egress/proxy/index.ts'
import { USER_AGENT_SUFFIX } from '../../server/egress/user-agent.ts'
import { sitesOf } from '../../server/scan/sites.ts'
import { oddDocument } from './odd-documents.ts'
import { type Handler, servePages } from './pages.ts'

const RUNS = Number(process.env.ODD_DOCUMENTS ?? 3)
/** The same documents each time; others by the environment. */
const SEED = Number(process.env.ODD_SEED ?? 21)

let html = ''
const send =
  (type: string, body: () => string): Handler =>
  (_, response) => {
    response.setHeader('content-type', type)
    response.end(body())
  }

let site: Awaited<ReturnType<typeof servePages>>
let proxy: EgressProxy
let http: Http
let browser: OpenBrowser

beforeAll(async () => {
  site = await servePages({
    '/': send('text/html; charset=utf-8', () => html),
    '/frame': send('text/html', () => '<form><input name=children><p>In a frame'),
    '/picture.svg': send(
      'image/svg+xml',
      () => '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>',
    ),
  })
  const guard = createGuard({ allowHosts: [site.host] })
  proxy = await startProxy(guard)
  http = createHttp(guard, { userAgent: USER_AGENT_SUFFIX })
  browser = await openBrowser({ proxyUrl: proxy.url })
})
afterAll(async () => {
  await browser.close()
  await Promise.all([proxy.close(), http.close(), site.close()])
})

/** Not measured by a collector. */
const ELSEWHERE = ['lighthouse', 'catalog', 'urls']

test('no document makes a collector fail', async () => {
  await fc.assert(
    fc.asyncProperty(oddDocument, async document => {
      html = document
      const url = `${site.origin}/`
      const sites = sitesOf({ original_url: url, new_url: url, ignore: [], policy: 'regressions' }, proxy)
      const session = await openSiteSession(browser, sites.original, http)
      try {
        const { capture } = await captureSite(session)
        const failed = Object.entries(capture.artifacts).flatMap(([name, collected]) =>
          collected.ok || ELSEWHERE.includes(name) ? [] : [`${name}: ${collected.reason}`],
        )
        expect(failed).toEqual([])
      } finally {
        await session.close()
      }
    }),
    // A smaller document that fails would be looked for in the browser, for minutes.
    { seed: SEED, numRuns: RUNS, endOnFailure: true },
  )
}, 300_000)
