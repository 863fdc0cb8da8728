/** The database stops at once and comes back; connections to it carry nothing any more. */
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { find } from '../../server/jobs/find.ts'
import { submit } from '../../server/jobs/submit.ts'
import { openDatabase } from '../../server/storage/database.ts'
import { startWorker, type Worker } from '../../server/worker/worker.ts'
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
  worker = await startWorker({
    queue,
    count: 2,
    environment: { PATH: process.env.PATH! },
    allowHosts: [],
    entry: join(import.meta.dirname, 'fixtures/scripted.ts'),
  })
})
afterAll(async () => {
  await worker.stop()
  await queue.close()
  wire.close()
  await postgres.close()
  await rm(folder, { recursive: true, force: true })
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
