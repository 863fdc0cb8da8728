/** Captures pages in one real browser with the collectors that a test needs; the other artifacts are empty. */
import type { Capture, Collected, CollectorName } from '../../server/capture/artifact.ts'
import { collectors } from '../../server/capture/collectors/index.ts'
import { openBrowser } from '../../server/capture/page/browser.ts'
import { openSiteSession } from '../../server/capture/page/site-session.ts'
import { createGuard } from '../../server/egress/guard.ts'
import { createHttp } from '../../server/egress/http/index.ts'
import { startProxy } from '../../server/egress/proxy/index.ts'
import { USER_AGENT_SUFFIX } from '../../server/egress/user-agent.ts'
import { sitesOf } from '../../server/scan/sites.ts'
import { makeCapture } from './captures.ts'

export interface Collector {
  /** `side` of the pair, with `names` collected; throws when one of them fails. */
  collect(side: 'original' | 'rebuilt', pair: { original_url: string; new_url: string }): Promise<Capture>
  close(): Promise<void>
}

/** `allowHosts`: the sites that may be visited, `host:port`. */
export async function openCollector(
  names: readonly CollectorName[],
  allowHosts: readonly string[],
): Promise<Collector> {
  const guard = createGuard({ allowHosts })
  const proxy = await startProxy(guard)
  const http = createHttp(guard, { userAgent: USER_AGENT_SUFFIX })
  const browser = await openBrowser({ proxyUrl: proxy.url })
  return {
    async collect(side, pair) {
      const site = sitesOf({ ...pair, ignore: [], policy: 'regressions' }, proxy)[side]
      const session = await openSiteSession(browser, site, http)
      try {
        const taken: Record<string, Collected<unknown>> = {}
        for (const name of names) taken[name] = { ok: true, value: await collectors[name](session) }
        const { artifacts, ...rest } = makeCapture(side)
        return { ...rest, artifacts: { ...artifacts, ...taken } }
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
