/** Scans that hang or grow beside others: each comes to an end of its own, and no other does for that. */
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Job } from '../../server/contract.ts'
import { find } from '../../server/jobs/find.ts'
import { submit } from '../../server/jobs/submit.ts'
import { LIMITS } from '../../server/worker/run-scan.ts'
import { startWorker } from '../../server/worker/worker.ts'
import { CACHED } from '../compile-cache.ts'
import { submission, type TestQueue, testQueue, until } from '../jobs/test-queue.ts'
import { scanProcesses } from './processes.ts'

let queue: TestQueue
beforeAll(async () => {
  queue = await testQueue()
})
afterAll(() => queue.close())

const send = (pageName: string) => submit(queue, submission({ page_name: pageName }), queue.accountId)
const ended = (id: string) =>
  until(async () => {
    const job = Job.strict().parse((await find(queue, id))!.job)
    return job.finished_at ? job : null
  })

test('a scan that hangs and one that grows end beside others, by what they did', async () => {
  const worker = await startWorker({
    queue,
    count: 3,
    environment: { ...CACHED, PATH: process.env.PATH! },
    allowHosts: [],
    // A busy machine takes seconds to start a process, and it has to grow before it is too late.
    limits: { ...LIMITS, sampleMs: 100, deadlineMs: 20_000, memoryBytes: 400 * 1024 ** 2 },
    entry: join(import.meta.dirname, 'fixtures/scripted.ts'),
  })
  const ids = {
    hanging: await send('browser and hang'),
    growing: await send('balloon'),
    ok: await send('ok'),
    progress: await send('progress'),
    broken: await send('page failure'),
  }
  expect(await ended(ids.growing)).toMatchObject({ error: { code: 'page_crashed' } })
  expect(await ended(ids.ok)).toMatchObject({ status: 'completed', scorecard: { pageName: 'ok' } })
  expect(await ended(ids.progress)).toMatchObject({ status: 'completed' })
  expect(await ended(ids.broken)).toMatchObject({ error: { code: 'new_http_error' } })
  expect(await ended(ids.hanging)).toMatchObject({ error: { code: 'timed_out' }, progress: { value: 0.1 } })
  const { rows } = await queue.pool.query('SELECT DISTINCT attempt FROM jobs')
  expect(rows).toEqual([{ attempt: 1 }])
  await worker.drain()
  expect(scanProcesses()).toEqual([])
})
