/** Ways for a new site to end on another page than the one that was submitted: none of them may pass. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { captureSite } from '../../server/capture/capture-site.ts'
import { openBrowser } from '../../server/capture/page/browser.ts'
import { openSiteSession } from '../../server/capture/page/site-session.ts'
import { createGuard } from '../../server/egress/guard.ts'
import { createHttp } from '../../server/egress/http/index.ts'
import { startProxy } from '../../server/egress/proxy/index.ts'
import { judge } from '../../server/scan/judge.ts'
import { scan } from '../../server/scan/scan.ts'
import { type Sites, sitesOf } from '../../server/scan/sites.ts'
import { type Handler, page, servePages } from './pages.ts'

const text = (words: string) =>
  `<header><a href="/">Harbour Books</a></header><main><h1>${words}</h1><p>New and old books about the sea, sold from a small shop at the quay.</p><p>Open from Tuesday to Saturday, ten to six.</p></main>`
const shop = page(text('Books by the water'))
const to =
  (status: number, location: (host: string) => string): Handler =>
  ({ headers }, response) =>
    response.writeHead(status, { location: location(headers.host ?? '') }).end()

let original: Awaited<ReturnType<typeof servePages>>
let other: Awaited<ReturnType<typeof servePages>>
let rebuilt: Awaited<ReturnType<typeof servePages>>
let proxy: Awaited<ReturnType<typeof startProxy>>
let http: ReturnType<typeof createHttp>
let browser: Awaited<ReturnType<typeof openBrowser>>
let before: Awaited<ReturnType<typeof look>>

beforeAll(async () => {
  original = await servePages({ '/': shop })
  other = await servePages({ '/': page('<h1>This domain is for sale</h1>') })
  const [home, parked] = [`${original.origin}/`, `${other.origin}/`]
  const script = (code: string) => page(text('Books by the water'), `<script>${code}</script>`)
  const login = page(
    '<main><h1>Sign in</h1><form><input name="user" aria-label="User"><button>Go</button></form></main>',
  )
  rebuilt = await servePages({
    '/301': to(301, () => home),
    '/302': to(302, () => home),
    '/303': to(303, () => home),
    '/307': to(307, () => home),
    '/308': to(308, () => home),
    '/chain': to(302, () => '/301'),
    '/localhost': to(301, host => `http://localhost:${host.split(':')[1]}/good`),
    '/parked': to(302, () => parked),
    '/meta': page(text('Books by the water'), `<meta http-equiv="refresh" content="0; url=${home}">`),
    '/meta-later': page(text('Books by the water'), `<meta http-equiv="refresh" content="9;URL='${home}'">`),
    '/header': (_, response) =>
      response.writeHead(200, { 'content-type': 'text/html', refresh: `5; url=${home}` }).end(shop),
    '/base': page(
      text('Books by the water'),
      `<base href="${home}"><meta http-equiv="refresh" content="30; url=./">`,
    ),
    '/header-here': (_, response) =>
      response.writeHead(200, { 'content-type': 'text/html', refresh: '50; url=/login' }).end(shop),
    '/themed': ({ url }, response) =>
      url?.includes('preview')
        ? response.writeHead(302, { location: '/themed' }).end()
        : response.writeHead(200, { 'content-type': 'text/html' }).end(shop),
    '/replace': script(`location.replace(${JSON.stringify(home)})`),
    '/assign': script(`addEventListener('load', () => { location.href = ${JSON.stringify(home)} })`),
    '/soon': script(`setTimeout(() => { location.href = ${JSON.stringify(home)} }, 900)`),
    '/form': page(`<form action="${home}"></form><script>document.forms[0].submit()</script>`),
    '/phone': ({ headers }, response) =>
      /Mobile/.test(headers['user-agent'] ?? '')
        ? response.writeHead(302, { location: home }).end()
        : response.writeHead(200, { 'content-type': 'text/html' }).end(shop),
    '/same-page': to(301, () => '/login'),
    '/wall': to(302, () => '/login'),
    '/guard': script(`location.replace('/login')`),
    '/guard-later': script(`setTimeout(() => location.replace('/good'), 900)`),
    '/moved': to(301, () => '/good'),
    '/login': login,
    '/router': page(
      '<div id="app"></div><script>history.replaceState({}, "", "/login"); app.innerHTML = "<h1>Sign in</h1><input aria-label=User>"</script>',
    ),
    '/default': page(
      '<h1>Welcome to nginx!</h1><p>If you see this page, the web server is successfully installed.</p>',
    ),
    '/empty': '',
    '/frame': page(
      `<iframe src="${home}" title="Shop" style="position:fixed;inset:0;width:100%;height:100%;border:0"></iframe>`,
    ),
    '/': shop,
    '/good': shop,
  })
  const guard = createGuard({ allowHosts: hosts() })
  proxy = await startProxy(guard)
  http = createHttp(guard, { userAgent: 'test' })
  browser = await openBrowser({ proxyUrl: proxy.url })
  before = await look('original', '/good')
}, 60_000)

afterAll(async () => {
  await browser?.close()
  await Promise.all([proxy, http, original, other, rebuilt].map(one => one?.close()))
})

const hosts = () => [original.host, other.host, rebuilt.host, rebuilt.host.replace('127.0.0.1', 'localhost')]

const requestOf = (path: string) => ({
  original_url: `${original.origin}/`,
  new_url: rebuilt.origin + path,
  policy: 'regressions' as const,
  ignore: [],
})

async function look(side: keyof Sites, path: string) {
  const session = await openSiteSession(browser, sitesOf(requestOf(path), proxy)[side], http)
  try {
    return (await captureSite(session)).capture
  } finally {
    await session.close()
  }
}

test.each([
  ['/301', 'original'],
  ['/302', 'original'],
  ['/303', 'original'],
  ['/307', 'original'],
  ['/308', 'original'],
  ['/chain', 'original'],
  ['/localhost', 'other'],
  ['/parked', 'other'],
  ['/meta', 'original'],
  ['/meta-later', 'original'],
  ['/header', 'original'],
  ['/base', 'original'],
  ['/replace', 'original'],
  ['/assign', 'original'],
  ['/soon', 'original'],
  ['/form', 'original'],
  ['/phone', 'original'],
])('a new page that ends elsewhere by %s is no result', async (path, ended) => {
  const failure = await look('rebuilt', path).then(
    () => null,
    error => error,
  )
  expect(failure).toMatchObject({ code: 'new_http_error' })
  expect(failure.message).toContain(`${rebuilt.origin}${path}`)
  expect(failure.message).toMatch(ended === 'original' ? /the original site itself/ : /on another host/)
  if (ended === 'original') expect(failure.message).toContain(original.origin)
})

test.each([
  ['/wall', 'seo/indexable/redirect'],
  ['/guard', 'seo/indexable/redirect'],
  ['/guard-later', 'seo/indexable/redirect'],
  ['/moved', 'seo/indexable/redirect'],
  ['/header-here', 'seo/indexable/refresh'],
  ['/router', 'content'],
  ['/default', 'content'],
  ['/empty', 'content'],
  ['/frame', 'content'],
])('a new page that shows another one by %s does not pass', async (path, by) => {
  const after = await look('rebuilt', path)
  const { suites } = judge({ original: before, rebuilt: after }, requestOf(path))
  const grave = suites
    .filter(({ suite, pass }) => !pass && suite !== 'perf')
    .flatMap(({ issues }) => issues)
    .filter(({ severity }) => severity === 'critical' || severity === 'serious')
  expect(grave.map(({ rule }) => rule).filter(rule => rule.startsWith(by))).not.toEqual([])
})

test('the page at its own address passes', async () => {
  const after = await look('rebuilt', '/good')
  const { suites } = judge({ original: before, rebuilt: after }, requestOf('/good'))
  expect(suites.filter(({ suite, score }) => suite !== 'perf' && score < 100)).toEqual([])
})

test('an original that leads to the new site, and two addresses of one page', async () => {
  const options = { allowHosts: hosts(), onProgress: () => {}, onBrowser: () => {} }
  const turned = { ...requestOf('/'), original_url: `${rebuilt.origin}/301`, new_url: `${original.origin}/` }
  await expect(scan(turned, options)).rejects.toMatchObject({
    code: 'original_http_error',
    message: expect.stringContaining('which is the new site itself'),
  })
  const preview = { ...requestOf('/themed?preview=1'), original_url: `${rebuilt.origin}/themed` }
  await expect(scan(preview, options)).rejects.toMatchObject({
    code: 'new_http_error',
    message: expect.stringContaining('both led to'),
  })
  const one = { ...requestOf('/same-page'), original_url: `${rebuilt.origin}/login` }
  await expect(scan(one, options)).rejects.toMatchObject({
    code: 'new_http_error',
    message: expect.stringContaining('both led to'),
  })
})
