import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { scanEnvironment } from '../../server/config/index.ts'
import { find } from '../../server/jobs/find.ts'
import { submit } from '../../server/jobs/submit.ts'
import { folderArtifacts } from '../../server/storage/artifact-folder.ts'
import { watchHealth } from '../../server/worker/health.ts'
import { startWorker } from '../../server/worker/worker.ts'
import { submission, type TestQueue, testQueue, until } from '../jobs/test-queue.ts'
import { makeGoods } from '../mock-store/goods.ts'
import { startStore, type TestStore } from '../mock-store/shopify/index.ts'
import { dumpOf, filesOf, leaksOf } from './leaks.ts'

const PASSWORD = `pä55 wörd+"&'<7>/\\`
const WRONG = `wröng ${PASSWORD}`
const SIGNATURE = 'sig1=:c2lnbmF0dXJlIGNhbmFyeQ==:'
const HEADERS = {
  Signature: SIGNATURE,
  'Signature-Input': 'sig1=("@authority");keyid="key-id-canary"',
  'Signature-Agent': '"https://shopify.com"',
}

let queue: TestQueue
let store: TestStore
let folder: string

beforeAll(async () => {
  queue = await testQueue()
  store = await startStore({
    goods: makeGoods({ products: 12 }),
    password: PASSWORD,
    telltale: true,
    mostWrong: 50,
  })
  folder = await mkdtemp(join(tmpdir(), 'cutover-test-'))
})
afterAll(async () => {
  await Promise.all([queue.close(), store.close()])
  await rm(folder, { recursive: true, force: true })
})

/** One job from submission to end, and everything that is left of it. */
async function run(storefront_password: string, chromePath?: string) {
  const about = {
    original_url: `${store.origin}/`,
    new_url: `${store.origin}/`,
    storefront_password,
    new_headers: HEADERS,
  }
  const id = await submit(queue, submission(about), queue.accountId)
  const during = await dumpOf(queue.pool)
  const worker = await startWorker({
    queue,
    count: 1,
    environment: scanEnvironment(),
    allowHosts: [store.host],
    chromePath,
    keepArtifacts: folderArtifacts(folder).keep,
    // Who failed a job stands back for a moment only.
    health: watchHealth([], queue.log, [20]),
  })
  try {
    const job = await until(async () => {
      const found = await find(queue, id)
      return found?.job.finished_at ? found.job : null
    })
    const left: Record<string, string> = {
      ...(await dumpOf(queue.pool)),
      ...(await filesOf(folder)),
      log: queue.logged.join('\n'),
      answer: JSON.stringify(job),
    }
    return { job, during, left }
  } finally {
    await worker.stop()
  }
}

test('a grep that finds nothing would have found something', async () => {
  const said = [PASSWORD, encodeURIComponent(PASSWORD), JSON.stringify({ PASSWORD }), btoa('x')]
  const found = said.map(text => leaksOf(PASSWORD, { text: `before ${text} after` }).length > 0)
  expect(found).toEqual([true, true, true, false])
  const client = await queue.pool.connect()
  await client.query('CREATE TABLE told (said jsonb)')
  await client.query('INSERT INTO told VALUES ($1)', [JSON.stringify({ PASSWORD })])
  expect(leaksOf(PASSWORD, await dumpOf(queue.pool)).length).toBeGreaterThan(0)
  await client.query('DROP TABLE told')
  client.release()
})

test('a password that is rejected is nowhere afterwards, though the store says it back', async () => {
  const { job, during, left } = await run(WRONG)
  expect(job).toMatchObject({ status: 'failed', error: { code: 'password_rejected' } })
  expect(store.requests.some(({ body }) => new URLSearchParams(body).get('password') === WRONG)).toBe(true)
  for (const secret of [WRONG, SIGNATURE, 'key-id-canary']) {
    expect(leaksOf(secret, during)).toEqual([])
    expect(leaksOf(secret, left)).toEqual([])
  }
  expect(left['public.job_secrets']).toBe('')
})

test('a password that opened the gate is nowhere after a scan that crashed', async () => {
  const noBrowser = join(folder, 'no-browser')
  await writeFile(noBrowser, '#!/bin/sh\nenv >&2\necho "$@" >&2\nexit 1\n')
  await chmod(noBrowser, 0o755)
  const { job, left } = await run(PASSWORD, noBrowser)
  expect(job).toMatchObject({ status: 'failed', error: { code: 'internal_error' } })
  expect(store.requests.some(({ headers }) => headers.cookie?.includes('_shopify_essential'))).toBe(true)
  for (const secret of [PASSWORD, SIGNATURE, 'key-id-canary']) expect(leaksOf(secret, left)).toEqual([])
  expect(left['public.job_secrets']).toBe('')
  expect(left.log).toContain('scan process failed')
})
