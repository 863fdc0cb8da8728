/** Opens both sites of a pair so that third parties give the same to either, or nothing to both. */

import type { Http } from '../../egress/http/index.ts'
import { MOBILE } from '../../lib/widths.ts'
import { isWithheld } from './blocklist.ts'
import type { OpenBrowser } from './browser.ts'
import { userAgent } from './page-load.ts'
import { askAgain, gapsOf, judgeReach, thirdPartiesIn, toAskAgain } from './reachability.ts'
import { both, type SideName } from './site.ts'
import { bringToRest, type SiteSession } from './site-session.ts'

/** Loads of a pair after the first: what is missing then may lead a page to ask others instead. */
const MAX_AGAIN = 3

/**
 * Opens both with `load` and brings them to rest. A third party that cannot be had for either side alike is withheld from
 * all loads of `browser` from then on, and the side that asked for it is loaded anew; both say so in their gaps.
 */
export async function openAlike(
  browser: OpenBrowser,
  load: (side: SideName) => Promise<SiteSession>,
  http: Http,
): Promise<Record<SideName, SiteSession>> {
  const { withheld } = browser
  const cleared = new Set<string>()
  const open = async (side: SideName) => {
    const session = await load(side)
    // One that is likely to be loaded anew need not come to rest first.
    if (missesSomething(session)) return session
    beginMobile(session)
    await bringToRest(session)
    return session
  }
  const session = await both(open)
  for (let loads = 0, isAtRest = false; ; ) {
    const stale = loads < MAX_AGAIN ? await staleSides() : []
    // What is further down in a page was not asked for before it came to rest.
    if (stale.length === 0 && isAtRest) break
    isAtRest = stale.length === 0
    if (isAtRest)
      await both(side => {
        beginMobile(session[side])
        return bringToRest(session[side])
      })
    else {
      loads++
      await Promise.all(stale.map(reopen))
    }
  }
  for (const gap of gapsOf(withheld)) {
    session.original.gaps.push(gap)
    session.rebuilt.gaps.push(gap)
  }
  return session

  async function reopen(side: SideName): Promise<void> {
    await session[side].close()
    session[side] = await open(side)
  }

  /** Those whose load and what is withheld by now do not go together. */
  async function staleSides(): Promise<SideName[]> {
    const sites = [session.original.site, session.rebuilt.site]
    const asked = {
      original: thirdPartiesIn(session.original.network, sites),
      rebuilt: thirdPartiesIn(session.rebuilt.network, sites),
    }
    const retried = await askAgain(http, toAskAgain(asked), userAgent(browser.userAgent, false))
    const { hosts, urls, again } = judgeReach(asked, retried, cleared)
    for (const host of hosts) withheld.hosts.add(host)
    for (const url of urls) withheld.urls.add(url)
    for (const [url, answers] of retried) if (answers) cleared.add(url)
    return (['original', 'rebuilt'] as const).filter(
      side => again.includes(side) || asked[side].some(({ url }) => isWithheld(withheld, url)),
    )
  }
}

/** It loads while the desktop page mostly waits; whoever asks for it hears of its failure. */
const beginMobile = (session: SiteSession) => void session.loadOf(MOBILE).catch(() => {})

function missesSomething({ network, site }: SiteSession): boolean {
  return toAskAgain({ original: thirdPartiesIn(network, [site]), rebuilt: [] }).length > 0
}
