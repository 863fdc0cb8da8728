import { afterAll, beforeAll, expect, test } from 'vitest'
import { createKey } from '../../server/accounts/keys.ts'
import { accept } from '../../server/jobs/accept.ts'
import { KeyInUse } from '../../server/jobs/idempotency.ts'
import { submission } from '../jobs/test-queue.ts'
import { type Answer, type TestApi, testApi } from './test-api.ts'

let api: TestApi
beforeAll(async () => {
  api = await testApi()
})
afterAll(() => api.close())

const good = { original_url: 'https://a.example.com/', new_url: 'https://b.example.com/' }
const submit = (key: string, body: unknown = good, apiKey = api.queue.apiKey) =>
  api.ask('POST', '/api/v1/scorecard', { key: apiKey, body, headers: { 'idempotency-key': key } })
const count = async (table: string) =>
  Number((await api.queue.pool.query(`SELECT count(*) FROM ${table}`)).rows[0].count)

test('a submission that is sent again is answered with the same job', async () => {
  const before = await count('jobs')
  const first = await submit('"one"')
  const again = [
    await submit('"one"'),
    await submit('one'),
    await submit(
      '"one"',
      '{ "new_url":"https://B.example.com",  "original_url" : "https://a.example.com/#x" }',
    ),
  ]
  expect(first.status).toBe(202)
  for (const answer of again) {
    expect(answer.status).toBe(202)
    expect(answer.text).toBe(first.text)
    expect(answer.headers.location).toBe(first.headers.location)
  }
  expect(await count('jobs')).toBe(before + 1)
})

test('another submission with the same key is refused', async () => {
  await submit('"two"')
  const before = await count('jobs')
  for (const more of [
    { page_name: 'x' },
    { storefront_password: 'x' },
    { new_headers: { a: 'b' } },
    { ignore: ['.a'] },
  ]) {
    const answer = await submit('two', { ...good, ...more })
    expect(answer).toMatchObject({ status: 422, json: { code: 'idempotency_key_reused' } })
  }
  expect(await count('jobs')).toBe(before)
})

test('keys belong to their account', async () => {
  const stranger = await createKey(api.queue.pool, 'stranger@example.com')
  const [own, foreign] = [
    await submit('shared'),
    await submit('shared', { ...good, page_name: 'x' }, stranger.key),
  ]
  expect(foreign.status).toBe(202)
  expect(foreign.json.job_id).not.toBe(own.json.job_id)
})

test('a submission that was refused leaves its key free', async () => {
  expect((await submit('three', { ...good, new_url: 'x' })).status).toBe(422)
  expect((await submit('three')).status).toBe(202)
})

test.each([
  '',
  '""',
  '"a',
  'a"',
  'a b',
  'a, b',
  '"a", "b"',
  '"é"',
  '"a\tb"',
  `"${'x'.repeat(256)}"`,
  'x'.repeat(256),
  '"a\\b"',
])('the key %j is refused', async key => {
  expect(await submit(Buffer.from(key, 'utf8').toString('latin1'))).toMatchObject({
    status: 400,
    json: { code: 'invalid_idempotency_key' },
  })
})

test.each(['x'.repeat(255), `"${'y'.repeat(255)}"`, '"with space, and comma"', '"\\"\\\\"', 'a/b+c=='])(
  'the key %j is taken',
  async key => {
    const first = await submit(key)
    expect(first.status).toBe(202)
    expect((await submit(key)).text).toBe(first.text)
  },
)

test('after 24 hours a key is as good as new', async () => {
  const first = await submit('old')
  await api.queue.pool.query(
    "UPDATE idempotency_keys SET created_at = now() - interval '23 hours 59 minutes'",
  )
  expect((await submit('old')).text).toBe(first.text)
  await api.queue.pool.query("UPDATE idempotency_keys SET created_at = now() - interval '24 hours 1 second'")
  const fresh = await submit('old', { ...good, page_name: 'x' })
  expect(fresh.status).toBe(202)
  expect(fresh.json.job_id).not.toBe(first.json.job_id)
  expect((await submit('old', { ...good, page_name: 'x' })).text).toBe(fresh.text)
})

test('while the first is stored, another process refuses the second', async () => {
  const { pool, accountId } = api.queue
  const blocker = await pool.connect()
  await blocker.query('BEGIN')
  await blocker.query('LOCK TABLE jobs IN EXCLUSIVE MODE')
  const first = submit('slow')
  const busy =
    "SELECT count(*)::int AS waiting FROM pg_locks WHERE NOT granted AND relation = 'jobs'::regclass"
  while ((await pool.query(busy)).rows[0].waiting === 0) await new Promise(resolve => setTimeout(resolve, 10))
  const second = await submit('slow')
  const other = await api.queue.another()
  const terms = { accountId, tier: 'paid', idempotencyKey: 'slow' } as const
  await expect(accept(other, submission(good), terms)).rejects.toThrow(KeyInUse)
  await blocker.query('COMMIT')
  blocker.release()
  expect(second).toMatchObject({ status: 409, json: { code: 'idempotency_key_in_flight' } })
  expect(second.headers['retry-after']).toBe('1')
  const { json } = await first
  expect((await accept(other, submission(good), terms)).id).toBe(json.job_id)
})

test('of twenty at once with one key each becomes one job', async () => {
  const before = [await count('jobs'), await count('pgboss.job')]
  const keys = Array.from({ length: 10 }, (_, index) => `storm-${index}`)
  const storms = await Promise.all(
    keys.map(key => Promise.all(Array.from({ length: 20 }, () => submit(key)))),
  )
  for (const [index, answers] of storms.entries()) {
    expect(answers.filter(({ status }) => status !== 202 && status !== 409)).toEqual([])
    const ids = new Set(answers.filter(({ status }) => status === 202).map(({ json }: Answer) => json.job_id))
    expect(ids.size).toBe(1)
    expect([...ids]).toEqual([(await submit(keys[index]!)).json.job_id])
  }
  expect([await count('jobs'), await count('pgboss.job')]).toEqual(before.map(n => n + keys.length))
})

test('nothing secret can be read from what is kept of a submission', async () => {
  await submit('secret', { ...good, storefront_password: 'sesame-canary' })
  const { rows } = await api.queue.pool.query('SELECT * FROM idempotency_keys')
  expect(JSON.stringify(rows)).not.toContain('canary')
  expect(new Set(rows.map(({ digest }) => digest.toString('hex'))).size).toBe(rows.length)
})
