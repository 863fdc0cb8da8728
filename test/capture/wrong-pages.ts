/**
 * Ways for a new site to end on another page than the one that was submitted: none of them may pass. The table of
 * docs/methods/wrong-page.md is made of these. Each is tried: one of a kind in landing.browser.test.ts, those that are `like`
 * it in landing.slow.test.ts.
 */
import { type Handler, page } from './pages.ts'

export interface WrongPage {
  /** On the new site. */
  path: string
  /** In the reader's words. */
  way: string
  /** The code that the job fails with, or the rule or check that says so. */
  outcome: string
  /** The path, or the way of a pair, of one that is found by the same means: this one is tried by the slow tests. */
  like?: string
}

/** Those that are tried with every change. */
export const oneOfAKind = <T extends Pick<WrongPage, 'like'>>(rows: readonly T[]): T[] =>
  rows.filter(({ like }) => like === undefined)
export const theOthers = <T extends Pick<WrongPage, 'like'>>(rows: readonly T[]): T[] =>
  rows.filter(({ like }) => like !== undefined)

const finds = (outcome: string) => (path: string, way: string, like?: string) => ({
  path,
  way,
  outcome,
  like,
})
const fails = finds('new_http_error')
const redirects = finds('seo/indexable/redirect')
const refreshes = finds('seo/indexable/refresh')
const loses = finds('content/text')
const covers = finds('responsive/overlaps')

export const WRONG_PAGES: readonly WrongPage[] = [
  fails('/301', 'redirects to the original by 301'),
  fails('/307', 'redirects to the original by 307', '/301'),
  fails('/chain', 'redirects to the original by a chain', '/301'),
  fails('/localhost', 'redirects to another name of its server', '/parked'),
  fails('/parked', 'redirects to a parking page'),
  fails('/meta', 'leads to the original by a meta refresh at once', '/replace'),
  fails('/meta-later', 'leads to the original by a meta refresh after 9 s', '/base'),
  fails('/header', 'leads to the original by the header Refresh', '/header-here'),
  fails('/base', 'leads to the original by a meta refresh that its base element turns there'),
  fails('/replace', 'leads to the original by a script at once'),
  fails('/assign', 'leads to the original by a script when it has loaded', '/replace'),
  fails('/soon', 'leads to the original by a timer after 0.9 s', '/replace'),
  fails('/later', 'leads to the original by a timer after 5 s', '/asks-first'),
  fails('/text', 'leads to the original by a timer of text after 5 s', '/asks-first'),
  fails('/written', 'leads to the original by a meta refresh that is written after 5 s', '/asks-first'),
  fails('/countdown', 'leads to the original when a countdown of 20 s is over', '/fast-clock'),
  fails('/clock', 'leads to the original when its clock says so', '/fast-clock'),
  fails('/promise', 'leads to the original after a promise of 10 s', '/asks-first'),
  fails('/fast-clock', 'leads to the original when a clock that is read each quarter of a second says so'),
  fails('/fast-chain', 'leads to the original by forty timers of 0.25 s', '/fast-clock'),
  fails('/frames', 'leads to the original after 5 s of frames'),
  fails('/asks-first', 'leads to the original by a timer that asks the server first'),
  fails('/form', 'sends a form to the original by itself', '/replace'),
  fails('/phone', 'redirects phones to the original'),
  redirects('/wall', 'redirects to a sign-in of its own'),
  redirects('/guard', 'leads to a sign-in of its own by a script', '/wall'),
  redirects('/guard-later', 'leads to another path by a timer after 0.9 s', '/wall'),
  redirects('/moved', 'redirects to another path', '/wall'),
  redirects('/phone-here', 'redirects phones to another path', '/phone'),
  refreshes('/header-here', 'leads to another path by the header Refresh'),
  refreshes('/later-here', 'leads to another path by a timer after 5 s', '/later-router'),
  refreshes('/later-router', 'leads to another path by its router after 5 s'),
  loses('/router', 'shows a sign-in by its router'),
  finds('seo/indexable/blocked')('/not-found', 'says that it is not found by its router', '/router'),
  loses('/default', "shows the web server's default page", '/router'),
  loses('/empty', 'answers 200 with nothing', '/router'),
  loses('/frame', 'shows the original in a frame', '/router'),
  covers('/maintenance', 'lies under a notice of maintenance that covers the window', '/sign-in-layer'),
  covers('/sign-in-layer', 'lies under a sign-in that covers the window'),
  covers('/frame-layer', 'lies under a frame of the original that covers the window', '/sign-in-layer'),
]

/** Pairs of which at least one is no page to compare. */
export const WRONG_PAIRS: readonly Omit<WrongPage, 'path'>[] = [
  { way: 'the original redirects to the new page', outcome: 'original_http_error' },
  {
    way: 'a preview falls back to the page of its own site',
    outcome: 'new_http_error',
    like: 'both addresses lead to one page',
  },
  { way: 'both addresses lead to one page', outcome: 'new_http_error' },
  { way: 'both addresses are one, and the header that is sent chooses nothing', outcome: 'new_http_error' },
  {
    way: 'both addresses are one but for a query, and that chooses nothing',
    outcome: 'new_http_error',
    like: 'both addresses are one, and the header that is sent chooses nothing',
  },
  { way: 'the original shows nothing at all, the new page too', outcome: 'original_http_error' },
  {
    way: 'the original redirects to a sign-in of its own, the new page too',
    outcome: 'auth_required',
    like: 'the original alone redirects to a sign-in of its own',
  },
  { way: 'routers of both pages show a sign-in', outcome: 'auth_required' },
  { way: 'the original alone redirects to a sign-in of its own', outcome: 'auth_required' },
]

/** What is the page itself, however it looks. */
export const RIGHT_PAGES: readonly Omit<WrongPage, 'outcome'>[] = [
  { path: '/good', way: 'answers 200', like: '/signed-in' },
  { path: '/slash', way: 'redirects to its address with a slash' },
  { path: '/Case', way: 'redirects to its address in small letters', like: '/slash' },
  { path: '/folder/', way: 'redirects to its index document', like: '/slash' },
  { path: '/queried', way: 'redirects to its address with a query', like: '/slash' },
  { path: '/canonical/', way: 'has a router that writes its address in another form', like: '/slash' },
  { path: '/signed-in', way: 'leaves for a sign-in that asks nothing, and comes back' },
  { path: '/consent', way: 'stands behind a consent banner', like: '/signed-in' },
]

/** What leads nowhere by itself, though timers are at work. */
export const STAYING_PAGES: readonly Omit<WrongPage, 'outcome'>[] = [
  { path: '/session', way: 'ends a session after 15 minutes' },
  { path: '/idle', way: 'leads on when nobody has moved for 20 s', like: '/idle-body' },
  { path: '/idle-clock', way: 'looks each second whether anybody has moved for 20 s', like: '/idle-body' },
  { path: '/idle-press', way: 'leads on when nobody has clicked or typed for 20 s', like: '/idle-body' },
  {
    path: '/idle-touch',
    way: 'leads on when nobody has touched it or turned the wheel for 20 s',
    like: '/idle-body',
  },
  { path: '/idle-body', way: 'leads on when nobody has moved over its body for 20 s' },
  { path: '/slider', way: 'has a slider that writes its slide into the fragment', like: '/renewed' },
  { path: '/refreshed', way: 'loads itself again after 10 s', like: '/renewed' },
  { path: '/renewed', way: 'asks for itself by a new query after 10 s' },
  { path: '/popup', way: 'opens a window after 5 s' },
]

const text = (words: string) =>
  `<header><a href="/">Harbour Books</a></header><main><h1>${words}</h1><p>New and old books about the sea, sold from a small shop at the quay.</p><p>Open from Tuesday to Saturday, ten to six.</p></main>`
const NAME = 'Books by the water'
export const shop = page(text(NAME))
export const shopWith = (code: string) => page(text(NAME), `<script>${code}</script>`)
const LAYER = 'position:fixed;inset:0;width:100%;height:100%;border:0;z-index:99;background:#fff'
export const closed = page(`${text(NAME)}<div style="${LAYER}">Maintenance. Back soon.</div>`)
export const login = page(
  '<main><h1>Sign in</h1><form><input name="user" aria-label="User"><input type="password" aria-label="Password"><button>Go</button></form></main>',
)

export const to =
  (status: number, location: (host: string) => string): Handler =>
  ({ headers }, response) =>
    response.writeHead(status, { location: location(headers.host ?? '') }).end()

export const html = (body: string, headers: Record<string, string> = {}): Handler => {
  return (_, response) => void response.writeHead(200, { 'content-type': 'text/html', ...headers }).end(body)
}

const toPhones =
  (location: string): Handler =>
  (request, response) =>
    /Mobile/.test(request.headers['user-agent'] ?? '')
      ? to(302, () => location)(request, response)
      : html(shop)(request, response)

/** The new site, whose original's home page is at `home`. */
export const wrongPages = (home: string, parked: string): Record<string, string | Handler> => {
  const goes = (url: string) => `location.replace(${JSON.stringify(url)})`
  return {
    '/301': to(301, () => home),
    '/307': to(307, () => home),
    '/chain': to(302, () => '/301'),
    '/localhost': to(301, host => `http://localhost:${host.split(':')[1]}/good`),
    '/parked': to(302, () => parked),
    '/meta': page(text(NAME), `<meta http-equiv="refresh" content="0; url=${home}">`),
    '/meta-later': page(text(NAME), `<meta http-equiv="refresh" content="9;URL='${home}'">`),
    '/header': html(shop, { refresh: `5; url=${home}` }),
    '/base': page(text(NAME), `<base href="${home}"><meta http-equiv="refresh" content="30; url=./">`),
    '/replace': shopWith(goes(home)),
    '/assign': shopWith(`addEventListener('load', () => { location.href = ${JSON.stringify(home)} })`),
    '/soon': shopWith(`setTimeout(() => { location.href = ${JSON.stringify(home)} }, 900)`),
    '/later': shopWith(`setTimeout(() => ${goes(home)}, 5000)`),
    '/text': shopWith(`setTimeout(${JSON.stringify(goes(home))}, 5000)`),
    '/written': shopWith(`setTimeout(() => {
      const meta = document.createElement('meta')
      Object.assign(meta, { httpEquiv: 'refresh', content: ${JSON.stringify(`0; url=${home}`)} })
      document.head.append(meta)
    }, 5000)`),
    '/countdown': shopWith(`let left = 20
      setInterval(() => { if (--left === 0) setTimeout(() => ${goes(home)}, 100) }, 1000)`),
    '/clock': shopWith(`const end = Date.now() + 15_000
      const tick = () => Date.now() < end ? setTimeout(tick, 1000) : ${goes(home)}
      tick()`),
    '/promise': shopWith(`const sleep = ms => new Promise(resolve => setTimeout(resolve, ms))
      ;(async () => { for (let i = 0; i < 10; i++) await sleep(1000); ${goes(home)} })()`),
    '/fast-clock': shopWith(`const end = Date.now() + 15_000
      setInterval(() => { if (Date.now() > end) ${goes(home)} }, 250)`),
    '/fast-chain': shopWith(`let left = 40
      const next = () => --left ? setTimeout(next, 250) : ${goes(home)}
      next()`),
    '/frames': shopWith(`const end = performance.now() + 5000
      const draw = () => performance.now() > end ? ${goes(home)} : requestAnimationFrame(draw)
      draw()`),
    '/asks-first': shopWith(`setTimeout(async () => { await fetch('/slow'); ${goes(home)} }, 5000)`),
    '/slow': (_, response) => void setTimeout(() => response.end('signed out'), 400),
    '/form': page(`<form action="${home}"></form><script>document.forms[0].submit()</script>`),
    '/phone': toPhones(home),
    '/wall': to(302, () => '/login'),
    '/guard': shopWith(goes('/login')),
    '/guard-later': shopWith(`setTimeout(() => ${goes('/good')}, 900)`),
    '/moved': to(301, () => '/good'),
    '/phone-here': toPhones('/login'),
    '/header-here': html(shop, { refresh: '50; url=/login' }),
    '/later-here': shopWith(`setTimeout(() => ${goes('/login')}, 5000)`),
    '/later-router': shopWith(`setTimeout(() => {
      history.pushState({}, '', '/login')
      document.body.innerHTML = '<h1>Sign in</h1>'
    }, 5000)`),
    '/router': page(
      '<div id="app"></div><script>history.replaceState({}, "", "/login"); app.innerHTML = "<h1>Sign in</h1><input aria-label=User>"</script>',
    ),
    '/not-found': page(
      `${text(NAME)}<script>document.querySelector('main').innerHTML = '<h1>404</h1><p>This page could not be found.</p>'</script>`,
    ),
    '/default': page(
      '<h1>Welcome to nginx!</h1><p>If you see this page, the web server is successfully installed.</p>',
    ),
    '/empty': '',
    '/frame': page(
      `<iframe src="${home}" title="Shop" style="position:fixed;inset:0;width:100%;height:100%;border:0"></iframe>`,
    ),
    '/maintenance': closed,
    '/sign-in-layer': page(
      `${text(NAME)}<div style="${LAYER}"><h2>Sign in to continue</h2><form><label>User <input name="user"></label><label>Password <input type="password"></label><button>Go</button></form></div>`,
    ),
    '/frame-layer': page(`${text(NAME)}<iframe src="${home}" title="Shop" style="${LAYER}"></iframe>`),
    '/login': login,
    '/good': shop,
    '/': shop,
  }
}

/** A sign-out after 20 s without any of these events. */
const idle = (target: string, ...events: string[]) => `<script>let timer
  const restart = () => { clearTimeout(timer); timer = setTimeout(() => location.replace('/login'), 20_000) }
  for (const type of ${JSON.stringify(events)}) ${target}.addEventListener(type, restart)
  restart()</script>`

/** The new site's pages of RIGHT_PAGES and STAYING_PAGES. */
export const rightPages = (parked: string): Record<string, string | Handler> => ({
  '/queried': (request, response) =>
    (request.url?.includes('?') ? html(shop) : to(302, () => '/queried?lang=en'))(request, response),
  '/slash': to(301, () => '/slash/'),
  '/slash/': shop,
  '/Case': to(301, () => '/case'),
  '/case': shop,
  '/folder/': to(302, () => '/folder/index.html'),
  '/folder/index.html': shop,
  '/canonical/': shopWith(`history.replaceState({}, '', '/canonical?from=router#top')`),
  '/signed-in': shopWith(
    `if (!location.search) location.href = ${JSON.stringify(`${parked}authorize?back=`)} + encodeURIComponent(location.href + '?session=1')`,
  ),
  '/session': shopWith(`setTimeout(() => location.replace('/login'), 15 * 60_000)`),
  '/idle': shopWith(`let timer
    const restart = () => { clearTimeout(timer); timer = setTimeout(() => location.replace('/login'), 20_000) }
    for (const type of ['mousemove', 'keydown', 'scroll']) addEventListener(type, restart)
    restart()`),
  '/idle-press': page(text(NAME) + idle('document', 'click', 'keypress')),
  '/idle-touch': page(text(NAME) + idle('window', 'wheel', 'mousedown', 'touchmove', 'pointerdown')),
  '/idle-body': page(text(NAME) + idle('document.body', 'mousemove')),
  '/idle-clock': shopWith(`let last = Date.now()
    for (const type of ['mousemove', 'keydown', 'scroll']) addEventListener(type, () => { last = Date.now() })
    setInterval(() => { if (Date.now() - last > 20_000) location.replace('/login') }, 1000)`),
  '/slider': shopWith(`let at = 0
    setInterval(() => { at = (at + 1) % 3; location.hash = 'slide-' + at; dispatchEvent(new Event('slid')) }, 4000)`),
  '/refreshed': shopWith('setTimeout(() => location.reload(), 10_000)'),
  '/renewed': shopWith(
    `setTimeout(() => { location.href = location.pathname + '?at=' + Date.now() }, 10_000)`,
  ),
  '/popup': shopWith(`setTimeout(() => open(${JSON.stringify(parked)}), 5000)`),
  '/consent': page(
    `${text(NAME)}<div id="onetrust-consent-sdk"><div id="onetrust-banner-sdk" style="position:fixed;inset:0;background:#fff">We use cookies <button id="onetrust-reject-all-handler" onclick="document.getElementById('onetrust-consent-sdk').remove()">Reject all</button></div></div>`,
  ),
})
