/** Links are asked for politely, again where a server stumbles, and the endpoints of forms. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { LinkTarget, LinkTargetsArtifact } from '../../server/capture/collectors/link-targets.ts'
import { linkTargets } from '../../server/capture/collectors/link-targets.ts'
import type { SideName } from '../../server/capture/page/site.ts'
import { type Host, listen } from './counting-host.ts'
import { sharedBrowser } from './with-session.ts'

const openWith = sharedBrowser()

const count = (host: Host, line: string) => host.asked.filter(one => one === line).length

let own: Host
/** Another site's. */
let other: Host
let links: string[] = []
let forms = ''
beforeAll(async () => {
  other = await listen(url => [url === '/gone' ? 404 : 200])
  own = await listen((url, method, seen) => {
    if (url === '/')
      return [
        200,
        0,
        {},
        `<!doctype html><title>Links</title><nav><a href="/about">About us</a></nav>${forms}${links.map(href => `<a href="${href}">to ${href}</a>`).join(' ')}`,
      ]
    if (url === '/about')
      return [
        200,
        0,
        {},
        '<!doctype html><title>About &amp; more</title><h1>Who <b>we</b> are</h1><p>Bakers\n since <i>1901</i>.</p><script>0</script>',
      ]
    if (url === '/get-only') return [method === 'HEAD' ? 405 : 200]
    if (url === '/stumbles') return [seen > 1 ? 200 : 503]
    if (url === '/busy') return [seen > 1 ? 200 : 429, 0, { 'retry-after': '1' }]
    if (url === '/later') return [429, 0, { 'retry-after': '3600' }]
    if (url === '/breaks') return [seen > 2 ? 200 : 0]
    if (url === '/gone') return [404]
    if (url === '/menu.pdf') return [200, 0, { 'content-type': 'application/pdf' }]
    if (url === '/refused') return [403]
    if (url === '/api/contact') return [405]
    // As a router answers that knows POST alone, and a server of files that lists what it knows.
    if (url === '/api/routed') return method === 'OPTIONS' ? [200, 0, { allow: 'POST' }] : [404]
    if (url === '/api/files') return method === 'OPTIONS' ? [200, 0, { allow: 'GET,POST,OPTIONS' }] : [404]
    if (url === '/find') return [method === 'HEAD' ? 404 : 200]
    return [200]
  })
})
afterAll(() => {
  for (const { server } of [own, other]) {
    server.closeAllConnections()
    server.close()
  }
})

async function look(side?: SideName): Promise<{ found: LinkTargetsArtifact; gaps: string[] }> {
  let result: { found: LinkTargetsArtifact; gaps: string[] } | undefined
  await openWith(
    `http://${own.host}/`,
    async session => {
      result = { found: await linkTargets(session), gaps: session.gaps }
    },
    [other.host],
    side,
  )
  return result!
}

test('each address is asked as its server wants it', async () => {
  links = [
    '/get-only',
    '/stumbles',
    '/busy',
    '/later',
    '/breaks',
    '/gone',
    '/refused',
    '/menu.pdf',
    `http://${other.host}/gone`,
    'mailto:a@b.example',
    '#top',
  ]
  const { found, gaps } = await look()
  const statuses = Object.fromEntries(
    found.targets.map(({ url, status }) => [url.replace(`http://${own.host}`, ''), status]),
  )
  expect(statuses).toEqual({
    '/about': 200,
    '/get-only': 200,
    '/stumbles': 200,
    '/busy': 200,
    '/later': 429,
    '/breaks': 200,
    '/gone': 404,
    '/refused': 403,
    '/menu.pdf': 200,
    [`http://${other.host}/gone`]: 404,
  })
  expect(found.targets.find(({ url }) => url.endsWith('/about'))!.page).toEqual({
    title: 'About & more',
    heading: 'Who we are',
    text: 'Who we are Bakers since 1901.',
  })
  const typeOf = (path: string) => found.targets.find(({ url }) => url.endsWith(path))!.type
  expect([typeOf('/about'), typeOf('/menu.pdf')]).toEqual(['text/html; charset=utf-8', 'application/pdf'])
  expect(found.targets.filter(({ external }) => external)).toHaveLength(1)
  expect([count(own, 'HEAD /later'), count(own, 'GET /later')]).toEqual([1, 1])
  expect(count(own, 'GET /get-only')).toBe(1)
  expect(gaps.filter(gap => /addresses/.test(gap))).toEqual([])
})

test('the endpoints of forms are asked, posted ones on the new site alone, and sent nothing', async () => {
  const form = (action: string, method = 'post') =>
    `<form method="${method}" ${action}><button>Send</button></form>`
  links = []
  forms = form('action="/api/contact"') + form('') + form('action="https://elsewhere.org/send"')
  forms += form('action="/api/contact?send=1"') + form('action="/api/unsubscribe"')
  forms += form('action="/api/routed"') + form('action="/api/files"') + form('action="/find"', 'get')
  const { found } = await look('rebuilt')
  const statuses = found.targets.flatMap(({ page, url, status }) =>
    page === null ? [[url.slice(`http://${own.host}`.length), status]] : [],
  )
  expect(statuses).toEqual([
    ['/api/contact', 405],
    ['/api/routed', 405],
    ['/api/files', 404],
    ['/find', 200],
  ])
  const asked = (of: string) => own.asked.filter(line => line.endsWith(of))
  const once = [
    ['HEAD /api/contact'],
    ['HEAD /api/routed', 'OPTIONS /api/routed'],
    ['HEAD /api/files', 'OPTIONS /api/files'],
    ['HEAD /find', 'GET /find'],
  ]
  const all = ['/api/contact', '/api/routed', '/api/files', '/find'].map(asked)
  expect(all).toEqual(once)
  expect(own.asked.filter(line => /send=1|unsubscribe/.test(line))).toEqual([])
  const original = await look('original')
  expect(original.found.targets.filter(({ page }) => page === null).map(({ url }) => url)).toEqual([
    `http://${own.host}/find`,
  ])
  expect([asked('/api/contact'), asked('/api/routed')]).toEqual(once.slice(0, 2))
  forms = ''
})

/** Every address is answered with one document; `routes`: what its script shows at each, and anywhere else. */
async function applicationOf(
  routes: Record<string, string>,
  links: string[],
  asked: string[] = [],
): Promise<Record<string, LinkTarget>> {
  const menu = links.map(href => `<a href="${href}">to ${href}</a>`).join(' ')
  const shell = `<!doctype html><title>Bakery</title><div id=root></div><script>
  const routes = ${JSON.stringify(routes).replaceAll('<', '\\u003c')}
  const shown = routes[location.pathname] ?? routes.other
  if (shown.startsWith('/')) history.replaceState(null, '', shown)
  document.getElementById('root').innerHTML = '<nav>${menu}</nav>' + (routes[location.pathname] ?? shown)
</script>`
  const host = await listen(url => (url === '/real' ? [200, 0, {}, '<h1>Real</h1>'] : [200, 0, {}, shell]))
  const found: Record<string, LinkTarget> = {}
  try {
    await openWith(`http://${host.host}/`, async session => {
      for (const target of (await linkTargets(session)).targets) found[new URL(target.url).pathname] = target
    })
  } finally {
    asked.push(...host.asked)
    host.server.closeAllConnections()
    host.server.close()
  }
  return found
}

test.concurrent('pages of an application that is served with one document are opened', async () => {
  const links = ['/real', '/about', '/services', '/old', ...[1, 2, 3, 4].map(at => `/more-${at}`)]
  const found = await applicationOf(
    {
      '/': '<h1>Fresh bread</h1>',
      '/about': '<h1>Who bakes here</h1>',
      '/old': '/about',
      other: '<main><h2>Nobody baked this</h2><p>Go home</p></main>',
    },
    links,
  )
  expect(links.map(href => [href, found[href]!.page?.heading, found[href]!.shell])).toEqual([
    ['/real', 'Real', undefined],
    ['/about', 'Who bakes here', undefined],
    ['/services', 'Nobody baked this', 'as made up'],
    ['/old', 'Who bakes here', undefined],
    ['/more-1', 'Nobody baked this', 'as made up'],
    ['/more-2', 'Nobody baked this', 'as made up'],
    ['/more-3', '', 'not opened'],
    ['/more-4', '', 'not opened'],
  ])
  expect(new URL(found['/old']!.finalUrl).pathname).toBe('/about')
})

test('where any address shows the front page, or still loads, a page may be there', {
  tags: 'variant',
}, async () => {
  const texts = ['<h1>Fresh bread</h1>', '<p>Loading …</p>']
  const links = ['/about', '/services']
  // One after the other: a page that takes 5 s to open, as on a busy machine, is not opened.
  for (const other of texts) {
    const found = await applicationOf({ other }, links)
    expect([found['/about']!.shell, found['/services']!.shell]).toEqual(['unclear', 'unclear'])
  }
})

test.concurrent('nothing that changes data goes out while pages are opened, and none that may change some is opened', async () => {
  const post = "<img src=x onerror=\"fetch('/saved', { method: 'POST' }).catch(() => {})\">"
  const asked: string[] = []
  const other = `${post}<h1>Nobody baked this</h1>`
  const routes = { '/': '<h1>Fresh bread</h1>', '/about': `${post}<h1>Who bakes here</h1>`, other }
  const found = await applicationOf(routes, ['/about', '/gone', '/logout', '/cart/remove/7'], asked)
  expect(asked.filter(line => line.includes('/saved'))).toEqual([])
  expect(['/about', '/logout', '/cart/remove/7'].map(href => found[href]!.shell)).toEqual([
    undefined,
    'not opened',
    'not opened',
  ])
  // What was stopped may be what the page has to show.
  expect(found['/gone']!.shell).toBe('unclear')
})

test('a sign-in, what the link promised and a heading of the footer are no sign of a made-up address', async () => {
  const others = [
    '<main><h1>Welcome back</h1><input type=password></main>',
    '<main><h1>All services</h1></main>',
    '<main><p>Bread</p></main><footer><h2>Visit us</h2></footer>',
  ]
  // One after the other: pages are opened within a time, and three browsers at once are slow on two cores.
  for (const other of others) {
    const targets = await applicationOf({ '/': '<h1>Fresh bread</h1>', other }, ['/about', '/services'])
    expect(targets['/services']!.shell, other).toBe('unclear')
  }
})
