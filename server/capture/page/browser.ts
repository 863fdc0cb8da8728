/** The browser of one scan's captures: launched in its own process group behind the egress proxy, killed as a group. */
import { setTimeout } from 'node:timers/promises'
import { type Browser, chromium } from 'playwright'
import type { RemoteBrowser } from '../../config/index.ts'
import { shownEndpoint } from '../../egress/remote-browser.ts'
import { inTime } from '../../lib/in-time.ts'
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
  /** It ended, and nobody closed it. A moment is waited for what comes after the first failure. */
  hasDied(): Promise<boolean>
}

/**
 * Starts Chromium, or connects to the remote one. Everything it fetches goes through `proxyUrl`, loopback included; no path
 * around the proxy resolves names or sends UDP. Throws when no browser is found.
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
  return inHand(playwright, userAgent, () => launch.end(pid, playwright.close()))
}

function inHand(playwright: Browser, userAgent: string, end: () => Promise<void>): OpenBrowser {
  let isClosed = false
  return {
    playwright,
    userAgent,
    withheld: nothingWithheld(),
    close: () => {
      isClosed = true
      return end()
    },
    hasDied: async () => {
      // Its pages are closed before it is said to be gone.
      if (playwright.isConnected()) await setTimeout(DEATH_REPORT_MS)
      return !isClosed && !playwright.isConnected()
    },
  }
}

const DEATH_REPORT_MS = 50

async function connectTo(remote: RemoteBrowser, sandbox?: boolean): Promise<OpenBrowser> {
  const address = await takeRemote(remote, sandbox)
  const playwright = await chromium.connectOverCDP(address, { timeout: 30_000 }).catch(() => {
    // What the driver says names the whole address.
    throw new Error(
      `the remote browser at ${shownEndpoint(remote)} does not answer the driver of the captures`,
    )
  })
  const close = () => inTime(CLOSING_MS, playwright.close()).catch(() => {})
  try {
    const session = await playwright.newBrowserCDPSession()
    await session.send('Browser.setDownloadBehavior', { behavior: 'deny' })
    const { userAgent } = await session.send('Browser.getVersion')
    return inHand(playwright, userAgent, close)
  } catch (error) {
    await close()
    throw error
  }
}

const CLOSING_MS = 5_000
