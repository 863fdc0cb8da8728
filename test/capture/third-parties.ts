/** Two pages that ask a third party for files, opened as a scan opens them. */

import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import sharp from 'sharp'
import { type LighthouseRun, runLighthouse } from '../../server/capture/lighthouse.ts'
import { openMeasuringBrowser } from '../../server/capture/measuring-browser.ts'
import { type OpenBrowser, openBrowser } from '../../server/capture/page/browser.ts'
import { openAlike } from '../../server/capture/page/open-alike.ts'
import { both, type SideName } from '../../server/capture/page/site.ts'
import { loadSite, type SiteSession } from '../../server/capture/page/site-session.ts'
import { createGuard } from '../../server/egress/guard.ts'
import { createHttp } from '../../server/egress/http/index.ts'
import { startProxy } from '../../server/egress/proxy/index.ts'
import { USER_AGENT_SUFFIX } from '../../server/egress/user-agent.ts'
import { DESKTOP } from '../../server/lib/widths.ts'
import { sitesOf } from '../../server/scan/sites.ts'
import { page, servePages } from './pages.ts'

/** Sites are at 127.0.0.1; what is at `localhost` is another's. */
const foreign = (origin: string) => origin.replace('127.0.0.1', 'localhost')

const picture = await sharp({ create: { width: 40, height: 30, channels: 3, background: 'teal' } })
  .png()
  .toBuffer()

export const send = (response: ServerResponse) =>
  response.writeHead(200, { 'content-type': 'image/png' }).end(picture)

const isPhone = (headers: IncomingHttpHeaders) => /Mobile/.test(headers['user-agent'] ?? '')

/** A third party: how it answers, with how many requests of desktops to the same path came before; phones count apart. */
export async function thirdParty(answer: (response: ServerResponse, before: number) => void) {
  const counts = new Map<string, number>()
  const handler = ({ url, headers }: IncomingMessage, response: ServerResponse) => {
    if (isPhone(headers)) return answer(response, 0)
    const before = counts.get(url!) ?? 0
    counts.set(url!, before + 1)
    answer(response, before)
  }
  const server = await servePages({ '/a.png': handler, '/b.png': handler })
  return { ...server, url: foreign(server.origin), counts }
}

export const show = (...urls: string[]) =>
  page(
    `<h1>Page</h1>${urls.map(url => `<img src="${url}" alt="A picture" width="40" height="30">`).join('')}`,
  )

export interface Opened {
  browser: OpenBrowser
  session: Record<SideName, SiteSession>
  /** How often each side's page was asked for at its first width. */
  loads: Record<SideName, number>
  measure(side: SideName): Promise<LighthouseRun>
}

/** Opens two pages: side by side as a scan does, or `inTurn`, so that it is certain whom a third party answers first. */
export async function openPair(
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
    const count = (side: SideName) =>
      sides[side].seen.filter(({ path, headers }) => path === '/' && !isPhone(headers)).length
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
export async function seen(session: SiteSession) {
  const entries = (await session.at(DESKTOP)).network.entries().filter(({ url }) => url.includes('localhost'))
  const paths = (list: typeof entries) => [...new Set(list.map(({ url }) => new URL(url).pathname))].sort()
  return {
    got: paths(entries.filter(({ status }) => status === 200)),
    withheld: paths(entries.filter(({ withheld }) => withheld)),
  }
}
