/** The browser that Lighthouse measures in: like that of the captures, yet its own, since Lighthouse is Puppeteer's. */
import { type Browser, type CDPSession, launch as launchPuppeteer, type Page } from 'puppeteer-core'
import { nothingWithheld, type Withheld } from './page/blocklist.ts'
import { type LaunchOptions, prepareLaunch, takeInHand } from './page/launch.ts'
import { NO_SERVICE_WORKER } from './page/service-workers.ts'

export interface MeasuringBrowser {
  /** Of the browser itself. */
  session: CDPSession
  /** e.g. `Mozilla/5.0 … HeadlessChrome/156.0.0.0 …` */
  userAgent: string
  /** What its loads do without. */
  withheld: Withheld
  /** A page in a context of its own, which is refused what every load is; all it kept goes when it is closed. */
  openPage(): Promise<{ page: Page; close(): Promise<void> }>
  close(): Promise<void>
}

/** Starts Chromium, as `openBrowser` does. */
export async function openMeasuringBrowser(
  options: LaunchOptions & { withheld?: Withheld },
): Promise<MeasuringBrowser> {
  const launch = await prepareLaunch(options)
  const { executablePath, args, env } = launch
  const puppeteer = await launchPuppeteer({
    executablePath,
    ignoreDefaultArgs: true,
    args,
    env,
    pipe: true,
    waitForInitialPage: false,
    defaultViewport: null,
    acceptInsecureCerts: false,
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
    timeout: 30_000,
  })
  const session = await puppeteer.target().createCDPSession()
  const pid = await takeInHand(session, options.onPid)
  await closePopups(session)
  return {
    session,
    userAgent: await puppeteer.userAgent(),
    withheld: options.withheld ?? nothingWithheld(),
    openPage: () => openPage(puppeteer),
    close: () => launch.end(pid, puppeteer.close()),
  }
}

async function openPage(puppeteer: Browser) {
  const context = await puppeteer.createBrowserContext({ downloadBehavior: { policy: 'deny' } })
  const page = await context.newPage()
  await page.evaluateOnNewDocument(NO_SERVICE_WORKER)
  return { page, close: () => context.close() }
}

/** A window that a page opens would take part in what is measured. */
async function closePopups(session: CDPSession): Promise<void> {
  session.on('Target.targetCreated', ({ targetInfo: { openerId, targetId, type } }) => {
    if (openerId && type === 'page') session.send('Target.closeTarget', { targetId }).catch(() => {})
  })
  await session.send('Target.setDiscoverTargets', { discover: true })
}
