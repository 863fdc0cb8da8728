/**
 * For many scans in a row: both pages are opened, brought to rest and shot as ever, but on the desktop's load alone, of
 * which a few collectors read. What starts, ends and is cleared away around that is all of it.
 */

import type { CollectorName } from '../../server/capture/artifact.ts'
import { collect } from '../../server/capture/capture-site.ts'
import { collectors } from '../../server/capture/collectors/index.ts'
import { DESKTOP } from '../../server/lib/widths.ts'
import { serveQuickly } from './serve-quickly.ts'

const READ: readonly CollectorName[] = ['document', 'head', 'links', 'fonts']

serveQuickly(async session => {
  const artifacts: Record<string, unknown> = {}
  for (const name of [...Object.keys(collectors), 'lighthouse', 'catalog', 'urls'])
    artifacts[name] = { ok: false, reason: 'not looked at' }
  for (const name of READ) artifacts[name] = await collect(session, name)
  const { side, url: requestedUrl } = session.site
  const { page } = await session.at(DESKTOP)
  return {
    capture: { side, requestedUrl, url: page.url(), gaps: session.gaps, artifacts: artifacts as never },
  }
})
