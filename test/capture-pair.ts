/** Captures two pages in a real browser without Lighthouse, for tests of collectors and judges. */

import type { ArtifactName, Capture, CollectorName } from '../server/capture/artifact.ts'
import { captureSite, collect } from '../server/capture/capture-site.ts'
import { afterAWhile } from '../server/capture/collectors/destinations.ts'
import { collectors } from '../server/capture/collectors/index.ts'
import { openBrowser } from '../server/capture/page/browser.ts'
import { openSiteSession, type SiteSession } from '../server/capture/page/site-session.ts'
import type { Submission } from '../server/contract.ts'
import { createGuard } from '../server/egress/guard.ts'
import { createHttp } from '../server/egress/http/index.ts'
import type { OwnNetwork } from '../server/egress/network/index.ts'
import { startProxy } from '../server/egress/proxy/index.ts'
import { USER_AGENT_SUFFIX } from '../server/egress/user-agent.ts'
import { DESKTOP } from '../server/lib/widths.ts'
import { sitesOf } from '../server/scan/sites.ts'
import type { CapturedPair } from '../server/scan/types.ts'

export type Look = (session: SiteSession) => Promise<{ capture: Capture }>

type Headers = Pick<Submission, 'original_headers' | 'new_headers'>

export async function capturePair(
  original_url: string,
  new_url: string,
  ignore: string[] = [],
  headers: Headers = {},
  /** Where the browser is to be, if not where we are. */
  network?: OwnNetwork,
  /** What is looked at. */
  lookAt: Look = captureSite,
): Promise<CapturedPair> {
  return looking({ original_url, new_url, ignore, ...headers }, network, lookAt, async look => {
    const [original, rebuilt] = await Promise.all([look('original'), look('rebuilt')])
    return { original, rebuilt }
  })
}

/** Captured once, and both sides of the pair: for what is said of a page as it stands. */
export async function captureAlone(url: string, headers: Headers = {}): Promise<CapturedPair> {
  const pages = { original_url: url, new_url: url, ignore: [], ...headers }
  return looking(pages, undefined, captureSite, async look => {
    const rebuilt = await look('rebuilt')
    return { original: { ...rebuilt, side: 'original' }, rebuilt }
  })
}

async function looking(
  pages: Omit<Submission, 'policy'>,
  network: OwnNetwork | undefined,
  lookAt: Look,
  work: (look: (side: 'original' | 'rebuilt') => Promise<Capture>) => Promise<CapturedPair>,
): Promise<CapturedPair> {
  const hosts = [pages.original_url, pages.new_url].map(url => new URL(url).host)
  const guard = createGuard({ allowHosts: hosts })
  const proxy = await startProxy(guard, { maxBytes: 2.5e9, listener: network?.listener })
  const http = createHttp(guard, { userAgent: USER_AGENT_SUFFIX })
  const browser = await openBrowser({ proxyUrl: proxy.url, enter: network?.enter })
  try {
    const sites = sitesOf({ ...pages, policy: 'regressions' }, proxy)
    return await work(async side => (await lookAt(await openSiteSession(browser, sites[side], http))).capture)
  } finally {
    await browser.close()
    await Promise.all([proxy.close(), http.close()])
  }
}

const NOT_ASKED = { ok: false, reason: 'not asked for' } as const

/** A look with the collectors alone that `needs` names, for a judgment that reads no more. */
export const lookFor =
  (needs: readonly ArtifactName[]): Look =>
  async session => {
    const artifacts: Record<string, unknown> = { lighthouse: NOT_ASKED, catalog: NOT_ASKED, urls: NOT_ASKED }
    for (const name of Object.keys(collectors) as CollectorName[])
      artifacts[name] = needs.includes(name) ? await collect(session, name) : NOT_ASKED
    const { volatile } = artifacts as Capture['artifacts']
    if (volatile.ok) volatile.value.texts.push(...(await afterAWhile(session)).counting)
    const { side, url: requestedUrl } = session.site
    const { page } = await session.at(DESKTOP)
    return {
      capture: {
        ...{ side, requestedUrl, url: page.url(), gaps: session.gaps },
        artifacts: artifacts as Capture['artifacts'],
      },
    }
  }
