import { existsSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { allowedCores } from '../../server/lib/cores.ts'
import { openMetrics } from '../../server/metrics/index.ts'
import type { ScanMeter } from '../../server/metrics/scans.ts'
import { bucketArtifacts } from '../../server/storage/artifact-bucket.ts'
import { folderArtifacts } from '../../server/storage/artifact-folder.ts'
import { watchHealth } from '../../server/worker/health.ts'
import { lockName, withMachineLock } from '../../server/worker/machine-lock.ts'
import { LIMITS, type ScanLimits } from '../../server/worker/run-scan.ts'
import { keep } from '../../server/worker/scratch.ts'
import { startWorker, type Worker, type WorkerOptions } from '../../server/worker/worker.ts'
import { tracesOf } from '../canary.ts'
import { CACHED } from '../compile-cache.ts'
import { SCORECARD, type TestQueue, testQueue, until } from '../jobs/test-queue.ts'
import { CREDENTIALS, testBucket } from '../storage/bucket.ts'
import { jobsOf } from './jobs.ts'
import { scanProcesses } from './processes.ts'

const FIXTURES = join(import.meta.dirname, 'fixtures')

let queue: TestQueue
beforeAll(async () => {
  queue = await testQueue()
})
afterAll(() => queue.close())

const start = (
  limits: Partial<ScanLimits> = {},
  count = 1,
  more: Partial<WorkerOptions> = {},
): Promise<Worker> =>
  startWorker({
    ...more,
    queue,
    count,
    environment: { ...CACHED, PATH: process.env.PATH! },
    allowHosts: [],
    limits: { ...LIMITS, sampleMs: 100, ...limits },
    entry: join(FIXTURES, 'scripted.ts'),
    // Who failed a job stands back for a moment only.
    health: watchHealth([], queue.log, [20]),
  })

const { send, jobOf, ended, row, running } = jobsOf(() => queue)
/** A job that has been claimed only goes back when its worker leaves. */
const begun = (id: string) => until(async () => /^step/.test((await row(id)).phase))

test('jobs are run, several at once, each to its own end', async () => {
  const worker = await start({}, 3)
  const ids = {
    ok: await send('ok'),
    progress: await send('progress'),
    broken: await send('page failure'),
    faulty: await send('exit', { storefront_password: 'x' }),
  }
  expect(await ended(ids.ok)).toMatchObject({
    status: 'completed',
    tier: 'paid',
    scorecard: { pageName: 'ok' },
  })
  expect(await ended(ids.progress)).toMatchObject({
    status: 'completed',
    progress: { value: 1, phase: 'done' },
  })
  expect(await ended(ids.broken)).toMatchObject({ status: 'failed', error: { code: 'new_http_error' } })
  expect(await ended(ids.faulty)).toMatchObject({ error: { code: 'internal_error' } })
  const attempts = await Promise.all(Object.values(ids).map(async id => (await row(id)).attempt))
  expect(attempts).toEqual([1, 1, 1, 3])
  await worker.drain()
  expect(scanProcesses()).toEqual([])
})

test('a browser of another machine that went and is back costs a job no try, and others no time', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'cutover-gone-'))
  const worker = await start()
  const id = await send('browser goes', { ignore: [join(folder, 'gone')] })
  expect(await ended(id)).toMatchObject({ status: 'completed' })
  expect(await row(id)).toMatchObject({ attempt: 2, handed_back: 1 })
  const { rows } = await queue.pool.query(
    'SELECT retry_count FROM pgboss.job WHERE id = (SELECT queue_id FROM jobs WHERE id = $1)',
    [id],
  )
  expect(rows).toEqual([{ retry_count: 0 }])
  await worker.drain()
  rmSync(folder, { recursive: true })
})

test('who failed a job by a fault of ours leaves it to another worker', { tags: 'variant' }, async () => {
  const idle = await queue.another({ log: queue.log })
  const taken: string[] = []
  const meter = (name: string): ScanMeter => ({
    begin: () => {
      taken.push(name)
      return { phase: () => {}, memory: () => {}, end: () => {} }
    },
  })
  const [first, second] = await Promise.all(
    [queue, idle].map((one, n) =>
      startWorker({
        queue: one,
        ...{ count: 1, environment: { ...CACHED, PATH: process.env.PATH! }, allowHosts: [] },
        entry: join(FIXTURES, 'scripted.ts'),
        meter: meter(String(n)),
      }),
    ),
  )
  const id = await send('exit')
  expect(await ended(id)).toMatchObject({ error: { code: 'internal_error' } })
  expect(taken).toHaveLength(3)
  expect(taken[1]).not.toBe(taken[0])
  await Promise.all([first!.drain(), second!.drain()])
})

test('what is captured is for our user alone, counts for the account, and has an end', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'cutover-worker-test-'))
  const bytes = async () =>
    Number(
      (await queue.pool.query('SELECT artifact_bytes FROM accounts WHERE id = $1', [queue.accountId])).rows[0]
        .artifact_bytes,
    )
  const worker = await start({ artifactBytes: 2e6 }, 1, { keepArtifacts: folderArtifacts(folder).keep })
  const small = await send('one artifact')
  expect(await ended(small)).toMatchObject({ status: 'completed' })
  const file = join(folder, small, '1/original/1440.webp')
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(statSync(join(file, '..')).mode & 0o777).toBe(0o700)
  expect(await bytes()).toBe(1000)
  const large = await send('endless artifacts')
  expect(await ended(large)).toMatchObject({ error: { code: 'body_too_large' } })
  expect(existsSync(join(folder, large))).toBe(false)
  expect(await bytes()).toBe(1000)
  await worker.drain()
  rmSync(folder, { recursive: true })
})

test('what a scan leaves in its last moment is weighed as well', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'cutover-worker-test-'))
  const limits = { artifactBytes: 2e6, sampleMs: 60_000 }
  const worker = await start(limits, 1, { keepArtifacts: folderArtifacts(folder).keep })
  const id = await send('much at its end')
  expect(await ended(id)).toMatchObject({ error: { code: 'body_too_large' } })
  expect(existsSync(join(folder, id))).toBe(false)
  await worker.drain()
  rmSync(folder, { recursive: true })
})

test('a store that is away costs no job: it is waited for, and a worker that is to stop gives the job back', {
  tags: 'variant',
}, async () => {
  const bucket = await testBucket()
  const { keep } = bucketArtifacts(bucket.storage, CREDENTIALS)
  const worker = await start({}, 1, { keepArtifacts: keep })
  bucket.be('broken')
  const id = await send('one artifact')
  await until(async () => queue.logged.some(line => line.includes('is not kept yet')))
  expect(await jobOf(id)).toMatchObject({ status: 'running' })
  bucket.be('well')
  expect(await ended(id)).toMatchObject({ status: 'completed' })
  expect(await row(id)).toMatchObject({ attempt: 1, artifacts: { 'original/1440.webp': 1000 } })
  expect(await bucket.keys()).toEqual([`${bucket.storage.prefix}${id}/1/original/1440.webp`])
  bucket.be('busy')
  const waiting = await send('one artifact')
  await until(async () => queue.logged.filter(line => line.includes('is not kept yet')).length > 1)
  await worker.stop()
  expect(await jobOf(waiting)).toMatchObject({ status: 'queued' })
  await queue.pool.query('DELETE FROM jobs WHERE id = $1', [waiting])
  await bucket.close()
})

test('what cannot be kept at all is a fault of ours', async () => {
  const refuse = async () => {
    throw new Error('no')
  }
  const scanned = { scorecard: SCORECARD }
  const claim = { id: 'x', attempt: 1 }
  const signal = new AbortController().signal
  const options = { queue, keepArtifacts: refuse }
  const { outcome } = await keep(options, claim, scanned, 'none', signal, [1, 1])
  expect(outcome).toMatchObject({ failure: { code: 'internal_error' } })
  const stopped = await keep(options, claim, scanned, 'none', AbortSignal.abort(), [1, 1])
  expect(stopped.outcome).toBe('stopped')
})

test('a worker that has lost its claim leaves nothing in the store', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'cutover-worker-test-'))
  const artifacts = folderArtifacts(folder)
  let lost: Promise<unknown> | undefined
  const keepArtifacts: typeof artifacts.keep = async (id, attempt, from) => {
    const kept = await artifacts.keep(id, attempt, from)
    // As another worker does, that has the job by now.
    lost ??= queue.pool.query('UPDATE jobs SET attempt = attempt + 1 WHERE id = $1', [id])
    await lost
    return kept
  }
  const worker = await startWorker({
    queue: { ...queue, deleteArtifacts: artifacts.delete },
    ...{ count: 1, environment: { ...CACHED, PATH: process.env.PATH! }, allowHosts: [], keepArtifacts },
    entry: join(FIXTURES, 'scripted.ts'),
  })
  const id = await send('one artifact')
  await until(async () => queue.logged.some(line => line.includes('scan stopped') && line.includes(id)))
  await worker.drain()
  expect(await artifacts.jobs()).toEqual([])
  expect(readdirSync(tmpdir()).filter(name => name.startsWith(`cutover-scan-${process.pid}-`))).toEqual([])
  await queue.pool.query('DELETE FROM jobs WHERE id = $1', [id])
  rmSync(folder, { recursive: true })
})

test('a scan waits for room on the disk', async () => {
  let room = false
  const worker = await start({}, 1, { hasRoom: async () => room, roomAgainMs: 100 })
  const id = await send('ok')
  await until(async () => (await jobOf(id)).progress.phase === 'waiting for room on the disk')
  room = true
  expect(await ended(id)).toMatchObject({ status: 'completed' })
  room = false
  const waiting = await send('ok')
  await running(waiting)
  await worker.stop()
  expect(await jobOf(waiting)).toMatchObject({ status: 'queued' })
  await queue.pool.query('DELETE FROM jobs WHERE id = $1', [waiting])
})

/** What scans wait for that end when they are told to; `tell` tells them. */
function sign() {
  const folder = mkdtempSync(join(tmpdir(), 'cutover-sign-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'end')
  return { files: { ignore: [file] }, tell: () => writeFileSync(file, '') }
}

test('the machine is free for others while a store is read', { tags: 'variant' }, async () => {
  const events: string[] = []
  const lock: typeof withMachineLock = async work => {
    const outcome = await work(() => void events.push('given back'))
    events.push('scan ended')
    return outcome
  }
  const worker = await start({}, 1, { lock })
  const { files, tell } = sign()
  const reads = await send('store until told', files)
  await until(async () => events.length > 0)
  tell()
  expect(await ended(reads)).toMatchObject({ status: 'completed' })
  expect(await ended(await send('ok'))).toMatchObject({ status: 'completed' })
  await worker.drain()
  expect(events).toEqual(['given back', 'scan ended', 'scan ended'])
})

/** Each of our cores for a scan of its own, as on a machine that has more. */
const onOneCoreEach =
  (name: string): typeof withMachineLock =>
  (work, onWait, signal) =>
    withMachineLock(work, onWait, signal, lockName(`${name}-${process.pid}`), () =>
      allowedCores().map(core => [core]),
    )

test.runIf(allowedCores().length > 1)(
  'scans that run at once are each kept on cores of their own',
  async () => {
    const worker = await start({}, 2, { lock: onOneCoreEach('cutover-test-own') })
    const { files, tell } = sign()
    const ids = [await send('cores', files), await send('cores', files)]
    await Promise.all(ids.map(begun))
    tell()
    const cores = (await Promise.all(ids.map(ended))).map(job => job.scorecard!.gaps[0])
    expect(cores.sort()).toEqual(allowedCores().slice(0, 2).map(String))
    await worker.drain()
  },
)

test('another scan is begun beside one only while that one reads a store', { tags: 'variant' }, async () => {
  const worker = await start({}, 2, { measuring: 1 })
  const statuses = async (ids: string[]) =>
    (await Promise.all(ids.map(row))).map(({ status }) => status).sort()
  const scans = sign()
  const both = [await send('until told', scans.files), await send('until told', scans.files)]
  await Promise.race(both.map(running))
  await new Promise(resolve => setTimeout(resolve, 1_000))
  // Another machine may have the second meanwhile.
  expect(await statuses(both)).toEqual(['queued', 'running'])
  scans.tell()
  await Promise.all(both.map(ended))
  const store = sign()
  const reads = await send('store until told', store.files)
  await running(reads)
  const more = [await send('wait'), await send('wait')]
  await Promise.race(more.map(running))
  expect((await jobOf(reads)).status).toBe('running')
  store.tell()
  await ended(reads)
  // What came beside it is at work still; who looks for another job does so at once, and every two seconds.
  await new Promise(resolve => setTimeout(resolve, 2_500))
  expect(await statuses(more)).toEqual(['queued', 'running'])
  await worker.stop()
  await queue.pool.query('DELETE FROM jobs')
})

test('progress is seen while the scan runs', async () => {
  const worker = await start()
  const id = await send('wait')
  const phase = await until(async () => /^pid \d+$/.exec((await jobOf(id)).progress.phase))
  expect(phase).not.toBeNull()
  await worker.stop()
  await queue.pool.query("DELETE FROM jobs WHERE status = 'queued'")
})

test('nothing secret is stored in clear, and nothing at all is left when the job has ended', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'cutover-worker-test-'))
  const secrets = {
    storefront_password: 'sésame canary/1',
    original_headers: {
      authorization: 'Basic Y2FuYXJ5OmI0c2ljPz8+',
      cookie: 'theme=dark; sid=c00kie/canary',
    },
    new_headers: { 'x-bypass': 'canary=3', authorization: 'Token token="t0ken canary+4"' },
  }
  const canaries = [
    ...['sésame canary/1', 'Y2FuYXJ5OmI0c2ljPz8+', 'canary:b4sic??>', 'c00kie/canary'],
    ...['canary=3', 't0ken canary+4'],
  ]
  const finds = (text: string) =>
    canaries.flatMap(canary => tracesOf(canary, text).map(form => `${canary} in ${form}`))
  const ids = await Promise.all(
    ['echo', 'echo in all forms', 'page failure', 'own failure', 'exit'].map(name => send(name, secrets)),
  )
  expect(finds(await dump())).toEqual([])
  expect((await queue.pool.query('SELECT FROM job_secrets')).rowCount).toBe(15)
  const worker = await start({}, 3, { keepArtifacts: folderArtifacts(folder).keep })
  for (const id of ids) await ended(id)
  await worker.drain()
  expect((await queue.pool.query('SELECT FROM job_secrets')).rowCount).toBe(0)
  const after = await dump()
  expect(after).toContain('[secret]')
  expect(finds(after)).toEqual([])
  expect(finds(queue.logged.join('\n'))).toEqual([])
  rmSync(folder, { recursive: true, force: true })
})

/** Every row of every table, as text. */
async function dump(): Promise<string> {
  const { rows: tables } = await queue.pool.query(
    "SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables WHERE schemaname IN ('public', 'pgboss')",
  )
  const texts = []
  for (const { name } of tables) {
    const { rows } = await queue.pool.query(`SELECT t::text AS line FROM ${name} t`)
    texts.push(...rows.map(({ line }) => line))
  }
  return texts.join('\n')
}

test('a draining worker finishes what it runs and takes nothing new', async () => {
  const worker = await start()
  const id = await send('progress')
  await begun(id)
  const draining = worker.drain()
  const later = await send('ok')
  await draining
  expect((await jobOf(id)).status).toBe('completed')
  expect((await jobOf(later)).status).toBe('queued')
  const next = await start()
  expect((await ended(later)).status).toBe('completed')
  await next.drain()
})

test('a worker that is stopped gives its job back, and another one does it', async () => {
  const worker = await start()
  const id = await send('progress')
  await running(id)
  await worker.stop()
  expect(scanProcesses()).toEqual([])
  expect(await jobOf(id)).toMatchObject({ status: 'queued', progress: { value: 0 } })
  const next = await start()
  expect((await ended(id)).status).toBe('completed')
  expect((await row(id)).attempt).toBe(2)
  const { rows } = await queue.pool.query(
    'SELECT retry_count FROM pgboss.job q JOIN jobs j ON j.queue_id = q.id WHERE j.id = $1',
    [id],
  )
  expect(rows).toEqual([{ retry_count: 0 }])
  await next.drain()
})

test('every line about a job carries it, what goes wrong in its process too', {
  tags: 'variant',
}, async () => {
  queue.logged.length = 0
  const worker = await start()
  const faulty = await send('exit')
  await ended(faulty)
  const fine = await send('ok')
  await ended(fine)
  await worker.drain()
  const lines = queue.logged.map(line => JSON.parse(line))
  const about = (id: string) =>
    lines.filter(({ job }) => job === id).map(({ message, attempt }) => [message, attempt])
  expect(about(faulty)).toEqual(
    [1, 2, 3].flatMap(attempt =>
      ['scan started', 'scan process failed', 'scan ended'].map(message => [message, attempt]),
    ),
  )
  expect(about(fine)).toEqual(['scan started', 'scan ended'].map(message => [message, 1]))
  expect(lines.filter(({ job, message }) => !job && /scan|process/.test(message))).toEqual([])
})

test('scans are counted: how they end, how long they take, what memory they have', async () => {
  const metrics = openMetrics({
    version: '0.0.0',
    role: 'worker',
    queueState: async () => ({ queued: 0, running: 0, oldestSeconds: 0 }),
    freeBytes: async () => 1e9,
    reserveBytes: 1,
    scansAtOnce: 2,
  })
  const worker = await start({}, 2, { meter: metrics.scans })
  const ids = await Promise.all(['ok', 'page failure', 'progress'].map(name => send(name)))
  for (const id of ids) await ended(id)
  const stopped = await send('wait')
  await until(async () => /^pid /.test((await jobOf(stopped)).progress.phase))
  await until(async () => /^cutover_scan_memory_bytes [1-9]/m.test(await metrics.text()))
  const during = await metrics.text()
  await worker.stop()
  await queue.pool.query("DELETE FROM jobs WHERE status = 'queued'")
  const after = await metrics.text()
  expect(during).toMatch(/^cutover_scans_running 1$/m)
  expect(after).toMatch(/^cutover_scans_running 0$/m)
  expect(after).toMatch(/^cutover_scan_memory_bytes 0$/m)
  for (const [outcome, count] of [
    ['completed', 2],
    ['new_http_error', 1],
    ['handed_back', 1],
    ['internal_error', 0],
  ] as const)
    expect(after).toContain(`cutover_scans_total{outcome="${outcome}"} ${count}\n`)
  expect(after).toMatch(/^cutover_scan_duration_seconds_count 4$/m)
  // A scan process calls its phases as it likes; these have names that are not ours.
  expect(after).toMatch(/^cutover_scan_phase_duration_seconds_count\{phase="other"\} [1-9]/m)
  expect(after).not.toMatch(/phase="pid/)
})
