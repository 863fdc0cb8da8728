/** What is wrong with a request, the status, the code, the pointers, the headers: one row each. */
import { STATUS_CODES } from 'node:http'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { newKey } from '../../server/accounts/key-format.ts'
import { LIMITS, Problem } from '../../server/contract.ts'
import { submit } from '../../server/jobs/submit.ts'
import { submission } from '../jobs/test-queue.ts'
import { type Answer, type TestApi, testApi } from './test-api.ts'

let api: TestApi
beforeAll(async () => {
  api = await testApi()
})
afterAll(() => api.close())

const SUBMIT = 'POST /api/v1/scorecard'
const good = { original_url: 'https://a.example.com/', new_url: 'https://b.example.com/' }
const padded = (bytes: number) => {
  const text = JSON.stringify(good)
  return text.replace('}', `${' '.repeat(bytes - text.length)}}`)
}
const long = (length: number) => `https://b.example.com/${'x'.repeat(length - 22)}`
const headers = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => [`x-${n}`, 'v']))
const list = (count: number) => Array.from({ length: count }, (_, n) => `.c${n}`)

interface Row {
  /** Method and path. */
  to: string
  key?: string | null
  headers?: Record<string, string>
  body?: unknown
}
type Expected = [
  status: number,
  code: string,
  more?: { pointers?: string[]; headers?: Record<string, RegExp> },
]

const TABLE: [string, Row, Expected][] = [
  ['JSON that breaks off', { to: SUBMIT, body: '{"original_url"' }, [400, 'malformed_json']],
  ['no body', { to: SUBMIT, headers: { 'content-type': 'application/json' } }, [400, 'malformed_json']],
  [
    'a body in UTF-16',
    { to: SUBMIT, body: Buffer.from(JSON.stringify(good), 'utf16le') },
    [400, 'malformed_json'],
  ],
  ['two JSON values', { to: SUBMIT, body: '{}{}' }, [400, 'malformed_json']],
  [
    'a bad idempotency key',
    { to: SUBMIT, body: good, headers: { 'idempotency-key': '"' } },
    [400, 'invalid_idempotency_key'],
  ],
  [
    'no key',
    { to: SUBMIT, key: null, body: good },
    [401, 'unauthorized', { headers: { 'www-authenticate': /^Bearer$/ } }],
  ],
  [
    'an unknown key',
    { to: SUBMIT, key: newKey(), body: good },
    [401, 'unauthorized', { headers: { 'www-authenticate': /^Bearer error="invalid_token"$/ } }],
  ],
  [
    'another scheme',
    { to: SUBMIT, key: null, headers: { authorization: 'Basic YTpi' }, body: good },
    [401, 'unauthorized', { headers: { 'www-authenticate': /^Bearer/ } }],
  ],
  [
    'a poll with an unknown key',
    { to: `GET /api/v1/jobs/${'0'.repeat(27)}`, key: newKey() },
    [401, 'unauthorized', { headers: { 'www-authenticate': /^Bearer/ } }],
  ],
  [
    'a list without a key',
    { to: 'GET /api/v1/jobs', key: null },
    [401, 'unauthorized', { headers: { 'www-authenticate': /^Bearer$/ } }],
  ],
  ['an unknown address', { to: 'GET /api/v1/nothing' }, [404, 'not_found']],
  ['an unknown job', { to: `GET /api/v1/jobs/${'0'.repeat(27)}` }, [404, 'not_found']],
  ['a job that cannot be', { to: 'DELETE /api/v1/jobs/%00' }, [404, 'not_found']],
  [
    'another method',
    { to: 'GET /api/v1/scorecard' },
    [405, 'method_not_allowed', { headers: { allow: /^POST$/ } }],
  ],
  [
    'another method of a job',
    { to: 'PUT /api/v1/jobs/x', body: {} },
    [405, 'method_not_allowed', { headers: { allow: /^DELETE, GET, HEAD$/ } }],
  ],
  [
    'an unknown method',
    { to: 'PURGE /api/v1/jobs' },
    [405, 'method_not_allowed', { headers: { allow: /^GET, HEAD$/ } }],
  ],
  [
    '64 KB and one byte',
    { to: SUBMIT, body: padded(LIMITS.body + 1) },
    [413, 'payload_too_large', { headers: { connection: /close/ } }],
  ],
  [
    'text',
    { to: SUBMIT, body: JSON.stringify(good), headers: { 'content-type': 'text/plain' } },
    [415, 'unsupported_media_type'],
  ],
  [
    'a compressed body',
    { to: SUBMIT, body: 'x', headers: { 'content-encoding': 'br' } },
    [415, 'unsupported_media_type'],
  ],
  [
    'missing fields',
    { to: SUBMIT, body: {} },
    [422, 'invalid_fields', { pointers: ['/original_url', '/new_url'] }],
  ],
  [
    'an unknown field',
    { to: SUBMIT, body: { ...good, 'a/b': 1 } },
    [422, 'invalid_fields', { pointers: ['/a~1b'] }],
  ],
  [
    'a long address',
    { to: SUBMIT, body: { ...good, new_url: long(LIMITS.url + 1) } },
    [422, 'invalid_fields', { pointers: ['/new_url'] }],
  ],
  [
    'an address that is long once it is encoded',
    { to: SUBMIT, body: { ...good, new_url: `https://b.example.com/${'é'.repeat(1000)}` } },
    [422, 'invalid_fields', { pointers: ['/new_url'] }],
  ],
  [
    'a long name',
    { to: SUBMIT, body: { ...good, page_name: 'x'.repeat(LIMITS.pageName + 1) } },
    [422, 'invalid_fields', { pointers: ['/page_name'] }],
  ],
  [
    'a long password',
    { to: SUBMIT, body: { ...good, storefront_password: 'x'.repeat(LIMITS.password + 1) } },
    [422, 'invalid_fields', { pointers: ['/storefront_password'] }],
  ],
  [
    'many headers',
    { to: SUBMIT, body: { ...good, new_headers: headers(LIMITS.headers + 1) } },
    [422, 'invalid_fields', { pointers: ['/new_headers'] }],
  ],
  [
    'a long header',
    { to: SUBMIT, body: { ...good, original_headers: { a: 'x'.repeat(LIMITS.headerValue + 1) } } },
    [422, 'invalid_fields', { pointers: ['/original_headers/a'] }],
  ],
  [
    'a long name of a header',
    { to: SUBMIT, body: { ...good, new_headers: { ['x'.repeat(LIMITS.headerName + 1)]: 'a' } } },
    [422, 'invalid_fields', { pointers: [`/new_headers/${'x'.repeat(LIMITS.headerName + 1)}`] }],
  ],
  [
    'a header of the connection',
    { to: SUBMIT, body: { ...good, new_headers: { 'Proxy-Authorization': 'a' } } },
    [422, 'invalid_fields', { pointers: ['/new_headers'] }],
  ],
  [
    'many selectors',
    { to: SUBMIT, body: { ...good, ignore: list(LIMITS.ignore + 1) } },
    [422, 'invalid_fields', { pointers: ['/ignore'] }],
  ],
  [
    'a long selector',
    { to: SUBMIT, body: { ...good, ignore: ['.a', 'x'.repeat(LIMITS.selector + 1)] } },
    [422, 'invalid_fields', { pointers: ['/ignore/1'] }],
  ],
  [
    'a forbidden target',
    { to: SUBMIT, body: { ...good, original_url: 'http://169.254.169.254/latest' } },
    [422, 'target_forbidden', { pointers: ['/original_url'] }],
  ],
  [
    'two forbidden targets',
    { to: SUBMIT, body: { original_url: 'http://localhost/', new_url: 'http://[::1]/' } },
    [422, 'target_forbidden', { pointers: ['/original_url', '/new_url'] }],
  ],
  [
    'an unknown parameter',
    { to: 'GET /api/v1/jobs?page=1' },
    [422, 'invalid_fields', { pointers: ['/page'] }],
  ],
  [
    'an exchange without a token',
    { to: 'POST /api/v1/token-exchange', key: null, body: {} },
    [404, 'not_found'],
  ],
]

const ask = ({ to, key, headers, body }: Row): Promise<Answer> => {
  const [method, path] = to.split(' ') as [string, string]
  return api.ask(method, path, { key: key === null ? undefined : (key ?? api.queue.apiKey), headers, body })
}

test.each(TABLE)('%s', async (_, row, [status, code, more = {}]) => {
  const answer = await ask(row)
  expect(answer.status).toBe(status)
  expect(answer.headers['content-type']).toBe('application/problem+json')
  expect(answer.headers['cache-control']).toBe('no-store')
  const problem = Problem.strict().parse(answer.json)
  expect(problem).toMatchObject({ type: `/problems/${code}`, title: STATUS_CODES[status], status, code })
  expect(problem.detail).toMatch(/^[A-Z].{10,}\.$/)
  expect(problem.errors?.map(({ pointer }) => pointer)).toEqual(more.pointers)
  for (const [name, pattern] of Object.entries(more.headers ?? {}))
    expect(answer.headers[name]).toMatch(pattern)
  expect(answer.text).not.toMatch(/node_modules|\.ts\b|SELECT|INSERT|pgboss|\/work|at \w+ \(/)
})

test.each<[string, unknown]>([
  ['64 KB', padded(LIMITS.body)],
  ['the longest address', { ...good, new_url: long(LIMITS.url) }],
  ['the longest name', { ...good, page_name: 'x'.repeat(LIMITS.pageName) }],
  ['the longest password', { ...good, storefront_password: 'x'.repeat(LIMITS.password) }],
  ['the most headers', { ...good, new_headers: headers(LIMITS.headers) }],
  [
    'the longest header',
    { ...good, new_headers: { ['x'.repeat(LIMITS.headerName)]: 'x'.repeat(LIMITS.headerValue) } },
  ],
  ['the most selectors', { ...good, ignore: list(LIMITS.ignore) }],
  ['the longest selector', { ...good, ignore: ['x'.repeat(LIMITS.selector)] }],
])('%s is taken', async (_, body) => {
  expect((await ask({ to: SUBMIT, body })).status).toBe(202)
})

test('while the queue can be read but not written, jobs are shown and submissions sent away for a moment', async () => {
  const id = await submit(api.queue, submission(), api.queue.accountId)
  const name = new URL(api.queue.url).pathname.slice(1)
  const operator = new pg.Client(inject('postgresUrl'))
  await operator.connect()
  const set = async (what: string) => {
    await operator.query(`ALTER DATABASE ${name} ${what}`)
    // A process of the server's own, such as a vacuum, is not ours to end.
    const clients = `SELECT pid FROM pg_stat_activity WHERE datname = $1 AND backend_type = 'client backend'`
    await operator.query(`SELECT pg_terminate_backend(pid) FROM (${clients})`, [name])
    // Connections of the pool that do not know yet that they are gone.
    await Promise.allSettled(Array.from({ length: 10 }, () => api.queue.pool.query('SELECT 1')))
  }
  await set('SET default_transaction_read_only = on')
  const refused = await ask({ to: SUBMIT, body: good, headers: { 'idempotency-key': 'later' } })
  const shown = await ask({ to: `GET /api/v1/jobs/${id}`, key: null })
  await set('RESET default_transaction_read_only')
  await operator.end()
  expect(refused).toMatchObject({ status: 503, json: { code: 'unavailable', status: 503 } })
  expect(refused.headers['retry-after']).toBe('5')
  expect(refused.text).not.toMatch(/read-only|transaction/)
  expect(shown).toMatchObject({ status: 200, json: { id, status: 'queued' } })
  expect((await ask({ to: SUBMIT, body: good, headers: { 'idempotency-key': 'later' } })).status).toBe(202)
})
