/** One site during its capture: two loads, one width at a time, and everything that a collector may ask of it. */
import type { Http } from '../../egress/http/index.ts'
import type { OpenBrowser } from './browser.ts'
import { PageUnresponsive, unresponsive } from './failure.ts'
import { openPageLoad, type PageLoad, type Screen } from './page-load.ts'
import { type Files, type Screenshot, takeScreenshot } from './screenshot.ts'
import { settlePage, settleResize } from './settle.ts'
import type { Site } from './site.ts'

/** CSS px. The mobile emulation serves the first two, the desktop load the others. */
export const WIDTHS = [320, 375, 768, 1024, 1440] as const
export const SCREENSHOT_WIDTHS = [375, 768, 1440] as const
export const DESKTOP = 1440
export const MOBILE = 375

const SCREENS: { mobile: Screen; desktop: Screen } = {
  mobile: { width: MOBILE, height: 812, mobile: true },
  desktop: { width: DESKTOP, height: 900, mobile: false },
}

export interface SiteSession {
  site: Site
  http: Http
  gaps: string[]
  files: Files
  /** Rejects when a renderer of its loads dies: what was asked of it may never be answered. */
  crashed: Promise<never>
  /** The page at rest at `width`; opens or resizes it when needed. */
  at(width: number): Promise<PageLoad>
  /** A stable full-page screenshot at `width`, taken once. */
  screenshot(width: number): Promise<Screenshot>
  /** Frees the memory of the screenshots: no collector asks for them any more. */
  forgetScreenshots(): void
  /** A further load of the desktop page, at rest. The caller closes it. */
  again(): Promise<PageLoad>
  close(): Promise<void>
}

/** Opens the desktop page. Throws CaptureFailure when there is no page to look at. */
export async function openSiteSession(browser: OpenBrowser, site: Site, http: Http): Promise<SiteSession> {
  const gaps: string[] = []
  const loads = new Map<'mobile' | 'desktop', Promise<PageLoad>>()
  const widths = new Map<PageLoad, number>()
  const shots = new Map<number, Promise<Screenshot>>()
  const { promise: crashed, reject: crash } = Promise.withResolvers<never>()
  crashed.catch(() => {}) // a crash that nobody waits for is no unhandled rejection

  async function open(kind: 'mobile' | 'desktop'): Promise<PageLoad> {
    const pageLoad = await openPageLoad(browser, site, SCREENS[kind])
    widths.set(pageLoad, SCREENS[kind].width)
    pageLoad.crashed.catch(crash)
    await Promise.race([settlePage(pageLoad), pageLoad.crashed])
    for (const gap of pageLoad.gaps) if (!gaps.includes(gap)) gaps.push(gap)
    return pageLoad
  }

  function load(kind: 'mobile' | 'desktop'): Promise<PageLoad> {
    const known = loads.get(kind)
    if (known) return known
    const fresh = open(kind)
    loads.set(kind, fresh)
    return fresh
  }

  const session: SiteSession = {
    site,
    http,
    gaps,
    files: new Map(),
    crashed,
    async at(width) {
      const pageLoad = await load(width <= MOBILE ? 'mobile' : 'desktop')
      if (widths.get(pageLoad) !== width) {
        await pageLoad.page.setViewportSize({ width, height: pageLoad.screen.height })
        await Promise.race([settleResize(pageLoad), pageLoad.crashed])
        widths.set(pageLoad, width)
      }
      return pageLoad
    },
    screenshot(width) {
      const known = shots.get(width)
      if (known) return known
      const fresh = session.at(width).then(takeScreenshot)
      shots.set(width, fresh)
      return fresh
    },
    forgetScreenshots: () => shots.clear(),
    async again() {
      const pageLoad = await openPageLoad(browser, site, SCREENS.desktop)
      await Promise.race([settlePage(pageLoad), pageLoad.crashed])
      return pageLoad
    },
    async close() {
      await Promise.all(
        [...loads.values()].map(load => load.then(pageLoad => pageLoad.close()).catch(() => {})),
      )
    },
  }
  try {
    await load('desktop')
    return session
  } catch (error) {
    await session.close()
    throw error instanceof PageUnresponsive ? unresponsive(site.url) : error
  }
}
