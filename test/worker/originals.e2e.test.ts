/** Which job is offered what another one has captured of the same original. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createKey } from '../../server/accounts/keys.ts'
import { deleteJob } from '../../server/jobs/delete.ts'
import { find } from '../../server/jobs/find.ts'
import { submit } from '../../server/jobs/submit.ts'
import { bucketArtifacts } from '../../server/storage/artifact-bucket.ts'
import { folderArtifacts } from '../../server/storage/artifact-folder.ts'
import type { ArtifactStore } from '../../server/storage/artifacts.ts'
import { startWorker, type Worker } from '../../server/worker/worker.ts'
import { CACHED } from '../compile-cache.ts'
import { submission, type TestQueue, testQueue, until } from '../jobs/test-queue.ts'
import { CREDENTIALS, testBucket } from '../storage/bucket.ts'

const SECONDS = 900

let queue: TestQueue
let folder: string
let store: ArtifactStore
let worker: Worker | undefined
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'cutover-originals-test-'))
  store = folderArtifacts(folder)
  queue = await testQueue()
  queue.deleteArtifacts = store.delete
})
afterEach(async () => {
  await worker?.drain()
  worker = undefined
  await queue.pool.query('DELETE FROM jobs')
})
afterAll(async () => {
  await queue.close()
  rmSync(folder, { recursive: true })
})

async function work(artifacts: ArtifactStore = store, seconds = SECONDS): Promise<void> {
  await worker?.drain()
  worker = await startWorker({
    queue,
    count: 1,
    environment: { ...CACHED, PATH: process.env.PATH! },
    allowHosts: [],
    keepArtifacts: artifacts.keep,
    // Root's scans run as another user, who has to be able to read what is brought.
    walls: { ownUser: process.getuid?.() === 0, sandbox: false, ownNetwork: false },
    ...(seconds > 0 && { originals: { seconds, open: artifacts.open } }),
    entry: join(import.meta.dirname, 'fixtures/scripted.ts'),
  })
}

const send = (more: Record<string, unknown> = {}, account = queue.accountId) =>
  submit(queue, submission({ page_name: 'original', ...more }), account)

/** What the scan was given of an earlier capture: its files, `nothing`, or that it may leave none either. */
async function given(id: string): Promise<string[]> {
  const job = await until(async () => {
    const found = await find(queue, id)
    return found?.job.finished_at ? found.job : null
  })
  expect(job.status).toBe('completed')
  return job.scorecard!.gaps
}
const FILES = ['1440.webp: picture', 'capture.json: {}']

test('the next job of the account has the original of the one before, and no third has it from that', async () => {
  await work()
  const first = await send()
  expect(await given(first)).toEqual(['nothing'])
  const second = await send({ new_url: 'https://c.example.com/' })
  expect(await given(second)).toEqual(FILES)
  const { rows } = await queue.pool.query('SELECT original_captured_at AS at FROM jobs WHERE id = $1', [
    second,
  ])
  // What was taken over is no younger for that.
  expect(rows).toEqual([{ at: null }])
})

test('another address, other ignored regions and another account have nothing of it', async () => {
  await work()
  await given(await send({ ignore: ['.clock'] }))
  expect(await given(await send({ ignore: ['.clock'] }))).toEqual(FILES)
  expect(await given(await send())).toEqual(['nothing'])
  expect(
    await given(await send({ original_url: 'https://a.example.com/other', ignore: ['.clock'] })),
  ).toEqual(['nothing'])
  await createKey(queue.pool, 'other@example.com')
  const { rows } = await queue.pool.query("SELECT id FROM accounts WHERE email = 'other@example.com'")
  expect(await given(await send({ ignore: ['.clock'] }, rows[0].id))).toEqual(['nothing'])
})

test('a job that asks for a fresh one has a fresh one, which others may have', async () => {
  await work()
  const first = await send()
  await given(first)
  expect(await given(await send({ fresh: true }))).toEqual(['nothing'])
  await queue.pool.query("UPDATE jobs SET original_captured_at = now() - interval '1 hour' WHERE id = $1", [
    first,
  ])
  expect(await given(await send())).toEqual(FILES)
})

test('a job with a secret leaves nothing for others, and is given nothing', async () => {
  await work()
  for (const secret of [
    { storefront_password: 'secret' },
    { original_headers: { cookie: 'a=b' } },
    { new_headers: { cookie: 'a=b' } },
  ])
    expect(await given(await send(secret))).toEqual(['not shared'])
  expect(await given(await send())).toEqual(['nothing'])
  expect(await given(await send({ new_headers: { cookie: 'a=b' } }))).toEqual(['not shared'])
})

test('what is too old, or of a deleted job, is captured anew', async () => {
  await work()
  const old = await send()
  await given(old)
  await queue.pool.query(
    'UPDATE jobs SET original_captured_at = original_captured_at - make_interval(secs => $1)',
    [SECONDS],
  )
  const young = await send()
  expect(await given(young)).toEqual(['nothing'])
  expect(await deleteJob(queue, young, { accountId: queue.accountId })).toBe(true)
  expect(await given(await send())).toEqual(['nothing'])
  // Its files are gone before its row is.
  const { rows } = await queue.pool.query<{ id: string }>(
    'SELECT id FROM jobs ORDER BY original_captured_at DESC LIMIT 1',
  )
  await store.delete(rows[0]!.id)
  expect(await given(await send())).toEqual(['nothing'])
})

test('a setting of 0 turns it off', async () => {
  await work(store, 0)
  await given(await send())
  expect(await given(await send())).toEqual(['not shared'])
  await work()
  expect(await given(await send())).toEqual(['nothing'])
})

test('it is brought from a bucket, and done without while that is away', async () => {
  const bucket = await testBucket()
  const artifacts = bucketArtifacts(bucket.storage, CREDENTIALS)
  await work(artifacts)
  await given(await send())
  expect(await given(await send())).toEqual(FILES)
  bucket.be('busy')
  const id = await send()
  await until(async () =>
    queue.logged.some(line => line.includes('an earlier capture of the original could not')),
  )
  bucket.be('well')
  expect(await given(id)).toEqual(['nothing'])
  await worker!.drain()
  worker = undefined
  await bucket.close()
})
