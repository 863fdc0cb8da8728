/** The figures of this process in the text format of Prometheus. prom-client is known here only. */
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { inTime } from '../lib/in-time.ts'
import { kept } from '../lib/kept.ts'
import { scanMeter } from './scans.ts'
import { METHODS, METRICS, type Metric, type MetricName, PAUSES, type Pause } from './table.ts'

/** Jobs in the database that have not ended. */
export interface QueueState {
  queued: number
  running: number
  /** Of the oldest that is queued; 0 when none is. */
  oldestSeconds: number
}

export interface AnsweredRequest {
  method: string
  /** The pattern, not the path; null where none fits. */
  route: string | null
  status: number
  seconds: number
}

export interface MetricsOptions {
  version: string
  role: 'api' | 'worker' | 'both'
  queueState(): Promise<QueueState>
  freeBytes(): Promise<number>
  reserveBytes: number
  /** Of a worker. */
  scansAtOnce?: number
  walls?: object
  /** Why no jobs are taken at the moment. */
  paused?(): Pause | undefined
}

export type Metrics = ReturnType<typeof openMetrics>

/** However many ask, the database is asked once in this time. */
const KEPT_MS = 5_000
/** A scrape has to end before Prometheus gives up, whatever the database does. */
const PATIENCE_MS = 3_000

/** The figures that the role of this process knows. */
export function openMetrics(options: MetricsOptions) {
  const { role, queueState, freeBytes, scansAtOnce, walls } = options
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const made = Object.fromEntries(
    (Object.entries(METRICS) as [MetricName, Metric][])
      .filter(([, { from }]) => from === 'every process' || role === 'both' || from.toLowerCase() === role)
      .map(([name, row]) => [name, make(registry, name, row)]),
  ) as unknown as { [Name in MetricName]: never }
  const gauge = (name: MetricName): Gauge => made[name]
  const counter = (name: MetricName): Counter => made[name]
  const histogram = (name: MetricName): Histogram => made[name]

  gauge('cutover_info').set({ version: options.version, role }, 1)
  gauge('cutover_disk_reserve_bytes').set(options.reserveBytes)
  if (role !== 'api') {
    gauge('cutover_scan_capacity').set(scansAtOnce ?? 1)
    for (const [wall, stands] of Object.entries(walls ?? {}))
      gauge('cutover_wall').set({ wall }, stands === true ? 1 : 0)
  }

  const state = kept(KEPT_MS, () => inTime(PATIENCE_MS, queueState()))
  async function refresh(): Promise<void> {
    const [queue, free] = await Promise.all([
      state().catch(() => undefined),
      freeBytes().catch(() => undefined),
    ])
    if (role !== 'api')
      for (const why of PAUSES)
        gauge('cutover_worker_paused').set({ why }, options.paused?.() === why ? 1 : 0)
    gauge('cutover_database_up').set(queue ? 1 : 0)
    // What is not known is not told: yesterday's figure would look like today's.
    gauge('cutover_queue_jobs').reset()
    gauge('cutover_queue_oldest_seconds').remove()
    gauge('cutover_disk_free_bytes').remove()
    if (queue) {
      gauge('cutover_queue_jobs').set({ status: 'queued' }, queue.queued)
      gauge('cutover_queue_jobs').set({ status: 'running' }, queue.running)
      gauge('cutover_queue_oldest_seconds').set(queue.oldestSeconds)
    }
    if (free !== undefined) gauge('cutover_disk_free_bytes').set(free)
  }

  function countRequest({ method, route, status, seconds }: AnsweredRequest): void {
    const labels = { method: known(method), route: route ?? 'none' }
    counter('cutover_http_requests_total').inc({ ...labels, status: String(status) })
    histogram('cutover_http_request_duration_seconds').observe(labels, seconds)
  }

  return {
    contentType: registry.contentType,
    /** All figures. Never rejects because the database is away. */
    async text(): Promise<string> {
      await refresh()
      return registry.metrics()
    },
    /** Absent where nobody asks for anything but figures. */
    request: role === 'worker' ? undefined : countRequest,
    scans: role === 'api' ? undefined : scanMeter({ gauge, counter, histogram }),
  }
}

const known = (method: string): string => METHODS.find(name => name === method) ?? 'other'

function make(registry: Registry, name: string, { type, help, labels = {}, buckets }: Metric): object {
  const shared = { name, help, labelNames: Object.keys(labels), registers: [registry] }
  const [first] = Object.entries(labels)
  const values = first && Object.keys(labels).length === 1 ? (first[1] ?? []) : []
  const each = <T>(start: (labels: Record<string, string>) => T) =>
    values.forEach(value => void start({ [first![0]]: value }))
  if (type === 'gauge') return new Gauge(shared)
  if (type === 'counter') {
    const counter = new Counter(shared)
    each(labels => counter.inc(labels, 0))
    return counter
  }
  const histogram = new Histogram({ ...shared, buckets: [...(buckets ?? [])] })
  each(labels => histogram.zero(labels))
  return histogram
}
