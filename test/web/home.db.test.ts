import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { accountFor } from '../../server/accounts/accounts.ts'
import { createKey } from '../../server/accounts/keys.ts'
import { openSession } from '../../server/accounts/sessions.ts'
import { Job } from '../../server/contract.ts'
import { accept } from '../../server/jobs/accept.ts'
import { pageOf } from '../../server/jobs/page.ts'
import { type TestApi, testApi } from '../api/test-api.ts'
import { submission } from '../jobs/test-queue.ts'
import { type Browser, openBrowser, PUBLIC_URL } from './browser.ts'
import { card, issue, taken, verified } from './runs.ts'

let api: TestApi
let ann: Browser
let ben: Browser
let annId: string

async function signedIn(email: string): Promise<Browser> {
  const session = await openSession(api.queue.pool, await accountFor(api.queue.pool, email))
  return openBrowser(api, new Map([['__Host-cutover-session', session]]))
}

beforeAll(async () => {
  api = await testApi({ site: () => ({ publicUrl: PUBLIC_URL }) })
  ann = await signedIn('ann@example.com')
  ben = await signedIn('ben@example.com')
  annId = await accountFor(api.queue.pool, 'ann@example.com')
})
afterAll(() => api.close())

const jobsOf = async (accountId: string) =>
  (await api.queue.pool.query('SELECT * FROM jobs WHERE account_id = $1 ORDER BY created_at', [accountId]))
    .rows

const PAIR = { original_url: 'https://www.example.com/a', new_url: 'https://preview.example.app/a' }

test('without a session, home leads to the sign-in and back', async () => {
  const { status, headers } = await openBrowser(api).get('/home')
  expect([status, headers.location]).toEqual([303, `${PUBLIC_URL}/sign-in?return_to=%2Fhome`])
})

test('a page is submitted once, however often the form is sent', async () => {
  const cleo = await signedIn('cleo@example.com')
  const fields = { token: await cleo.formToken('/home'), id: randomUUID(), ...PAIR, page_name: 'About <b>' }
  const first = await cleo.post('/home/page', fields)
  expect(first.status).toBe(303)
  expect(first.headers.location).toMatch(new RegExp(`^${PUBLIC_URL}/jobs/[0-9A-Za-z]{22,}$`))
  expect((await cleo.post('/home/page', fields)).headers.location).toBe(first.headers.location)
  const jobs = await jobsOf(await accountFor(api.queue.pool, 'cleo@example.com'))
  expect(jobs).toHaveLength(1)
  expect(jobs[0]).toMatchObject({
    ...PAIR,
    page_name: 'About <b>',
    asked_name: 'About <b>',
    has_secrets: false,
  })
  const { text } = await cleo.get('/home')
  expect(text).toContain('About &lt;b&gt;')
  expect(text).toContain('Waiting')
  const changed = await cleo.post('/home/page', { ...fields, page_name: 'Another' })
  expect(changed.headers.location).not.toBe(first.headers.location)
})

test.each([
  ['an address without a scheme', { original_url: 'example.com' }, 'original_url', 'has no scheme'],
  ['an address of this machine', { new_url: 'http://127.0.0.1/' }, 'new_url', ''],
  [
    'the original as the new page',
    { new_url: PAIR.original_url },
    'new_url',
    'is the address of the original',
  ],
  ['a selector that is none', { ignore: 'p\n<<' }, 'ignore', '&lt;&lt;'],
  ['another policy', { policy: 'none' }, 'policy', 'must be regressions or absolute'],
])('%s is told beside its field, and nothing is submitted', async (_, fields, field, sentence) => {
  const before = (await jobsOf(annId)).length
  const token = await ann.formToken('/home')
  const { status, text } = await ann.post('/home/page', { token, ...PAIR, page_name: 'Kept', ...fields })
  expect(status).toBe(422)
  expect(new RegExp(`id="${field}-wrong">([^<]+)<`).exec(text)?.[1]).toContain(sentence)
  expect(text).toContain('value="Kept"')
  expect(await jobsOf(annId)).toHaveLength(before)
})

test('a password is kept as a secret, and is never written into the form again', async () => {
  const token = await ann.formToken('/home')
  const fields = { token, ...PAIR, storefront_password: 'open-sesame-7' }
  const refused = await ann.post('/home/page', { ...fields, original_url: 'no' })
  expect(refused.text).not.toContain('open-sesame-7')
  await ann.post('/home/page', fields)
  const job = (await jobsOf(annId)).at(-1)
  expect(job.has_secrets).toBe(true)
  expect(JSON.stringify(job)).not.toContain('open-sesame-7')
})

test('a list of pairs is submitted as a whole or, when a line is wrong, not at all', async () => {
  const dan = await signedIn('dan@example.com')
  const danId = await accountFor(api.queue.pool, 'dan@example.com')
  const token = await dan.formToken('/home')
  const good =
    'https://www.example.com/a https://p.example.app/a About us\n\n  https://www.example.com/ https://p.example.app/'
  const wrong = await dan.post('/home/pairs', { token, pairs: `${good}\nhttps://www.example.com/b\nx y` })
  expect(wrong.status).toBe(422)
  expect(wrong.text).toMatch(
    /id="pairs-wrong">Line 4: the new address is missing\. Line 5: the original address/,
  )
  expect(await jobsOf(danId)).toHaveLength(0)
  expect((await dan.post('/home/pairs', { token, pairs: ' \n' })).text).toContain('Write one pair a line')
  const many = await dan.post('/home/pairs', { token, pairs: `${good}\n`.repeat(26) })
  expect(many.text).toContain('at most 50')
  const done = await dan.post('/home/pairs', { token, pairs: good })
  expect(done.headers.location).toBe(`${PUBLIC_URL}/home?submitted=2`)
  expect((await jobsOf(danId)).map(({ page_name }) => page_name)).toEqual(['About us', null])
  expect((await dan.get('/home?submitted=2')).text).toContain('2 pages are submitted')
})

test.each([
  '/home/page',
  '/home/pairs',
  '/jobs/aaaaaaaaaaaaaaaaaaaaaaaa/accept',
  `/acceptances/${randomUUID()}/withdraw`,
])('%s takes no form from elsewhere, nor one with another token', async path => {
  const token = await ann.formToken('/home')
  const before = (await jobsOf(annId)).length
  const fields = { ...PAIR, pairs: Object.values(PAIR).join(' '), key: 'a', reason: 'Long enough.' }
  const foreign = await ann.post(path, { token, ...fields }, { 'sec-fetch-site': 'cross-site' })
  expect(foreign.status).toBe(403)
  expect((await ann.post(path, { token: await ben.formToken('/home'), ...fields })).status).toBe(403)
  expect((await openBrowser(api).post(path, { token, ...fields })).status).toBe(403)
  expect(await jobsOf(annId)).toHaveLength(before)
})

test('an issue is accepted with a reason, holds on another preview, and can be withdrawn', async () => {
  const original_url = 'https://www.example.com/accepting?utm_source=mail'
  const id = await verified(api, annId, card([issue('seo/title:changed')]), {
    original_url,
    new_url: 'https://pr-1.example.app/accepting',
  })
  const form = await ann.get(`/jobs/${id}/accept?key=seo%2Ftitle%3Achanged`)
  expect(form.text).toContain('It says seo/title:changed')
  expect(form.text).toContain('key: &quot;seo/title:changed&quot;')
  const token = await ann.formToken('/home')
  const fields = {
    token,
    key: 'seo/title:changed',
    reason: 'The new title was asked for.',
    expires: '2199-01-31',
  }
  const done = await ann.post(`/jobs/${id}/accept`, fields)
  const page = pageOf('http://example.com/accepting/')
  expect(done.headers.location).toBe(`${PUBLIC_URL}/pages/${page}?done=accepted#accepted`)

  const accepted: object[] = []
  await verified(
    api,
    annId,
    known => {
      accepted.push(...known)
      return card([], { allPass: true, score: 100 })
    },
    { original_url: 'https://example.com/accepting', new_url: 'https://pr-2.example.app/accepting' },
  )
  expect(accepted).toMatchObject([
    {
      key: 'seo/title:changed',
      severity: 'serious',
      by: 'ann',
      reason: 'The new title was asked for.',
      expires: '2199-01-31',
    },
  ])
  // Not on another page, and not for another account.
  const others: object[] = []
  const look = (known: object[]) => {
    others.push(...known)
    return card([])
  }
  await verified(api, annId, look, { original_url: 'https://www.example.com/other' })
  await verified(api, await accountFor(api.queue.pool, 'ben@example.com'), look, { original_url })
  expect(others).toEqual([])

  const { text } = await ann.get(`/pages/${page}`)
  expect(text).toContain('The new title was asked for.')
  const withdraw = /action="[^"]*(\/acceptances\/[^"]+)"/.exec(text)![1]!
  expect((await ben.post(withdraw, { token: await ben.formToken('/home') })).status).toBe(404)
  expect((await ann.post(withdraw, { token })).status).toBe(303)
  expect((await ann.post(withdraw, { token })).status).toBe(404)
  await verified(
    api,
    annId,
    known => {
      expect(known).toEqual([])
      return card([])
    },
    { original_url },
  )
})

test.each([
  ['an unknown key', { key: 'seo/nothing' }, 'has no such issue'],
  ['no reason', { reason: '' }, 'at least 10 characters'],
  ['a short reason', { reason: ' because   ' }, 'at least 10 characters'],
  ['a reason that is too long', { reason: 'x'.repeat(1001) }, 'at most 1000 characters'],
  ['an expiry in the past', { expires: '2020-01-01' }, 'in the past'],
  ['an expiry that is no date', { expires: '2199-02-31' }, 'must be a date'],
])('%s is refused beside its field, and nothing is accepted', async (_, fields, sentence) => {
  const id = await verified(api, annId, card([issue('seo/title:changed')]), {
    original_url: 'https://www.example.com/refused',
  })
  const token = await ann.formToken('/home')
  const good = { token, key: 'seo/title:changed', reason: 'The new title was asked for.' }
  const { status, text } = await ann.post(`/jobs/${id}/accept`, { ...good, ...fields })
  expect(status).toBe(422)
  expect(text).toContain(sentence)
  const { rowCount } = await api.queue.pool.query('SELECT FROM acceptances WHERE page = $1', [
    pageOf('https://www.example.com/refused'),
  ])
  expect(rowCount).toBe(0)
})

test('of several places of a cause, those that are chosen are accepted', async () => {
  const member = (key: string) => {
    const { rule, severity, penalty, charged, message, fix } = issue(key)
    return { key, rule, severity, penalty, charged, message, fix }
  }
  const members = ['seo/a', 'seo/b', 'seo/c'].map(member)
  const original_url = 'https://www.example.com/places'
  const id = await verified(api, annId, card([issue('seo/a', { members })]), { original_url })
  expect((await ann.get(`/jobs/${id}/accept?key=seo%2Fa`)).text.match(/type="checkbox"/g)).toHaveLength(3)
  const token = await ann.formToken('/home')
  const fields = { token, key: 'seo/a', reason: 'Both are as they should be.' }
  expect((await ann.post(`/jobs/${id}/accept`, fields)).text).toContain('Choose at least one place.')
  const body = new URLSearchParams([
    ...Object.entries(fields),
    ['place', '0'],
    ['place', '2'],
    ['place', '9'],
  ])
  expect((await ann.post(`/jobs/${id}/accept`, body as never)).status).toBe(303)
  expect((await ann.post(`/jobs/${id}/accept`, { ...fields, key: 'seo/b' })).status).toBe(303)
  const keys: string[] = []
  await verified(
    api,
    annId,
    known => {
      keys.push(...known.map(({ key }) => key))
      return card([])
    },
    { original_url },
  )
  expect(keys.sort()).toEqual(['seo/a', 'seo/b', 'seo/c'])
})

test('another account can neither see nor accept, nor can a job without a scorecard be accepted of', async () => {
  const id = await verified(api, annId, card([issue('seo/title:changed')]), {
    original_url: 'https://www.example.com/mine',
  })
  const fields = { key: 'seo/title:changed', reason: 'Long enough to hold.' }
  expect((await ben.get(`/jobs/${id}/accept?key=seo%2Ftitle%3Achanged`)).status).toBe(404)
  expect(
    (await ben.post(`/jobs/${id}/accept`, { token: await ben.formToken('/home'), ...fields })).status,
  ).toBe(404)
  expect((await ben.get(`/pages/${pageOf('https://www.example.com/mine')}`)).status).toBe(404)
  expect((await ben.get('/home')).text).not.toContain('example.com/mine')
  const { id: queued } = await accept(api.queue, submission(), { accountId: annId, tier: 'paid' })
  expect(
    (await ann.post(`/jobs/${queued}/accept`, { token: await ann.formToken('/home'), ...fields })).status,
  ).toBe(404)
})

test('a submission accepts issues for itself, and its dates must be to come', async () => {
  const { key } = await createKey(api.queue.pool, 'eve@example.com')
  const ask = (accept: unknown) =>
    api.ask('POST', '/api/v1/scorecard', {
      key,
      body: { ...PAIR, original_url: 'https://www.example.com/eve', accept },
    })
  const good = { key: 'seo/x', reason: 'It is meant to be so.' }
  const errors = async (accept: unknown) => ((await ask(accept)).json as { errors: object[] }).errors
  expect(await errors([{ ...good, expires: '2020-01-01' }])).toEqual([
    { pointer: '/accept/0/expires', detail: 'is in the past' },
  ])
  expect(await errors([{ ...good, reason: 'short' }])).toMatchObject([{ pointer: '/accept/0/reason' }])
  expect(await errors([good, good])).toMatchObject([
    { pointer: '/accept', detail: 'must not name a key twice' },
  ])
  expect(await errors([{ ...good, key: 'a\0' }])).toMatchObject([{ pointer: '/accept/0/key' }])
  expect(await errors([{ ...good, by: 'me' }])).toMatchObject([{ pointer: '/accept/0/by' }])
  const { status, json } = await ask([good])
  expect(status).toBe(202)
  const { job_id: id } = json as { job_id: string }
  expect((await taken(api, id)).accepted).toMatchObject([{ ...good, by: 'the submission' }])
})

test('runs of a page are its history, and a job tells what changed since the run before', async () => {
  const original_url = 'https://www.example.com/history'
  const first = await verified(api, annId, card([issue('seo/a'), issue('seo/b')]), {
    original_url,
    new_url: 'https://pr-1.example.app/',
  })
  const second = await verified(api, annId, card([issue('seo/b'), issue('seo/c')], { score: 75 }), {
    original_url,
    new_url: 'https://pr-2.example.app/',
  })
  await verified(api, annId, card([]), { original_url, page_name: 'Another name' })
  const jobOf = async (id: string) => Job.parse((await api.ask('GET', `/api/v1/jobs/${id}`)).json)
  expect((await jobOf(first)).since).toBeUndefined()
  const { since, scorecard } = await jobOf(second)
  expect(since).toMatchObject({ new: 1, still: 1, fixed: { issues: [{ key: 'seo/a' }] } })
  expect(scorecard!.suites[0]!.issues.map(({ change }) => change)).toEqual(['still', 'new'])

  const { status, text } = await ann.get(`/pages/${pageOf(original_url)}`)
  expect(status).toBe(200)
  expect(text).toContain('<polyline points="5,')
  expect(text).toContain('seo, the oldest run first: 70.0, 75.0; target 80')
  expect(text.match(/<circle/g)).toHaveLength(2)
  expect(text).toContain('It says seo/a')
  expect(text).not.toMatch(/<script(?! src=)|<style| style=| on\w+=/)
  expect(
    (await ann.get(`/pages/${pageOf(original_url)}?name=Another%20name`)).text.match(/<circle/g),
  ).toHaveLength(1)
  expect((await ann.get(`/pages/${pageOf(original_url)}?name=x%00`)).status).toBe(404)

  // The run before is deleted: what is told of the later one is another answer.
  const etag = (await api.ask('GET', `/api/v1/jobs/${second}`)).headers.etag as string
  await api.queue.pool.query('DELETE FROM jobs WHERE id = $1', [first])
  const again = await api.ask('GET', `/api/v1/jobs/${second}`, { headers: { 'if-none-match': etag } })
  expect(again.status).toBe(200)
  expect(Job.parse(again.json).since).toBeUndefined()
})

test('a job without secrets tells nothing of one that was submitted with some', async () => {
  const original_url = 'https://www.example.com/gated'
  const secret = { original_url, storefront_password: 'open-sesame-7' }
  await verified(api, annId, card([issue('seo/behind-the-gate')]), secret)
  const open = await verified(api, annId, card([]), { original_url })
  const gated = await verified(api, annId, card([]), secret)
  const sinceOf = async (id: string) => Job.parse((await api.ask('GET', `/api/v1/jobs/${id}`)).json).since
  expect(await sinceOf(open)).toBeUndefined()
  expect(await sinceOf(gated)).toBeDefined()
})

test('whatever a page says is text', async () => {
  const hostile = `"><script>alert(1)</script><img src=x onerror=alert(1)>`
  const original_url = 'https://www.example.com/hostile'
  const id = await verified(
    api,
    annId,
    { ...card([issue(`seo/${hostile}`, { message: hostile })]), pageName: hostile },
    { original_url },
  )
  await verified(api, annId, card([]), { original_url })
  const token = await ann.formToken('/home')
  const path = `/jobs/${id}/accept`
  await ann.post(path, { token, key: `seo/${hostile}`, reason: `${hostile} is meant so` })
  const pages = [
    await ann.get('/home'),
    await ann.get(`/pages/${pageOf(original_url)}`),
    await ann.get(`${path}?key=${encodeURIComponent(`seo/${hostile}`)}`),
    await ann.post(path, { token, key: `seo/${hostile}`, reason: hostile, expires: hostile }),
    await ann.post('/home/page', {
      token,
      original_url: hostile,
      new_url: hostile,
      page_name: hostile,
      ignore: hostile,
    }),
    await ann.post('/home/pairs', { token, pairs: hostile }),
    await ann.get(
      `/home?original_url=${encodeURIComponent(hostile)}&page_name=${encodeURIComponent(hostile)}`,
    ),
  ]
  for (const { text } of pages) {
    expect(text).toContain('&lt;script')
    expect(text).not.toMatch(/<script>|<img/)
  }
})
