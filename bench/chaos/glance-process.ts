/**
 * A scan for great numbers: a real browser, kept in as ever, opens both pages, brings them to rest and shoots them; that is
 * saved, and nothing is judged. What starts, ends and is cleared away around a scan is all of it.
 */

import { mkdir, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { openBrowser } from '../../server/capture/page/browser.ts'
import { openSiteSession } from '../../server/capture/page/site-session.ts'
import { createGuard } from '../../server/egress/guard.ts'
import { createHttp } from '../../server/egress/http/index.ts'
import { openNetwork } from '../../server/egress/network/index.ts'
import { startProxy } from '../../server/egress/proxy/index.ts'
import { USER_AGENT_SUFFIX } from '../../server/egress/user-agent.ts'
import { DESKTOP } from '../../server/lib/widths.ts'
import { sitesOf } from '../../server/scan/sites.ts'
import { serveScan } from '../../server/worker/serve-scan.ts'

serveScan(async (request, { allowHosts, ownNetwork, artifactsDir, onBrowser, onProgress, ...options }) => {
  const guard = createGuard({ allowHosts })
  const network = ownNetwork ? await openNetwork({ folders: [dirname(tmpdir())], but: tmpdir() }) : undefined
  const proxy = await startProxy(guard, { maxBytes: 1e8, listener: network?.listener })
  const http = createHttp(guard, { userAgent: USER_AGENT_SUFFIX })
  const browser = await openBrowser({
    ...options,
    proxyUrl: proxy.url,
    enter: network?.enter,
    onPid: onBrowser,
  })
  try {
    const sites = sitesOf(request, proxy)
    for (const [n, side] of (['original', 'rebuilt'] as const).entries()) {
      onProgress(`looking at the ${n === 0 ? 'original' : 'new page'}`, 0.1 + n / 2)
      const session = await openSiteSession(browser, sites[side], http)
      const { png } = await session.screenshot(DESKTOP)
      await session.close()
      if (!artifactsDir) continue
      await mkdir(join(artifactsDir, side), { recursive: true })
      await writeFile(join(artifactsDir, side, '1440.png'), png)
    }
  } finally {
    await browser.close()
    await Promise.all([proxy.close(), http.close()])
    network?.close()
  }
  const { policy, page_name: pageName = 'Tiny' } = request
  return { pageName, allPass: true, suites: [], policy, gaps: [], volatile: [] }
})
