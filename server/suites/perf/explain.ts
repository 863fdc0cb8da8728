import type { LighthouseRun, MetricName } from '../../capture/lighthouse.ts'
import { median } from '../../lib/statistics.ts'
import type { Finding } from '../suite.ts'

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

/** Why the score may have changed: metrics and counters that got worse, with the file to blame. No penalty. */
export function explain(original: LighthouseRun[], rebuilt: LighthouseRun[]): Finding[] {
  const before = original.filter(run => run.score !== null)
  const after = rebuilt.filter(run => run.score !== null)
  if (!before.length || !after.length) return []
  return [...metricFindings(before, after), ...counterFindings(before.at(-1)!, after.at(-1)!)]
}

function metricFindings(before: LighthouseRun[], after: LighthouseRun[]): Finding[] {
  return (Object.keys(METRICS) as MetricName[]).flatMap(metric => {
    const { name, unit, least } = METRICS[metric]
    const was = median(before.map(run => run.metrics[metric]))
    const is = median(after.map(run => run.metrics[metric]))
    if (is - was <= least || is <= was * WORSE) return []
    const shown = (value: number) => (unit ? `${Math.round(value)} ${unit}` : value.toFixed(3))
    const element = metric === 'lcp' ? after.at(-1)!.counters.lcpElement : ''
    return [
      note(
        `perf/metric:${metric}`,
        `${name} grew from ${shown(was)} to ${shown(is)}${element ? `; the largest paint is ${element}` : ''}`,
        `Bring ${name} back to ${shown(was)}`,
      ),
    ]
  })
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
  if (is.scriptTime - was.scriptTime > 200 && is.scriptTime > was.scriptTime * WORSE)
    found.push(
      note(
        'perf/script-time',
        `Scripts keep the main thread busy for ${Math.round(is.scriptTime)} ms, ${Math.round(was.scriptTime)} ms before`,
        'Split, defer or drop the scripts that were added',
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
  return [...found, ...blockingFindings(was.renderBlocking, is.renderBlocking)]
}

type Blocking = LighthouseRun['counters']['renderBlocking']

/** A file that was not there before, and one whose server has become slow, which Lighthouse's simulation levels out. */
function blockingFindings(before: Blocking, after: Blocking): Finding[] {
  return after.flatMap(({ url, ms, took }) => {
    const old = before.find(file => nameOf(file.url) === nameOf(url))
    const slower = took - (old?.took ?? 0) > SLOW
    if (!slower && (old || ms <= 100)) return []
    const said = slower
      ? `${url} holds back the first paint and took ${took} ms to arrive, ${old ? `${old.took} ms before` : 'which the page did not wait for before'}`
      : `${url} holds back the first paint by about ${Math.round(ms)} ms`
    return [
      note(
        `perf/blocking:${nameOf(url)}`,
        said,
        'Inline what the first screen needs and load the rest later',
      ),
    ]
  })
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
