import type pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { setTier } from '../../server/accounts/accounts.ts'
import { newKey } from '../../server/accounts/key-format.ts'
import { createKey } from '../../server/accounts/keys.ts'
import { requestLimit } from '../../server/api/request-limit.ts'
import { LIMITS } from '../../server/config/limits.ts'
import { accept } from '../../server/jobs/accept.ts'
import { type Quota, QuotaExceeded, useQuotas } from '../../server/jobs/quota.ts'
import { isUnavailable } from '../../server/lib/unavailable.ts'
import { transaction } from '../../server/storage/transaction.ts'
import { submission } from '../jobs/test-queue.ts'
import { type TestApi, testApi } from './test-api.ts'

let api: TestApi
let room = true
beforeAll(async () => {
  api = await testApi({
    limits: {
      free: {
        submissionsPerMinute: 3,
        requestsPerMinute: 1000,
        jobsPerDay: 5,
        jobsInFlight: 4,
        retentionDays: 1,
        artifactMegabytes: 3,
      },
      paid: {
        submissionsPerMinute: 1000,
        requestsPerMinute: 200,
        jobsPerDay: 1000,
        jobsInFlight: 6,
        retentionDays: 1,
        artifactMegabytes: 3,
      },
      address: { requestsPerMinute: 5, eventStreams: 20 },
      target: { submissionsPerMinute: 8, accountSubmissionsPerMinute: 5 },
    },
    hasRoom: async () => room,
    trustProxy: ['127.0.0.0/8', '::1/128'],
  })
  await setTier(api.queue.pool, 'owner@example.com', 'free')
})
afterAll(() => api.close())
beforeEach(async () => {
  await api.queue.pool.query('DELETE FROM quotas')
  await api.queue.pool.query('DELETE FROM jobs')
})

let hosts = 0
const fresh = () => ({
  original_url: `https://a${++hosts}.example.com/`,
  new_url: `https://b${hosts}.example.com/`,
})
const submit = (body: unknown = fresh(), key = api.queue.apiKey) =>
  api.ask('POST', '/api/v1/scorecard', { key, body })
const jobs = async () => Number((await api.queue.pool.query('SELECT count(*) FROM jobs')).rows[0].count)
/** As if `seconds` had passed. */
const pass = (seconds: number) =>
  api.queue.pool.query('UPDATE quotas SET full_at = full_at - make_interval(secs => $1)', [seconds])
const end = () =>
  api.queue.pool.query(
    `UPDATE jobs SET status = 'failed', error = '{}', finished_at = now() WHERE status = 'queued'`,
  )
/** As requests without a key are counted. */
const addressLimit = (pool: pg.Pool, amount: number, now?: () => number) => {
  const count = requestLimit(pool, now)
  return (address: string) => count({ policy: 'anonymous', key: `address ${address}`, amount, window: 60 })
}
const from = (address: string) => ({ headers: { 'x-forwarded-for': address } })

test('submissions a minute, told with every answer', async () => {
  const first = await submit()
  expect(first.status).toBe(202)
  expect(first.headers).toMatchObject({
    'ratelimit-policy': '"minute";q=3;w=60, "day";q=5;w=86400, "in-flight";q=4',
    ratelimit: '"minute";r=2;t=20, "day";r=4;t=17280, "in-flight";r=3',
  })
  await submit()
  expect((await submit()).headers.ratelimit).toMatch(/^"minute";r=0;t=60,/)
  for (let again = 0; again < 3; again++) {
    const refused = await submit()
    expect(refused).toMatchObject({ status: 429, json: { code: 'too_many_requests', status: 429 } })
    expect(refused.headers['content-type']).toMatch(/^application\/problem\+json/)
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(20)
    expect(refused.headers.ratelimit).toMatch(/^"minute";r=0;t=/)
    expect(refused.headers['ratelimit-policy']).toContain('"minute";q=3;w=60')
    expect(refused.headers.ratelimit).not.toContain('target')
  }
  expect(await jobs()).toBe(3)
  await pass(20)
  expect((await submit()).status).toBe(202)
  expect((await submit()).status).toBe(429)
})

test('jobs a day', async () => {
  for (let n = 0; n < 5; n++) {
    expect((await submit()).status).toBe(202)
    await pass(0)
    await end()
    await api.queue.pool.query("DELETE FROM quotas WHERE key LIKE 'minute %'")
  }
  const refused = await submit()
  expect(refused).toMatchObject({ status: 429, json: { code: 'daily_limit' } })
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(17_000)
  expect(await jobs()).toBe(5)
})

test('jobs in flight, across processes', async () => {
  const { key } = await createKey(api.queue.pool, 'paid@example.com')
  const { rows } = await api.queue.pool.query("SELECT id FROM accounts WHERE email = 'paid@example.com'")
  const terms = { accountId: rows[0].id, tier: 'paid' } as const
  const other = await api.queue.another()
  const all = await Promise.allSettled(
    Array.from({ length: 15 }, (_, n) => accept(n % 2 ? api.queue : other, submission(fresh()), terms)),
  )
  expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(6)
  for (const { reason } of all.filter(({ status }) => status === 'rejected') as PromiseRejectedResult[])
    expect(reason).toMatchObject({ exceeded: { policy: 'in-flight', remaining: 0 } })
  const refused = await submit(fresh(), key)
  expect(refused).toMatchObject({ status: 429, json: { code: 'too_many_jobs' } })
  expect(refused.headers).toMatchObject({ 'retry-after': '30' })
  expect(refused.headers.ratelimit).toContain('"in-flight";r=0')
  await end()
  expect((await submit(fresh(), key)).headers.ratelimit).toContain('"in-flight";r=5')
})

test('what was captured for an account, until it deletes jobs', async () => {
  const { pool } = api.queue
  const ids = []
  for (let n = 0; n < 2; n++) ids.push(((await submit()).json as { job_id: string }).job_id)
  await end()
  await pool.query('UPDATE jobs SET artifact_bytes = 1e6')
  await pool.query('UPDATE jobs SET artifact_bytes = 2e6')
  const refused = await submit()
  expect(refused).toMatchObject({ status: 429, json: { code: 'storage_full' } })
  expect((refused.json as { detail: string }).detail).toContain('more than 3 MB. Delete jobs')
  await api.ask('DELETE', `/api/v1/jobs/${ids[0]}`, { key: api.queue.apiKey })
  expect((await submit()).status).toBe(202)
})

test('nothing is taken while the disk has no room', async () => {
  room = false
  const refused = await submit()
  room = true
  expect(refused).toMatchObject({ status: 503, json: { code: 'storage_full' } })
  expect(refused.headers['retry-after']).toBe('300')
  expect(await jobs()).toBe(0)
})

test('one account has used up its part of a host before that of all', async () => {
  const { key } = await createKey(api.queue.pool, 'paid@example.com')
  const body = { ...fresh(), new_url: `https://shop${++hosts}.example.com/` }
  for (let n = 0; n < 5; n++) {
    expect((await submit(body, key)).status).toBe(202)
    await end()
  }
  for (let n = 0; n < 10; n++) {
    const refused = await submit(body, key)
    expect(refused).toMatchObject({ status: 429, json: { code: 'target_busy' } })
    expect(refused.headers.ratelimit).toMatch(/"own-target";r=0;t=/)
    expect(refused.headers.ratelimit).not.toContain('"target"')
  }
  for (let n = 0; n < 3; n++) expect((await submit(body)).status).toBe(202)
})

test('nobody locks a host out by submitting and cancelling', async () => {
  const { key } = await createKey(api.queue.pool, 'paid@example.com')
  const body = { ...fresh(), new_url: `https://shop${++hosts}.example.com/` }
  const rounds = async (method: string, path: string) => {
    for (let n = 0; n < 12; n++) {
      const { status, json } = await submit(body, key)
      expect(status).toBe(202)
      await api.ask(method, `/api/v1/jobs/${(json as { job_id: string }).job_id}${path}`, { key })
    }
  }
  await rounds('POST', '/cancel')
  await rounds('DELETE', '')
  expect((await submit(body)).status).toBe(202)
})

test('a host that was visited, or whose quota came back by itself, gets nothing back', async () => {
  const { key } = await createKey(api.queue.pool, 'paid@example.com')
  const body = { ...fresh(), new_url: `https://shop${++hosts}.example.com/` }
  const ids: string[] = []
  const submitOne = async () => ids.push(((await submit(body, key)).json as { job_id: string }).job_id)
  const cancelAll = async () => {
    for (const id of ids.splice(0)) await api.ask('POST', `/api/v1/jobs/${id}/cancel`, { key })
  }
  for (let n = 0; n < 5; n++) await submitOne()
  await api.queue.pool.query('UPDATE jobs SET started_at = now()')
  await cancelAll()
  expect((await submit(body, key)).status).toBe(429)

  await pass(60)
  for (let n = 0; n < 5; n++) await submitOne()
  await api.queue.pool.query("UPDATE jobs SET created_at = created_at - interval '61 seconds'")
  await cancelAll()
  expect((await submit(body, key)).status).toBe(429)
})

test('submissions for one host, from everybody together and on either side', async () => {
  const keys = [
    (await createKey(api.queue.pool, 'paid@example.com')).key,
    (await createKey(api.queue.pool, 'other@example.com')).key,
  ]
  const target = `https://shop${++hosts}.example.com`
  for (let n = 0; n < 8; n++) {
    const side = n % 2 ? { original_url: `${target}/${n}` } : { new_url: `${target}.:8443/` }
    expect((await submit({ ...fresh(), ...side }, keys[n % 2])).status).toBe(202)
    await end()
  }
  const refused = await submit({ original_url: `${target}/x`, new_url: `${target}/y` })
  expect(refused).toMatchObject({ status: 429, json: { code: 'target_busy' } })
  expect(refused.headers.ratelimit).toMatch(/"target";r=0;t=/)
  expect((await submit()).headers.ratelimit).toMatch(/^"minute";r=2/)
})

test('while another process hangs in a submission for the same host, one is sent away and not kept waiting', async () => {
  const { pool, accountId } = api.queue
  const body = fresh()
  await submit(body)
  const hanging = await pool.connect()
  await hanging.query("BEGIN; UPDATE quotas SET full_at = full_at WHERE key LIKE 'target %'")
  const refusal = await accept(api.queue, submission(body), { accountId, tier: 'paid' }, 50).catch(
    error => error,
  )
  await hanging.query('ROLLBACK')
  hanging.release()
  expect(refusal).toMatchObject({ code: '55P03' })
  expect(isUnavailable(refusal)).toBe(true)
  expect((await submit(body)).status).toBe(202)
})

test('submissions for the same hosts the other way round do not wait for each other in a circle', async () => {
  const accounts: string[] = []
  for (const email of ['there@example.com', 'back@example.com']) {
    await createKey(api.queue.pool, email)
    const { rows } = await api.queue.pool.query('SELECT id FROM accounts WHERE email = $1', [email])
    accounts.push(rows[0].id)
  }
  for (let round = 0; round < 10; round++) {
    const { original_url, new_url } = fresh()
    const crossed = [
      submission({ original_url, new_url }),
      submission({ original_url: new_url, new_url: original_url }),
    ]
    await Promise.all(
      Array.from({ length: 6 }, (_, n) =>
        accept(api.queue, crossed[n % 2]!, { accountId: accounts[n % 2]!, tier: 'paid' }),
      ),
    )
    await end()
  }
})

test('a submission that is sent again uses nothing', async () => {
  const body = fresh()
  const options = { key: api.queue.apiKey, body, headers: { 'idempotency-key': 'again' } }
  for (let n = 0; n < 6; n++) expect((await api.ask('POST', '/api/v1/scorecard', options)).status).toBe(202)
  expect((await submit()).headers.ratelimit).toMatch(/^"minute";r=1/)
})

test('requests without a valid key, by address', async () => {
  const poll = (address: string, key?: string) =>
    api.ask('GET', `/api/v1/jobs/${'0'.repeat(27)}`, { key, ...from(address) })
  for (let n = 0; n < 5; n++) {
    const answer = await poll('192.0.2.1', n % 2 ? newKey() : undefined)
    expect(answer.status).toBe(n % 2 ? 401 : 404)
    expect(answer.headers).toMatchObject({ 'ratelimit-policy': '"anonymous";q=5;w=60' })
    expect(answer.headers.ratelimit).toMatch(new RegExp(`^"anonymous";r=${4 - n};t=`))
  }
  for (const key of [undefined, newKey()]) {
    const refused = await poll('192.0.2.1', key)
    expect(refused).toMatchObject({ status: 429, json: { code: 'too_many_requests' } })
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  }
  expect(
    (await api.ask('GET', '/keys', { headers: { accept: 'text/html', 'x-forwarded-for': '192.0.2.1' } }))
      .status,
  ).toBe(429)
  expect((await poll('192.0.2.1', api.queue.apiKey)).status).toBe(404)
  expect((await poll('192.0.2.2')).status).toBe(404)
  expect((await api.ask('GET', '/healthz', from('192.0.2.1'))).status).toBe(200)
})

test('a site that has many networks of IPv6 is counted as a whole', async () => {
  const statuses = []
  const begun = performance.now()
  for (let n = 0; n < 100; n++)
    statuses.push(
      (await api.ask('GET', `/api/v1/jobs/${'0'.repeat(27)}`, from(`2001:470:1:${n.toString(16)}::1`)))
        .status,
    )
  // Meanwhile as many are granted anew as come in that time.
  const anew = Math.ceil(((performance.now() - begun) / 60_000) * 5 * 16)
  expect(statuses.filter(status => status === 404).length).toBeLessThanOrEqual(5 * 16 + anew)
  expect(statuses.at(-1)).toBe(429)
  expect((await api.ask('GET', `/api/v1/jobs/${'0'.repeat(27)}`, from('2001:470:2::1'))).status).toBe(404)
})

test('requests with a valid key, by account', async () => {
  const keys = [
    (await createKey(api.queue.pool, 'polls@example.com')).key,
    (await createKey(api.queue.pool, 'polls@example.com')).key,
  ]
  const poll = (n: number) => api.ask('GET', `/api/v1/jobs/${'0'.repeat(27)}`, { key: keys[n % 2] })
  const first = await poll(0)
  expect(first.headers).toMatchObject({ 'ratelimit-policy': '"requests";q=200;w=60' })
  const answers = []
  for (let n = 0; n < 240; n++) answers.push(await poll(n))
  expect(answers.filter(({ status }) => status === 404).length).toBeLessThanOrEqual(215)
  const refused = answers.at(-1)!
  expect(refused).toMatchObject({ status: 429, json: { code: 'too_many_requests' } })
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  expect((await submit()).status).toBe(202)
})

test('an address has its quota once, in however many processes', async () => {
  const other = await api.queue.another()
  let now = Date.now()
  const limits = [api.queue.pool, other.pool].map(pool => addressLimit(pool, 100, () => now))
  const asked = await Promise.allSettled(
    Array.from({ length: 300 }, (_, n) => limits[n % 2]!('198.51.100.7')),
  )
  const allowed = asked.filter(({ status }) => status === 'fulfilled').length
  expect(allowed).toBeGreaterThanOrEqual(95)
  expect(allowed).toBeLessThanOrEqual(110)
  await expect(limits[0]!('198.51.100.7')).rejects.toThrow(QuotaExceeded)
  await pass(60)
  now += 60_000
  expect((await limits[0]!('198.51.100.7')).remaining).toBeGreaterThan(90)
})

test('an address that asks little uses little, in however many processes', async () => {
  const other = await api.queue.another()
  let now = 0
  const limits = [api.queue.pool, other.pool].map(pool => addressLimit(pool, 600, () => now))
  for (let n = 0; n < 12; n++) {
    const { remaining } = await limits[n % 2]!('198.51.100.8')
    expect(remaining).toBeGreaterThanOrEqual(599 - n)
    now += 3000
  }
})

test('a clock that is set back keeps nobody out', async () => {
  const count = addressLimit(api.queue.pool, 60)
  const allowed = () =>
    count('198.51.100.9').then(
      () => true,
      () => false,
    )
  while (await allowed());
  const clock = vi.spyOn(Date, 'now').mockReturnValue(Date.now() - 3_600_000)
  await new Promise(resolve => setTimeout(resolve, 1100))
  const again = await allowed()
  clock.mockRestore()
  expect(again).toBe(true)
})

test('while another process hangs in counting an address, its requests are answered all the same', async () => {
  const { pool } = api.queue
  const poll = () => api.ask('GET', `/api/v1/jobs/${'0'.repeat(27)}`, from('192.0.2.9'))
  await poll()
  const hanging = await pool.connect()
  await hanging.query("BEGIN; UPDATE quotas SET full_at = full_at WHERE key = 'address 192.0.2.9'")
  const answer = await poll()
  await hanging.query('ROLLBACK')
  hanging.release()
  expect(answer.status).toBe(404)
  expect(answer.headers.ratelimit).toBeUndefined()
  expect((await poll()).headers.ratelimit).toBeDefined()
})

test('a quota is used exactly, however many ask at once', async () => {
  const quota: Quota = { policy: 'x', key: 'exact', amount: 50, window: 3600 }
  const use = () => transaction(api.queue.pool, client => useQuotas(client, [quota]))
  const asked = await Promise.allSettled(Array.from({ length: 120 }, use))
  const left = asked.flatMap(result => (result.status === 'fulfilled' ? [result.value[0]!.remaining] : []))
  expect(left.sort((a, b) => b - a)).toEqual(Array.from({ length: 50 }, (_, n) => 49 - n))
})

test('the default limits let a whole site through', () => {
  for (const tier of [LIMITS.free, LIMITS.paid]) {
    expect(tier.jobsInFlight).toBeLessThanOrEqual(tier.jobsPerDay)
    for (const value of Object.values(tier)) expect(value).toBeGreaterThan(0)
  }
  expect(LIMITS.paid.jobsInFlight).toBeGreaterThanOrEqual(500)
  expect(LIMITS.address.requestsPerMinute).toBeGreaterThanOrEqual(10 * 60)
})
