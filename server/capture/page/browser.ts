/** The browser of one scan's captures: launched in its own process group behind the egress proxy, killed as a group. */
import { type Browser, chromium } from 'playwright'
import { nothingWithheld, type Withheld } from './blocklist.ts'
import { type LaunchOptions, prepareLaunch, takeInHand } from './launch.ts'

export interface OpenBrowser {
  playwright: Browser
  /** Leader of the process group. */
  pid: number
  /** e.g. `Mozilla/5.0 … HeadlessChrome/156.0.0.0 …` */
  userAgent: string
  /** What its loads do without, from the next one on. */
  withheld: Withheld
  close(): Promise<void>
}

const CAPTURING = {
  // No tile is drawn before its pictures are decoded: on a busy machine a shot would lack the large ones.
  flags: ['--disable-checker-imaging'],
  // A script that is fetched and compiled in the background is not counted before its end, however long it is.
  disabledFeatures: ['BackgroundResourceFetch'],
}

/**
 * Starts Chromium. Everything it fetches goes through `proxyUrl`, loopback included; no path around the proxy
 * resolves names or sends UDP. Throws when no browser is found.
 */
export async function openBrowser(options: LaunchOptions): Promise<OpenBrowser> {
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
    pid,
    userAgent,
    withheld: nothingWithheld(),
    close: () => launch.end(pid, playwright.close()),
  }
}
