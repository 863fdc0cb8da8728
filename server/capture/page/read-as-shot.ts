import type { ShotWidth } from '../../lib/widths.ts'
import type { PageLoad } from './page-load.ts'
import { placement, type Screenshot } from './screenshot.ts'
import type { SiteSession } from './site-session.ts'

/**
 * What `read` finds on the page, together with a screenshot of the same layout: when something has moved since the shot
 * was taken it is taken anew, and read again, twice at most.
 */
export async function readAsShot<T>(
  session: SiteSession,
  width: ShotWidth,
  read: (pageLoad: PageLoad) => Promise<T>,
): Promise<{ shot: Screenshot; found: T }> {
  const pageLoad = await session.at(width)
  let shot = await session.screenshot(width)
  for (let tries = 0; ; tries++) {
    const found = await read(pageLoad)
    if (tries === 2 || (await placement(pageLoad)) === shot.placement) return { shot, found }
    shot = await session.retake(width)
  }
}
