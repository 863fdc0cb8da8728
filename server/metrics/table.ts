/**
 * What is measured of a running service: the one table. The registry, the Grafana dashboard and the list in
 * OPERATIONS.md are made of it. Labels have few values, all known beforehand: never an address, an id or a host.
 */
import { FailureCode } from '../contract.ts'

export type Unit = 'count' | 'seconds' | 'bytes' | 'yes or no'

export interface Metric {
  type: 'gauge' | 'counter' | 'histogram'
  help: string
  unit: Unit
  /** Each label with its values, which are there with 0 from the start; null: values come with what happens. */
  labels?: Record<string, readonly string[] | null>
  /** Of a histogram: upper bounds. */
  buckets?: readonly number[]
  /** Who tells it. */
  from: 'every process' | 'API' | 'worker'
  /** How figures of several processes become one: what all see alike is no sum. */
  together: 'sum' | 'max' | 'min'
}

/** How a claim on a job ends. */
export const OUTCOMES = [
  'completed',
  ...FailureCode.options,
  'handed_back',
  'called_off',
  'claim_lost',
] as const
export type Outcome = (typeof OUTCOMES)[number]

/** What a scan says it is doing; anything else it says is `other`. */
export const PHASES = [
  'beginning',
  'waiting for room on the disk',
  'waiting for another scan on this machine',
  'starting the browser',
  'opening both pages',
  'capturing both pages',
  'measuring performance',
  'reading both catalogs',
  'following old addresses',
  'judging',
  'keeping what was captured',
  'other',
] as const
export type Phase = (typeof PHASES)[number]

export const METHODS = ['GET', 'HEAD', 'POST', 'DELETE', 'other'] as const

/** Why a worker takes no jobs: what it lacks, or that its last scan failed by a fault of ours. */
export const PAUSES = ['browser', 'disk', 'storage', 'failures'] as const
export type Pause = (typeof PAUSES)[number]

const WALLS = ['ownUser', 'sandbox', 'ownNetwork'] as const

const PHASE_SECONDS = [0.1, 0.5, 1, 2, 5, 10, 20, 30, 60, 120, 300, 900]
const SCAN_SECONDS = [5, 10, 15, 20, 25, 30, 40, 60, 90, 120, 180, 300, 600, 1200]
const REQUEST_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]
const SCAN_BYTES = [0.25, 0.5, 0.75, 1, 1.25, 1.5, 2, 2.5, 3].map(gigabytes => gigabytes * 2 ** 30)

const metrics = <Names extends string>(table: Record<Names, Metric>): Record<Names, Metric> => table

export const METRICS = metrics({
  cutover_info: {
    type: 'gauge',
    help: 'Always 1: the version that runs, and the role of the process (api, worker, both).',
    unit: 'count',
    labels: { version: null, role: null },
    from: 'every process',
    together: 'sum',
  },
  cutover_database_up: {
    type: 'gauge',
    help: 'Whether the database answered when it was last asked for the figures of the queue.',
    unit: 'yes or no',
    from: 'every process',
    together: 'min',
  },
  cutover_queue_jobs: {
    type: 'gauge',
    help: 'Jobs that have not ended, from the database. Absent while that does not answer.',
    unit: 'count',
    labels: { status: ['queued', 'running'] },
    from: 'every process',
    together: 'max',
  },
  cutover_queue_oldest_seconds: {
    type: 'gauge',
    help: 'Age of the oldest job that waits for a worker, 0 when none does. Absent while the database does not answer.',
    unit: 'seconds',
    from: 'every process',
    together: 'max',
  },
  cutover_disk_free_bytes: {
    type: 'gauge',
    help: 'Free where scans leave what they capture, on the fuller one of two volumes: that of temporary files, and without a bucket that of the data folder.',
    unit: 'bytes',
    from: 'every process',
    together: 'min',
  },
  cutover_disk_reserve_bytes: {
    type: 'gauge',
    help: 'What has to be free there: below it submissions are refused and scans wait (CUTOVER_MIN_FREE_MB).',
    unit: 'bytes',
    from: 'every process',
    together: 'max',
  },
  cutover_http_requests_total: {
    type: 'counter',
    help: 'Requests answered, by the pattern of their route; "none" where no route fits.',
    unit: 'count',
    labels: { method: null, route: null, status: null },
    from: 'API',
    together: 'sum',
  },
  cutover_http_request_duration_seconds: {
    type: 'histogram',
    help: 'From the request to the beginning of its answer, by the pattern of its route.',
    unit: 'seconds',
    labels: { method: null, route: null },
    buckets: REQUEST_SECONDS,
    from: 'API',
    together: 'sum',
  },
  cutover_scans_running: {
    type: 'gauge',
    help: 'Scans that this process runs at the moment, waiting for the machine included.',
    unit: 'count',
    from: 'worker',
    together: 'sum',
  },
  cutover_scan_capacity: {
    type: 'gauge',
    help: 'Scans that this process measures at a time, one on each set of cores; more run while some read a store.',
    unit: 'count',
    from: 'worker',
    together: 'sum',
  },
  cutover_worker_paused: {
    type: 'gauge',
    help: 'Whether this worker takes no jobs, because its browser does not start, its disk is full, what is captured cannot be kept, or its last scan failed by a fault of ours.',
    unit: 'yes or no',
    labels: { why: PAUSES },
    from: 'worker',
    together: 'sum',
  },
  cutover_scans_total: {
    type: 'counter',
    help: 'Ended scans: completed, the code of a failure, handed back at a stop, called off by cancelling, or lost to another worker.',
    unit: 'count',
    labels: { outcome: OUTCOMES },
    from: 'worker',
    together: 'sum',
  },
  cutover_scan_duration_seconds: {
    type: 'histogram',
    help: 'From taking a job to writing its end, waiting for the machine included.',
    unit: 'seconds',
    buckets: SCAN_SECONDS,
    from: 'worker',
    together: 'sum',
  },
  cutover_scan_phase_duration_seconds: {
    type: 'histogram',
    help: 'How long scans are in each phase.',
    unit: 'seconds',
    labels: { phase: PHASES },
    buckets: PHASE_SECONDS,
    from: 'worker',
    together: 'sum',
  },
  cutover_scan_memory_bytes: {
    type: 'gauge',
    help: 'Memory of all processes of all running scans, browsers included, when last looked at; pages that processes share count in each.',
    unit: 'bytes',
    from: 'worker',
    together: 'sum',
  },
  cutover_scan_peak_memory_bytes: {
    type: 'histogram',
    help: 'The most memory that all processes of one scan had together, looked at once a second; pages that they share count in each.',
    unit: 'bytes',
    buckets: SCAN_BYTES,
    from: 'worker',
    together: 'sum',
  },
  cutover_wall: {
    type: 'gauge',
    help: 'Whether scans are kept in a user of their own, the browser sandbox, a network of their own.',
    unit: 'yes or no',
    labels: { wall: WALLS },
    from: 'worker',
    together: 'min',
  },
})

export type MetricName = keyof typeof METRICS

/** Of the many figures that prom-client tells of Node itself, those that are looked at. */
export const OF_NODE = metrics({
  process_resident_memory_bytes: {
    type: 'gauge',
    help: 'Memory of the process itself, its scans apart.',
    unit: 'bytes',
    from: 'every process',
    together: 'max',
  },
  process_cpu_seconds_total: {
    type: 'counter',
    help: 'Processor time of the process itself, its scans apart.',
    unit: 'seconds',
    from: 'every process',
    together: 'sum',
  },
  nodejs_eventloop_lag_p99_seconds: {
    type: 'gauge',
    help: 'How late the process gets to what it has to do, in the worst of a hundred cases.',
    unit: 'seconds',
    from: 'every process',
    together: 'max',
  },
})
