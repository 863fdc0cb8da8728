/**
 * The sites of the tests of landings: an original, a new site that ends on other pages in the ways of wrong-pages.ts, and
 * a host that is neither; and what is asked of each row of its tables.
 */

import { expect } from 'vitest'
import type { ArtifactName, Capture } from '../../server/capture/artifact.ts'
import { captureSite } from '../../server/capture/capture-site.ts'
import {
  afterAWhile,
  type DestinationsArtifact,
  destinations,
} from '../../server/capture/collectors/destinations.ts'
import { openBrowser } from '../../server/capture/page/browser.ts'
import { loadSite, openSiteSession, type SiteSession } from '../../server/capture/page/site-session.ts'
import type { Submission } from '../../server/contract.ts'
import { createGuard } from '../../server/egress/guard.ts'
import { createHttp } from '../../server/egress/http/index.ts'
import { startProxy } from '../../server/egress/proxy/index.ts'
import { TABLET } from '../../server/lib/widths.ts'
import { refuseLeaving } from '../../server/scan/comparable.ts'
import { judge } from '../../server/scan/judge.ts'
import { scan } from '../../server/scan/scan.ts'
import { type Sites, sitesOf } from '../../server/scan/sites.ts'
import { suites } from '../../server/suites/index.ts'
import { lookFor } from '../capture-pair.ts'
import { judgeBy } from '../suites/captures.ts'
import { page, servePages } from './pages.ts'
import {
  closed,
  login,
  rightPages,
  shop,
  shopWith,
  to,
  type WRONG_PAIRS,
  type WrongPage,
  wrongPages,
} from './wrong-pages.ts'

export type Landings = Awaited<ReturnType<typeof openLandings>>

/** An application whose router asks whoever comes to sign in. */
const app = login.replace('<main>', '<script>location.hash = "#/login"</script><main>')

/** What a check reads that has to find a wrong page: a serious issue of it fails its suite, whatever else is there. */
const NEEDS: Record<string, readonly ArtifactName[]> = {
  'seo/indexable': ['document', 'head', 'robots', 'destinations'],
  'responsive/overlaps': [
    'document',
    'head',
    'layouts',
    'links',
    'images',
    'health',
    'volatile',
    'destinations',
  ],
}

/** For all tests of a file, which closes it. */
export async function openLandings() {
  const other = await servePages({
    '/': page('<h1>This domain is for sale</h1>'),
    // A sign-in that asks nothing.
    '/authorize': page('<script>location.replace(new URLSearchParams(location.search).get("back"))</script>'),
  })
  const parked = `${other.origin}/`
  const away = `setTimeout(() => location.replace(${JSON.stringify(parked)}), 5000)`
  const original = await servePages({
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
  const rebuilt = await servePages({
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
  const hosts = [original.host, other.host, rebuilt.host, rebuilt.host.replace('127.0.0.1', 'localhost')]
  const guard = createGuard({ allowHosts: hosts })
  const proxy = await startProxy(guard)
  const http = createHttp(guard, { userAgent: 'test' })
  const browser = await openBrowser({ proxyUrl: proxy.url })

  const requestOf = (originalPath: string, path: string): Submission => ({
    original_url: original.origin + originalPath,
    new_url: rebuilt.origin + path,
    policy: 'regressions',
    ignore: [],
  })

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

  const before = await look('original', '/')

  /** The new page's suites beside the original's home page. Throws what the job would fail with. */
  async function compare(path: string, originalCapture = before) {
    const rebuilt = await look('rebuilt', path)
    refuse(originalCapture, rebuilt)
    const { pathname } = new URL(originalCapture.requestedUrl)
    const { suites } = judge({ original: originalCapture, rebuilt }, requestOf(pathname, path))
    return suites.filter(({ suite }) => suite !== 'perf')
  }

  /** As `compare`, with the check or else the suite alone that `rule` is of, and no more of the new page than that needs. */
  async function compareBy(rule: string, path: string) {
    const whole = suites.find(({ name }) => rule.startsWith(`${name}/`))!
    const only = Object.keys(NEEDS).find(id => rule.startsWith(id))
    const suite = only ? { ...whole, checks: whole.checks.filter(({ id }) => id === only) } : whole
    const seen = lookFor(only ? NEEDS[only]! : [...suite.needs, 'destinations'])
    const after = await visit('rebuilt', path, async session => (await seen(session)).capture)
    refuse(before, after)
    return judgeBy(suite, before, after)
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

  /** What is submitted, and what the reader is told. */
  const pairs: Record<string, [Partial<Submission>, told: string]> = {
    'the original redirects to the new page': [
      { original_url: `${rebuilt.origin}/301`, new_url: `${original.origin}/` },
      'which is the new site itself',
    ],
    'a preview falls back to the page of its own site': [
      { original_url: `${rebuilt.origin}/themed`, new_url: `${rebuilt.origin}/themed?preview=1` },
      'both led to',
    ],
    'both addresses lead to one page': [
      { original_url: `${rebuilt.origin}/login`, new_url: `${rebuilt.origin}/wall` },
      'both led to',
    ],
    'both addresses are one, and the header that is sent chooses nothing': [
      {
        original_url: `${rebuilt.origin}/good`,
        new_url: `${rebuilt.origin}/good`,
        new_headers: { 'x-preview': '1' },
      },
      'was served alike with the headers of either side',
    ],
    'both addresses are one but for a query, and that chooses nothing': [
      { original_url: `${rebuilt.origin}/good`, new_url: `${rebuilt.origin}/good?preview=ended` },
      'whatever its query says',
    ],
    'the original shows nothing at all, the new page too': [
      { original_url: `${original.origin}/empty`, new_url: `${rebuilt.origin}/empty` },
      'nothing but one colour',
    ],
    'the original redirects to a sign-in of its own, the new page too': [
      { original_url: `${original.origin}/account`, new_url: `${rebuilt.origin}/account` },
      `${original.origin}/account led to a sign-in at ${original.origin}/account/login`,
    ],
    'routers of both pages show a sign-in': [
      { original_url: `${original.origin}/app`, new_url: `${rebuilt.origin}/app` },
      `${original.origin}/app led to a sign-in at ${original.origin}/app#/login`,
    ],
    'the original alone redirects to a sign-in of its own': [
      { original_url: `${original.origin}/account`, new_url: `${rebuilt.origin}/good` },
      'led to a sign-in',
    ],
  }

  return {
    ...{ original, other, rebuilt, look, visit, compare },

    async expectFailure({ path, outcome }: WrongPage): Promise<void> {
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
    },

    async expectFound({ path, outcome }: WrongPage): Promise<void> {
      const { pass, inconclusive, issues } = await compareBy(outcome, path)
      expect(pass).toBe(false)
      // Not for want of what was not captured.
      if (outcome in NEEDS || outcome.startsWith('seo/')) expect(inconclusive).toBe(false)
      const grave = issues.filter(({ severity }) => severity === 'critical' || severity === 'serious')
      expect(grave.map(({ rule }) => rule).filter(rule => rule.startsWith(outcome))).not.toEqual([])
    },

    async expectStaying({ path }: Pick<WrongPage, 'path'>): Promise<void> {
      expect(await arrive(path)).toMatchObject({ later: null })
    },

    async expectRight({ path }: Pick<WrongPage, 'path'>): Promise<void> {
      // Where only the address is another, that is seo's; what is seen and done there is the page of /good.
      const isServedAlike = /slash|Case|folder|queried|canonical/.test(path)
      const judged = isServedAlike ? [await compareBy('seo/', path)] : await compare(path)
      expect(judged.filter(({ score }) => score < 100)).toEqual([])
    },

    async expectNoResult({ way, outcome }: (typeof WRONG_PAIRS)[number]): Promise<void> {
      const [submission, told] = pairs[way]!
      const request = { ...requestOf('/', '/good'), ...submission }
      const scanned = scan(request, { allowHosts: hosts, onProgress: () => {}, onBrowser: () => {} })
      await expect(scanned).rejects.toMatchObject({ code: outcome, message: expect.stringContaining(told) })
    },

    async close(): Promise<void> {
      await browser.close()
      await Promise.all([proxy, http, original, other, rebuilt].map(one => one.close()))
    },
  }
}

async function onTablet(session: SiteSession): Promise<DestinationsArtifact> {
  const url = (await session.loadOf(TABLET)).response.url()
  return { loads: [{ width: TABLET, url }], later: (await afterAWhile(session)).later }
}
