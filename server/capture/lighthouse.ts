/** Lighthouse's performance category in a browser of its own, measured on both sites in turn. */
import lighthouse from 'lighthouse'
import { configFor, METRICS, type MetricName } from './lighthouse-config.ts'
import { waitForQuiet, watchOthers } from './machine-load.ts'
import type { MeasuringBrowser } from './measuring-browser.ts'
import { PageCrashed } from './page/failure.ts'
import { within } from './page/isolated-world.ts'
import { isAtGate, sendHeaders, setSessionCookies } from './page/session-cookies.ts'
import type { Site } from './page/site.ts'

export type { MetricName } from './lighthouse-config.ts'

export interface LighthouseRun {
  /** Performance score, 0 to 100, or null with the reason in `failure`. */
  score: number | null
  failure: string | null
  /** Metric values: ms, CLS without unit. */
  metrics: Record<MetricName, number>
  /** What Lighthouse makes of each metric: 0 to 1, 1 being best. */
  metricScores: Record<MetricName, number>
  /** Speed of the machine during this run; grows with speed. */
  benchmarkIndex: number
  /** Share of all processors that other programs used meanwhile, 0 to 1; null: not known, of another machine. */
  busyShare: number | null
  /** Near-noiseless counters of what was loaded. */
  counters: Counters
  /** The page while it loads, for the report: small JPEGs as base64, with the ms after the start that each shows. */
  filmstrip: Frame[]
  /** When what happened, by the clock of `filmstrip`, before throttling is simulated; absent in older captures. */
  moments?: Moment[]
}

export interface Moment {
  name: string
  ms: number
}

export interface Frame {
  ms: number
  jpeg: string
}

export interface Counters {
  requests: number
  /** Transferred bytes in all and by resource type. */
  bytes: number
  bytesByType: Record<string, number>
  /** Main-thread time of scripts in ms, before throttling. */
  scriptTime: number
  thirdPartyRequests: number
  /** The heaviest files: address, type and bytes. */
  heaviest: { url: string; type: string; bytes: number }[]
  /** Files that hold back the first paint: what each costs as simulated, and how long it took here, both in ms. */
  renderBlocking: { url: string; ms: number; took: number }[]
  /** Bytes that pictures have beyond what is shown of them, in all and of the worst ones. */
  pictureWaste: { bytes: number; worst: { url: string; bytes: number; wasted: number }[] }
  /** What the largest paint is, as a selector, and its file if any. */
  lcpElement: string
}

/** After each pair: take another one, and whether the last one is to be thrown away first. */
export type Sampling = (
  original: LighthouseRun[],
  rebuilt: LighthouseRun[],
) => { again: boolean; discard: boolean }

/** For all pairs together: the capture before it and the deadline after it leave no more. */
const MEASURING_BUDGET_MS = 100_000
/** For other programs to let go of the machine, before all further pairs together. */
const MAX_WAITING_MS = 15_000

/**
 * Measures both sites in turn, A B, A B, …, until `decide` has seen enough. Nothing else may load a page meanwhile.
 * Returns as many runs of the one as of the other, pair by pair. `late`: one of them has set itself to do something that
 * weighs once it is loaded, which is waited for on both. `until`: by `performance.now()`, all is over by then, and no pair
 * is begun that would not end before; default none.
 */
export async function measure(
  browser: MeasuringBrowser,
  sites: { original: Site; rebuilt: Site },
  decide: Sampling,
  onPair: (pairs: number) => void,
  { late, until = Number.POSITIVE_INFINITY }: { late: boolean; until?: number },
): Promise<{ original: LighthouseRun[]; rebuilt: LighthouseRun[] }> {
  const runs = { original: [] as LighthouseRun[], rebuilt: [] as LighthouseRun[] }
  const started = performance.now()
  let waited = 0
  for (let taken = 1; ; taken++) {
    runs.original.push(await runLighthouse(browser, sites.original, { late, until }))
    runs.rebuilt.push(await runLighthouse(browser, sites.rebuilt, { late, until }))
    onPair(taken)
    const { again, discard } = decide(runs.original, runs.rebuilt)
    // Another pair that may not end in time would cost the whole result; a drifted one is better than none.
    const now = performance.now()
    const next = (now - started - waited) / taken
    // The second run of a pair is given up at once where less than this is left for it.
    const needed = Math.max(next, next / 2 + MIN_RUN_MS)
    if (!again || now + needed > Math.min(until, started + MEASURING_BUDGET_MS)) return runs
    if (discard) {
      runs.original.pop()
      runs.rebuilt.pop()
    }
    // Other programs of another machine are not seen.
    if (!browser.isRemote) waited += await waitForQuiet(Math.min(MAX_WAITING_MS - waited, until - now - next))
  }
}

/** A broken page is a run with `score: null`. Throws PageCrashed when the browser itself is gone. */
export async function runLighthouse(
  browser: MeasuringBrowser,
  site: Site,
  { late = false, until = Number.POSITIVE_INFINITY } = {},
): Promise<LighthouseRun> {
  const run = await runOnce(browser, site, late, until)
  if (run !== 'at gate') return run
  const again = (await site.pass?.renew()) ? await runOnce(browser, site, late, until) : run
  return again === 'at gate' ? failed('the store asked for its password again') : again
}

async function runOnce(
  browser: MeasuringBrowser,
  site: Site,
  late: boolean,
  until: number,
): Promise<LighthouseRun | 'at gate'> {
  const left = Math.min(RUN_TIMEOUT_MS, until - performance.now())
  if (left < MIN_RUN_MS) return failed('no time was left to measure it')
  const { page, close } = await browser.openPage().catch(cause => {
    throw new PageCrashed({ cause })
  })
  try {
    const session = await page.createCDPSession()
    await setSessionCookies(session, site)
    // Lighthouse's own extraHeaders would go to every host; these are for the site's alone.
    await sendHeaders(session, site)
    const { result, busyShare } = await watchOthers(browser, () =>
      within(lighthouse(site.url, FLAGS, configFor(browser, late), page as never), left),
    )
    if (!result) return failed('Lighthouse gave no result')
    return isAtGate(site, result.lhr.finalDisplayedUrl) ? 'at gate' : { ...read(result.lhr), busyShare }
  } catch (error) {
    return failed(error instanceof Error ? error.message.split('\n')[0]!.slice(0, 300) : String(error))
  } finally {
    await within(close(), CLOSE_TIMEOUT_MS).catch(() => {}) // a hung page: the browser's group is killed at the end
  }
}

/** A run takes about 5 s on a page without problems. */
const RUN_TIMEOUT_MS = 60_000
/** In less than that no page is measured. */
const MIN_RUN_MS = 5_000
const CLOSE_TIMEOUT_MS = 3000
const MAX_FRAMES = 10
const FLAGS = { logLevel: 'silent' } as const

type Lhr = NonNullable<Awaited<ReturnType<typeof lighthouse>>>['lhr']

function read(lhr: Lhr): LighthouseRun {
  if (lhr.runtimeError) return failed(`${lhr.runtimeError.code}: ${lhr.runtimeError.message}`.slice(0, 300))
  const score = lhr.categories.performance?.score
  if (typeof score !== 'number') return failed('Lighthouse could not score the page')
  const ofMetrics = (value: (audit: Lhr['audits'][string] | undefined) => number) =>
    Object.fromEntries(
      Object.entries(METRICS).map(([name, audit]) => [name, value(lhr.audits[audit])]),
    ) as Record<MetricName, number>
  return {
    score: Math.round(score * 100),
    failure: null,
    metrics: ofMetrics(audit => audit?.numericValue ?? 0),
    metricScores: ofMetrics(audit => audit?.score ?? 0),
    benchmarkIndex: lhr.environment.benchmarkIndex,
    busyShare: 0,
    counters: count(lhr),
    filmstrip: filmstrip(lhr),
    moments: moments(lhr),
  }
}

function count(lhr: Lhr): Counters {
  const requests = items(lhr, 'network-requests').map(item => ({
    url: String(item.url ?? '').slice(0, 2048),
    type: String(item.resourceType ?? 'Other').toLowerCase(),
    bytes: Number(item.transferSize ?? 0),
    took: Math.round(Number(item.networkEndTime ?? 0) - Number(item.networkRequestTime ?? 0)) || 0,
  }))
  const times = new Map(requests.map(({ url, took }) => [url, took]))
  const own = new URL(lhr.finalDisplayedUrl).hostname
  const bytesByType: Record<string, number> = {}
  for (const { type, bytes } of requests) bytesByType[type] = (bytesByType[type] ?? 0) + bytes
  return {
    requests: requests.length,
    bytes: requests.reduce((sum, { bytes }) => sum + bytes, 0),
    bytesByType,
    scriptTime: items(lhr, 'bootup-time').reduce((sum, item) => sum + Number(item.scripting ?? 0), 0),
    thirdPartyRequests: requests.filter(({ url }) => URL.canParse(url) && new URL(url).hostname !== own)
      .length,
    heaviest: requests
      .sort((a, b) => b.bytes - a.bytes)
      .slice(0, 10)
      .map(({ url, type, bytes }) => ({ url, type, bytes })),
    renderBlocking: items(lhr, 'render-blocking-insight')
      .slice(0, 10)
      .map(item => ({ url: String(item.url ?? '').slice(0, 2048), ms: Number(item.wastedMs ?? 0) }))
      .map(file => ({ ...file, took: times.get(file.url) ?? 0 })),
    pictureWaste: pictureWaste(lhr),
    lcpElement: lcpElement(lhr),
  }
}

function pictureWaste(lhr: Lhr): Counters['pictureWaste'] {
  const pictures = items(lhr, 'image-delivery-insight')
    .map(item => ({
      url: String(item.url ?? '').slice(0, 2048),
      bytes: Number(item.totalBytes ?? 0),
      wasted: Math.round(Number(item.wastedBytes ?? 0)),
    }))
    .sort((a, b) => b.wasted - a.wasted)
  return { bytes: pictures.reduce((sum, { wasted }) => sum + wasted, 0), worst: pictures.slice(0, 5) }
}

function filmstrip(lhr: Lhr): Frame[] {
  return items(lhr, 'screenshot-thumbnails')
    .map(item => ({
      ms: Math.round(Number(item.timing ?? 0)),
      jpeg: String(item.data ?? '').replace(/^data:image\/jpeg;base64,/, ''),
    }))
    .filter(({ jpeg }) => /^[A-Za-z0-9+/=]{1,60000}$/.test(jpeg))
    .slice(0, MAX_FRAMES)
}

const MOMENTS: Record<string, string> = {
  observedFirstContentfulPaint: 'First Contentful Paint',
  observedLargestContentfulPaint: 'Largest Contentful Paint',
  observedLastVisualChange: 'Last visual change',
  observedLoad: 'Load',
}

function moments(lhr: Lhr): Moment[] {
  const observed = items(lhr, 'metrics')[0] ?? {}
  return Object.entries(MOMENTS)
    .map(([field, name]) => ({ name, ms: Math.round(Number(observed[field] ?? 0)) }))
    .filter(({ ms }) => ms > 0)
}

function items(lhr: Lhr, audit: string): Record<string, unknown>[] {
  const details = lhr.audits[audit]?.details
  return details && 'items' in details ? (details.items as Record<string, unknown>[]) : []
}

/** The node is somewhere in the insight's nested tables; its shape differs with what was painted. */
function lcpElement(lhr: Lhr): string {
  const stack: unknown[] = [lhr.audits['lcp-breakdown-insight']?.details]
  while (stack.length) {
    const here = stack.pop()
    if (!here || typeof here !== 'object') continue
    if ('type' in here && here.type === 'node' && 'selector' in here)
      return String(here.selector).slice(0, 300)
    stack.push(...Object.values(here))
  }
  return ''
}

function failed(failure: string): LighthouseRun {
  return {
    score: null,
    failure,
    metrics: { fcp: 0, lcp: 0, tbt: 0, cls: 0, si: 0 },
    metricScores: { fcp: 0, lcp: 0, tbt: 0, cls: 0, si: 0 },
    benchmarkIndex: 0,
    busyShare: 0,
    counters: {
      requests: 0,
      bytes: 0,
      bytesByType: {},
      scriptTime: 0,
      thirdPartyRequests: 0,
      heaviest: [],
      renderBlocking: [],
      pictureWaste: { bytes: 0, worst: [] },
      lcpElement: '',
    },
    filmstrip: [],
  }
}
