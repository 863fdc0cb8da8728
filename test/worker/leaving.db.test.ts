/** What a worker does with its jobs when it is told to end, and when it cannot begin them. */
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { find } from '../../server/jobs/find.ts'
import { submit } from '../../server/jobs/submit.ts'
import { lockName, withMachineLock } from '../../server/worker/machine-lock.ts'
import { startWorker, type WorkerOptions } from '../../server/worker/worker.ts'
import { CACHED } from '../compile-cache.ts'
import { submission, type TestQueue, testQueue, until } from '../jobs/test-queue.ts'
import { scanProcesses } from './processes.ts'

let queue: TestQueue
beforeAll(async () => {
  queue = await testQueue()
})
afterAll(() => queue.close())

const start = (more: Partial<WorkerOptions> = {}) =>
  startWorker({
    queue,
    count: 1,
    environment: { ...CACHED, PATH: process.env.PATH! },
    allowHosts: [],
    entry: join(import.meta.dirname, 'fixtures/scripted.ts'),
    ...more,
  })
const send = (pageName: string) => submit(queue, submission({ page_name: pageName }), queue.accountId)
const jobOf = async (id: string) => (await find(queue, id))!.job
const atPhase = (id: string, phase: RegExp) => until(async () => phase.test((await jobOf(id)).progress.phase))
const retries = async (id: string) =>
  (
    await queue.pool.query(
      'SELECT j.attempt, q.retry_count FROM pgboss.job q JOIN jobs j ON j.queue_id = q.id WHERE j.id = $1',
      [id],
    )
  ).rows[0]
const ended = (id: string) => until(async () => (await jobOf(id)).status === 'completed')

test('a scan that is not done within the grace is handed back, with all its tries', async () => {
  const worker = await start()
  const id = await send('wait')
  await atPhase(id, /^pid/)
  await worker.drain(200)
  expect(await jobOf(id)).toMatchObject({ status: 'queued', progress: { value: 0 } })
  expect(await retries(id)).toEqual({ attempt: 1, retry_count: 0 })
  expect(scanProcesses()).toEqual([])
  await queue.pool.query('DELETE FROM jobs WHERE id = $1', [id])
})

test('a job that waits for its turn on this machine is handed back at once by who leaves', async () => {
  const name = lockName(`cutover-test-leaving-${process.pid}`)
  const lock: typeof withMachineLock = (work, onWait, signal) => withMachineLock(work, onWait, signal, name)
  const [first, second] = [await start({ lock }), await start({ lock, queue: await queue.another() })]
  const ids = [await send('wait'), await send('wait')]
  const phases = async () => Promise.all(ids.map(async id => (await jobOf(id)).progress.phase))
  await until(async () =>
    (await phases())
      .sort()
      .join()
      .match(/^pid \d+,waiting for another scan/),
  )
  const [runs, waits] = (await phases())[0]!.startsWith('pid') ? ids : ids.toReversed()
  // Whichever of the two it is.
  const drained = [first.drain(), second.drain()]
  await Promise.race(drained)
  expect((await jobOf(waits!)).status).toBe('queued')
  expect((await jobOf(runs!)).status).toBe('running')
  await Promise.all([first.stop(), second.stop(), ...drained])
  await queue.pool.query('DELETE FROM jobs')
})

test('a job that cannot be begun here for long may be begun elsewhere', async () => {
  const full = await start({ hasRoom: async () => false, waitMs: 200 })
  const id = await send('ok')
  await until(async () => ((await retries(id))?.attempt ?? 0) >= 1)
  await until(async () => (await jobOf(id)).status === 'queued')
  await full.stop()
  const roomy = await start()
  await ended(id)
  await roomy.drain()
})
