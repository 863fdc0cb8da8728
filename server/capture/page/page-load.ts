/** One load of a page: a fresh context, everything that went over the network, and our isolated world inside it. */
import type { BrowserContext, CDPSession, Page, Response } from 'playwright'
import { USER_AGENT_SUFFIX } from '../../egress/user-agent.ts'
import type { Injected } from '../injected/index.ts'
import { blockedPatterns, type Withheld } from './blocklist.ts'
import type { OpenBrowser } from './browser.ts'
import { CaptureFailure, PageCrashed, PageUnresponsive } from './failure.ts'
import { type IsolatedWorld, openIsolatedWorld, within } from './isolated-world.ts'
import { landingFailure, refreshFailure } from './landing.ts'
import { judgeNavigation, judgeResponse, leadsOn } from './navigation.ts'
import { MAX_ENTRIES, type NetworkLog, recordNetwork } from './network.ts'
import { type ClockEvents, clockEvents, pageClock } from './page-clock.ts'
import { NO_SERVICE_WORKER } from './service-workers.ts'
import { addSessionCookies, gateClosedAgain, isAtGate, sendHeaders } from './session-cookies.ts'
import type { Site } from './site.ts'
import { CUT, ImmenseFiles, immenseAgain, leftOut, watchUnpacked } from './unpacked.ts'
import { stopWrites } from './writes.ts'

export interface Screen {
  width: number
  height: number
  mobile: boolean
}

export interface PageLoad {
  site: Site
  screen: Screen
  page: Page
  cdp: CDPSession
  world: IsolatedWorld
  network: NetworkLog
  clock: ClockEvents
  /** The response of the page itself: the last one, where a script led on to another page. */
  readonly response: Response
  /** What its server sent, decoded. Throws where that has no end, or is gone. */
  served(): Promise<string>
  gaps: string[]
  /** Where the page asked for consent when it was loaded. */
  consentBanner?: Overlay
  /** Addresses of the scripts that it had asked for before that was answered. */
  scriptsBeforeConsent?: string[]
  /** Addresses of the scripts and frames that it asked for as that was refused. */
  askedWhenRefused?: string[]
  /** What lay over the page before a visitor did anything, and was closed. */
  interstitials?: Interstitial[]
  /** The first of them, or one whose own controls to close it do not. */
  arrival?: Overlay
  /** To close that led to another view of the page: it stays open. */
  keepsInterstitials?: true
  /** What opened over the whole window while the page was scrolled through. */
  popup?: Overlay
  /** Selectors of controls that brought fields into sight when they were pressed. */
  formOpeners?: string[]
  /** Rejects when the renderer dies, the page takes its visitor to another site, or its document is immense. */
  crashed: Promise<never>
  /** Lets the page not load itself again from now on; where it leads elsewhere it is followed. */
  holdReloads(): Promise<void>
  /** Loads it again all the same. */
  reload(): Promise<void>
  /** Leaves requests of scripts unanswered from now on: no feed grows and no poll answers while the page is read. */
  holdData(): Promise<void>
  /** Whether frames of a page that draws slowly come seldom from now on: it has been shot and is read. */
  drawSeldom(seldom: boolean): Promise<void>
  /** Before keys and buttons are pressed: requests and timers of the page happen again. */
  release(): Promise<void>
  close(): Promise<void>
}

/** A consent banner, or a popup: what lies over a page until it is answered. */
export interface Overlay {
  text: string
  /** Whether the library for consent, Escape or a press on one of its controls closed it. */
  closes: boolean
  /** Of a consent banner: it was answered, and nothing that would have been sent was held back. */
  isAnswered?: boolean
}

/** A panel that was closed before the page was read. */
export type Interstitial = Omit<ReturnType<Injected['openPanels']>[number], 'share'>

const COMMIT_TIMEOUT_MS = 20_000
const LOAD_TIMEOUT_MS = 12_000
/** Addresses that a page leads on to by itself, one after the other: of sign-ins and choices of a country there are few. */
const MAX_DOCUMENTS = 10
/** For a page that asks for too much to let go of it. */
const MAX_STOPPING_MS = 30_000
/** For the rest of a document whose load was waited for already. */
const MAX_SERVED_MS = 5_000
/** The report of a crash may come this much later than its effects. */
const CRASH_REPORT_MS = 400
const IDLE_MS = 400
const MAX_IDLE_WAIT_MS = 3_000
/** A page of another host that asks for nothing during that time has come to rest there. */
const AWAY_IDLE_MS = 1_500
const MAX_AWAY_MS = 6_000

interface Access {
  /** From the first request on nothing goes out that would change data on a server. */
  readOnly?: boolean
  /** As for visitors whose system does not ask for less motion. */
  motion?: boolean
  /** As for a visitor who comes an hour later: what only says what time it is is another text then. */
  later?: boolean
}

/** Another hour, and another minute. */
const LATER_MS = 61 * 60_000

/** Opens `site` on `screen`. Throws CaptureFailure with the code that a job ends with. */
export async function openPageLoad(
  browser: OpenBrowser,
  site: Site,
  screen: Screen,
  access: Access = {},
): Promise<PageLoad> {
  const pageLoad = await openOnce(browser, site, screen, access)
  if (!isAtGate(site, pageLoad.page.url())) return pageLoad
  await pageLoad.close()
  const again = (await site.pass?.renew()) ? await openOnce(browser, site, screen, access) : undefined
  if (again && !isAtGate(site, again.page.url())) return again
  await again?.close()
  throw gateClosedAgain(site)
}

/** Loads of a page that has too much, each without what was too much in those before. */
const MAX_WITHOUT = 2

async function openOnce(browser: OpenBrowser, site: Site, screen: Screen, access: Access): Promise<PageLoad> {
  for (let without = 0; without <= MAX_WITHOUT; without++)
    try {
      return await openInContext(browser, site, screen, access)
    } catch (error) {
      if (!(error instanceof ImmenseFiles)) throw error
      for (const url of error.urls) browser.withheld.immense.add(url)
    }
  throw immenseAgain(site.url)
}

async function openInContext(
  browser: OpenBrowser,
  site: Site,
  screen: Screen,
  { readOnly, motion, later }: Access,
): Promise<PageLoad> {
  const died = (error: unknown) =>
    browser.playwright.isConnected() ? error : new PageCrashed({ cause: error })
  const options = {
    viewport: { width: screen.width, height: screen.height },
    screen: { width: screen.width, height: screen.height },
    isMobile: screen.mobile,
    hasTouch: screen.mobile,
    deviceScaleFactor: 1,
    userAgent: userAgent(browser.userAgent, screen.mobile),
    locale: 'en-US',
    timezoneId: 'UTC',
    colorScheme: 'light',
    reducedMotion: motion ? 'no-preference' : 'reduce',
    serviceWorkers: 'block',
    acceptDownloads: false,
  } as const
  const context = await browser.playwright.newContext(options).catch(error => Promise.reject(died(error)))
  try {
    await addSessionCookies(context, site)
    if (readOnly) await stopWrites(context)
    return await load(context, site, screen, browser.withheld, site.noon + (later ? LATER_MS : 0))
  } catch (error) {
    await closeContext(context)
    throw died(error)
  }
}

async function load(
  context: BrowserContext,
  site: Site,
  screen: Screen,
  withheld: Withheld,
  startsAt: number,
): Promise<PageLoad> {
  const gaps: string[] = []
  const clock = clockEvents()
  await context.addInitScript(pageClock(startsAt, clock))
  await context.addInitScript(NO_SERVICE_WORKER)
  // A page without a history, as one is while it is operated, may close its own window.
  await context.addInitScript('window.close = () => {}')
  const page = await within(context.newPage(), COMMIT_TIMEOUT_MS).catch(error =>
    // A renderer that dies while it starts never reports, or has that said of it.
    Promise.reject(
      error instanceof PageUnresponsive || /\bTarget crashed\b/.test(error.message)
        ? new PageCrashed({ cause: error })
        : error,
    ),
  )
  context.on('page', popup => {
    if (popup !== page) popup.close().catch(() => {})
  })
  page.on('dialog', dialog => dialog.dismiss().catch(() => {}))
  let isOperated = false
  let isLoading = true
  let isReloading = false
  const { promise: crashed, reject: fail } = Promise.withResolvers<never>()
  page.on('crash', () => fail(new PageCrashed()))
  // When the whole browser dies its pages are closed first.
  page.on('close', () => setTimeout(() => context.browser()?.isConnected() || fail(new PageCrashed())))
  page.on('framenavigated', frame => {
    if (frame !== page.mainFrame() || isOperated || isLoading) return
    const failure = isAway()
    if (failure) fail(failure)
  })
  const led = new Set<string>()
  page.on('request', request => {
    if (isOperated || request.redirectedFrom() || !request.isNavigationRequest()) return
    if (request.frame() !== page.mainFrame() || led.add(request.url()).size <= MAX_DOCUMENTS) return
    fail(leadsOn(site.url))
  })
  // What is shown is our own proxy's refusal, which has a code of its own; over https it is no response at all.
  const isRefusal = (url: string) => {
    const answer = network.document()
    return url.startsWith('http:') && answer?.url() === url && 'x-cutover-egress' in answer.headers()
  }
  const isAway = () => (isRefusal(page.url()) ? undefined : landingFailure(page.url(), site, screen.mobile))
  crashed.catch(() => {})
  const cdp = await Promise.race([prepare(context, page, site, withheld), crashed])
  let stopping: Promise<void> | undefined
  const stop = () => {
    stopping ??= stopRequests(page, cdp).catch(() => {}) // the page is gone
  }
  const network = recordNetwork(page, site.url, withheld, () => {
    gaps.push(`the page asked for more than ${MAX_ENTRIES} files; it got no more than these`)
    stop()
  })
  const counting = watchUnpacked(cdp, {
    onDocument: fail,
    onFiles(immense) {
      if (isLoading && immense.urls.length > 0) return fail(immense)
      for (const url of immense.urls) withheld.immense.add(url)
      gaps.push(CUT)
      stop()
    },
  })
  await Promise.race([counting, crashed])

  let response: Response | null = null
  try {
    response = await Promise.race([
      page.goto(site.url, { waitUntil: 'commit', timeout: COMMIT_TIMEOUT_MS }),
      crashed,
    ])
  } catch (error) {
    await Promise.race([crashed, new Promise(resolve => setTimeout(resolve, CRASH_REPORT_MS))])
    throw judgeNavigation(error, site, network)
  }
  if (!response) throw new CaptureFailure('not_html', `${site.url} answered without a page`)
  await Promise.race([waitForLoad(page, network, gaps), crashed])
  // A sign-in that asks nothing leaves the site by script and comes back.
  if (isAway()) {
    await Promise.race([network.idle(AWAY_IDLE_MS, MAX_AWAY_MS), crashed])
    if (!isAway()) await Promise.race([waitForLoad(page, network, gaps), crashed])
  }
  // Thousands of requests keep the main thread for seconds, which is no endless loop.
  if (stopping) await Promise.race([within(stopping, MAX_STOPPING_MS).catch(() => {}), crashed])
  isLoading = false
  const asked = new Set(network.entries().map(({ url }) => url))
  gaps.push(...[...withheld.immense].filter(url => asked.has(url)).map(leftOut))
  const away = isAway()
  if (away) throw away
  if (page.url().startsWith('chrome-error:')) throw judgeNavigation(lastFailure(network), site, network)
  const landed = () => network.document() ?? response
  await Promise.race([judgeResponse(landed(), site), crashed])
  const world = await openIsolatedWorld(cdp, site.ignore)
  const served = { url: page.url(), headers: landed().headers() }
  const leaves = await Promise.race([refreshFailure(world, served, site, screen.mobile), crashed])
  if (leaves) throw leaves
  const hold = async (...types: ('Document' | 'XHR' | 'Fetch')[]) =>
    void (await cdp.send('Fetch.enable', { patterns: types.map(resourceType => ({ resourceType })) }))
  const tell = (event: string) => world.run((_, name) => void document.dispatchEvent(new Event(name)), event)
  const { frameTree } = await cdp.send('Page.getFrameTree')
  cdp.on('Fetch.requestPaused', ({ requestId, resourceType, frameId, request }) => {
    if (resourceType !== 'Document') return // of a script: left unanswered
    const again =
      !isReloading &&
      frameId === frameTree.frame.id &&
      request.method === 'GET' &&
      request.url === page.url().split('#')[0]
    const answer = again
      ? cdp.send('Fetch.failRequest', { requestId, errorReason: 'Aborted' })
      : cdp.send('Fetch.continueRequest', { requestId })
    answer.catch(() => {}) // the request is gone
  })
  return {
    site,
    screen,
    page,
    cdp,
    world,
    network,
    clock,
    get response() {
      return landed()
    },
    served: () => within(landed().text(), MAX_SERVED_MS),
    gaps,
    crashed,
    holdReloads: () => hold('Document'),
    async reload() {
      isReloading = true
      try {
        await page.reload({ waitUntil: 'commit', timeout: COMMIT_TIMEOUT_MS })
        await waitForLoad(page, network, gaps)
      } finally {
        isReloading = false
      }
    },
    async holdData() {
      await hold('Document', 'XHR', 'Fetch')
      network.ignoreData(true)
    },
    drawSeldom: seldom => tell(seldom ? clock.seldom : clock.often),
    async release() {
      isOperated = true
      network.ignoreData(false)
      await cdp.send('Fetch.disable')
      await tell(clock.operated)
    },
    close: () => closeContext(context),
  }
}

/** Those under way come to nothing, and no other is begun. */
async function stopRequests(page: Page, cdp: CDPSession): Promise<void> {
  await cdp.send('Network.setBlockedURLs', { urls: ['*'] })
  await page.waitForLoadState('domcontentloaded', { timeout: LOAD_TIMEOUT_MS }).catch(() => {})
  await cdp.send('Page.stopLoading')
}

/** Of a page that sent itself elsewhere: what the browser shows then is a page of its own. */
const lastFailure = (network: NetworkLog) =>
  new Error(network.entries().findLast(({ type }) => type === 'document')?.failure ?? 'no answer')

async function prepare(
  context: BrowserContext,
  page: Page,
  site: Site,
  withheld: Withheld,
): Promise<CDPSession> {
  const cdp = await context.newCDPSession(page)
  await cdp.send('Network.enable')
  await cdp.send('Network.setBlockedURLs', { urls: blockedPatterns(withheld) })
  await sendHeaders(cdp, site)
  return cdp
}

/** Waits for the load event and then for an idle network; a page that never comes to rest is taken as it is. */
async function waitForLoad(page: Page, network: NetworkLog, gaps: string[]): Promise<void> {
  const loaded = await page.waitForLoadState('load', { timeout: LOAD_TIMEOUT_MS }).then(
    () => true,
    () => false,
  )
  if (!loaded)
    gaps.push(`the page did not finish loading within ${LOAD_TIMEOUT_MS / 1000} s; it was taken as it was`)
  await network.idle(IDLE_MS, loaded ? MAX_IDLE_WAIT_MS : 0)
}

/** The User-Agent: the browser's own, or a phone's, with our suffix. */
export function userAgent(own: string, mobile: boolean): string {
  const desktop = own.replace('HeadlessChrome', 'Chrome')
  const base = mobile
    ? desktop
        .replace(/\([^)]*\)/, '(Linux; Android 11; moto g power (2022))')
        .replace(/ Safari\//, ' Mobile Safari/')
    : desktop
  return `${base} ${USER_AGENT_SUFFIX}`
}

async function closeContext(context: BrowserContext): Promise<void> {
  await within(context.close(), 3000).catch(() => {}) // a hung page: the browser's group is killed at the end
}
