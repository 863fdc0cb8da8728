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

/** Whether we stopped the request ourselves: nothing of it says anything about the page. */
export function wasBlocked(request: { failure: string | null } | undefined): boolean {
  return /BLOCKED_BY_CLIENT|BLOCKED_BY_INSPECTOR|inspector/i.test(request?.failure ?? '')
}
