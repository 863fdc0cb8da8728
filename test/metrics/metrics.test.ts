import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { PROJECT_ROOT } from '../../server/config/index.ts'
import { FailureCode } from '../../server/contract.ts'
import { type MetricsOptions, openMetrics } from '../../server/metrics/index.ts'
import { METRICS, OUTCOMES, PHASES } from '../../server/metrics/table.ts'

const open = (more: Partial<MetricsOptions> = {}) =>
  openMetrics({
    version: '1.2.3',
    role: 'both',
    queueState: async () => ({ queued: 3, running: 2, oldestSeconds: 12.5 }),
    freeBytes: async () => 5e9,
    reserveBytes: 1e9,
    scansAtOnce: 2,
    walls: { ownUser: false, sandbox: true, ownNetwork: true },
    ...more,
  })

const SCAN = { id: 'job', traceparent: null, waitedMs: 0 }

const namesIn = (text: string) => new Set([...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name))
/** The value of one line. */
const figure = (text: string, line: string): number | undefined => {
  const found = text.split('\n').find(one => one.startsWith(`${line} `))
  return found === undefined ? undefined : Number(found.slice(line.length))
}

test('names say unit and kind, as Prometheus wants them', () => {
  for (const [name, { type, unit, buckets, help }] of Object.entries(METRICS)) {
    expect(name, name).toMatch(/^cutover_[a-z]+(_[a-z]+)*$/)
    expect(name.endsWith('_total'), name).toBe(type === 'counter')
    if (unit === 'seconds') expect(name, name).toMatch(/_seconds(_total)?$/)
    if (unit === 'bytes') expect(name, name).toMatch(/_bytes$/)
    expect(buckets !== undefined, name).toBe(type === 'histogram')
    expect(help, name).toMatch(/^[A-Z].*\.$/)
  }
})

test.each([
  ['both', ['API', 'worker']],
  ['api', ['API']],
  ['worker', ['worker']],
] as const)('a process with the role %s tells what it knows, and nothing else', async (role, from) => {
  const text = await open({ role }).text()
  const known = Object.entries(METRICS)
    .filter(([, row]) => row.from === 'every process' || (from as readonly string[]).includes(row.from))
    .map(([name]) => name)
  expect([...namesIn(text)].filter(name => name!.startsWith('cutover_')).sort()).toEqual(known.sort())
  expect(namesIn(text)).toContain('process_resident_memory_bytes')
  expect(figure(text, `cutover_info{version="1.2.3",role="${role}"}`)).toBe(1)
})

test('queue, disk, capacity and walls are told as they are', async () => {
  const text = await open().text()
  expect(figure(text, 'cutover_database_up')).toBe(1)
  expect(figure(text, 'cutover_queue_jobs{status="queued"}')).toBe(3)
  expect(figure(text, 'cutover_queue_jobs{status="running"}')).toBe(2)
  expect(figure(text, 'cutover_queue_oldest_seconds')).toBe(12.5)
  expect(figure(text, 'cutover_disk_free_bytes')).toBe(5e9)
  expect(figure(text, 'cutover_disk_reserve_bytes')).toBe(1e9)
  expect(figure(text, 'cutover_scan_capacity')).toBe(2)
  expect(figure(text, 'cutover_wall{wall="ownUser"}')).toBe(0)
  expect(figure(text, 'cutover_wall{wall="sandbox"}')).toBe(1)
})

test.each([
  ['fails', () => Promise.reject(new Error('gone'))],
  ['hangs', () => new Promise<never>(() => {})],
])('a database that %s is told of, and its last figures are not', async (_, queueState) => {
  const text = await open({ queueState, freeBytes: () => Promise.reject(new Error('gone')) }).text()
  expect(figure(text, 'cutover_database_up')).toBe(0)
  expect(text).not.toMatch(/^cutover_(queue_jobs|queue_oldest_seconds|disk_free_bytes)\b/m)
})

test('the figures come back with the database', async () => {
  let now = 0
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now)
  let away = true
  const metrics = open({
    queueState: async () => {
      if (away) throw new Error('gone')
      return { queued: 1, running: 0, oldestSeconds: 1 }
    },
  })
  expect(figure(await metrics.text(), 'cutover_database_up')).toBe(0)
  away = false
  now += 10_000
  const text = await metrics.text()
  clock.mockRestore()
  expect(figure(text, 'cutover_database_up')).toBe(1)
  expect(figure(text, 'cutover_queue_jobs{status="queued"}')).toBe(1)
})

test('however often figures are asked for, the database is asked once in a while', async () => {
  const queueState = vi.fn(async () => ({ queued: 0, running: 0, oldestSeconds: 0 }))
  const metrics = open({ queueState })
  await Promise.all(Array.from({ length: 20 }, () => metrics.text()))
  await metrics.text()
  expect(queueState).toHaveBeenCalledTimes(1)
})

test('requests are counted by pattern, and nothing that a client invents becomes a label', async () => {
  const metrics = open()
  metrics.request!({ method: 'GET', route: '/api/v1/jobs/:id', status: 200, seconds: 0.02 })
  metrics.request!({ method: 'PROPFIND', route: null, status: 404, seconds: 0.001 })
  const text = await metrics.text()
  const counted = (labels: string) => figure(text, `cutover_http_requests_total{${labels}}`)
  expect(counted('method="GET",route="/api/v1/jobs/:id",status="200"')).toBe(1)
  expect(counted('method="other",route="none",status="404"')).toBe(1)
  expect(text).not.toContain('PROPFIND')
  const slow = 'cutover_http_request_duration_seconds_bucket{le="0.01",method="GET",route="/api/v1/jobs/:id"}'
  expect(figure(text, slow)).toBe(0)
  expect(figure(text, slow.replace('0.01', '0.025'))).toBe(1)
})

test('every outcome and phase is there from the start', async () => {
  const text = await open().text()
  for (const outcome of OUTCOMES) expect(figure(text, `cutover_scans_total{outcome="${outcome}"}`)).toBe(0)
  for (const code of FailureCode.options) expect(OUTCOMES).toContain(code)
  for (const phase of PHASES)
    expect(figure(text, `cutover_scan_phase_duration_seconds_count{phase="${phase}"}`)).toBe(0)
})

test('a scan is told of while it runs and when it has ended', async () => {
  let now = 0
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now)
  const metrics = open()
  const [one, other] = [metrics.scans!.begin(SCAN), metrics.scans!.begin(SCAN)]
  one.phase('starting the browser')
  now += 3_000
  one.phase('capturing both pages')
  now += 4_000
  one.phase('capturing both pages')
  one.memory(1.4 * 2 ** 30)
  one.memory(0.4 * 2 ** 30)
  other.memory(0.5 * 2 ** 30)
  const during = await metrics.text()
  expect(figure(during, 'cutover_scans_running')).toBe(2)
  expect(figure(during, 'cutover_scan_memory_bytes')).toBe(0.9 * 2 ** 30)
  one.end('completed')
  // Once: what comes late is of no scan.
  one.end('internal_error')
  one.memory(3 * 2 ** 30)
  const after = await metrics.text()
  clock.mockRestore()
  expect(figure(after, 'cutover_scans_running')).toBe(1)
  expect(figure(after, 'cutover_scan_memory_bytes')).toBe(0.5 * 2 ** 30)
  expect(figure(after, 'cutover_scans_total{outcome="completed"}')).toBe(1)
  expect(figure(after, 'cutover_scans_total{outcome="internal_error"}')).toBe(0)
  expect(figure(after, 'cutover_scan_duration_seconds_sum')).toBe(7)
  const phase = (name: string) => figure(after, `cutover_scan_phase_duration_seconds_sum{phase="${name}"}`)
  expect([phase('beginning'), phase('starting the browser'), phase('capturing both pages')]).toEqual([
    0, 3, 4,
  ])
  expect(figure(after, 'cutover_scan_peak_memory_bytes_sum')).toBe(1.4 * 2 ** 30)
})

test('what a scan process makes up is no label', async () => {
  const metrics = open()
  const scan = metrics.scans!.begin(SCAN)
  scan.phase('following old addresses, 3 minutes left')
  scan.phase('"} 1\ncutover_hacked')
  scan.end('made up')
  const text = await metrics.text()
  expect(figure(text, 'cutover_scan_phase_duration_seconds_count{phase="following old addresses"}')).toBe(1)
  expect(figure(text, 'cutover_scan_phase_duration_seconds_count{phase="other"}')).toBe(1)
  expect(figure(text, 'cutover_scans_total{outcome="internal_error"}')).toBe(1)
  expect(text).not.toContain('hacked')
})

test('all that scan and worker call a phase is one', () => {
  const told = globSync('server/{scan,worker}/*.ts', { cwd: PROJECT_ROOT }).flatMap(file =>
    [
      ...readFileSync(join(PROJECT_ROOT, file), 'utf8').matchAll(/(?:onProgress|report)\('([a-z][^']+)'/g),
    ].map(([, phase]) => phase),
  )
  expect(told.length).toBeGreaterThan(7)
  expect(told.filter(phase => !PHASES.some(known => known === phase))).toEqual([])
})
