/** One site during its capture: three loads, one width at a time, and everything that a collector may ask of it. */
import type { Http } from '../../egress/http/index.ts'
import { DESKTOP, MOBILE, type ShotWidth, TABLET } from '../../lib/widths.ts'
import type { OpenBrowser } from './browser.ts'
import { PageUnresponsive, unresponsive } from './failure.ts'
import type { NetworkLog } from './network.ts'
import { openPageLoad, type PageLoad, type Screen } from './page-load.ts'
import { type Files, type Screenshot, takeScreenshot } from './screenshot.ts'
import { siteAt } from './session-cookies.ts'
import { collectGarbage, settlePage, settleResize } from './settle.ts'
import type { Site } from './site.ts'

/**
 * The loads of a page, each opened and shot at its own width. Only the tablet's and the mobile one are resized, to the
 * widths between and below: the desktop page stays as it was loaded until keys are pressed in it.
 */
const SCREENS = {
  mobile: { width: MOBILE, height: 812, mobile: true },
  tablet: { width: TABLET, height: 900, mobile: false },
  desktop: { width: DESKTOP, height: 900, mobile: false },
} as const satisfies Record<string, Screen>
type LoadName = keyof typeof SCREENS
const nameOf = (width: number): LoadName =>
  width === DESKTOP ? 'desktop' : width <= MOBILE ? 'mobile' : 'tablet'

export interface SiteSession {
  site: Site
  http: Http
  gaps: string[]
  files: Files
  /** Rejects when a renderer of its loads dies: what was asked of it may never be answered. */
  crashed: Promise<never>
  /** Of the desktop page. */
  network: NetworkLog
  /** The page at rest at `width`; opens or resizes it when needed. */
  at(width: number): Promise<PageLoad>
  /** The load on which `width` is shown, as it is now: it may stand at another width. */
  loadOf(width: number): Promise<PageLoad>
  /** The whole page at 375, 768 or 1440 px, taken as soon as it had come to rest, before anything was done to it. */
  screenshot(width: ShotWidth): Promise<Screenshot>
  /** Takes it once more: something has moved since. */
  retake(width: ShotWidth): Promise<Screenshot>
  /** Frees the memory of the screenshots: no collector asks for them any more. */
  forgetScreenshots(): void
  /** Frees what collectors have left in the renderers of a page so large that it was cut. */
  collectGarbage(): Promise<void>
  /** Whether any load so far did something by itself that weighs, after it was loaded and before it was scrolled. */
  worksLate(): Promise<boolean>
  /** Closes the load on which `width` is shown, for which nobody asks any more but for its response and its network. */
  letGo(width: number): Promise<void>
  /** A further load of the page, at rest; of the desktop page without a width. The caller closes it. */
  again(access?: { motion?: boolean; later?: boolean; width?: ShotWidth }): Promise<PageLoad>
  /** Another page of the site, loaded and not brought to rest; nothing that changes data goes out. The caller closes it. */
  open(url: string): Promise<PageLoad>
  close(): Promise<void>
}

/** Opens the desktop page, at rest. Throws CaptureFailure when there is no page to look at. */
export async function openSiteSession(browser: OpenBrowser, site: Site, http: Http): Promise<SiteSession> {
  const session = await loadSite(browser, site, http)
  await bringToRest(session)
  return session
}

/** The desktop page of a session that was loaded only comes to rest; where it cannot, the session is closed. Throws CaptureFailure. */
export async function bringToRest(session: SiteSession): Promise<void> {
  try {
    await session.at(DESKTOP)
  } catch (error) {
    await session.close()
    throw error instanceof PageUnresponsive ? unresponsive(session.site.url) : error
  }
}

/** Loads the desktop page, which comes to rest when it is first asked for. Throws CaptureFailure when there is none. */
export async function loadSite(browser: OpenBrowser, site: Site, http: Http): Promise<SiteSession> {
  const first = await openPageLoad(browser, site, SCREENS.desktop).catch(error => {
    throw error instanceof PageUnresponsive ? unresponsive(site.url) : error
  })
  const gaps: string[] = []
  const loads = new Map<LoadName, Promise<PageLoad>>()
  const widths = new Map<PageLoad, number>()
  const shots = new Map<number, Screenshot>()
  const lateWork = new Map<PageLoad, () => Promise<boolean>>()
  const { promise: crashed, reject: crash } = Promise.withResolvers<never>()
  crashed.catch(() => {}) // a crash that nobody waits for is no unhandled rejection

  async function open(name: LoadName): Promise<PageLoad> {
    const { width } = SCREENS[name]
    const later = name === 'mobile'
    const pageLoad = name === 'desktop' ? first : await openPageLoad(browser, site, SCREENS[name], { later })
    widths.set(pageLoad, width)
    pageLoad.crashed.catch(crash)
    lateWork.set(pageLoad, await Promise.race([settlePage(pageLoad), pageLoad.crashed]))
    await pageLoad.holdData()
    shots.set(width, await takeScreenshot(pageLoad))
    await collectGarbage(pageLoad)
    await pageLoad.drawSeldom(true)
    const refused = name === 'desktop' ? await pageLoad.world.run(refusedOf, site.ignore) : []
    const ignoringNone = refused.map(
      selector => `${JSON.stringify(selector)} is no selector to the browser: nothing was ignored for it`,
    )
    for (const gap of [...pageLoad.gaps, ...ignoringNone]) if (!gaps.includes(gap)) gaps.push(gap)
    return pageLoad
  }

  function load(name: LoadName): Promise<PageLoad> {
    const known = loads.get(name)
    if (known) return known
    const fresh = open(name)
    loads.set(name, fresh)
    return fresh
  }

  const session: SiteSession = {
    site,
    http,
    gaps,
    files: new Map(),
    crashed,
    network: first.network,
    async at(width) {
      const pageLoad = await session.loadOf(width)
      if (widths.get(pageLoad) !== width) {
        await pageLoad.drawSeldom(false)
        await pageLoad.page.setViewportSize({ width, height: pageLoad.screen.height })
        await Promise.race([settleResize(pageLoad), pageLoad.crashed])
        await pageLoad.drawSeldom(true)
        widths.set(pageLoad, width)
      }
      return pageLoad
    },
    loadOf: width => load(nameOf(width)),
    async screenshot(width) {
      await session.loadOf(width)
      return shots.get(width) ?? takeScreenshot(await session.at(width))
    },
    async retake(width) {
      const shot = await takeScreenshot(await session.at(width))
      // What moved before may stand still for a moment.
      const all = { ...shot, restless: [...(shots.get(width)?.restless ?? []), ...shot.restless] }
      shots.set(width, all)
      return all
    },
    forgetScreenshots: () => shots.clear(),
    async collectGarbage() {
      for (const pageLoad of widths.keys()) await collectGarbage(pageLoad)
    },
    worksLate: async () =>
      (await Promise.all([...lateWork.values()].map(worksLate => worksLate()))).includes(true),
    async letGo(width) {
      const pageLoad = await session.loadOf(width)
      // The browser tells it of loads that are open.
      const late = await lateWork.get(pageLoad)?.()
      lateWork.set(pageLoad, async () => late === true)
      await pageLoad.close()
    },
    async again({ motion, later, width = DESKTOP } = {}) {
      const pageLoad = await openPageLoad(browser, site, SCREENS[nameOf(width)], { motion, later })
      await Promise.race([settlePage(pageLoad), pageLoad.crashed])
      await pageLoad.holdData()
      await pageLoad.drawSeldom(true)
      return pageLoad
    },
    open: url => openPageLoad(browser, siteAt(site, url), SCREENS.desktop, { readOnly: true }),
    async close() {
      const others = [...loads.values()].map(load => load.then(pageLoad => pageLoad.close()).catch(() => {}))
      await Promise.all([first.close(), ...others])
    },
  }
  return session
}

/** Runs in the page. What is refused of the selectors that a submission names is found before; the browser has the last word. */
function refusedOf(_: unknown, selectors: readonly string[]): string[] {
  return selectors.filter(selector => {
    try {
      document.querySelector(selector)
      return false
    } catch {
      return true
    }
  })
}
