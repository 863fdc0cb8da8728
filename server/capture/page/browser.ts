/** The browser of one scan's captures: launched in its own process group behind the egress proxy, killed as a group. */
import { type Browser, chromium } from 'playwright'
import type { RemoteBrowser } from '../../config/index.ts'
import { inTime } from '../../lib/in-time.ts'
import { reasonOf } from '../../lib/reason.ts'
import { nothingWithheld, type Withheld } from './blocklist.ts'
import { CAPTURING, type LaunchOptions, prepareLaunch, takeInHand } from './launch.ts'
import { takeRemote } from './remote-browser.ts'

export interface OpenBrowser {
  playwright: Browser
  /** e.g. `Mozilla/5.0 … HeadlessChrome/156.0.0.0 …` */
  userAgent: string
  /** What its loads do without, from the next one on. */
  withheld: Withheld
  close(): Promise<void>
}

/**
 * Starts Chromium, or connects to the remote one. Everything it fetches goes through `proxyUrl`, loopback included; no path around the proxy
 * resolves names or sends UDP. Throws when no browser is found.
 */
export async function openBrowser(options: LaunchOptions): Promise<OpenBrowser> {
  if (options.remote) return connectTo(options.remote, options.sandbox)
  const launch = await prepareLaunch({ ...options, ...CAPTURING })
  const { executablePath, args, env } = launch
  // Playwright's own arguments open windows and floods to hostile pages; ours are the whole list.
  const playwright = await chromium.launch({
    executablePath,
    ignoreDefaultArgs: true,
    args,
    env,
    timeout: 30_000,
  })
  const session = await playwright.newBrowserCDPSession()
  const pid = await takeInHand(session, options.onPid)
  const { userAgent } = await session.send('Browser.getVersion')
  return {
    playwright,
    userAgent,
    withheld: nothingWithheld(),
    close: () => launch.end(pid, playwright.close()),
  }
}

/** What it kept of an earlier scan that was killed goes first: a remote browser works for one scan at a time. */
async function connectTo(remote: RemoteBrowser, sandbox?: boolean): Promise<OpenBrowser> {
  const playwright = await chromium.connectOverCDP(remote.endpoint, { timeout: 30_000 }).catch(error => {
    // What follows the first line is the driver's log.
    throw new Error(`the remote browser does not answer: ${reasonOf(error).split('\n', 1)[0]}`)
  })
  const close = () => inTime(CLOSING_MS, playwright.close()).catch(() => {})
  try {
    const session = await playwright.newBrowserCDPSession()
    await takeRemote(session, remote, sandbox)
    const { browserContextIds } = await session.send('Target.getBrowserContexts')
    for (const browserContextId of browserContextIds)
      await session.send('Target.disposeBrowserContext', { browserContextId })
    const { userAgent } = await session.send('Browser.getVersion')
    return { playwright, userAgent, withheld: nothingWithheld(), close }
  } catch (error) {
    await close()
    throw error
  }
}

const CLOSING_MS = 5_000
