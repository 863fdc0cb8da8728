/** The browser that Lighthouse measures in: like that of the captures, yet its own, since Lighthouse is Puppeteer's. */
import {
  type Browser,
  type CDPSession,
  connect as connectPuppeteer,
  launch as launchPuppeteer,
  type Page,
} from 'puppeteer-core'
import type { RemoteBrowser } from '../config/index.ts'
import { nothingWithheld, type Withheld } from './page/blocklist.ts'
import { type LaunchOptions, prepareLaunch, takeInHand } from './page/launch.ts'
import { takeRemote } from './page/remote-browser.ts'
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

/** Starts Chromium or connects to the remote one, as `openBrowser` does. */
export async function openMeasuringBrowser(
  options: LaunchOptions & { withheld?: Withheld },
): Promise<MeasuringBrowser> {
  const { remote, sandbox, withheld = nothingWithheld() } = options
  if (remote) return connectTo(remote, sandbox, withheld)
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
    withheld,
    openPage: () => openPage(puppeteer),
    close: () => launch.end(pid, puppeteer.close()),
  }
}

async function connectTo(
  remote: RemoteBrowser,
  sandbox: boolean | undefined,
  withheld: Withheld,
): Promise<MeasuringBrowser> {
  const at = /^ws/.test(remote.endpoint)
    ? { browserWSEndpoint: remote.endpoint }
    : { browserURL: remote.endpoint }
  const puppeteer = await connectPuppeteer({ ...at, defaultViewport: null, acceptInsecureCerts: false })
  const close = () => puppeteer.disconnect()
  try {
    const session = await puppeteer.target().createCDPSession()
    await takeRemote(session, remote, sandbox)
    await closePopups(session)
    const userAgent = await puppeteer.userAgent()
    return { session, userAgent, withheld, openPage: () => openPage(puppeteer), close }
  } catch (error) {
    await close()
    throw error
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
