/** The database stops at once and comes back; connections to it carry nothing any more. */
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { find } from '../../server/jobs/find.ts'
import { submit } from '../../server/jobs/submit.ts'
import { openDatabase } from '../../server/storage/database.ts'
import { lockName, withMachineLock } from '../../server/worker/machine-lock.ts'
import { startWorker, type Worker } from '../../server/worker/worker.ts'
import { CACHED } from '../compile-cache.ts'
import { submission, type TestQueue, testQueue, until } from '../jobs/test-queue.ts'
import { type Postgres, startPostgres } from '../own-postgres.ts'
import { openWire, type Wire } from '../wire.ts'

let folder: string
let postgres: Postgres
let wire: Wire
let queue: TestQueue
let worker: Worker
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cutover-away-'))
  // Root's Postgres runs as another user.
  await chmod(folder, 0o755)
  postgres = await startPostgres(folder)
  wire = await openWire(postgres.port)
  const url = new URL(postgres.url)
  url.port = String(wire.port)
  queue = await testQueue(undefined, await openDatabase({ databaseUrl: url.href, dataDir: folder }, () => {}))
  worker = await startWorker({ ...options(), count: 2 })
})
afterAll(async () => {
  await worker.stop()
  await queue.close()
  wire.close()
  await postgres.close()
  await rm(folder, { recursive: true, force: true })
})

const options = () => ({
  queue,
  environment: { ...CACHED, PATH: process.env.PATH! },
  allowHosts: [],
  entry: join(import.meta.dirname, 'fixtures/scripted.ts'),
})

/** Again and again while the database is away, as clients do. */
const send = (pageName: string) =>
  until(() => submit(queue, submission({ page_name: pageName }), queue.accountId).catch(() => null))
const ended = (id: string) =>
  until(async () => {
    const found = await find(queue, id).catch(() => null)
    return found?.job.finished_at ? found.job : null
  })
const attempts = async (id: string) =>
  (await queue.pool.query('SELECT attempt FROM jobs WHERE id = $1', [id])).rows[0].attempt

test('a scan outlives a database that was stopped at once, and loses no try', async () => {
  const id = await send('two seconds')
  await until(async () => (await find(queue, id))!.job.status === 'running')
  await postgres.stopAtOnce()
  // The scan ends meanwhile.
  await new Promise(resolve => setTimeout(resolve, 3_000))
  await postgres.start()
  expect((await ended(id)).status).toBe('completed')
  expect(await attempts(id)).toBe(1)
  expect((await ended(await send('ok'))).status).toBe('completed')
})

test('work goes on when all connections are lost without a word', async () => {
  const id = await send('two seconds')
  await until(async () => (await find(queue, id))!.job.status === 'running')
  expect(wire.cut()).toBeGreaterThan(2)
  expect((await ended(await send('ok'))).status).toBe('completed')
  expect((await ended(id)).status).toBe('completed')
})

test('a job that waits for the machine keeps its claim, and begins as soon as that is free and not before', async () => {
  await worker.drain()
  const name = lockName(`cutover-away-${process.pid}`)
  const lock: typeof withMachineLock = (work, onWait, signal) => withMachineLock(work, onWait, signal, name)
  // The scan of another service on this machine.
  const { promise: isOver, resolve: end } = Promise.withResolvers<void>()
  const { promise: isHeld, resolve: hold } = Promise.withResolvers<void>()
  const other = lock(
    () => {
      hold()
      return isOver
    },
    () => {},
    new AbortController().signal,
  )
  await isHeld
  worker = await startWorker({ ...options(), count: 1, lock })
  const id = await send('ok')
  const phase = async () => (await find(queue, id).catch(() => null))?.job.progress.phase ?? ''
  await until(async () => (await phase()).startsWith('waiting for another scan'))
  await postgres.stopAtOnce()
  await new Promise(resolve => setTimeout(resolve, 3_000))
  await postgres.start()
  // Submissions go on at once; its worker holds the claim, and has the time to say so again.
  await send('ok')
  const beaten = async () =>
    (
      await queue.pool.query(
        `SELECT now() - q.heartbeat_on < interval '2 seconds' AS young
         FROM jobs j JOIN pgboss.job q ON q.id = j.queue_id WHERE j.id = $1`,
        [id],
      )
    ).rows[0].young
  await until(() => beaten().catch(() => false))
  expect(await phase()).toMatch(/^waiting for another scan/)
  end()
  await other
  expect((await ended(id)).status).toBe('completed')
  expect(await attempts(id)).toBe(1)
})

test('a claim that breaks off with the database is made again, and costs no try', async () => {
  await worker.drain()
  const id = await send('ok')
  // The claim waits for this lock, and breaks off there.
  const other = new pg.Client(postgres.url)
  other.on('error', () => {})
  await other.connect()
  await other.query('BEGIN')
  await other.query('SELECT FROM jobs WHERE id = $1 FOR UPDATE', [id])
  worker = await startWorker({ ...options(), count: 1 })
  const place = async () =>
    (
      await queue.pool.query(
        'SELECT q.state, q.retry_count FROM jobs j JOIN pgboss.job q ON q.id = j.queue_id WHERE j.id = $1',
        [id],
      )
    ).rows[0]
  await until(async () => (await place()).state === 'active')
  await postgres.stopAtOnce()
  await new Promise(resolve => setTimeout(resolve, 1_000))
  await postgres.start()
  expect((await ended(id)).status).toBe('completed')
  expect(await place()).toEqual({ state: 'completed', retry_count: 0 })
})
