/** The session of one page in a real browser, for tests of single collectors. */
import { openBrowser } from '../../server/capture/page/browser.ts'
import type { SideName } from '../../server/capture/page/site.ts'
import { openSiteSession, type SiteSession } from '../../server/capture/page/site-session.ts'
import { createGuard } from '../../server/egress/guard.ts'
import { createHttp } from '../../server/egress/http/index.ts'
import { startProxy } from '../../server/egress/proxy/index.ts'
import { USER_AGENT_SUFFIX } from '../../server/egress/user-agent.ts'
import { sitesOf } from '../../server/scan/sites.ts'

/** `hosts`: what may be reached besides the host of `url`; `side`: whose site it is. */
export async function openWith(
  url: string,
  work: (session: SiteSession) => Promise<void>,
  hosts: string[] = [],
  side: SideName = 'original',
): Promise<void> {
  const guard = createGuard({ allowHosts: [new URL(url).host, ...hosts] })
  const proxy = await startProxy(guard)
  const http = createHttp(guard, { userAgent: USER_AGENT_SUFFIX })
  const browser = await openBrowser({ proxyUrl: proxy.url })
  try {
    const sites = sitesOf({ original_url: url, new_url: url, ignore: [], policy: 'regressions' }, proxy)
    const session = await openSiteSession(browser, sites[side], http)
    try {
      await work(session)
    } finally {
      await session.close()
    }
  } finally {
    await browser.close()
    await Promise.all([proxy.close(), http.close()])
  }
}
