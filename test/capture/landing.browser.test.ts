/** Pages that end on another one than was submitted, none of which may pass; and those that only look like it. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ArtifactName, Capture } from '../../server/capture/artifact.ts'
import { captureSite } from '../../server/capture/capture-site.ts'
import {
  afterAWhile,
  type DestinationsArtifact,
  destinations,
} from '../../server/capture/collectors/destinations.ts'
import { openBrowser } from '../../server/capture/page/browser.ts'
import {
  loadSite,
  openSiteSession,
  type SiteSession,
  TABLET,
} from '../../server/capture/page/site-session.ts'
import type { Submission } from '../../server/contract.ts'
import { createGuard } from '../../server/egress/guard.ts'
import { createHttp } from '../../server/egress/http/index.ts'
import { startProxy } from '../../server/egress/proxy/index.ts'
import { refuseLeaving, refuseSignIn } from '../../server/scan/comparable.ts'
import { judge } from '../../server/scan/judge.ts'
import { scan } from '../../server/scan/scan.ts'
import { type Sites, sitesOf } from '../../server/scan/sites.ts'
import { scoreSuite } from '../../server/scorecard.ts'
import { runSuites } from '../../server/suites/core/run.ts'
import { suites } from '../../server/suites/index.ts'
import { lookFor } from '../capture-pair.ts'
import { page, servePages } from './pages.ts'
import {
  closed,
  login,
  RIGHT_PAGES,
  rightPages,
  STAYING_PAGES,
  shop,
  shopWith,
  to,
  WRONG_PAGES,
  WRONG_PAIRS,
  wrongPages,
} from './wrong-pages.ts'

/** An application whose router asks whoever comes to sign in. */
const app = login.replace('<main>', '<script>location.hash = "#/login"</script><main>')

let original: Awaited<ReturnType<typeof servePages>>
let other: Awaited<ReturnType<typeof servePages>>
let rebuilt: Awaited<ReturnType<typeof servePages>>
let proxy: Awaited<ReturnType<typeof startProxy>>
let http: ReturnType<typeof createHttp>
let browser: Awaited<ReturnType<typeof openBrowser>>
let before: Capture

beforeAll(async () => {
  other = await servePages({
    '/': page('<h1>This domain is for sale</h1>'),
    // A sign-in that asks nothing.
    '/authorize': page('<script>location.replace(new URLSearchParams(location.search).get("back"))</script>'),
  })
  const parked = `${other.origin}/`
  const away = `setTimeout(() => location.replace(${JSON.stringify(parked)}), 5000)`
  original = await servePages({
    '/': shop,
    '/locale': to(302, () => '/en/'),
    '/en/': shop,
    '/shop': to(302, () => '/shop/en/'),
    '/shop/en/': shop.replace('</header>', '<input type="password" aria-label="Password"></header>'),
    '/forum': to(302, () => '/forum/start'),
    '/forum/start': login.replace(
      '</main>',
      `<p>${'The tides of the week, read at the quay. '.repeat(20)}</p></main>`,
    ),
    '/account': to(302, () => '/account/login'),
    '/account/login': login,
    '/app': app,
    '/empty': '',
    '/leaves': shopWith(away),
    '/maintenance': closed,
  })
  rebuilt = await servePages({
    ...wrongPages(`${original.origin}/`, parked),
    '/locale': to(302, () => '/en/'),
    '/en/': shop,
    '/app': app,
    '/routed': page(
      '<h1></h1><script>document.querySelector("h1").textContent = "At " + location.hash</script>',
    ),
    '/themed': ({ url }, response) =>
      url?.includes('preview')
        ? response.writeHead(302, { location: '/themed' }).end()
        : response.writeHead(200, { 'content-type': 'text/html' }).end(shop),
    '/account': to(302, () => '/login'),
    '/leaves': shopWith(away),
    ...rightPages(parked),
  })
  const guard = createGuard({ allowHosts: hosts() })
  proxy = await startProxy(guard)
  http = createHttp(guard, { userAgent: 'test' })
  browser = await openBrowser({ proxyUrl: proxy.url })
  before = await look('original', '/')
}, 60_000)

afterAll(async () => {
  await browser?.close()
  await Promise.all([proxy, http, original, other, rebuilt].map(one => one?.close()))
})

const hosts = () => [original.host, other.host, rebuilt.host, rebuilt.host.replace('127.0.0.1', 'localhost')]

const requestOf = (originalPath: string, path: string): Submission => ({
  original_url: original.origin + originalPath,
  new_url: rebuilt.origin + path,
  policy: 'regressions',
  ignore: [],
})

const scanned = (request: Submission) =>
  scan(request, { allowHosts: hosts(), onProgress: () => {}, onBrowser: () => {} })

const looked = new Map<string, Promise<Capture>>()

/** Seen once by all tests. */
function look(side: keyof Sites, path: string): Promise<Capture> {
  const known = looked.get(side + path)
  const capture = known ?? visit(side, path, async session => (await captureSite(session)).capture)
  looked.set(side + path, capture)
  return capture
}

async function visit<T>(
  side: keyof Sites,
  path: string,
  work: (session: SiteSession) => Promise<T>,
  open = openSiteSession,
): Promise<T> {
  const session = await open(browser, sitesOf(requestOf(path, path), proxy)[side], http)
  try {
    return await work(session)
  } finally {
    await session.close()
  }
}

/** The new page's suites beside the original's home page. Throws what the job would fail with. */
async function compare(path: string, originalCapture = before) {
  const rebuilt = await look('rebuilt', path)
  refuse(originalCapture, rebuilt)
  const { pathname } = new URL(originalCapture.requestedUrl)
  const { suites } = judge({ original: originalCapture, rebuilt }, requestOf(pathname, path))
  return suites.filter(({ suite }) => suite !== 'perf')
}

/** What a check reads that has to find a wrong page: a serious issue of it fails its suite, whatever else is there. */
const NEEDS: Record<string, readonly ArtifactName[]> = {
  'seo/indexable': ['document', 'head', 'robots', 'destinations'],
  'responsive/overlaps': ['document', 'head', 'layouts', 'images', 'health', 'volatile', 'destinations'],
}

/** As `compare`, with the check or else the suite alone that `rule` is of, and no more of the new page than that needs. */
async function compareBy(rule: string, path: string) {
  const whole = suites.find(({ name }) => rule.startsWith(`${name}/`))!
  const only = Object.keys(NEEDS).find(id => rule.startsWith(id))
  const suite = only ? { ...whole, checks: whole.checks.filter(({ id }) => id === only) } : whole
  const seen = lookFor(only ? NEEDS[only]! : [...suite.needs, 'destinations'])
  const after = await visit('rebuilt', path, async session => (await seen(session)).capture)
  refuse(before, after)
  return scoreSuite(runSuites([suite], before, after)[0]!, 'regressions')
}

function refuse(originalCapture: Capture, rebuiltCapture: Capture): void {
  const paths = [originalCapture, rebuiltCapture].map(({ requestedUrl }) => new URL(requestedUrl).pathname)
  const sites = sitesOf(requestOf(paths[0]!, paths[1]!), proxy)
  refuseLeaving({ original: originalCapture, rebuilt: rebuiltCapture }, sites)
}

/**
 * Where the new page ends, and where it leads after a while: by its tablet's load alone, of which timers are run, unless
 * phones are led elsewhere. Throws what the job would fail with.
 */
async function arrive(path: string): Promise<DestinationsArtifact> {
  const value =
    path === '/phone'
      ? await visit('rebuilt', path, destinations)
      : await visit('rebuilt', path, onTablet, loadSite)
  const requestedUrl = rebuilt.origin + path
  refuse(before, {
    ...before,
    requestedUrl,
    artifacts: { ...before.artifacts, destinations: { ok: true, value } },
  })
  return value
}

async function onTablet(session: SiteSession): Promise<DestinationsArtifact> {
  const url = (await session.loadOf(TABLET)).response.url()
  return { loads: [{ width: TABLET, url }], later: (await afterAWhile(session)).later }
}

const failing = WRONG_PAGES.filter(({ outcome }) => !outcome.includes('/'))
const found = WRONG_PAGES.filter(({ outcome }) => outcome.includes('/'))

test.concurrent.each(failing)('a new page that $way ($path) is no result', async ({ path, outcome }) => {
  const failure = await arrive(path).then(
    () => null,
    error => error,
  )
  expect(failure).toMatchObject({ code: outcome })
  expect(failure.message).toContain(`${rebuilt.origin}${path}`)
  if (path === '/parked') expect(failure.message).toContain(other.origin)
  else if (path !== '/localhost') expect(failure.message).toContain(original.origin)
  expect(failure.message).toMatch(
    /^.(parked|localhost)$/.test(path) ? /on another host/ : /which is the original site itself/,
  )
})

test.concurrent.each(found)('a new page that $way ($path) does not pass', async ({ path, outcome }) => {
  const { pass, inconclusive, issues } = await compareBy(outcome, path)
  expect(pass).toBe(false)
  // Not for want of what was not captured.
  if (outcome in NEEDS || outcome.startsWith('seo/')) expect(inconclusive).toBe(false)
  const grave = issues.filter(({ severity }) => severity === 'critical' || severity === 'serious')
  expect(grave.map(({ rule }) => rule).filter(rule => rule.startsWith(outcome))).not.toEqual([])
})

test.concurrent.each(STAYING_PAGES)('a page that $way ($path) stays', async ({ path }) => {
  expect(await arrive(path)).toMatchObject({ later: null })
})

test.concurrent.each(RIGHT_PAGES)('a page that $way ($path) is the page itself', async ({ path }) => {
  // Where only the address is another, that is seo's; what is seen and done there is the page of /good.
  const isServedAlike = /slash|Case|folder|queried|canonical/.test(path)
  const judged = isServedAlike ? [await compareBy('seo/', path)] : await compare(path)
  expect(judged.filter(({ score }) => score < 100)).toEqual([])
})

test('a redirect that the original has as well is how the site works, and is named', async () => {
  const localised = await look('original', '/locale')
  expect(localised.gaps).toEqual([
    `${original.origin}/locale led to ${original.origin}/en/, and what is there was compared`,
  ])
  const suites = await compare('/locale', localised)
  expect(suites.filter(({ score }) => score < 100)).toEqual([])
  expect(suites.flatMap(({ issues }) => issues)).toMatchObject([
    { key: 'seo/indexable:redirect', status: 'inherited' },
  ])
})

test('a layer over the window that the original has as well is how the site is', async () => {
  const under = await look('original', '/maintenance')
  expect((await compare('/maintenance', under)).filter(({ score }) => score < 100)).toEqual([])
})

test('both pages that lead to the same place of another site after a while are a result', async () => {
  const leaving = await look('original', '/leaves')
  expect(leaving.artifacts.destinations).toMatchObject({ value: { later: `${other.origin}/` } })
  expect((await compare('/leaves', leaving)).filter(({ score }) => score < 100)).toEqual([])
  await expect(compare('/good', leaving)).rejects.toMatchObject({ code: 'original_http_error' })
})

test.each(['/shop', '/forum', '/account/login'])('a page that one can also sign in on, at %s', async path => {
  await visit('original', path, async session => {
    await expect(refuseSignIn({ original: session, rebuilt: session })).resolves.toBeUndefined()
  })
})

test('a route in the fragment chooses the page', async () => {
  const capture = await look('rebuilt', '/routed#/about')
  expect(capture.artifacts.head).toMatchObject({ value: { headings: [{ text: 'At #/about' }] } })
})

/** What is submitted, and what the reader is told. */
const PAIRS: Record<string, () => [Partial<Submission>, told: string]> = {
  'the original redirects to the new page': () => [
    { original_url: `${rebuilt.origin}/301`, new_url: `${original.origin}/` },
    'which is the new site itself',
  ],
  'a preview falls back to the page of its own site': () => [
    { original_url: `${rebuilt.origin}/themed`, new_url: `${rebuilt.origin}/themed?preview=1` },
    'both led to',
  ],
  'both addresses lead to one page': () => [
    { original_url: `${rebuilt.origin}/login`, new_url: `${rebuilt.origin}/wall` },
    'both led to',
  ],
  'both addresses are one, and the header that is sent chooses nothing': () => [
    {
      original_url: `${rebuilt.origin}/good`,
      new_url: `${rebuilt.origin}/good`,
      new_headers: { 'x-preview': '1' },
    },
    'was served alike with the headers of either side',
  ],
  'both addresses are one but for a query, and that chooses nothing': () => [
    { original_url: `${rebuilt.origin}/good`, new_url: `${rebuilt.origin}/good?preview=ended` },
    'whatever its query says',
  ],
  'the original shows nothing at all, the new page too': () => [
    { original_url: `${original.origin}/empty`, new_url: `${rebuilt.origin}/empty` },
    'nothing but one colour',
  ],
  'the original redirects to a sign-in of its own, the new page too': () => [
    { original_url: `${original.origin}/account`, new_url: `${rebuilt.origin}/account` },
    `${original.origin}/account led to a sign-in at ${original.origin}/account/login`,
  ],
  'routers of both pages show a sign-in': () => [
    { original_url: `${original.origin}/app`, new_url: `${rebuilt.origin}/app` },
    `${original.origin}/app led to a sign-in at ${original.origin}/app#/login`,
  ],
  'the original alone redirects to a sign-in of its own': () => [
    { original_url: `${original.origin}/account`, new_url: `${rebuilt.origin}/good` },
    'led to a sign-in',
  ],
}

test.concurrent.each(WRONG_PAIRS)('where $way there is no result', async ({ way, outcome }) => {
  const [submission, told] = PAIRS[way]!()
  await expect(scanned({ ...requestOf('/', '/good'), ...submission })).rejects.toMatchObject({
    code: outcome,
    message: expect.stringContaining(told),
  })
})
