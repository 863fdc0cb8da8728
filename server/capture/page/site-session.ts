/** One site under our eyes: two loads, a width at a time, and everything a collector may ask of it. */
import type { Http } from '../../egress/http/index.ts'
import type { Files } from '../artifact.ts'
import type { OpenBrowser } from './browser.ts'
import { PageUnresponsive, unresponsive } from './failure.ts'
import { openVisit, type Screen, type Site, type Visit } from './page-load.ts'
import { type Screenshot, takeScreenshot } from './screenshot.ts'
import { settlePage, settleResize } from './settle.ts'

/** CSS px. The mobile emulation serves the first two, the desktop load the others. */
export const WIDTHS = [320, 375, 768, 1024, 1440] as const
export const SCREENSHOT_WIDTHS = [375, 768, 1440] as const
export const DESKTOP = 1440
export const MOBILE = 375

const SCREENS: { mobile: Screen; desktop: Screen } = {
  mobile: { width: MOBILE, height: 812, mobile: true },
  desktop: { width: DESKTOP, height: 900, mobile: false },
}

export interface Eyes {
  site: Site
  http: Http
  gaps: string[]
  files: Files
  /** Rejects when a renderer of its loads dies: what was asked of it may never be answered. */
  crashed: Promise<never>
  /** The page at rest at `width`; opens or resizes it when needed. */
  at(width: number): Promise<Visit>
  /** A stable full-page screenshot at `width`, taken once. */
  screenshot(width: number): Promise<Screenshot>
  /** Lets go of the screenshots: no collector asks for them any more. */
  forgetScreenshots(): void
  /** A further load of the desktop page, at rest. The caller closes it. */
  again(): Promise<Visit>
  close(): Promise<void>
}

/** Opens the desktop page. Throws CaptureFailure when there is no page to look at. */
export async function openEyes(browser: OpenBrowser, site: Site, http: Http): Promise<Eyes> {
  const gaps: string[] = []
  const loads = new Map<'mobile' | 'desktop', Promise<Visit>>()
  const widths = new Map<Visit, number>()
  const shots = new Map<number, Promise<Screenshot>>()
  const { promise: crashed, reject: crash } = Promise.withResolvers<never>()
  crashed.catch(() => {}) // for those who wait

  async function open(kind: 'mobile' | 'desktop'): Promise<Visit> {
    const visit = await openVisit(browser, site, SCREENS[kind])
    widths.set(visit, SCREENS[kind].width)
    visit.crashed.catch(crash)
    await Promise.race([settlePage(visit), visit.crashed])
    for (const gap of visit.gaps) if (!gaps.includes(gap)) gaps.push(gap)
    return visit
  }

  function load(kind: 'mobile' | 'desktop'): Promise<Visit> {
    const known = loads.get(kind)
    if (known) return known
    const fresh = open(kind)
    loads.set(kind, fresh)
    return fresh
  }

  const eyes: Eyes = {
    site,
    http,
    gaps,
    files: new Map(),
    crashed,
    async at(width) {
      const visit = await load(width <= MOBILE ? 'mobile' : 'desktop')
      if (widths.get(visit) !== width) {
        await visit.page.setViewportSize({ width, height: visit.screen.height })
        await Promise.race([settleResize(visit), visit.crashed])
        widths.set(visit, width)
      }
      return visit
    },
    screenshot(width) {
      const known = shots.get(width)
      if (known) return known
      const fresh = eyes.at(width).then(takeScreenshot)
      shots.set(width, fresh)
      return fresh
    },
    forgetScreenshots: () => shots.clear(),
    async again() {
      const visit = await openVisit(browser, site, SCREENS.desktop)
      await Promise.race([settlePage(visit), visit.crashed])
      return visit
    },
    async close() {
      await Promise.all([...loads.values()].map(load => load.then(visit => visit.close()).catch(() => {})))
    },
  }
  try {
    await load('desktop')
    return eyes
  } catch (error) {
    await eyes.close()
    throw error instanceof PageUnresponsive ? unresponsive(site.url) : error
  }
}
