import type { LighthouseRun, MetricName } from '../../capture/lighthouse.ts'
import { median } from '../../lib/statistics.ts'
import type { Finding } from '../core/suite.ts'
import { beyondChance } from './noise.ts'

const METRICS: Record<MetricName, { name: string; unit: string; least: number }> = {
  fcp: { name: 'First Contentful Paint', unit: 'ms', least: 300 },
  lcp: { name: 'Largest Contentful Paint', unit: 'ms', least: 500 },
  tbt: { name: 'Total Blocking Time', unit: 'ms', least: 150 },
  cls: { name: 'Cumulative Layout Shift', unit: '', least: 0.05 },
  si: { name: 'Speed Index', unit: 'ms', least: 500 },
}
/** A metric or counter counts as worse beyond its least step and this ratio. */
const WORSE = 1.2
/** ms by which a file that holds back the first paint has to arrive later. Measured without throttling. */
const SLOW = 500

/**
 * Why the score may have changed: metrics and counters that got worse, with the file to blame. No penalty. What is
 * measured in time is told where it got worse beyond chance, or, with too few pairs to tell, where the score fell.
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
    const { name, unit, least } = METRICS[metric]
    const grown = growth(before, after, run => run.metrics[metric], least, fell)
    if (!grown) return []
    const shown = (value: number) => (unit ? `${Math.round(value)} ${unit}` : value.toFixed(3))
    const element = metric === 'lcp' ? after.at(-1)!.counters.lcpElement : ''
    return [
      note(
        `perf/metric:${metric}`,
        `${name} grew from ${shown(grown.was)} to ${shown(grown.is)}${element ? `; the largest paint is ${element}` : ''}`,
        `Bring ${name} back to ${shown(grown.was)}`,
      ),
    ]
  })
}

function scriptTimeFindings(before: LighthouseRun[], after: LighthouseRun[], fell: boolean): Finding[] {
  const grown = growth(before, after, run => run.counters.scriptTime, 200, fell)
  if (!grown) return []
  return [
    note(
      'perf/script-time',
      `Scripts keep the main thread busy for ${Math.round(grown.is)} ms, ${Math.round(grown.was)} ms before`,
      'Split, defer or drop the scripts that were added',
    ),
  ]
}

/** The medians of a value that grew by more than `least` and by its ratio, beyond chance. */
function growth(
  before: LighthouseRun[],
  after: LighthouseRun[],
  value: (run: LighthouseRun) => number,
  least: number,
  fell: boolean,
): { was: number; is: number } | null {
  const [was, is] = [median(before.map(value)), median(after.map(value))]
  if (is - was <= least || is <= was * WORSE) return null
  return (beyondChance(before.map(value), after.map(value)) ?? fell) ? { was, is } : null
}

function counterFindings(before: LighthouseRun, after: LighthouseRun): Finding[] {
  const [was, is] = [before.counters, after.counters]
  const known = new Map(was.heaviest.map(file => [nameOf(file.url), file.bytes]))
  const heavier = is.heaviest
    .map(file => ({ ...file, more: file.bytes - (known.get(nameOf(file.url)) ?? 0) }))
    .sort((a, b) => b.more - a.more)
  const found: Finding[] = []
  for (const [type, bytes] of Object.entries(is.bytesByType)) {
    const old = was.bytesByType[type] ?? 0
    if (bytes - old < 50_000 || bytes <= old * WORSE) continue
    const blame = heavier.find(file => file.type === type && file.more > 0)
    const file = blame ? `; the most comes from ${blame.url} (${kilobytes(blame.bytes)})` : ''
    found.push(
      note(
        `perf/bytes:${type}`,
        `Files of type ${type} grew from ${kilobytes(old)} to ${kilobytes(bytes)}${file}`,
        `Bring them back to ${kilobytes(old)}: compress, resize or drop what was added`,
      ),
    )
  }
  if (is.requests > was.requests * WORSE && is.requests - was.requests >= 10)
    found.push(
      note(
        'perf/requests',
        `The page makes ${is.requests} requests, ${was.requests} before`,
        'Drop or combine what was added',
      ),
    )
  if (is.thirdPartyRequests - was.thirdPartyRequests >= 3)
    found.push(
      note(
        'perf/third-party',
        `${is.thirdPartyRequests} requests go to other hosts, ${was.thirdPartyRequests} before`,
        'Drop the third parties that were added or load them later',
      ),
    )
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
    if (!late && (old || ms <= 100)) return []
    const said = late
      ? `${url} holds back the first paint and took ${median(slower.is)} ms to arrive, ${old ? `${median(slower.was)} ms before` : 'which the page did not wait for before'}`
      : `${url} holds back the first paint by about ${Math.round(ms)} ms`
    return [note(`perf/blocking:${file}`, said, 'Inline what the first screen needs and load the rest later')]
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
    .filter(({ was, is }) => was.length > 0 && median(is) - median(was) > SLOW)
}

function note(key: string, message: string, fix: string): Finding {
  return { key, severity: 'minor', penalty: 0, message, fix }
}

/** The file without origin, query and fingerprint. */
function nameOf(url: string): string {
  const path = URL.canParse(url) ? new URL(url).pathname : url
  return path.replace(/[-.][0-9a-f]{8,}(?=\.)/i, '')
}

const kilobytes = (bytes: number) => `${Math.round(bytes / 1024)} KB`
