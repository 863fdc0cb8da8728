/** The session of one page in a real browser, for tests of single collectors. */
import { afterAll } from 'vitest'
import { nothingWithheld } from '../../server/capture/page/blocklist.ts'
import { type OpenBrowser, openBrowser } from '../../server/capture/page/browser.ts'
import type { SideName } from '../../server/capture/page/site.ts'
import { openSiteSession, type SiteSession } from '../../server/capture/page/site-session.ts'
import { createGuard, type Guard } from '../../server/egress/guard.ts'
import { createHttp } from '../../server/egress/http/index.ts'
import { startProxy } from '../../server/egress/proxy/index.ts'
import { USER_AGENT_SUFFIX } from '../../server/egress/user-agent.ts'
import { sitesOf } from '../../server/scan/sites.ts'

/** `hosts`: what may be reached besides the host of `url`; `side`: whose site it is. */
export type OpenWith = (
  url: string,
  work: (session: SiteSession) => Promise<void>,
  hosts?: string[],
  side?: SideName,
) => Promise<void>

/** In a browser of its own. */
export const openWith: OpenWith = async (url, work, hosts = [], side = 'original') => {
  const guard = createGuard({ allowHosts: [new URL(url).host, ...hosts] })
  const open = await openShared(guard)
  try {
    await open.session(url, work, side)
  } finally {
    await open.close()
  }
}

/** For all tests of a file, which calls this once: to start a browser takes as long as many a test. */
export function sharedBrowser(): OpenWith {
  const hosts = new Set<string>()
  let allowed = createGuard({ allowHosts: [] })
  const guard: Guard = {
    check: url => allowed.check(url),
    resolve: (hostname, port) => allowed.resolve(hostname, port),
  }
  let shared: ReturnType<typeof openShared> | undefined
  afterAll(async () => (await shared)?.close())
  return async (url, work, more = [], side = 'original') => {
    for (const host of [new URL(url).host, ...more]) hosts.add(host)
    allowed = createGuard({ allowHosts: [...hosts] })
    shared ??= openShared(guard)
    await (await shared).session(url, work, side)
  }
}

async function openShared(guard: Guard) {
  const proxy = await startProxy(guard)
  const http = createHttp(guard, { userAgent: USER_AGENT_SUFFIX })
  const browser = await openBrowser({ proxyUrl: proxy.url })
  return {
    async session(url: string, work: (session: SiteSession) => Promise<void>, side: SideName) {
      const sites = sitesOf({ original_url: url, new_url: url, ignore: [], policy: 'regressions' }, proxy)
      // What one page had to do without is not kept from the next.
      const own: OpenBrowser = { ...browser, withheld: nothingWithheld() }
      const session = await openSiteSession(own, sites[side], http)
      try {
        await work(session)
      } finally {
        await session.close()
      }
    },
    async close() {
      await browser.close()
      await Promise.all([proxy.close(), http.close()])
    },
  }
}
