/** Opens both sites of a pair so that third parties give the same to either, or nothing to both. */
import type { Http } from '../../egress/http/index.ts'
import { isWithheld } from './blocklist.ts'
import type { OpenBrowser } from './browser.ts'
import { userAgent } from './page-load.ts'
import { askAgain, gapsOf, judgeReach, thirdPartiesIn, toAskAgain } from './reachability.ts'
import { both, type SideName } from './site.ts'
import { DESKTOP, type SiteSession } from './site-session.ts'

/** Loads of a side after the first: what is missing then may lead a page to ask others instead. */
const MAX_AGAIN = 3

/**
 * Opens both with `open`. A third party that cannot be had for either side alike is withheld from all loads of
 * `browser` from then on, and the side that asked for it is opened anew; both say so in their gaps.
 */
export async function openAlike(
  browser: OpenBrowser,
  open: (side: SideName) => Promise<SiteSession>,
  http: Http,
): Promise<Record<SideName, SiteSession>> {
  const { withheld } = browser
  const cleared = new Set<string>()
  const session = await both(open)
  for (let loads = 0; loads < MAX_AGAIN; loads++) {
    const logs = await both(async side => (await session[side].at(DESKTOP)).network)
    const sites = [session.original.site, session.rebuilt.site]
    const asked = {
      original: thirdPartiesIn(logs.original, sites),
      rebuilt: thirdPartiesIn(logs.rebuilt, sites),
    }
    const retried = await askAgain(http, toAskAgain(asked), userAgent(browser.userAgent, false))
    const { hosts, urls, again } = judgeReach(asked, retried, cleared)
    for (const host of hosts) withheld.hosts.add(host)
    for (const url of urls) withheld.urls.add(url)
    for (const [url, answers] of retried) if (answers) cleared.add(url)
    const isStale = (side: SideName) =>
      again.includes(side) || asked[side].some(({ url }) => isWithheld(withheld, url))
    if (!isStale('original') && !isStale('rebuilt')) break
    await both(async side => {
      if (!isStale(side)) return
      await session[side].close()
      session[side] = await open(side)
    })
  }
  for (const gap of gapsOf(withheld)) {
    session.original.gaps.push(gap)
    session.rebuilt.gaps.push(gap)
  }
  return session
}
