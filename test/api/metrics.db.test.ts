import { afterAll, beforeAll, expect, test } from 'vitest'
import { submit } from '../../server/jobs/submit.ts'
import { submission } from '../jobs/test-queue.ts'
import { type TestApi, testApi } from './test-api.ts'

const TOKEN = 'the-token-of-whoever-scrapes'
const withToken = (token: string, scheme = 'Bearer') => ({ headers: { authorization: `${scheme} ${token}` } })

let api: TestApi
beforeAll(async () => {
  api = await testApi({ metricsToken: TOKEN })
})
afterAll(() => api.close())

test('without a token in the settings there are no figures, not even from this machine', async () => {
  const without = await testApi()
  for (const options of [{}, withToken(''), withToken('undefined'), { key: without.queue.apiKey }])
    expect(await without.ask('GET', '/metrics', options)).toMatchObject({
      status: 404,
      json: { code: 'not_found' },
    })
  await without.close()
})

test('figures are for whoever brings the token', async () => {
  for (const options of [
    {},
    withToken('wrong'),
    withToken(`${TOKEN}x`),
    withToken(TOKEN.slice(0, -1)),
    withToken(TOKEN, 'Basic'),
    { key: api.queue.apiKey },
  ]) {
    const refused = await api.ask('GET', '/metrics', options)
    expect(refused).toMatchObject({ status: 401, json: { code: 'unauthorized' } })
    expect(refused.headers['www-authenticate']).toBe('Bearer')
    expect(refused.text).not.toContain('cutover_')
  }
  const answer = await api.ask('GET', '/metrics', withToken(TOKEN))
  expect(answer.status).toBe(200)
  expect(answer.headers['content-type']).toMatch(/^text\/plain; version=/)
  expect(answer.text).toMatch(/^cutover_database_up 1$/m)
  expect((await api.ask('GET', '/metrics', withToken(TOKEN, 'bearer'))).status).toBe(200)
})

test('jobs that wait are told, and how long the oldest does', async () => {
  const counting = await testApi({ metricsToken: TOKEN })
  const ids = [await submit(counting.queue, submission(), counting.queue.accountId)]
  ids.push(await submit(counting.queue, submission(), counting.queue.accountId))
  await counting.queue.pool.query("UPDATE jobs SET created_at = now() - interval '2 minutes' WHERE id = $1", [
    ids[0],
  ])
  await counting.queue.pool.query(
    "UPDATE jobs SET status = 'running', created_at = now() - interval '1 hour' WHERE id = $1",
    [ids[1]],
  )
  const { text } = await counting.ask('GET', '/metrics', withToken(TOKEN))
  await counting.close()
  expect(text).toMatch(/^cutover_queue_jobs\{status="queued"\} 1$/m)
  expect(text).toMatch(/^cutover_queue_jobs\{status="running"\} 1$/m)
  const oldest = Number(/^cutover_queue_oldest_seconds (\S+)$/m.exec(text)![1])
  expect(oldest).toBeGreaterThanOrEqual(120)
  expect(oldest).toBeLessThan(3600)
})

test('requests are counted by the pattern of their route, never by what was asked for', async () => {
  const id = await submit(api.queue, submission(), api.queue.accountId)
  await api.ask('GET', `/api/v1/jobs/${id}`)
  await api.ask('GET', '/api/v1/canary-path')
  await api.ask('PUT', '/api/v1/jobs')
  await api.ask('GET', `/api/v1/jobs/${'0'.repeat(27)}?canary-query`)
  const { text } = await api.ask('GET', '/metrics', withToken(TOKEN))
  const count = (labels: string) =>
    Number(new RegExp(`^cutover_http_requests_total\\{${labels}\\} (\\d+)$`, 'm').exec(text)?.[1])
  expect(count('method="GET",route="/api/v1/jobs/:id",status="200"')).toBe(1)
  expect(count('method="GET",route="/api/v1/jobs/:id",status="404"')).toBe(1)
  expect(count('method="GET",route="none",status="404"')).toBe(1)
  expect(count('method="other",route="none",status="405"')).toBe(1)
  expect(text).toMatch(
    /^cutover_http_request_duration_seconds_count\{method="GET",route="\/api\/v1\/jobs\/:id"\} 2$/m,
  )
  expect(text).not.toMatch(new RegExp(`canary|${id}|${'0'.repeat(27)}`))
})

test('a request is found in the log by the id that its client is told, and a job by its own', async () => {
  const body = JSON.stringify(submission({ storefront_password: 'sesame-canary' }))
  const json = { 'content-type': 'application/json' }
  api.queue.logged.length = 0
  const answer = await api.ask('POST', '/api/v1/scorecard', { key: api.queue.apiKey, body, headers: json })
  const { job_id: job } = answer.json as { job_id: string }
  const cancelled = await api.ask('POST', `/api/v1/jobs/${job}/cancel`, { key: api.queue.apiKey })
  const deleted = await api.ask('DELETE', `/api/v1/jobs/${job}`, { key: api.queue.apiKey })
  const lines = api.queue.logged.map(line => JSON.parse(line))
  const about = (message: string, request?: unknown) =>
    lines.filter(line => line.message === message && (request === undefined || line.request === request))
  const idOf = ({ headers }: typeof answer) => headers['x-request-id']
  expect(idOf(answer)).toMatch(/^[0-9a-f]{16}$/)
  expect(new Set([answer, cancelled, deleted].map(idOf)).size).toBe(3)
  expect(about('submission accepted')).toMatchObject([{ job, request: idOf(answer) }])
  expect(about('job cancelled')).toMatchObject([{ job, request: idOf(cancelled) }])
  expect(about('job deleted')).toMatchObject([{ job, request: idOf(deleted) }])
  expect(about('request', idOf(cancelled))).toMatchObject([
    { job, route: '/api/v1/jobs/:id/cancel', status: 200, method: 'POST' },
  ])
  expect(lines.filter(line => line.job === job && typeof line.request !== 'string')).toEqual([])
  expect(JSON.stringify(lines)).not.toContain('sesame-canary')
})

test('what is no job is not told in its place', async () => {
  api.queue.logged.length = 0
  await api.ask('GET', '/api/v1/jobs/canary%20text')
  const [line] = api.queue.logged.map(one => JSON.parse(one))
  expect(line).toMatchObject({ message: 'request', route: '/api/v1/jobs/:id', status: 404 })
  expect(line).not.toHaveProperty('job')
})

test('what nobody foresaw is in the log with the id of the request', async () => {
  api.queue.logged.length = 0
  await api.queue.pool.query('ALTER TABLE jobs RENAME TO gone')
  const answer = await api.ask('GET', `/api/v1/jobs/${'0'.repeat(27)}`)
  await api.queue.pool.query('ALTER TABLE gone RENAME TO jobs')
  expect(answer.status).toBe(500)
  const failed = api.queue.logged.map(one => JSON.parse(one)).filter(({ level }) => level === 'error')
  expect(failed.map(({ request }) => request)).toContain(answer.headers['x-request-id'])
})
