import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type OpenBrowser, openBrowser } from '../../server/capture/page/browser.ts'
import { openSiteSession } from '../../server/capture/page/site-session.ts'
import { createGuard } from '../../server/egress/guard.ts'
import { createHttp } from '../../server/egress/http/index.ts'
import { startProxy } from '../../server/egress/proxy/index.ts'
import { USER_AGENT_SUFFIX } from '../../server/egress/user-agent.ts'
import { scan } from '../../server/scan/scan.ts'
import { sitesOf } from '../../server/scan/sites.ts'
import { attempt, BROWSERS, GOOD, kill, RENDERERS, reasonOf, refused } from './failing-scans.ts'
import { page, servePages } from './pages.ts'

let site: Awaited<ReturnType<typeof servePages>>

beforeAll(async () => {
  site = await servePages({
    '/good': GOOD,
    '/500': (_, response) => response.writeHead(500, { 'content-type': 'text/html' }).end('broken'),
    '/401': (_, response) => response.writeHead(401, { 'www-authenticate': 'Basic realm="x"' }).end('who?'),
    '/429': (_, response) => response.writeHead(429, { 'content-type': 'text/html' }).end('slow down'),
    '/challenge': (_, response) =>
      response
        .writeHead(403, { 'content-type': 'text/html', 'cf-mitigated': 'challenge' })
        .end('<title>Just a moment...</title>'),
    '/loop': (_, response) => response.writeHead(302, { location: '/loop' }).end(),
    '/pdf': (_, response) => response.writeHead(200, { 'content-type': 'application/pdf' }).end('%PDF-1.4'),
    '/json': (_, response) => response.writeHead(200, { 'content-type': 'application/json' }).end('{}'),
    '/download': (_, response) =>
      response
        .writeHead(200, { 'content-type': 'application/zip', 'content-disposition': 'attachment' })
        .end('PK'),
    '/empty': (_, response) => response.writeHead(204).end(),
    '/private': (_, response) =>
      response.writeHead(302, { location: 'http://169.254.169.254/latest/meta-data/' }).end(),
    '/elsewhere': page('<h1>Moved</h1><script>location.href = "http://169.254.169.254/latest/"</script>'),
    '/dies': page('<h1>Soon gone</h1><script src="/kill"></script>'),
    '/takes-all': page('<h1>Soon gone</h1><script src="/kill-all"></script>'),
    '/kill-all': (_, response) => {
      kill(BROWSERS)
      response.end()
    },
    '/kill': (_, response) => {
      kill(RENDERERS)
      response.end()
    },
  })
})
afterAll(() => site.close())

/** Each opened by one browser as a scan opens it; what comes of that is the same for all codes. */
describe('opened', () => {
  let proxy: Awaited<ReturnType<typeof startProxy>>
  let http: ReturnType<typeof createHttp>
  let browser: OpenBrowser

  beforeAll(async () => {
    const guard = createGuard({ allowHosts: [site.host] })
    proxy = await startProxy(guard)
    http = createHttp(guard, { userAgent: USER_AGENT_SUFFIX })
    browser = await openBrowser({ proxyUrl: proxy.url })
  })
  // Before browsers are killed.
  afterAll(async () => {
    await browser.close()
    await Promise.all([proxy.close(), http.close()])
  })

  test.concurrent.each([
    ['/missing', 'new_http_error', /404/],
    ['/500', 'new_http_error', /500/],
    ['/401', 'auth_required', /sign-in/],
    ['/429', 'rate_limited', /429/],
    ['/challenge', 'new_blocked', /challenge/],
    ['/loop', 'too_many_redirects', /redirect/],
    ['/pdf', 'not_html', /not a web page|download/],
    ['/json', 'not_html', /application\/json/],
    ['/download', 'not_html', /download/],
    ['/empty', 'not_html', /page/],
    ['/private', 'target_forbidden', /169\.254/],
    ['/elsewhere', 'target_forbidden', /169\.254/],
  ])('a new page at %s fails with %s', async (path, code, detail) => {
    const url = site.origin + path
    const { rebuilt } = sitesOf({ original_url: url, new_url: url, ignore: [], policy: 'regressions' }, proxy)
    refused(await reasonOf(openSiteSession(browser, rebuilt, http)), code, detail)
  })
})

test.each([
  ['/dies', 'page_crashed', /crashed/],
  ['/takes-all', 'page_crashed', /crashed/],
])('a new page at %s fails with %s', async (path, code, detail) => {
  refused(await reasonOf(attempt(site, '/good', path)), code, detail)
})

test('the original is named when it is the one that fails', async () => {
  await expect(attempt(site, '/missing', '/good')).rejects.toMatchObject({ code: 'original_http_error' })
})

test('a port that nobody listens on', async () => {
  const gone = await servePages({})
  await gone.close()
  const request = {
    original_url: `${site.origin}/good`,
    new_url: `${gone.origin}/`,
    policy: 'regressions' as const,
    ignore: [],
  }
  await expect(
    scan(request, { allowHosts: [site.host, gone.host], onProgress: () => {}, onBrowser: () => {} }),
  ).rejects.toMatchObject({ code: 'new_unreachable' })
})
