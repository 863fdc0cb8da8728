import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cancel } from '../../server/jobs/cancel.ts'
import { deleteJob } from '../../server/jobs/delete.ts'
import { find } from '../../server/jobs/find.ts'
import { submit } from '../../server/jobs/submit.ts'
import { folderArtifacts } from '../../server/storage/artifact-folder.ts'
import { startWorker } from '../../server/worker/worker.ts'
import { CACHED } from '../compile-cache.ts'
import { submission, type TestQueue, testQueue, until } from '../jobs/test-queue.ts'
import { scanProcesses } from './processes.ts'

let queue: TestQueue
let folder: string
beforeAll(async () => {
  queue = await testQueue()
  folder = await mkdtemp(join(tmpdir(), 'cutover-cancel-'))
})
afterAll(async () => {
  await queue.close()
  await rm(folder, { recursive: true })
})

test('the scan of a job that is cancelled or deleted is stopped, and leaves nothing', async () => {
  const artifacts = folderArtifacts(folder)
  const worker = await startWorker({
    queue: { ...queue, deleteArtifacts: artifacts.delete },
    count: 2,
    environment: { ...CACHED, PATH: process.env.PATH! },
    allowHosts: [],
    keepArtifacts: artifacts.keep,
    entry: join(import.meta.dirname, 'fixtures/scripted.ts'),
  })
  const send = () => submit(queue, submission({ page_name: 'wait' }), queue.accountId)
  const [cancelled, deleted] = [await send(), await send()]
  for (const id of [cancelled, deleted])
    await until(async () => /^pid/.test((await find(queue, id))!.job.progress.phase))
  expect(scanProcesses()).toHaveLength(2)
  expect(await cancel(queue, cancelled, queue)).toBe(true)
  expect(await deleteJob(queue, deleted, queue)).toBe(true)
  // A scan that does not know yet that its job is gone goes on writing.
  for (const id of [cancelled, deleted]) {
    await mkdir(join(folder, id, '1'), { recursive: true })
    await writeFile(join(folder, id, '1/late.png'), 'x')
  }
  await until(async () => scanProcesses().length === 0)
  await worker.drain()
  expect((await find(queue, cancelled))!.job).toMatchObject({
    status: 'failed',
    error: { code: 'cancelled' },
  })
  expect(await find(queue, deleted)).toBeNull()
  expect(await readdir(folder)).toEqual([])
  // What somebody asked for is no trouble of ours.
  const lines = queue.logged.map(line => JSON.parse(line))
  expect(lines.filter(({ level }) => level === 'error' || level === 'warn')).toEqual([])
  expect(lines.filter(({ message }) => message === 'job is gone, scan stopped')).toHaveLength(2)
})
