/** The browser of one scan: launched in its own process group behind the egress proxy, killed as a group. */
import { launch } from 'chrome-launcher'
import { type Browser, chromium } from 'playwright'
import { findBrowser } from '../setup/browser.mjs'

export interface OpenBrowser {
  playwright: Browser
  /** Loopback port of its DevTools, for Lighthouse. */
  port: number
  /** Leader of the process group. */
  pid: number
  /** e.g. `Mozilla/5.0 … HeadlessChrome/156.0.0.0 …` */
  userAgent: string
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
  const chromePath = options.chromePath ?? findBrowser()
  if (!chromePath) throw new Error('no browser found; set CHROME_PATH to a Chrome or Chromium executable')
  const chrome = await launch({
    chromePath,
    chromeFlags: flags(options.proxyUrl),
    ignoreDefaultFlags: true,
    logLevel: 'silent',
    maxConnectionRetries: 200,
    connectionPollInterval: 50,
  })
  options.onPid?.(chrome.pid)
  try {
    const playwright = await chromium.connectOverCDP(`http://127.0.0.1:${chrome.port}`, { timeout: 20_000 })
    const session = await playwright.newBrowserCDPSession()
    const { userAgent } = await session.send('Browser.getVersion')
    return {
      playwright,
      port: chrome.port,
      pid: chrome.pid,
      userAgent,
      async close() {
        await Promise.race([playwright.close(), new Promise(resolve => setTimeout(resolve, 1000))]).catch(() => {})
        killGroup(chrome.pid)
        chrome.kill() // deletes its profile folder
      },
    }
  } catch (error) {
    killGroup(chrome.pid)
    chrome.kill()
    throw error
  }
}

function killGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // already gone
  }
}

/** @see https://peter.sh/experiments/chromium-command-line-switches/ */
function flags(proxyUrl: string): string[] {
  return [
    '--headless=new',
    // Chromium refuses its sandbox to root; anybody else gets it.
    ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    `--proxy-server=${proxyUrl}`,
    '--proxy-bypass-list=<-loopback>',
    '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1',
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
    '--force-color-profile=srgb',
    '--font-render-hinting=none',
    '--export-tagged-pdf',
    '--disable-features=Translate,OptimizationHints,MediaRouter,DialMediaRouteProvider,AutofillServerCommunication,CertificateTransparencyComponentUpdater,HttpsUpgrades,HttpsFirstBalancedModeAutoEnable,LocalNetworkAccessChecks',
  ]
}
