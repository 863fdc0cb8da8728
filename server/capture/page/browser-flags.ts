/** The switches of every browser: its way out, and what makes two pages comparable. */

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

/**
 * @param without features that are off besides those of every browser
 * @see https://peter.sh/experiments/chromium-command-line-switches/
 */
export function browserFlags(proxyUrl: string, without: readonly string[] = []): string[] {
  return [
    '--headless=new',
    `--proxy-server=${proxyUrl}`,
    '--proxy-bypass-list=<-loopback>',
    `--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE ${new URL(proxyUrl).hostname}`,
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
    `--disable-features=${[...DISABLED_FEATURES, ...without].join(',')}`,
  ]
}
