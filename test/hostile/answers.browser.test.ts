/** Of the hostile pages those whose answer is no page at all, each put to one browser: it ends in its documented outcome. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type OpenBrowser, openBrowser } from '../../server/capture/page/browser.ts'
import { openSiteSession } from '../../server/capture/page/site-session.ts'
import { createGuard } from '../../server/egress/guard.ts'
import { createHttp } from '../../server/egress/http/index.ts'
import { startProxy } from '../../server/egress/proxy/index.ts'
import { USER_AGENT_SUFFIX } from '../../server/egress/user-agent.ts'
import { sitesOf } from '../../server/scan/sites.ts'
import { FIXTURES, serveFixture } from './index.ts'

/** Those that test/capture/failures.browser.test.ts does not know. */
const NAMES = [
  ...['304', 'a picture', 'a feed', '503', 'HTTP/0.9', '10 MB of headers', 'redirects to ever new addresses'],
  ...[
    'a certificate that nobody trusts',
    'a certificate that has expired',
    'the certificate of another host',
  ],
  ...['no TLS where there should be', 'scripts that lead to ever new addresses'],
  ...['meta refreshes to ever new addresses', 'headers that refresh to ever new addresses'],
]
const fixtures = NAMES.map(name => FIXTURES.find(fixture => fixture.name === name)!)

let served: Awaited<ReturnType<typeof serveFixture>>[]
let proxy: Awaited<ReturnType<typeof startProxy>>
let http: ReturnType<typeof createHttp>
let browser: OpenBrowser

beforeAll(async () => {
  served = await Promise.all(fixtures.map(serveFixture))
  const guard = createGuard({ allowHosts: served.map(({ host }) => host) })
  proxy = await startProxy(guard)
  http = createHttp(guard, { userAgent: USER_AGENT_SUFFIX })
  browser = await openBrowser({ proxyUrl: proxy.url })
})
afterAll(async () => {
  for (const one of served) one.close()
  await browser.close()
  await Promise.all([proxy.close(), http.close()])
})

test.concurrent.each(fixtures.map((fixture, index) => ({ ...fixture, index })))(
  '$name',
  async ({ outcomes, index }) => {
    const url = served[index]!.url
    const { rebuilt } = sitesOf({ original_url: url, new_url: url, ignore: [], policy: 'regressions' }, proxy)
    const failure = await openSiteSession(browser, rebuilt, http).then(
      () => 'a page',
      error => error.code ?? error,
    )
    expect(outcomes).toContain(failure)
  },
)
