/** The browser of one scan: launched in its own process group behind the egress proxy, killed as a group. */
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, type CDPSession, chromium } from 'playwright'
import { findBrowser } from '../../setup/browser.mjs'
import type { Withheld } from './blocklist.ts'

export interface OpenBrowser {
  playwright: Browser
  /** Loopback port of its DevTools, for Lighthouse. */
  port: number
  /** Leader of the process group. */
  pid: number
  /** e.g. `Mozilla/5.0 … HeadlessChrome/156.0.0.0 …` */
  userAgent: string
  /** What its loads do without, from the next one on. */
  withheld: Withheld
  close(): Promise<void>
}

/**
 * Starts Chromium. Everything it fetches goes through `proxyUrl`, loopback included; no path around the proxy
 * resolves names or sends UDP. Throws when no browser is found.
 */
export async function openBrowser(options: {
  proxyUrl: string
  chromePath?: string
  onPid?: (pid: number) => void
}): Promise<OpenBrowser> {
  const executablePath = options.chromePath ?? (await findBrowser())
  if (!executablePath) throw new Error('no browser found; set CHROME_PATH to a Chrome or Chromium executable')
  const profile = await mkdtemp(join(tmpdir(), 'cutover-browser-'))
  const playwright = await chromium.launch({
    executablePath,
    // Playwright's own arguments open windows and floods to hostile pages; ours are the whole list.
    ignoreDefaultArgs: true,
    // The pipe for Playwright, which is quick; the port for Lighthouse, which knows no pipe.
    args: [
      ...flags(options.proxyUrl),
      `--user-data-dir=${profile}`,
      '--remote-debugging-pipe',
      '--remote-debugging-port=0',
      '--no-startup-window',
    ],
    timeout: 30_000,
  })
  const session = await playwright.newBrowserCDPSession()
  const pid = await browserPid(session)
  options.onPid?.(pid)
  const [{ userAgent }, port] = await Promise.all([
    session.send('Browser.getVersion'),
    debuggingPort(profile),
  ])
  return {
    playwright,
    port,
    pid,
    userAgent,
    withheld: { hosts: new Set(), urls: new Set() },
    async close() {
      await Promise.race([playwright.close(), new Promise(resolve => setTimeout(resolve, 1500))]).catch(
        () => {},
      )
      killGroup(pid)
      await rm(profile, { recursive: true, force: true, maxRetries: 3 }).catch(() => {})
    },
  }
}

/** Playwright starts it as the leader of its own process group. */
async function browserPid(session: CDPSession): Promise<number> {
  const { processInfo } = await session.send('SystemInfo.getProcessInfo')
  const main = processInfo.find(process => process.type === 'browser')
  if (!main) throw new Error('the browser did not tell its process id')
  return main.id
}

/** The port that Chromium chose, from the file that it writes into its profile. */
async function debuggingPort(profile: string): Promise<number> {
  const file = join(profile, 'DevToolsActivePort')
  for (let tries = 0; tries < 100; tries++) {
    const port = Number((await readFile(file, 'utf8').catch(() => '')).split('\n')[0])
    if (port > 0) return port
    await new Promise(resolve => setTimeout(resolve, 50))
  }
  throw new Error('the browser did not open its DevTools port within 5 s')
}

function killGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // already gone
  }
}

/** In one list: Chromium takes one flag of this kind only. */
const DISABLED_FEATURES = [
  // The browser's own user interface drawn as web pages: hidden renderers that cost half as much as a page load.
  'InitialWebUI',
  'PreloadTopChromeWebUI',
  'WebUIReloadButton',
  'WebUIToolbar',
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
  'SpareRendererForSitePerProcess',
  // Requests of the browser's own, and changes of a submitted address.
  'AutofillServerCommunication',
  'CertificateTransparencyComponentUpdater',
  'DialMediaRouteProvider',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'MediaRouter',
  'OptimizationHints',
  'Translate',
  // The proxy decides what is local; Chromium only sees the proxy's own address, which is.
  'LocalNetworkAccessChecks',
]

/** @see https://peter.sh/experiments/chromium-command-line-switches/ */
function flags(proxyUrl: string): string[] {
  return [
    '--headless=new',
    // Chromium refuses its sandbox to root; anybody else gets it.
    ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    `--proxy-server=${proxyUrl}`,
    '--proxy-bypass-list=<-loopback>',
    '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1',
    // Renamed in Chromium, which says nothing about a switch that it does not know.
    '--webrtc-ip-handling-policy=disable_non_proxied_udp',
    '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
    '--disable-quic',
    '--dns-prefetch-disable',
    '--no-first-run',
    '--no-default-browser-check',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-client-side-phishing-detection',
    '--disable-default-apps',
    '--disable-extensions',
    '--disable-sync',
    '--disable-breakpad',
    '--disable-domain-reliability',
    '--disable-field-trial-config',
    '--disable-background-timer-throttling',
    '--disable-backgrounding-occluded-windows',
    '--disable-renderer-backgrounding',
    '--disable-back-forward-cache',
    '--disable-dev-shm-usage',
    '--disable-gpu',
    '--disable-search-engine-choice-screen',
    '--metrics-recording-only',
    '--no-service-autorun',
    '--password-store=basic',
    '--use-mock-keychain',
    '--mute-audio',
    '--hide-scrollbars',
    // Animated pictures show their first frame.
    '--blink-settings=imageAnimationPolicy=2',
    '--force-color-profile=srgb',
    '--font-render-hinting=none',
    '--export-tagged-pdf',
    `--disable-features=${DISABLED_FEATURES.join(',')}`,
  ]
}
