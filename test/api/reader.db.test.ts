/** Who may read what was captured for a job: every caller, with and without secrets, in both ways of running a server. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { accountFor } from '../../server/accounts/accounts.ts'
import { newKey } from '../../server/accounts/key-format.ts'
import { createKey, revokeKey } from '../../server/accounts/keys.ts'
import { openSession } from '../../server/accounts/sessions.ts'
import { completedJob } from './completed-job.ts'
import { type TestApi, testApi } from './test-api.ts'

const CALLERS = [
  ...(['nobody', 'wrong key', 'no bearer', 'revoked key', 'expired key', 'other key', 'own key'] as const),
  ...(["the repository's key", "another repository's key"] as const),
  ...(['made-up session', 'ended session', 'other session', 'own session'] as const),
  ...(['other key, own session', 'wrong key, own session', 'own key, other session'] as const),
]
type Caller = (typeof CALLERS)[number]
type Row = Record<Caller, number>

const all = (status: number, but: Partial<Row> = {}): Row => ({
  ...(Object.fromEntries(CALLERS.map(caller => [caller, status])) as Row),
  ...but,
})
const bad = {
  ...{ 'wrong key': 401, 'no bearer': 401, 'revoked key': 401, 'expired key': 401 },
  'wrong key, own session': 401,
}
const own = {
  ...{ 'own key': 200, 'own session': 200, 'own key, other session': 200, "the repository's key": 200 },
}
const OPEN = all(200, { ...bad, 'other key': 404, 'other key, own session': 404 })
const ACCOUNT = all(404, {
  ...bad,
  ...own,
  ...{ nobody: 401, 'made-up session': 401, 'ended session': 401 },
})
const OF_ACCOUNT = { ...ACCOUNT, "another repository's key": 200 }

const LIST = 'artifacts'
const FILE = 'artifacts/original/375.webp'
const EVENTS = 'events'

/** With the id alone; then with CUTOVER_POLL_REQUIRES_KEY. */
const TABLE: [path: string, secrets: boolean, id: Row, strict: Row][] = [
  [LIST, false, OPEN, OF_ACCOUNT],
  [FILE, false, OPEN, OF_ACCOUNT],
  [EVENTS, false, OPEN, OF_ACCOUNT],
  [LIST, true, ACCOUNT, ACCOUNT],
  [FILE, true, ACCOUNT, ACCOUNT],
  // Progress is of the job, which its id is enough for.
  [EVENTS, true, OPEN, OF_ACCOUNT],
]

interface Served {
  api: TestApi
  headers: Record<Caller, Record<string, string>>
  /** Without secrets and with. */
  jobs: [string, string]
}
let served: Record<'id' | 'strict', Served>
beforeAll(async () => {
  served = { id: await serve(false), strict: await serve(true) }
})
afterAll(async () => {
  for (const { api } of Object.values(served)) await api.close()
})

async function serve(pollRequiresKey: boolean): Promise<Served> {
  const api = await testApi({ pollRequiresKey })
  const { pool, accountId, apiKey } = api.queue
  const bearer = (key: string) => ({ authorization: `Bearer ${key}` })
  const cookie = (session: string) => ({ cookie: `cutover-session=${session}` })
  const keyOf = async (email: string, expiresAt?: Date) => createKey(pool, email, { expiresAt })
  const revoked = await keyOf('owner@example.com')
  await revokeKey(pool, revoked.id)
  const expired = await keyOf('owner@example.com', new Date(Date.now() - 1000))
  const other = await keyOf('other@example.com')
  const [mine, foreign] = [await repositoryKey(api, '1'), await repositoryKey(api, '2')]
  const session = await openSession(pool, accountId)
  const otherSession = await openSession(pool, await accountFor(pool, 'other@example.com'))
  const ended = await openSession(pool, accountId)
  await pool.query(
    `UPDATE sessions SET seen_at = now() - interval '13 hours'
     WHERE account_id = $1 AND created_at = (SELECT max(created_at) FROM sessions)`,
    [accountId],
  )
  const files = { 'original/375.webp': 'picture' }
  return {
    api,
    headers: {
      nobody: {},
      'wrong key': bearer(newKey()),
      'no bearer': { authorization: `Basic ${Buffer.from(`x:${apiKey}`).toString('base64')}` },
      'revoked key': bearer(revoked.key),
      'expired key': bearer(expired.key),
      'other key': bearer(other.key),
      'own key': bearer(apiKey),
      "the repository's key": bearer(mine.key),
      "another repository's key": bearer(foreign.key),
      'made-up session': cookie('A'.repeat(43)),
      'ended session': cookie(ended),
      'other session': cookie(otherSession),
      'own session': cookie(session),
      'other key, own session': { ...bearer(other.key), ...cookie(session) },
      'wrong key, own session': { ...bearer(newKey()), ...cookie(session) },
      'own key, other session': { ...bearer(apiKey), ...cookie(otherSession) },
    },
    jobs: [
      await completedJob(api, files, { keyId: mine.id }),
      await completedJob(api, files, { keyId: mine.id, fields: { storefront_password: 'open' } }),
    ],
  }
}

/** A key as workflows of a repository get them. */
async function repositoryKey({ queue: { pool, accountId } }: TestApi, githubId: string) {
  const made = await createKey(pool, 'owner@example.com')
  await pool.query(
    `WITH r AS (INSERT INTO repositories (account_id, name, github_id) VALUES ($1, $2, $3) RETURNING id)
     UPDATE api_keys SET repository_id = (SELECT id FROM r) WHERE id = $4`,
    [accountId, `octo/shop-${githubId}`, githubId, made.id],
  )
  return made
}

for (const mode of ['id', 'strict'] as const)
  test.each(TABLE)(`${mode}: %s, secrets: %s`, async (path, secrets, byId, strict) => {
    const { api, headers, jobs } = served[mode]
    const job = jobs[Number(secrets)]
    const got = {} as Row
    for (const caller of CALLERS) {
      const answer = await api.ask('GET', `/api/v1/jobs/${job}/${path}`, { headers: headers[caller] })
      got[caller] = answer.status
      expect(answer.headers['www-authenticate'] !== undefined).toBe(answer.status === 401)
      if (answer.status !== 200) expect(answer.text).not.toMatch(/picture|375\.webp/)
    }
    expect(got).toEqual(mode === 'id' ? byId : strict)
  })

test.each(['id', 'strict'] as const)(
  '%s: the job of another account is answered byte for byte as an unknown one',
  async mode => {
    const { api, headers, jobs } = served[mode]
    for (const caller of ['other key', 'other session'] as const)
      for (const path of [LIST, FILE, EVENTS])
        for (const job of jobs) {
          const ask = (id: string) =>
            api.ask('GET', `/api/v1/jobs/${id}/${path}`, { headers: headers[caller] })
          const answer = await ask(job)
          if (answer.status === 200) continue
          const unknown = await ask('A'.repeat(job.length))
          const told = ofJob(answer.headers)
          const expected = ofJob(unknown.headers)
          expect([answer.status, told, answer.text]).toEqual([unknown.status, expected, unknown.text])
        }
  },
)

/** What belongs to each request by itself tells nothing. */
function ofJob({ date, ratelimit, 'x-request-id': request, ...headers }: Record<string, string>) {
  expect(request).toMatch(/^[0-9a-f]{16}$/)
  return headers
}

test('what depends on who asks is kept by nobody without asking again', async () => {
  const cacheOf = async (mode: 'id' | 'strict', secrets: 0 | 1) => {
    const { api, headers, jobs } = served[mode]
    const path = `/api/v1/jobs/${jobs[secrets]}/${FILE}`
    return (await api.ask('GET', path, { headers: headers['own session'] })).headers['cache-control']
  }
  expect(await cacheOf('id', 0)).toBe('private, max-age=3600')
  expect(await cacheOf('id', 1)).toBe('private, no-cache')
  expect(await cacheOf('strict', 0)).toBe('private, no-cache')
})

test('a key that is revoked, and a session that ends, open nothing from then on', async () => {
  const { api, jobs } = served.id
  const { pool, accountId } = api.queue
  const key = await createKey(pool, 'owner@example.com')
  const session = await openSession(pool, accountId)
  const ask = async (headers: Record<string, string>) =>
    (await api.ask('GET', `/api/v1/jobs/${jobs[1]}/${FILE}`, { headers })).status
  const byKey = { authorization: `Bearer ${key.key}` }
  const bySession = { cookie: `cutover-session=${session}` }
  expect([await ask(byKey), await ask(bySession)]).toEqual([200, 200])
  await revokeKey(pool, key.id)
  await pool.query('DELETE FROM sessions')
  expect([await ask(byKey), await ask(bySession)]).toEqual([401, 401])
})
