/** Who may do what: every route for every kind of caller. A route that is not in the table fails. */
import Router from '@koa/router'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { accountFor } from '../../server/accounts/accounts.ts'
import { newKey } from '../../server/accounts/key-format.ts'
import { createKey, issueKey, revokeKey } from '../../server/accounts/keys.ts'
import { allowRepository, repositoriesOf } from '../../server/accounts/repositories.ts'
import { openSession, sessionOf } from '../../server/accounts/sessions.ts'
import type { Api } from '../../server/api/context.ts'
import { ROUTES } from '../../server/app.ts'
import { acceptancesOf, acceptIssues } from '../../server/jobs/acceptances.ts'
import { pageOf } from '../../server/jobs/page.ts'
import { submit } from '../../server/jobs/submit.ts'
import { submission } from '../jobs/test-queue.ts'
import { completedJob } from './completed-job.ts'
import { type TestApi, testApi } from './test-api.ts'

const CALLERS = [
  ...(['anonymous', 'wrong key', 'revoked key', 'expired key', 'other key', 'own key'] as const),
  ...(['ended session', 'other session', 'own session'] as const),
]
type Caller = (typeof CALLERS)[number]
type Row = Record<Caller, number>

/** One status for all, unless said otherwise. */
const all = (status: number, but: Partial<Row> = {}): Row => ({
  ...(Object.fromEntries(CALLERS.map(caller => [caller, status])) as Row),
  ...but,
})
const ofSessions = (none: number, other: number, own: number) =>
  all(none, { 'other session': other, 'own session': own })
const bad = (status: number) => ({ 'wrong key': status, 'revoked key': status, 'expired key': status })

const TABLE: Record<string, Row> = {
  'POST /api/v1/scorecard': all(401, { 'other key': 202, 'own key': 202 }),
  'GET /api/v1/jobs/:id': all(200, { ...bad(401), 'other key': 404 }),
  'GET /api/v1/jobs/:id/artifacts': all(200, { ...bad(401), 'other key': 404 }),
  'GET /api/v1/jobs/:id/artifacts/:folder/:file': all(200, { ...bad(401), 'other key': 404 }),
  'GET /api/v1/jobs/:id/events': all(200, { ...bad(401), 'other key': 404 }),
  'GET /api/v1/jobs': all(401, { 'other key': 200, 'own key': 200 }),
  'POST /api/v1/jobs/:id/cancel': all(401, { 'other key': 404, 'own key': 200 }),
  'DELETE /api/v1/jobs/:id': all(401, { 'other key': 404, 'own key': 204 }),
  'POST /api/v1/token-exchange': all(404),
  'GET /api/v1/openapi.json': all(200),
  'GET /healthz': all(200),
  'GET /readyz': all(200),
  'GET /metrics': all(404),
  'GET /': all(200),
  'GET /assets/:name': all(200),
  'GET /docs': all(302),
  'GET /docs/methodology': all(200),
  'GET /docs/checks/:name': all(200),
  'GET /docs/methods/:name': all(200),
  'GET /problems': all(200),
  'GET /problems/:code': all(200),
  'GET /sign-in': all(404),
  'GET /sign-in/callback': all(404),
  'GET /home': ofSessions(303, 200, 200),
  'POST /home/page': ofSessions(403, 422, 422),
  'POST /home/pairs': ofSessions(403, 422, 422),
  'GET /jobs/:id': all(200, { ...bad(401), 'other key': 404 }),
  'GET /pages/:page': ofSessions(303, 404, 200),
  'GET /jobs/:id/accept': ofSessions(303, 404, 404),
  'POST /jobs/:id/accept': ofSessions(403, 404, 422),
  'POST /acceptances/:id/withdraw': ofSessions(403, 404, 303),
  'GET /keys': ofSessions(303, 200, 200),
  'POST /keys': ofSessions(403, 200, 200),
  'POST /keys/:id/revoke': ofSessions(403, 404, 303),
  'POST /repositories': ofSessions(403, 303, 303),
  'POST /repositories/:id/remove': ofSessions(403, 404, 303),
  'POST /sign-out': ofSessions(403, 303, 303),
}

/** That nobody else submits. */
const OWN_PAGE = 'https://own.example.com/'

let api: TestApi
const headers = {} as Record<Caller, Record<string, string>>
const tokens: Partial<Record<Caller, string>> = {}
let ids: Record<string, () => Promise<string>>

beforeAll(async () => {
  api = await testApi()
  const { pool, accountId } = api.queue
  const page = pageOf(OWN_PAGE)
  const bearer = (key: string) => ({ authorization: `Bearer ${key}` })
  const revoked = await createKey(pool, 'owner@example.com')
  await revokeKey(pool, revoked.id)
  const expired = await createKey(pool, 'owner@example.com', { expiresAt: new Date(Date.now() - 1000) })
  Object.assign(headers, {
    anonymous: {},
    'wrong key': bearer(newKey()),
    'revoked key': bearer(revoked.key),
    'expired key': bearer(expired.key),
    'other key': bearer((await createKey(pool, 'other@example.com')).key),
    'own key': bearer(api.queue.apiKey),
  })
  ids = {
    '/api/v1/jobs/:id': () => submit(api.queue, submission(), accountId),
    '/api/v1/jobs/:id/cancel': () => submit(api.queue, submission(), accountId),
    '/api/v1/jobs/:id/artifacts': () => completed(),
    '/api/v1/jobs/:id/artifacts/:folder/:file': () => completed(),
    '/api/v1/jobs/:id/events': () => completed(),
    '/jobs/:id': () => completed(),
    '/jobs/:id/accept': () => completed(),
    '/pages/:page': async () => {
      await completedJob(api, {}, { fields: { original_url: OWN_PAGE } })
      return page
    },
    '/acceptances/:id/withdraw': async () => {
      const issues = [{ key: 'seo/x', severity: 'minor' as const, penalty: 0.1, message: 'x' }]
      await acceptIssues(api.queue, accountId, { page, issues, reason: 'It is meant so.', by: 'ann' })
      return (await acceptancesOf(api.queue, accountId, page))[0]!.id
    },
    '/assets/:name': async () => 'site.css',
    '/docs/checks/:name': async () => 'seo',
    '/docs/methods/:name': async () => 'stores',
    '/problems/:code': async () => 'not_found',
    '/keys/:id/revoke': async () => (await issueKey(pool, accountId))!.id,
    '/repositories/:id/remove': async () => {
      await allowRepository(pool, accountId, 'octo/shop')
      return (await repositoriesOf(pool, accountId))[0]!.id
    },
  }
})
afterAll(() => api.close())

const completed = () => completedJob(api, { 'original/375.webp': 'picture' })

/** A session of its own for each request, since one of them signs out. */
async function signIn(caller: Caller): Promise<void> {
  const { pool, accountId } = api.queue
  const account = caller === 'other session' ? await accountFor(pool, 'other@example.com') : accountId
  const id = await openSession(pool, account)
  tokens[caller] = (await sessionOf(pool, id))!.formToken
  headers[caller] = { cookie: `cutover-session=${id}` }
  if (caller !== 'ended session') return
  await pool.query("UPDATE sessions SET seen_at = now() - interval '13 hours' WHERE account_id = $1", [
    account,
  ])
}

test('the table has every route', () => {
  const router = new Router()
  for (const route of ROUTES)
    route(router, {
      queue: api.queue,
      trustProxy: [],
      site: { publicUrl: 'http://localhost:3000' },
    } as unknown as Api)
  const routes = router.stack.flatMap(({ methods, path }) =>
    methods.filter(method => method !== 'HEAD').map(method => `${method} ${path}`),
  )
  expect(Object.keys(TABLE).sort()).toEqual(routes.sort())
})

test.each(Object.keys(TABLE))('%s', async route => {
  const [method, path] = route.split(' ') as [string, string]
  const got = {} as Row
  for (const caller of CALLERS) {
    if (caller.endsWith('session')) await signIn(caller)
    const id = await ids[path]?.()
    const isForm = method === 'POST' && !path.startsWith('/api/')
    const fields = { token: tokens[caller] ?? 'none', repository: 'octo/other' }
    const json = { original_url: 'https://a.example.com/', new_url: 'https://b.example.com/' }
    const answer = await api.ask(
      method,
      path
        .replace(/:\w+/, () => id!)
        .replace(':folder', 'original')
        .replace(':file', '375.webp'),
      {
        headers: {
          accept: path.startsWith('/api/') ? 'application/json' : 'text/html',
          ...headers[caller],
          ...(isForm && {
            'sec-fetch-site': 'same-origin',
            'content-type': 'application/x-www-form-urlencoded',
          }),
        },
        ...(method === 'POST' && { body: isForm ? String(new URLSearchParams(fields)) : json }),
      },
    )
    got[caller] = answer.status
  }
  expect(got).toEqual(TABLE[route])
})
