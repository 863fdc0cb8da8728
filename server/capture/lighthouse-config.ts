/** What Lighthouse does in a run: no more than what is read of it, since all else takes time of the page and of us. */
import { defaultConfig, Gatherer } from 'lighthouse'
import SourceMaps from 'lighthouse/core/gather/gatherers/source-maps.js'
import type { MeasuringBrowser } from './measuring-browser.ts'
import { blockedPatterns } from './page/blocklist.ts'
import { HELD_AFTER_MS } from './page/page-clock.ts'
import { userAgent } from './page/page-load.ts'

/** Of each metric that the score is made of. */
export const METRICS = {
  fcp: 'first-contentful-paint',
  lcp: 'largest-contentful-paint',
  tbt: 'total-blocking-time',
  cls: 'cumulative-layout-shift',
  si: 'speed-index',
} as const
export type MetricName = keyof typeof METRICS

const AUDITS = [
  ...Object.values(METRICS).map(id => `metrics/${id}`),
  'metrics',
  'network-requests',
  'bootup-time',
  'screenshot-thumbnails',
  'insights/render-blocking-insight',
  'insights/image-delivery-insight',
  'insights/lcp-breakdown-insight',
]

/** In place of the maps of all scripts, which would be fetched, with the text of the scripts: nothing that is read needs them. */
class NoSourceMaps extends Gatherer {
  override meta = { symbol: SourceMaps.symbol, supportedModes: ['timespan' as const, 'navigation' as const] }
  override getArtifact() {
    return []
  }
}

/** After the load event. */
const PAUSE_MS = 250

const { title, auditRefs } = defaultConfig.categories!.performance!
const ids = new Set(AUDITS.map(path => path.split('/').at(-1)))

/** Mobile with simulated throttling: Lighthouse's defaults, but for shorter quiet windows, alike on both sites. */
export const configFor = (browser: MeasuringBrowser, late: boolean) => ({
  artifacts: [
    { id: 'DevtoolsLog', gatherer: 'devtools-log' },
    { id: 'Trace', gatherer: 'trace' },
    { id: 'SourceMaps', gatherer: { instance: new NoSourceMaps() } },
    { id: 'TraceElements', gatherer: 'trace-elements' },
  ],
  audits: AUDITS,
  categories: {
    performance: {
      title,
      auditRefs: auditRefs.filter(({ id }) => ids.has(id)).map(({ id, weight }) => ({ id, weight })),
    },
  },
  settings: {
    emulatedUserAgent: userAgent(browser.userAgent, true),
    // Each run has a context of its own, in which nothing is kept.
    disableStorageReset: true,
    blockedUrlPatterns: blockedPatterns(browser.withheld),
    maxWaitForLoad: 20_000,
    pauseAfterFcpMs: 250,
    // A capture sees as much of what a page does by itself.
    pauseAfterLoadMs: late ? HELD_AFTER_MS + PAUSE_MS : PAUSE_MS,
    networkQuietThresholdMs: 400,
    cpuQuietThresholdMs: 400,
  },
})
