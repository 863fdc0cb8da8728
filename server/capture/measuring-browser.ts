/** The browser that Lighthouse measures in: like that of the captures, yet its own, since Lighthouse is Puppeteer's. */
import {
  type Browser,
  type CDPSession,
  connect as connectPuppeteer,
  launch as launchPuppeteer,
  type Page,
} from 'puppeteer-core'
import type { RemoteBrowser } from '../config/index.ts'
import { shownEndpoint } from '../egress/remote-browser.ts'
import { nothingWithheld, type Withheld } from './page/blocklist.ts'
import { type LaunchOptions, prepareLaunch, takeInHand } from './page/launch.ts'
import { takeRemote } from './page/remote-browser.ts'
import { NO_SERVICE_WORKER } from './page/service-workers.ts'

export interface MeasuringBrowser {
  /** Of the browser itself. */
  session: CDPSession
  /** It is on another machine, of whose processors we see nothing. */
  isRemote: boolean
  /** e.g. `Mozilla/5.0 … HeadlessChrome/156.0.0.0 …` */
  userAgent: string
  /** What its loads do without. */
  withheld: Withheld
  /** A page in a context of its own, which is refused what every load is; all it kept goes when it is closed. */
  openPage(): Promise<{ page: Page; close(): Promise<unknown> }>
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
    isRemote: false,
    userAgent: await puppeteer.userAgent(),
    withheld,
    openPage: () => openPage(puppeteer, session),
    close: () => launch.end(pid, puppeteer.close()),
  }
}

async function connectTo(
  remote: RemoteBrowser,
  sandbox: boolean | undefined,
  withheld: Withheld,
): Promise<MeasuringBrowser> {
  const puppeteer = await connectPuppeteer({
    browserWSEndpoint: await takeRemote(remote, sandbox),
    defaultViewport: null,
    acceptInsecureCerts: false,
  }).catch(() => {
    // What the driver says may name the whole address.
    throw new Error(`the remote browser at ${shownEndpoint(remote)} does not answer the driver of Lighthouse`)
  })
  const close = () => puppeteer.disconnect()
  try {
    const session = await puppeteer.target().createCDPSession()
    await session.send('Browser.setDownloadBehavior', { behavior: 'deny' })
    await closePopups(session)
    const userAgent = await puppeteer.userAgent()
    return {
      session,
      isRemote: true,
      userAgent,
      withheld,
      openPage: () => openPage(puppeteer, session),
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

async function openPage(puppeteer: Browser, session: CDPSession) {
  // Puppeteer's own contexts stay in a browser that goes on, when whoever made them is killed.
  const { browserContextId } = await session.send('Target.createBrowserContext', { disposeOnDetach: true })
  await session.send('Browser.setDownloadBehavior', { behavior: 'deny', browserContextId })
  const url = `about:blank#${browserContextId}`
  await session.send('Target.createTarget', { url, browserContextId })
  const target = await puppeteer.waitForTarget(target => target.url() === url)
  const page = (await target.page())!
  await page.evaluateOnNewDocument(NO_SERVICE_WORKER)
  return { page, close: () => session.send('Target.disposeBrowserContext', { browserContextId }) }
}

/** A window that a page opens would take part in what is measured. */
async function closePopups(session: CDPSession): Promise<void> {
  session.on('Target.targetCreated', ({ targetInfo: { openerId, targetId, type } }) => {
    if (openerId && type === 'page') session.send('Target.closeTarget', { targetId }).catch(() => {})
  })
  await session.send('Target.setDiscoverTargets', { discover: true })
}
