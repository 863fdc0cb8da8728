import { afterAll, beforeAll, expect, test } from 'vitest'
import { newKey } from '../../server/accounts/key-format.ts'
import { createKey, revokeKey } from '../../server/accounts/keys.ts'
import { Accepted, Job, Problem } from '../../server/contract.ts'
import { type TestApi, testApi } from './test-api.ts'

let api: TestApi
beforeAll(async () => {
  api = await testApi()
})
afterAll(() => api.close())

const good = { original_url: 'https://a.example.com/', new_url: 'https://b.example.com/x?y=1' }
const submit = (body: unknown, headers: Record<string, string> = {}) =>
  api.ask('POST', '/api/v1/scorecard', { key: api.queue.apiKey, body, headers })
const stored = async () =>
  Number((await api.queue.pool.query('SELECT count(*) FROM jobs')).rows[0].count) +
  Number((await api.queue.pool.query('SELECT count(*) FROM pgboss.job')).rows[0].count)

test('a submission is accepted at once and can be polled', async () => {
  const answer = await submit(good)
  expect(answer.status).toBe(202)
  const { job_id, poll } = Accepted.strict().parse(answer.json)
  expect(poll).toBe(`/api/v1/jobs/${job_id}`)
  expect(answer.headers).toMatchObject({
    location: poll,
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  })
  const polled = await api.ask('GET', poll)
  expect(polled.status).toBe(200)
  expect(polled.headers['cache-control']).toBe('no-store')
  expect(Job.strict().parse(polled.json)).toEqual({
    id: job_id,
    status: 'queued',
    ...good,
    progress: { value: 0, phase: 'waiting' },
    created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    started_at: null,
    finished_at: null,
    report_url: `http://localhost:3000/jobs/${job_id}`,
  })
  const head = await api.ask('HEAD', poll)
  expect(head).toMatchObject({ status: 200, text: '' })
  expect(head.headers['content-length']).toBe(String(Buffer.byteLength(polled.text)))
})

test('all optional fields are taken, and the secrets among them come back nowhere', async () => {
  const answer = await submit({
    ...good,
    page_name: 'Zürich 🏔',
    policy: 'absolute',
    ignore: ['.clock'],
    storefront_password: 'sesame-canary',
    original_headers: { 'x-a': 'header-canary' },
    new_headers: { authorization: 'Basic canary' },
  })
  expect(answer.status).toBe(202)
  expect((await api.ask('GET', answer.json.poll)).text).not.toContain('canary')
  expect(api.queue.logged.join()).not.toContain('canary')
})

test('a target that was named as allowed is accepted although it is local', async () => {
  expect((await submit({ ...good, new_url: 'http://127.0.0.1:8123/' })).status).toBe(202)
})

const url = (value: unknown) => ({ ...good, new_url: value })

test.each<[string, unknown, string, string[]]>([
  ['no body of fields', {}, 'invalid_fields', ['/original_url', '/new_url']],
  ['an array', [], 'invalid_fields', ['']],
  ['null', null, 'invalid_fields', ['']],
  ['a string', '"x"', 'invalid_fields', ['']],
  ['not a URL', url('nonsense'), 'invalid_fields', ['/new_url']],
  ['no scheme', url('example.com/page'), 'invalid_fields', ['/new_url']],
  ['no host', url('https://'), 'invalid_fields', ['/new_url']],
  ['ftp', url('ftp://example.com/'), 'invalid_fields', ['/new_url']],
  ['file', url('file:///etc/passwd'), 'invalid_fields', ['/new_url']],
  ['javascript', url('javascript:alert(1)'), 'invalid_fields', ['/new_url']],
  ['userinfo', url('https://user:pass@example.com/'), 'invalid_fields', ['/new_url']],
  ['3,000 characters', url(`https://example.com/${'a'.repeat(3000)}`), 'invalid_fields', ['/new_url']],
  ['port 0', url('https://example.com:0/'), 'invalid_fields', ['/new_url']],
  ['a number', url(1), 'invalid_fields', ['/new_url']],
  ['null as URL', url(null), 'invalid_fields', ['/new_url']],
  ['an empty URL', url(' '), 'invalid_fields', ['/new_url']],
  ['both wrong', { original_url: 'x', new_url: 'y' }, 'invalid_fields', ['/original_url', '/new_url']],
  ['the original itself', url('http://www.A.example.com'), 'invalid_fields', ['/new_url']],
  ['a private address', url('http://10.0.0.1/'), 'target_forbidden', ['/new_url']],
  ['a loopback address', url('http://127.0.0.1/'), 'target_forbidden', ['/new_url']],
  ['loopback in disguise', url('http://0x7f.1/'), 'target_forbidden', ['/new_url']],
  ['an allowed host on another port', url('http://127.0.0.1:8124/'), 'target_forbidden', ['/new_url']],
  ['localhost', url('http://localhost/'), 'target_forbidden', ['/new_url']],
  ['the metadata address', url('http://169.254.169.254/'), 'target_forbidden', ['/new_url']],
  ['IPv6 loopback', url('http://[::1]/'), 'target_forbidden', ['/new_url']],
  ['mapped IPv4', url('http://[::ffff:10.0.0.1]/'), 'target_forbidden', ['/new_url']],
  ['a single label', url('http://intranet/'), 'target_forbidden', ['/new_url']],
  ['a mail port', url('http://example.com:25/'), 'target_forbidden', ['/new_url']],
  [
    'both forbidden',
    { original_url: 'http://10.0.0.1/', new_url: 'http://[fd00::1]/' },
    'target_forbidden',
    ['/original_url', '/new_url'],
  ],
  ['an unknown field', { ...good, callback: 'https://x.example.com' }, 'invalid_fields', ['/callback']],
  ['two unknown fields', { ...good, a: 1, 'b/c~d': 2 }, 'invalid_fields', ['/a', '/b~1c~0d']],
  [
    '__proto__',
    '{"original_url":"https://a.example.com","new_url":"https://b.example.com","__proto__":{"policy":"absolute"}}',
    'invalid_fields',
    ['/__proto__'],
  ],
  ['an empty page name', { ...good, page_name: '' }, 'invalid_fields', ['/page_name']],
  ['a long page name', { ...good, page_name: 'x'.repeat(201) }, 'invalid_fields', ['/page_name']],
  ['NUL in the page name', { ...good, page_name: 'a\0b' }, 'invalid_fields', ['/page_name']],
  ['half a surrogate pair', { ...good, page_name: '\ud800' }, 'invalid_fields', ['/page_name']],
  ['NUL in a selector', { ...good, ignore: ['.a', '\0'] }, 'invalid_fields', ['/ignore/1']],
  ['what is no selector', { ...good, ignore: ['.a', '.promo['] }, 'invalid_fields', ['/ignore/1']],
  ['an empty selector', { ...good, ignore: [''] }, 'invalid_fields', ['/ignore/0']],
  ['an empty header name', { ...good, new_headers: { '': 'a' } }, 'invalid_fields', ['/new_headers/']],
  ['a page name that is an object', { ...good, page_name: {} }, 'invalid_fields', ['/page_name']],
  [
    'a long password',
    { ...good, storefront_password: 'x'.repeat(257) },
    'invalid_fields',
    ['/storefront_password'],
  ],
  ['an unknown policy', { ...good, policy: 'lenient' }, 'invalid_fields', ['/policy']],
  ['headers that are a list', { ...good, new_headers: ['a: b'] }, 'invalid_fields', ['/new_headers']],
  ['a header that is a number', { ...good, new_headers: { a: 1 } }, 'invalid_fields', ['/new_headers/a']],
  [
    'a header with a line break',
    { ...good, new_headers: { a: 'b\r\nc: d' } },
    'invalid_fields',
    ['/new_headers/a'],
  ],
  [
    'a header name with a space',
    { ...good, new_headers: { 'a b': 'c' } },
    'invalid_fields',
    ['/new_headers/a b'],
  ],
  ['the Host header', { ...good, new_headers: { Host: 'evil' } }, 'invalid_fields', ['/new_headers']],
  ['a selector that is a number', { ...good, ignore: [1] }, 'invalid_fields', ['/ignore/0']],
  [
    'a deep value',
    JSON.stringify({ ...good, page_name: 0 }).replace('0}', `${'['.repeat(9000)}${']'.repeat(9000)}}`),
    'invalid_fields',
    ['/page_name'],
  ],
])('%s is refused with 422', async (_, body, code, pointers) => {
  const before = await stored()
  const answer = await submit(body === null ? 'null' : body)
  expect(answer.status).toBe(422)
  expect(answer.headers['content-type']).toMatch(/^application\/problem\+json/)
  const problem = Problem.strict().parse(answer.json)
  expect(problem).toMatchObject({ code, status: 422, type: `/problems/${code}` })
  expect(problem.errors!.map(error => error.pointer)).toEqual(pointers)
  for (const error of problem.errors!) {
    expect(error.detail).toMatch(/^\S.{5,}/)
    // The validator's own words are for programmers.
    expect(error.detail).not.toMatch(
      /\b(Too (small|big)|Invalid (option|input|string|key)|expected|record)\b/,
    )
  }
  expect(await stored()).toBe(before)
})

test('a selector that is none is named with what is wrong with it', async () => {
  const { json } = await submit({ ...good, ignore: ['.sm:flex'] })
  expect(json.errors).toEqual([
    {
      pointer: '/ignore/0',
      detail:
        '".sm:flex" is not a CSS selector: ":flex" is no pseudo-class of CSS; within a name a colon is written "\\:"',
    },
  ])
})

test.each<[string, number, string, Parameters<TestApi['ask']>[2]]>([
  ['malformed JSON', 400, 'malformed_json', { body: '{"original_url": ' }],
  ['an empty body', 400, 'malformed_json', { body: '' }],
  ['JSON that is not UTF-8', 400, 'malformed_json', { body: Buffer.from([0x22, 0xff, 0x22]) }],
  ['1 MB', 413, 'payload_too_large', { body: { ...good, page_name: 'x'.repeat(1_000_000) } }],
  [
    '1 MB in chunks',
    413,
    'payload_too_large',
    { body: 'x'.repeat(1_000_000), headers: { 'transfer-encoding': 'chunked' } },
  ],
  [
    'a form',
    415,
    'unsupported_media_type',
    { body: 'a=b', headers: { 'content-type': 'application/x-www-form-urlencoded' } },
  ],
  ['no content type', 415, 'unsupported_media_type', { body: '{}', headers: { 'content-type': '' } }],
  [
    'JSON in Latin-1',
    415,
    'unsupported_media_type',
    { body: '{}', headers: { 'content-type': 'application/json; charset=latin1' } },
  ],
  [
    'a compressed body',
    415,
    'unsupported_media_type',
    { body: '{}', headers: { 'content-encoding': 'gzip' } },
  ],
])('%s is refused with %i', async (_, status, code, options) => {
  const before = await stored()
  const answer = await api.ask('POST', '/api/v1/scorecard', { key: api.queue.apiKey, ...options })
  expect(answer.status).toBe(status)
  expect(Problem.strict().parse(answer.json)).toMatchObject({ code, status })
  expect(answer.headers['content-type']).toMatch(/^application\/problem\+json/)
  expect(await stored()).toBe(before)
})

test('a charset of UTF-8 is taken', async () => {
  expect((await submit(good, { 'content-type': 'Application/JSON; charset="UTF-8"' })).status).toBe(202)
})

test('without a valid key nothing is read', async () => {
  const before = await stored()
  const revoked = await createKey(api.queue.pool, 'owner@example.com')
  await revokeKey(api.queue.pool, revoked.id)
  const expired = await createKey(api.queue.pool, 'owner@example.com', {
    expiresAt: new Date(Date.now() - 1),
  })
  const headers = [
    undefined,
    '',
    'Bearer',
    'Bearer x',
    `Bearer ${newKey()}`,
    `Bearer ${revoked.key}`,
    `Bearer ${expired.key}`,
    `Basic ${Buffer.from('a:b').toString('base64')}`,
    `Bearer ${api.queue.apiKey.slice(0, -1)}`,
  ]
  for (const authorization of headers) {
    const answer = await api.ask('POST', '/api/v1/scorecard', {
      body: good,
      headers: authorization === undefined ? {} : { authorization },
    })
    expect(answer.status).toBe(401)
    expect(answer.headers['www-authenticate']).toMatch(/^Bearer/)
    expect(Problem.strict().parse(answer.json)).toMatchObject({ code: 'unauthorized', status: 401 })
  }
  expect(await stored()).toBe(before)
})

test('while the database is away, submissions are refused for a moment', async () => {
  const { pool } = api.queue
  const query = pool.query
  const away = Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:5432'), { code: 'ECONNREFUSED' })
  pool.query = (() => Promise.reject(away)) as never
  const answer = await submit(good)
  pool.query = query
  expect(answer.status).toBe(503)
  expect(answer.headers['retry-after']).toBe('5')
  expect(answer.json).toMatchObject({ code: 'unavailable' })
  expect(answer.text).not.toContain('5432')
})

test('what is none of a few words is quoted, with the words', async () => {
  const { json } = await submit({ ...good, policy: 'lenient' })
  expect(Problem.parse(json).errors).toEqual([
    { pointer: '/policy', detail: 'is "lenient"; it must be regressions or absolute' },
  ])
})

test('a list of old addresses may be long; the rest of the body may not', async () => {
  const list = Array.from({ length: 40_000 }, (_, at) => `https://a.example.com/old/page-${at}`).join('\n')
  expect(list.length).toBeGreaterThan(1_000_000)
  const taken = await submit({ ...good, old_urls: list })
  expect(taken.status).toBe(202)
  // It is kept as secrets are, and comes back nowhere.
  expect((await api.ask('GET', taken.json.poll)).text).not.toContain('page-7')
  const { rows } = await api.queue.pool.query('SELECT field, ciphertext FROM job_secrets WHERE job_id = $1', [
    taken.json.job_id,
  ])
  expect(rows).toMatchObject([{ field: 'old_urls' }])
  expect(rows[0].ciphertext.includes('page-7')).toBe(false)
  const padded = await submit({ ...good, old_urls: list, accept: [], page_name: 'x'.repeat(70_000) })
  expect(padded).toMatchObject({ status: 413, json: { code: 'payload_too_large' } })
  const endless = await submit({ ...good, old_urls: 'x'.repeat(7_000_000) })
  expect(endless.status).toBe(413)
})

test.each([
  ['Page\nnothing here', /^holds no address: row 2, "nothing here"/],
  [Array.from({ length: 50_001 }, (_, at) => `/${at}`).join('\n'), /^holds more than 50000 addresses/],
  ['', /^must not be empty/],
])('a list of old addresses that is of no use is refused', async (old_urls, detail) => {
  const { status, json } = await submit({ ...good, old_urls })
  expect(status).toBe(422)
  expect(json.errors).toEqual([{ pointer: '/old_urls', detail: expect.stringMatching(detail) }])
})
