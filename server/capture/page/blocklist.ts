import { randomBytes } from 'node:crypto'
/**
 * Analytics and tag collection endpoints: blocked in captures, so that verifying pollutes nobody's statistics.
 * Collection only: the libraries themselves may draw on the page.
 */
export const ANALYTICS = [
  '*://*.google-analytics.com/*collect*',
  '*://*.analytics.google.com/*',
  '*://stats.g.doubleclick.net/*',
  '*://*.doubleclick.net/pagead/*',
  '*://www.google.com/ccm/collect*',
  '*://www.facebook.com/tr*',
  '*://bat.bing.com/*',
  '*://*.clarity.ms/collect*',
  '*://*.hotjar.com/*',
  '*://*.hotjar.io/*',
  '*://api.segment.io/*',
  '*://api-js.mixpanel.com/*',
  '*://api*.amplitude.com/*',
  '*://plausible.io/api/event*',
  '*://*/matomo.php*',
  '*://*/piwik.php*',
  '*://*.posthog.com/e/*',
  '*://*.posthog.com/capture/*',
  '*://px.ads.linkedin.com/*',
  '*://analytics.tiktok.com/*',
  '*://monorail-edge.shopifysvc.com/*',
  '*://*/.well-known/shopify/monorail/*',
  '*://*.nr-data.net/*',
  '*://*.sentry.io/api/*',
]

/** The attribute that a notice about consent is marked with, where it is no banner that could be dismissed: no page knows it. */
export const NOTICE = `data-cutover-${randomBytes(6).toString('hex')}`

const COLLECTS = new RegExp(
  ANALYTICS.map(pattern => pattern.replaceAll(/[.?]/g, '\\$&').replaceAll('*', '.*')).join('|'),
)

export const isAnalytics = (url: string): boolean => COLLECTS.test(url)

/**
 * Elements on a page that are no part of the site, as one selector list: chat widgets and advertisements, whose content
 * changes, and the toolbars and badges of preview hosts. Left out by every collector, and transparent in screenshots.
 */
export const WIDGETS = [
  `[${NOTICE}]`,
  '#intercom-container, .intercom-lightweight-app, #intercom-frame, #drift-widget-container, #drift-frame-controller',
  '.crisp-client, #crisp-chatbox, iframe[title="chat widget"], iframe#launcher, iframe#webWidget, #tidio-chat',
  '#hubspot-messages-iframe-container, #chat-widget-container, #olark-wrapper, #fc_frame, #freshworks-container',
  '#gorgias-chat-container, #ShopifyChat, #shopify-chat, .zsiq_floatmain, #zsiqwidget, #chatra, jdiv, df-messenger',
  '.fb_dialog, .fb-customerchat, #chatbase-bubble-button, #chatbase-bubble-window, #kommunicate-widget-iframe',
  'ins.adsbygoogle, [id^="google_ads_iframe"], iframe[id^="aswift_"], iframe[src*="doubleclick.net"]',
  'iframe[src*="googlesyndication.com"], iframe[src*="amazon-adsystem.com"], div[id^="taboola-"], .OUTBRAIN',
  'vercel-live-feedback, div[data-netlify-deploy-id], #preview-bar-iframe, #PBarNextFrameWrapper, #admin-bar-iframe',
  '.w-webflow-badge, #__framer-badge-container, #lovable-badge, #WIX_ADS',
].join(', ')

/** What no load of a pair may fetch: alike on both sides. */
export interface Withheld {
  /** That cannot be had reliably; with their port, where it is not the scheme's own. */
  hosts: Set<string>
  /** Single files of hosts that are reached otherwise. */
  urls: Set<string>
  /** Files that no renderer could hold. */
  immense: Set<string>
}

export const nothingWithheld = (): Withheld => ({ hosts: new Set(), urls: new Set(), immense: new Set() })

/** Whether it could not be had, which is no fault of the page. */
export function isWithheld({ hosts, urls }: Withheld, url: string): boolean {
  return urls.has(url) || (URL.canParse(url) && hosts.has(new URL(url).host))
}

/** What the browser is told to block. Anchored: the address of a withheld host in another's query is no reason. */
export function blockedPatterns({ hosts, urls, immense }: Withheld): string[] {
  const schemes = ['http', 'https', 'ws', 'wss']
  return [
    ...ANALYTICS,
    ...[...hosts].flatMap(host => schemes.map(scheme => `${scheme}://${host}/*`)),
    ...urls,
    ...immense,
  ]
}

/** Whether the request was blocked for what it tells others: it is no part of the page. */
export function wasBlocked(request: { failure: string | null; withheld?: true } | undefined): boolean {
  return (
    !request?.withheld && /BLOCKED_BY_CLIENT|BLOCKED_BY_INSPECTOR|inspector/i.test(request?.failure ?? '')
  )
}
