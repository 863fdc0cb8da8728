import { afterAll, beforeAll, expect, test } from 'vitest'
import { accountFor, setTier } from '../../server/accounts/accounts.ts'
import { authenticate } from '../../server/accounts/keys.ts'
import { allowRepository, repositoriesOf } from '../../server/accounts/repositories.ts'
import { openSession } from '../../server/accounts/sessions.ts'
import { LIMITS } from '../../server/config/limits.ts'
import { accept } from '../../server/jobs/accept.ts'
import { type TestApi, testApi } from '../api/test-api.ts'
import { submission } from '../jobs/test-queue.ts'
import { type Browser, openBrowser, PUBLIC_URL } from './browser.ts'

let api: TestApi
let ann: Browser
let ben: Browser

async function signedIn(email: string): Promise<Browser> {
  const session = await openSession(api.queue.pool, await accountFor(api.queue.pool, email))
  return openBrowser(api, new Map([['__Host-cutover-session', session]]))
}

beforeAll(async () => {
  const tokens = { verify: () => Promise.reject(new Error('not asked for')), close: async () => {} }
  api = await testApi({ site: () => ({ publicUrl: PUBLIC_URL, tokens }) })
  ann = await signedIn('ann@example.com')
  ben = await signedIn('ben@example.com')
})
afterAll(() => api.close())

const valid = async (key: string) => (await authenticate(api.queue.pool, `Bearer ${key}`)) !== null
const countKeys = async () => (await api.queue.pool.query('SELECT FROM api_keys')).rowCount

async function make(
  browser: Browser,
  fields: Record<string, string> = {},
): Promise<{ key: string; id: string }> {
  const answer = await browser.post('/keys', { token: await browser.formToken(), ...fields })
  expect(answer.status).toBe(200)
  const key = /id="key">([^<]+)</.exec(answer.text)![1]!
  const { rows } = await api.queue.pool.query('SELECT id FROM api_keys WHERE prefix = $1', [key.slice(0, 17)])
  return { key, id: rows[0].id }
}

test('a key is made, shown once, listed by its prefix, counted and revoked', async () => {
  const { key, id } = await make(ann, { name: 'CI', expires: '30' })
  const pages = { original_url: 'https://a.example.com/', new_url: 'https://b.example.com/' }
  expect((await api.ask('POST', '/api/v1/scorecard', { key, body: pages })).status).toBe(202)
  const listed = (await ann.get('/keys')).text
  expect(listed).not.toContain(key)
  const row = new RegExp(`<b>CI</b>\\s*<code>${key.slice(0, 17)}…</code>[^]*?</li>`).exec(listed)![0]
  expect(row).toMatch(/Last used<\/dt><dd><time[^>]+>just now/)
  expect(row).toMatch(/Jobs<\/dt><dd>1</)
  expect(row).toMatch(/Expires<\/dt><dd><time/)

  const revoked = await ann.post(`/keys/${id}/revoke`, { token: await ann.formToken() })
  expect(revoked).toMatchObject({ status: 303, headers: { location: `${PUBLIC_URL}/keys?done=revoked` } })
  expect(await valid(key)).toBe(false)
  expect((await api.ask('POST', '/api/v1/scorecard', { key, body: pages })).status).toBe(401)
})

test('a form that is sent twice makes one key', async () => {
  const page = (await ann.get('/keys')).text
  const id = /name="id" value="([^"]+)"/.exec(page)![1]!
  const before = (await countKeys())!
  await make(ann, { id })
  const again = await ann.post('/keys', { token: await ann.formToken(), id })
  expect(again.headers.location).toBe(`${PUBLIC_URL}/keys?done=repeated`)
  expect(await countKeys()).toBe(before + 1)
})

test.each([
  ['a name that is too long', { name: 'x'.repeat(101) }, 'at most 100 characters'],
  ['a name of two lines', { name: 'a\nb' }, 'on one line'],
  ['another expiry', { expires: '10000' }, 'Choose one of these.'],
  ['an expiry by a name of objects', { expires: 'constructor' }, 'Choose one of these.'],
])('%s is told beside its field', async (_, fields, sentence) => {
  const before = await countKeys()
  const answer = await ann.post('/keys', { token: await ann.formToken(), ...fields })
  expect(answer.status).toBe(422)
  expect(answer.text).toContain(sentence)
  expect(answer.text).toContain('aria-invalid="true"')
  expect(await countKeys()).toBe(before)
})

test('an account has at most 100 keys', async () => {
  const full = await signedIn('full@example.com')
  await make(full)
  await api.queue.pool.query(
    `INSERT INTO api_keys (account_id, prefix, hash)
     SELECT id, 'p', sha256(n::text::bytea) FROM accounts, generate_series(1, 99) n WHERE email = 'full@example.com'`,
  )
  const answer = await full.post('/keys', { token: await full.formToken() })
  expect(answer.status).toBe(422)
  expect(answer.text).toContain('There are 100 keys already.')
})

test('however many keys the operator made, each that is valid can be revoked; of others the last twenty are shown', async () => {
  const many = await signedIn('many@example.com')
  const insert = (from: number, to: number, revoked: string) =>
    api.queue.pool.query(
      `INSERT INTO api_keys (account_id, prefix, hash, created_at, revoked_at)
       SELECT id, 'p', sha256(('many' || n)::bytea), now() + n * interval '1 second', ${revoked}
       FROM accounts, generate_series($1::int, $2::int) n WHERE email = 'many@example.com'`,
      [from, to],
    )
  await insert(1, 130, 'NULL')
  await insert(131, 160, 'now()')
  const page = (await many.get('/keys')).text
  expect(page.match(/\/revoke"/g)).toHaveLength(130)
  expect(page.match(/>revoked</g)).toHaveLength(20)
})

test('nobody sees or revokes the keys and repositories of another', async () => {
  const { key, id } = await make(ann, { name: 'mine alone' })
  const annId = await accountFor(api.queue.pool, 'ann@example.com')
  await allowRepository(api.queue.pool, annId, 'ann/shop')
  const [repository] = await repositoriesOf(api.queue.pool, annId)
  const page = (await ben.get('/keys')).text
  expect(page).not.toContain('mine alone')
  expect(page).not.toContain('ann/shop')
  const token = await ben.formToken()
  const answers = [
    await ben.post(`/keys/${id}/revoke`, { token }),
    await ben.post('/keys/00000000-0000-0000-0000-000000000000/revoke', { token }),
    await ben.post('/keys/%00/revoke', { token }),
  ]
  for (const answer of answers) {
    expect(answer.status).toBe(404)
    expect(answer.text).toBe(answers[0]!.text)
  }
  expect((await ben.post(`/repositories/${repository!.id}/remove`, { token })).status).toBe(404)
  expect(await valid(key)).toBe(true)
  expect(await repositoriesOf(api.queue.pool, annId)).toHaveLength(1)
})

const FORMS = ['/keys', '/keys/x/revoke', '/repositories', '/repositories/x/remove', '/sign-out']

test.each(FORMS)('a form for %s from elsewhere, or without its token, changes nothing', async path => {
  const token = await ann.formToken()
  const [keys, sessions] = [await countKeys(), (await api.queue.pool.query('SELECT FROM sessions')).rowCount]
  const fields = { token, repository: 'evil/repository' }
  const wrong = [
    await ann.post(path, fields, { 'sec-fetch-site': 'cross-site', origin: PUBLIC_URL }),
    await ann.post(path, fields, { 'sec-fetch-site': 'same-site' }),
    await ann.post(path, fields, { 'sec-fetch-site': 'none' }),
    await ann.post(path, fields, { origin: 'https://evil.example' }),
    await ann.post(path, fields, { origin: 'null' }),
    await ann.post(path, fields, {}),
    await ann.post(path, { repository: 'evil/repository' }),
    await ann.post(path, { ...fields, token: await ben.formToken() }),
    await openBrowser(api).post(path, fields),
  ]
  expect(wrong.map(({ status }) => status)).toEqual(wrong.map(() => 403))
  const json = await ann.post(path, fields, {
    'sec-fetch-site': 'same-origin',
    'content-type': 'application/json',
  })
  expect(json.status).toBe(415)
  expect(await countKeys()).toBe(keys)
  expect((await api.queue.pool.query('SELECT FROM sessions')).rowCount).toBe(sessions)
  expect(
    (await api.queue.pool.query("SELECT FROM repositories WHERE name = 'evil/repository'")).rowCount,
  ).toBe(0)
})

test('a browser that names the origin alone is understood', async () => {
  const token = await ann.formToken()
  expect((await ann.post('/keys', { token }, { origin: PUBLIC_URL })).status).toBe(200)
})

test.each([
  ['octo/shop', 'octo/shop'],
  [' https://github.com/Octo-Org/My.Shop_2.git ', 'Octo-Org/My.Shop_2'],
  ['mona-cat_acme/shop', 'mona-cat_acme/shop'],
  ['octo', null],
  ['octo/shop/tree', null],
  ['octo/..', null],
  ['-octo/shop', null],
  ['octo/sh op', null],
  ['<script>/x', null],
])('the repository %j is allowed as %j', async (typed, name) => {
  const browser = await signedIn(`${Math.random()}@example.com`)
  const answer = await browser.post('/repositories', {
    token: await browser.formToken(),
    repository: typed,
  })
  expect(answer.status).toBe(name ? 303 : 422)
  const page = (await browser.get('/keys')).text
  if (name) expect(page).toContain(`<b>${name}</b>`)
  else expect(page).toContain('GitHub Actions without a key')
  expect(page.includes('Remove it')).toBe(name !== null)
})

test('what people typed is text wherever it is shown', async () => {
  const typed = `"><script>alert(1)</script><img src=x onerror='alert(1)'>`
  const made = await ann.post('/keys', { token: await ann.formToken(), name: typed })
  const wrong = await ann.post('/repositories', { token: await ann.formToken(), repository: typed })
  const done = await ann.get(`/keys?done=${encodeURIComponent(typed)}`)
  for (const { text } of [made, wrong, done]) {
    expect(text).not.toContain('<script>alert')
    expect(text).not.toContain('<img')
  }
  expect(made.text).toContain('&lt;script&gt;')
})

test('who signs out is out, also under a cookie that was kept', async () => {
  const browser = await signedIn('leaving@example.com')
  const kept = new Map(browser.cookies)
  const answer = await browser.post('/sign-out', { token: await browser.formToken() })
  expect(answer).toMatchObject({ status: 303, headers: { location: `${PUBLIC_URL}/` } })
  expect(browser.cookies.size).toBe(0)
  expect((await openBrowser(api, kept).get('/keys')).status).toBe(303)
})

test('a session that has ended sends to the sign-in, and its forms are refused', async () => {
  const browser = await signedIn('late@example.com')
  const token = await browser.formToken()
  await api.queue.pool.query("UPDATE sessions SET seen_at = now() - interval '13 hours'")
  expect((await browser.get('/keys')).headers.location).toBe(`${PUBLIC_URL}/sign-in?return_to=%2Fkeys`)
  const answer = await browser.post('/keys', { token })
  expect(answer.status).toBe(403)
  expect(answer.text).toContain('Your session has ended')
  expect(answer.text).toContain(`href="${PUBLIC_URL}/sign-in"`)
})

test('what is left of the account’s limits is shown', async () => {
  const strict = await testApi({ site: () => ({ publicUrl: PUBLIC_URL }), limits: LIMITS })
  const { pool } = strict.queue
  const accountId = await accountFor(pool, 'eve@example.com')
  await setTier(pool, 'eve@example.com', 'free')
  const session = await openSession(pool, accountId)
  const eve = openBrowser(strict, new Map([['__Host-cutover-session', session]]))
  const shown = async () =>
    [...(await eve.get('/keys')).text.matchAll(/<b>(\d+)<\/b> <span class="small">of (\d+)</g)].map(
      ([, left, amount]) => [Number(left), Number(amount)],
    )
  expect(await shown()).toEqual([
    [10, 10],
    [50, 50],
    [5, 5],
  ])
  await accept(strict.queue, submission(), { accountId, tier: 'free' })
  // What a minute allows comes back within seconds.
  expect((await shown()).slice(1)).toEqual([
    [49, 50],
    [4, 5],
  ])
  await strict.close()
})
