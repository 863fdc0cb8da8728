import type { ServerResponse } from 'node:http'
import sharp from 'sharp'
import { beforeAll, expect, test } from 'vitest'
import { type LighthouseRun, runLighthouse } from '../../server/capture/lighthouse.ts'
import { openMeasuringBrowser } from '../../server/capture/measuring-browser.ts'
import { nothingWithheld } from '../../server/capture/page/blocklist.ts'
import { type OpenBrowser, openBrowser } from '../../server/capture/page/browser.ts'
import { openAlike } from '../../server/capture/page/open-alike.ts'
import { both, type SideName } from '../../server/capture/page/site.ts'
import { DESKTOP, loadSite, type SiteSession } from '../../server/capture/page/site-session.ts'
import { createGuard } from '../../server/egress/guard.ts'
import { createHttp } from '../../server/egress/http/index.ts'
import { startProxy } from '../../server/egress/proxy/index.ts'
import { USER_AGENT_SUFFIX } from '../../server/egress/user-agent.ts'
import { sitesOf } from '../../server/scan/sites.ts'
import { page, servePages } from './pages.ts'

/** Sites are at 127.0.0.1; what is at `localhost` is another's. */
const foreign = (origin: string) => origin.replace('127.0.0.1', 'localhost')

let picture: Buffer
beforeAll(async () => {
  picture = await sharp({ create: { width: 40, height: 30, channels: 3, background: 'teal' } })
    .png()
    .toBuffer()
})

const send = (response: ServerResponse) =>
  response.writeHead(200, { 'content-type': 'image/png' }).end(picture)

/** A third party: how it answers, with how many requests to the same path came before. */
async function thirdParty(answer: (response: ServerResponse, before: number) => void) {
  const counts = new Map<string, number>()
  const handler = (request: { url?: string }, response: ServerResponse) => {
    const before = counts.get(request.url!) ?? 0
    counts.set(request.url!, before + 1)
    answer(response, before)
  }
  const server = await servePages({ '/a.png': handler, '/b.png': handler })
  return { ...server, url: foreign(server.origin), counts }
}

const show = (...urls: string[]) =>
  page(
    `<h1>Page</h1>${urls.map(url => `<img src="${url}" alt="A picture" width="40" height="30">`).join('')}`,
  )

interface Opened {
  browser: OpenBrowser
  session: Record<SideName, SiteSession>
  /** How often each side's page was asked for. */
  loads: Record<SideName, number>
  measure(side: SideName): Promise<LighthouseRun>
}

/** Opens two pages: side by side as a scan does, or `inTurn`, so that it is certain whom a third party answers first. */
async function open(
  html: Record<SideName, string>,
  work: (opened: Opened) => Promise<void>,
  inTurn = true,
): Promise<void> {
  const sides = await both(side => servePages({ '/': html[side] }))
  const hosts = [
    ...new Set(
      Object.values(html)
        .join()
        .match(/localhost:\d+/g),
    ),
  ]
  const guard = createGuard({ allowHosts: [sides.original.host, sides.rebuilt.host, ...hosts] })
  const proxy = await startProxy(guard)
  const http = createHttp(guard, { userAgent: USER_AGENT_SUFFIX })
  const browser = await openBrowser({ proxyUrl: proxy.url })
  try {
    const urls = { original_url: `${sides.original.origin}/`, new_url: `${sides.rebuilt.origin}/` }
    const sites = sitesOf({ ...urls, ignore: [], policy: 'regressions' }, proxy)
    let first: Promise<unknown> = Promise.resolve()
    const openSide = (side: SideName) => {
      const opened = (inTurn ? first : Promise.resolve()).then(() => loadSite(browser, sites[side], http))
      first = opened.catch(() => {})
      return opened
    }
    const session = await openAlike(browser, openSide, http)
    const count = (side: SideName) => sides[side].seen.filter(({ path }) => path === '/').length
    const loads = { original: count('original'), rebuilt: count('rebuilt') }
    const measure = async (side: SideName) => {
      const meter = await openMeasuringBrowser({ proxyUrl: proxy.url, withheld: browser.withheld })
      return runLighthouse(meter, sites[side]).finally(meter.close)
    }
    await work({ browser, session, loads, measure })
    await both(side => session[side].close())
  } finally {
    await browser.close()
    await Promise.all([proxy.close(), http.close(), sides.original.close(), sides.rebuilt.close()])
  }
}

/** Paths of third parties that a side's load got, and those that were kept from it. */
async function seen(session: SiteSession) {
  const entries = (await session.at(DESKTOP)).network.entries().filter(({ url }) => url.includes('localhost'))
  const paths = (list: typeof entries) => [...new Set(list.map(({ url }) => new URL(url).pathname))].sort()
  return {
    got: paths(entries.filter(({ status }) => status === 200)),
    withheld: paths(entries.filter(({ withheld }) => withheld)),
  }
}

test('a host that hangs is missing on both sides, and costs no later load its time', async () => {
  const slow = await thirdParty(() => {})
  const fine = await thirdParty(send)
  const html = show(`${slow.url}/a.png`, `${fine.url}/b.png`)
  const pair = { original: html, rebuilt: html }
  const look = async ({ session, loads, measure }: Opened) => {
    const gap = `${new URL(slow.url).host} could not be reached: what comes from there is missing on both sides`
    for (const side of ['original', 'rebuilt'] as const) {
      expect(await seen(session[side])).toEqual({ got: ['/b.png'], withheld: ['/a.png'] })
      // That the first load did not come to its end is no longer true of what is judged.
      expect(session[side].gaps).toEqual([gap])
    }
    expect(loads).toEqual({ original: 2, rebuilt: 2 })
    const asked = slow.counts.get('/a.png')
    await session.original.at(375)
    expect((await measure('original')).failure).toBe(null)
    expect(slow.counts.get('/a.png')).toBe(asked)
  }
  await open(pair, look, false)
  await Promise.all([slow.close(), fine.close()])
  // Two first loads wait for it in full.
})

test.each([
  ['refuses', null],
  ['answers 500', 500],
  ['answers 429', 429],
])('a host that %s is missing on both sides, though one alone asks for it', async (_, status) => {
  const broken = await thirdParty(response => response.writeHead(status ?? 200).end())
  if (status === null) await broken.close()
  const html = { original: show(), rebuilt: show(`${broken.url}/a.png`) }
  await open(html, async ({ browser, session, loads }) => {
    expect(await seen(session.rebuilt)).toEqual({ got: [], withheld: ['/a.png'] })
    expect(browser.withheld.hosts).toEqual(new Set([new URL(broken.url).host]))
    expect(session.original.gaps).toEqual(session.rebuilt.gaps)
    expect(session.original.gaps).toHaveLength(1)
    expect(loads).toEqual({ original: 1, rebuilt: 2 })
  })
  if (status !== null) await broken.close()
})

test.each([1, 2])('a host that answers the first %i only gives nothing to either side', async limit => {
  let left = limit
  const limited = await thirdParty(response => (left-- > 0 ? send(response) : response.writeHead(429).end()))
  const html = show(`${limited.url}/a.png`, `${limited.url}/b.png`)
  await open({ original: html, rebuilt: html }, async ({ session }) => {
    for (const side of ['original', 'rebuilt'] as const)
      expect(await seen(session[side])).toEqual({ got: [], withheld: ['/a.png', '/b.png'] })
  })
  await limited.close()
})

test('a file that comes for one side only, of a host that answers, is missing on both', async () => {
  const uneven = await thirdParty((response, before) => {
    if (response.req.url === '/a.png' && before > 0) response.writeHead(503).end()
    else send(response)
  })
  const html = show(`${uneven.url}/a.png`, `${uneven.url}/b.png`)
  await open({ original: html, rebuilt: html }, async ({ browser, session }) => {
    for (const side of ['original', 'rebuilt'] as const)
      expect(await seen(session[side])).toEqual({ got: ['/b.png'], withheld: ['/a.png'] })
    expect(browser.withheld).toEqual({ ...nothingWithheld(), urls: new Set([`${uneven.url}/a.png`]) })
  })
  await uneven.close()
})

test('what failed once comes for both when it is loaded again', async () => {
  const hiccup = await thirdParty((response, before) => {
    if (before === 1) response.writeHead(503).end()
    else send(response)
  })
  const html = show(`${hiccup.url}/a.png`)
  await open({ original: html, rebuilt: html }, async ({ session, loads }) => {
    for (const side of ['original', 'rebuilt'] as const)
      expect(await seen(session[side])).toEqual({ got: ['/a.png'], withheld: [] })
    expect(loads).toEqual({ original: 1, rebuilt: 2 })
    expect(session.rebuilt.gaps).toEqual([])
  })
  await hiccup.close()
})

test('a missing file of another host stays a fault of the page that asks for it', async () => {
  const fine = await thirdParty(send)
  const html = { original: show(`${fine.url}/a.png`), rebuilt: show(`${fine.url}/gone.png`) }
  await open(html, async ({ browser, session, loads }) => {
    expect(browser.withheld).toEqual(nothingWithheld())
    const entries = (await session.rebuilt.at(DESKTOP)).network.entries()
    expect(entries.find(({ url }) => url.endsWith('/gone.png'))).toMatchObject({ status: 404 })
    expect(loads).toEqual({ original: 1, rebuilt: 1 })
  })
  await fine.close()
})
