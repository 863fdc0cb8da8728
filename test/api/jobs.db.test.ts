import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createKey } from '../../server/accounts/keys.ts'
import { Job } from '../../server/contract.ts'
import { type Claim, claim, reportProgress } from '../../server/jobs/claim.ts'
import { fail, finish, handBack } from '../../server/jobs/end.ts'
import { QUEUE } from '../../server/jobs/queue.ts'
import { submit } from '../../server/jobs/submit.ts'
import { sweepLost } from '../../server/jobs/sweep.ts'
import { SCORECARD, submission } from '../jobs/test-queue.ts'
import { type TestApi, testApi } from './test-api.ts'

let api: TestApi
let stranger: string
beforeAll(async () => {
  api = await testApi()
  stranger = (await createKey(api.queue.pool, 'stranger@example.com')).key
})
afterAll(() => api.close())
beforeEach(async () => {
  await api.queue.boss.deleteAllJobs(QUEUE)
  await api.queue.pool.query('DELETE FROM jobs')
})

const newJob = (more = {}) => submit(api.queue, submission(more), api.queue.accountId)
const own = (method: string, path: string, headers = {}) =>
  api.ask(method, path, { key: api.queue.apiKey, headers })
const poll = (id: string, headers = {}) => api.ask('GET', `/api/v1/jobs/${id}`, { headers })
const secrets = async () => (await api.queue.pool.query('SELECT * FROM job_secrets')).rows

async function claimNext(): Promise<Claim> {
  const [job] = await api.queue.boss.fetch<{ id: string }>(QUEUE)
  return (await claim(api.queue, job!, job!.data.id))!
}

test('a poll of an unchanged job is answered with 304 and without a body', async () => {
  const id = await newJob()
  const tags = new Set<string>()
  const changed = async (): Promise<void> => {
    const known = [...tags].join(', ')
    const answer = await poll(id, { 'if-none-match': known })
    expect(answer.status).toBe(200)
    const tag = answer.headers.etag!
    expect(tag).toMatch(/^W\/"[0-9a-f]{32}"$/)
    expect(tags).not.toContain(tag)
    tags.add(tag)
    for (const header of [tag, tag.slice(2), `"x", ${tag}`, '*']) {
      const unchanged = await poll(id, { 'if-none-match': header })
      expect(unchanged).toMatchObject({
        status: 304,
        text: '',
        headers: { etag: tag, 'cache-control': 'no-store' },
      })
      expect(unchanged.headers['content-type']).toBeUndefined()
    }
    expect((await api.ask('HEAD', `/api/v1/jobs/${id}`, { headers: { 'if-none-match': tag } })).status).toBe(
      304,
    )
  }
  await changed()
  const held = await claimNext()
  await changed()
  await reportProgress(api.queue, held, 'capturing', 0.25)
  await changed()
  await finish(api.queue, held, SCORECARD)
  await changed()
  await api.queue.pool.query("UPDATE accounts SET tier = 'free'")
  await changed()
  await api.queue.pool.query("UPDATE accounts SET tier = 'paid'")
})

test('an issue tells where on this server its rule is explained', async () => {
  const id = await newJob()
  const issue = {
    ...{
      key: 'seo/title:missing',
      check: 'seo/title',
      rule: 'seo/title/missing',
      status: 'introduced' as const,
    },
    ...{
      severity: 'serious' as const,
      penalty: 1,
      charged: 1,
      message: 'It has no title',
      fix: 'Give it one',
    },
    help_url: '/docs/checks/seo#title-missing',
  }
  const suite = {
    ...{ suite: 'seo' as const, score: 79, target: 80, pass: false, checks: [], issues: [issue] },
    ...{ inconclusive: false, absolute: 79, baseline: 100 },
  }
  await finish(api.queue, await claimNext(), { ...SCORECARD, allPass: false, suites: [suite] })
  const { json } = await poll(id)
  expect(Job.parse(json).scorecard!.suites[0]!.issues[0]!.help_url).toMatch(
    /^https?:\/\/.+\/docs\/checks\/seo#title-missing$/,
  )
})

test('a tag opens no job of another account, and an unknown job has none', async () => {
  const id = await newJob()
  const { headers } = await poll(id)
  const foreign = await api.ask('GET', `/api/v1/jobs/${id}`, {
    key: stranger,
    headers: { 'if-none-match': headers.etag! },
  })
  expect(foreign.status).toBe(404)
  expect((await poll('0'.repeat(27), { 'if-none-match': '*' })).status).toBe(404)
})

test('a waiting job is cancelled for good, however often', async () => {
  const id = await newJob({ storefront_password: 'x' })
  const answers = [
    await own('POST', `/api/v1/jobs/${id}/cancel`),
    await own('POST', `/api/v1/jobs/${id}/cancel`),
  ]
  for (const answer of answers) {
    expect(answer.status).toBe(200)
    const job = Job.strict().parse(answer.json)
    expect(job).toMatchObject({
      id,
      status: 'failed',
      error: { code: 'cancelled', type: '/problems/cancelled' },
    })
    expect(job).not.toHaveProperty('tier')
  }
  expect(answers[1]!.text).toBe(answers[0]!.text)
  expect((await poll(id)).text).toBe(answers[0]!.text)
  expect(await secrets()).toEqual([])
  expect(await api.queue.boss.fetch(QUEUE)).toEqual([])
  expect(await sweepLost(api.queue)).toEqual([])
})

test('the worker of a cancelled job has lost it', async () => {
  const id = await newJob({ new_headers: { a: 'b' } })
  const held = await claimNext()
  expect((await own('POST', `/api/v1/jobs/${id}/cancel`)).json.error.code).toBe('cancelled')
  expect(await secrets()).toEqual([])
  expect(await reportProgress(api.queue, held, 'late', 0.5)).toBe(false)
  expect(await finish(api.queue, held, SCORECARD)).toBe(false)
  expect(await handBack(api.queue, held)).toBe(false)
  expect(await fail(api.queue, held, { code: 'internal_error', detail: 'late' })).toBe(false)
  expect((await poll(id)).json).toMatchObject({ status: 'failed', error: { code: 'cancelled' } })
  expect(await api.queue.boss.fetch(QUEUE)).toEqual([])
})

test('a job that was handed back, or waits to be tried again, is cancelled', async () => {
  const id = await newJob()
  await handBack(api.queue, await claimNext())
  expect((await own('POST', `/api/v1/jobs/${id}/cancel`)).json.error.code).toBe('cancelled')
  const other = await newJob()
  await fail(api.queue, await claimNext(), { code: 'internal_error', detail: 'ours' })
  expect((await own('POST', `/api/v1/jobs/${other}/cancel`)).json.error.code).toBe('cancelled')
  expect(await api.queue.boss.fetch(QUEUE)).toEqual([])
})

test('a job that has ended stays as it is', async () => {
  const id = await newJob()
  await finish(api.queue, await claimNext(), SCORECARD)
  const before = await poll(id)
  expect(await own('POST', `/api/v1/jobs/${id}/cancel`)).toMatchObject({ status: 200, text: before.text })
})

test('cancelled while it is finished, a job ends once', async () => {
  for (let n = 0; n < 10; n++) {
    const id = await newJob()
    const held = await claimNext()
    const [finished, cancelled] = await Promise.all([
      finish(api.queue, held, SCORECARD),
      own('POST', `/api/v1/jobs/${id}/cancel`),
    ])
    expect(cancelled.status).toBe(200)
    expect(cancelled.json.status).toBe(finished ? 'completed' : 'failed')
    expect((await poll(id)).text).toBe(cancelled.text)
  }
})

test('a deleted job is gone with all that was captured for it', async () => {
  const [waiting, ended] = [await newJob({ storefront_password: 'x' }), await newJob()]
  for (const id of [ended, waiting]) {
    const answer = await own('DELETE', `/api/v1/jobs/${id}`)
    expect(answer).toMatchObject({ status: 204, text: '' })
    expect(api.queue.deleted).toContain(id)
    for (const gone of [
      await own('DELETE', `/api/v1/jobs/${id}`),
      await poll(id),
      await own('POST', `/api/v1/jobs/${id}/cancel`),
    ])
      expect(gone).toMatchObject({ status: 404, json: { code: 'not_found' } })
  }
  expect(await secrets()).toEqual([])
  expect(await api.queue.boss.fetch(QUEUE)).toEqual([])
})

test('a job of somebody else cannot be told from one that does not exist', async () => {
  const id = await newJob()
  const unknown = '0'.repeat(27)
  for (const [method, rest] of [
    ['GET', ''],
    ['DELETE', ''],
    ['POST', '/cancel'],
  ] as const) {
    const [foreign, none] = await Promise.all(
      [id, unknown].map(one => api.ask(method, `/api/v1/jobs/${one}${rest}`, { key: stranger })),
    )
    // What is left of the account's quota counts requests, whatever they ask for.
    const headers = [foreign!, none!].map(
      ({ headers: { date, ratelimit, 'x-request-id': _, ...same } }) => same,
    )
    expect([foreign!.status, foreign!.text, headers[0]]).toEqual([404, none!.text, headers[1]])
    for (const odd of ['x', 'a%00b', '..%2f', '%ff', 'a'.repeat(5000)])
      expect((await api.ask(method, `/api/v1/jobs/${odd}${rest}`, { key: stranger })).status).toBe(404)
  }
  expect((await poll(id)).json.status).toBe('queued')
})

test('polls say when to come again until the job has ended', async () => {
  const id = await newJob()
  const queued = await poll(id)
  expect(queued.headers['retry-after']).toBe('3')
  const unchanged = await poll(id, { 'if-none-match': queued.headers.etag! })
  expect([unchanged.status, unchanged.headers['retry-after']]).toEqual([304, '3'])
  await finish(api.queue, await claimNext(), SCORECARD)
  expect((await poll(id)).headers).not.toHaveProperty('retry-after')
})
