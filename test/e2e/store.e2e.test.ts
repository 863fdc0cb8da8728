import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { scanEnvironment } from '../../server/config/index.ts'
import { Job, TARGETS } from '../../server/contract.ts'
import { find } from '../../server/jobs/find.ts'
import { submit } from '../../server/jobs/submit.ts'
import { folderArtifacts } from '../../server/storage/artifact-folder.ts'
import { startWorker, type Worker } from '../../server/worker/worker.ts'
import { submission, type TestQueue, testQueue, until } from '../jobs/test-queue.ts'
import { makeGoods } from '../mock-store/goods.ts'
import { startStore, type TestStore } from '../mock-store/shopify/index.ts'
import { startWoo, type WooShop } from '../mock-store/woocommerce/index.ts'
import { dumpOf, filesOf, leaksOf } from '../store/leaks.ts'

const PASSWORD = `pä55 wörd+"&'<7>/`
const SIGNED = {
  Signature: 'sig1=:c2lnbmF0dXJlIGNhbmFyeQ==:',
  'Signature-Input': `sig1=("@authority");keyid="key-id-canary";expires=${Math.floor(Date.now() / 1000) + 86_400 * 3}`,
  'Signature-Agent': '"https://shopify.com"',
}

let original: WooShop
let store: TestStore
let queue: TestQueue
let worker: Worker
let folder: string

beforeAll(async () => {
  const goods = makeGoods({ products: 24 })
  original = await startWoo({ goods })
  // It says the password back in every page: what is kept of the job must not.
  store = await startStore({ goods, password: PASSWORD, telltale: true })
  const moved = [
    ...goods.products.map(({ slug }) => `/product/${slug}/,/products/${slug}`),
    ...goods.groups.map(({ slug }) => `/product-category/${slug}/,/collections/${slug}`),
    ...goods.pages.map(({ slug }) => `/${slug}/,/pages/${slug}`),
    ...goods.posts.map(({ slug }) => `/${slug}/,/blogs/news/${slug}`),
  ]
  store.redirects.import(['Redirect from,Redirect to', ...moved].join('\n'))
  folder = await mkdtemp(join(tmpdir(), 'cutover-test-'))
  queue = await testQueue()
  worker = await startWorker({
    queue,
    count: 1,
    environment: scanEnvironment(),
    allowHosts: [original.host, store.host],
    keepArtifacts: folderArtifacts(folder).keep,
    entry: join(import.meta.dirname, '../worker/fixtures/unmeasured.ts'),
  })
})
afterAll(async () => {
  await worker?.stop()
  await Promise.all([original?.close(), store?.close(), queue?.close()])
  await rm(folder, { recursive: true, force: true })
})

test('a gated store against the WooCommerce shop that it takes over from: nine entries, and no secret is left', async () => {
  const about = {
    original_url: `${original.origin}/`,
    new_url: `${store.origin}/`,
    storefront_password: PASSWORD,
    new_headers: SIGNED,
  }
  const id = await submit(queue, submission(about), queue.accountId)
  const job = await until(async () => {
    const found = await find(queue, id)
    return found?.job.finished_at ? Job.parse(found.job) : null
  })
  expect(job.error).toBeUndefined()
  const { suites, gaps } = job.scorecard!
  expect(suites.map(({ suite, target }) => [suite, target])).toEqual(Object.entries(TARGETS))
  expect(suites.slice(-2)).toMatchObject([
    { suite: 'catalog', score: 100, pass: true, inconclusive: false },
    { suite: 'redirects', score: 100, pass: true, inconclusive: false },
  ])
  expect(gaps.filter(gap => gap.includes('crawler signature'))).toEqual([
    expect.stringContaining('in 2 days'),
  ])

  const artifacts = join(folder, id, '1')
  const capture = JSON.parse(await readFile(join(artifacts, 'rebuilt/capture.json'), 'utf8'))
  expect(capture.store).toMatchObject({ state: 'online_store', origin: store.origin })
  expect(capture.artifacts.catalog.value.products).toHaveLength(24)
  expect(capture.artifacts.head.value.title).toContain('[secret]')
  const left: Record<string, string> = {
    ...(await dumpOf(queue.pool)),
    ...(await filesOf(folder)),
    log: queue.logged.join('\n'),
    answer: JSON.stringify(job),
  }
  expect(Object.keys(left).filter(name => name.includes('/tables/'))).toHaveLength(4)
  const sessions = store.requests.flatMap(
    ({ headers }) => /_shopify_essential=([^;]+)/.exec(headers.cookie ?? '')?.[1] ?? [],
  )
  expect(sessions.length).toBeGreaterThan(10)
  for (const secret of [PASSWORD, SIGNED.Signature, 'key-id-canary', ...new Set(sessions)])
    expect(leaksOf(secret, left)).toEqual([])
  expect(left['public.job_secrets']).toBe('')
})
