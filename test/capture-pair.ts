/** Captures two pages in a real browser without Lighthouse, for tests of collectors and judges. */

import type { Capture } from '../server/capture/artifact.ts'
import { captureSite } from '../server/capture/capture-site.ts'
import { openBrowser } from '../server/capture/page/browser.ts'
import { openSiteSession, type SiteSession } from '../server/capture/page/site-session.ts'
import type { Submission } from '../server/contract.ts'
import { createGuard } from '../server/egress/guard.ts'
import { createHttp } from '../server/egress/http/index.ts'
import type { OwnNetwork } from '../server/egress/network/index.ts'
import { startProxy } from '../server/egress/proxy/index.ts'
import { USER_AGENT_SUFFIX } from '../server/egress/user-agent.ts'
import { sitesOf } from '../server/scan/sites.ts'
import type { CapturedPair } from '../server/scan/types.ts'

export type Look = (session: SiteSession) => Promise<{ capture: Capture }>

export async function capturePair(
  original_url: string,
  new_url: string,
  ignore: string[] = [],
  headers: Pick<Submission, 'original_headers' | 'new_headers'> = {},
  /** Where the browser is to be, if not where we are. */
  network?: OwnNetwork,
  /** What is looked at. */
  lookAt: Look = captureSite,
): Promise<CapturedPair> {
  const guard = createGuard({ allowHosts: [new URL(original_url).host, new URL(new_url).host] })
  const proxy = await startProxy(guard, { maxBytes: 2.5e9, listener: network?.listener })
  const http = createHttp(guard, { userAgent: USER_AGENT_SUFFIX })
  const browser = await openBrowser({ proxyUrl: proxy.url, enter: network?.enter })
  try {
    const sites = sitesOf({ original_url, new_url, ignore, policy: 'regressions', ...headers }, proxy)
    const look = async (side: 'original' | 'rebuilt') =>
      lookAt(await openSiteSession(browser, sites[side], http))
    const [original, rebuilt] = await Promise.all([look('original'), look('rebuilt')])
    return { original: original.capture, rebuilt: rebuilt.capture }
  } finally {
    await browser.close()
    await Promise.all([proxy.close(), http.close()])
  }
}
