import type { LighthouseRun, MetricName } from '../../capture/lighthouse.ts'
import { median } from '../../lib/statistics.ts'
import type { Finding } from '../core/finding.ts'
import { beyondChance } from './noise.ts'
import {
  MIN_BLOCKING_MS,
  MIN_BYTES,
  MIN_RATIO,
  MIN_REQUESTS,
  MIN_SCRIPT_TIME_MS,
  MIN_SLOWER_MS,
  MIN_THIRD_PARTY_REQUESTS,
  rules,
} from './rules.ts'

const METRICS: Record<MetricName, { name: string; unit: string; minGrowth: number }> = {
  fcp: { name: 'First Contentful Paint', unit: 'ms', minGrowth: 300 },
  lcp: { name: 'Largest Contentful Paint', unit: 'ms', minGrowth: 500 },
  tbt: { name: 'Total Blocking Time', unit: 'ms', minGrowth: 150 },
  cls: { name: 'Cumulative Layout Shift', unit: '', minGrowth: 0.05 },
  si: { name: 'Speed Index', unit: 'ms', minGrowth: 500 },
}

/**
 * Why the score may have changed: metrics and counters that got worse, with the file to blame. No penalty. What is
 * measured in time is reported where it got worse beyond chance, or, with too few pairs to tell, where the score fell.
 */
export function explain(original: LighthouseRun[], rebuilt: LighthouseRun[], fell: boolean): Finding[] {
  const before = scored(original)
  const after = scored(rebuilt)
  if (!before.length || !after.length) return []
  return [
    ...metricFindings(before, after, fell),
    ...scriptTimeFindings(before, after, fell),
    ...counterFindings(before.at(-1)!, after.at(-1)!),
    ...blockingFindings(before, after, fell),
  ]
}

const scored = (runs: LighthouseRun[]) => runs.filter(run => run.score !== null)

function metricFindings(before: LighthouseRun[], after: LighthouseRun[], fell: boolean): Finding[] {
  return (Object.keys(METRICS) as MetricName[]).flatMap(metric => {
    const { name, unit, minGrowth } = METRICS[metric]
    const grown = growth(before, after, run => run.metrics[metric], minGrowth, fell)
    if (!grown) return []
    const [was, is] = [grown.was, grown.is].map(value =>
      unit ? `${Math.round(value)} ${unit}` : value.toFixed(3),
    )
    const element = metric === 'lcp' ? after.at(-1)!.counters.lcpElement : ''
    return rules.report('metric', {
      key: `perf/metric:${metric}`,
      message: `${name} grew from ${was} to ${is}${element ? `; the largest paint is ${element}` : ''}`,
      fix: `Bring ${name} back to ${was}`,
    })
  })
}

function scriptTimeFindings(before: LighthouseRun[], after: LighthouseRun[], fell: boolean): Finding[] {
  const grown = growth(before, after, run => run.counters.scriptTime, MIN_SCRIPT_TIME_MS, fell)
  if (!grown) return []
  const message = `Scripts keep the main thread busy for ${Math.round(grown.is)} ms, ${Math.round(grown.was)} ms before`
  return [rules.report('script-time', { key: 'perf/script-time', message })]
}

/** The medians of a value that grew by more than `minGrowth` and by its ratio, beyond chance. */
function growth(
  before: LighthouseRun[],
  after: LighthouseRun[],
  value: (run: LighthouseRun) => number,
  minGrowth: number,
  fell: boolean,
): { was: number; is: number } | null {
  const [was, is] = [median(before.map(value)), median(after.map(value))]
  if (is - was <= minGrowth || is <= was * MIN_RATIO) return null
  return (beyondChance(before.map(value), after.map(value)) ?? fell) ? { was, is } : null
}

function counterFindings({ counters: was }: LighthouseRun, { counters: is }: LighthouseRun): Finding[] {
  const known = new Map(was.heaviest.map(file => [nameOf(file.url), file.bytes]))
  const heavier = is.heaviest
    .map(file => ({ ...file, more: file.bytes - (known.get(nameOf(file.url)) ?? 0) }))
    .sort((a, b) => b.more - a.more)
  const found = Object.entries(is.bytesByType).flatMap(([type, bytes]) => {
    const old = was.bytesByType[type] ?? 0
    if (bytes - old < MIN_BYTES || bytes <= old * MIN_RATIO) return []
    const blame = heavier.find(file => file.type === type && file.more > 0)
    const file = blame ? `; the most comes from ${blame.url} (${kilobytes(blame.bytes)})` : ''
    return rules.report('bytes', {
      key: `perf/bytes:${type}`,
      message: `Files of type ${type} grew from ${kilobytes(old)} to ${kilobytes(bytes)}${file}`,
      fix: `Bring them back to ${kilobytes(old)}: compress, resize or drop what was added`,
    })
  })
  if (is.requests > was.requests * MIN_RATIO && is.requests - was.requests >= MIN_REQUESTS) {
    const message = `The page makes ${is.requests} requests, ${was.requests} before`
    found.push(rules.report('requests', { key: 'perf/requests', message }))
  }
  if (is.thirdPartyRequests - was.thirdPartyRequests >= MIN_THIRD_PARTY_REQUESTS) {
    const message = `${is.thirdPartyRequests} requests go to other hosts, ${was.thirdPartyRequests} before`
    found.push(rules.report('third-party', { key: 'perf/third-party', message }))
  }
  return found
}

/** A file that was not there before, and one whose server has become slow, which Lighthouse's simulation levels out. */
function blockingFindings(before: LighthouseRun[], after: LighthouseRun[], fell: boolean): Finding[] {
  const slow = slowFiles(before, after)
  const was = before.at(-1)!.counters.renderBlocking
  return after.at(-1)!.counters.renderBlocking.flatMap(({ url, ms }) => {
    const file = nameOf(url)
    const old = was.some(known => nameOf(known.url) === file)
    const slower = slow.find(known => known.file === file)
    const late = slower && (beyondChance(slower.was, slower.is) ?? fell)
    if (!late && (old || ms <= MIN_BLOCKING_MS)) return []
    const message = late
      ? `${url} holds back the first paint and took ${median(slower.is)} ms to arrive, ${old ? `${median(slower.was)} ms before` : 'which the page did not wait for before'}`
      : `${url} holds back the first paint by about ${Math.round(ms)} ms`
    return rules.report('blocking', { key: `perf/blocking:${file}`, message })
  })
}

/** Files that hold back the first paint and take clearly longer to arrive than before: ms of every run, 0 where a run has none. */
export function slowFiles(
  original: LighthouseRun[],
  rebuilt: LighthouseRun[],
): { file: string; was: number[]; is: number[] }[] {
  const before = scored(original)
  const after = scored(rebuilt)
  const names = new Set(after.flatMap(run => run.counters.renderBlocking.map(({ url }) => nameOf(url))))
  const times = (runs: LighthouseRun[], file: string) =>
    runs.map(run => run.counters.renderBlocking.find(({ url }) => nameOf(url) === file)?.took ?? 0)
  return [...names]
    .map(file => ({ file, was: times(before, file), is: times(after, file) }))
    .filter(({ was, is }) => was.length > 0 && median(is) - median(was) > MIN_SLOWER_MS)
}

/** The file without origin, query and fingerprint. */
function nameOf(url: string): string {
  const path = URL.canParse(url) ? new URL(url).pathname : url
  return path.replace(/[-.][0-9a-f]{8,}(?=\.)/i, '')
}

const kilobytes = (bytes: number) => `${Math.round(bytes / 1024)} KB`
