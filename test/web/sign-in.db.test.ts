import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createSignIn } from '../../server/accounts/sign-in/sign-in.ts'
import { type Forgery, type ForgingProvider, forgingProvider } from '../accounts/forging-provider.ts'
import { type TestApi, testApi } from '../api/test-api.ts'
import { type Browser, openBrowser, PUBLIC_URL } from './browser.ts'

let provider: ForgingProvider
let api: TestApi
const closers: (() => Promise<void>)[] = []

/** A server whose people sign in with the provider. */
async function open(allowedDomains: string[] = [], issuer = provider.issuer): Promise<TestApi> {
  const opened = await testApi({
    site: pool => {
      const signIn = createSignIn({
        pool,
        issuer,
        clientId: 'cutover',
        clientSecret: 'secret',
        redirectUri: `${PUBLIC_URL}/sign-in/callback`,
        allowedDomains,
        firstTier: 'free',
      })
      closers.push(signIn.close)
      return { publicUrl: PUBLIC_URL, signIn }
    },
  })
  closers.push(opened.close)
  return opened
}

beforeAll(async () => {
  provider = await forgingProvider()
  closers.push(provider.close)
  api = await open()
})
afterAll(async () => {
  for (const close of closers.reverse()) await close()
})
beforeEach(async () => {
  provider.forge = {}
  await api.queue.pool.query('DELETE FROM sessions')
  await api.queue.pool.query('DELETE FROM sign_ins')
})

/** Leaves for the provider. @returns what it was asked */
async function leave(browser: Browser, path = '/sign-in'): Promise<URLSearchParams> {
  const answer = await browser.get(path)
  expect(answer.status).toBe(303)
  expect(answer.headers.location).toMatch(`${provider.issuer}/authorize?`)
  return new URL(answer.headers.location!).searchParams
}

/** Comes back. The code tells the provider which nonce to put in the token. */
const comeBack = (browser: Browser, asked: URLSearchParams, change: Record<string, string> = {}) =>
  browser.get(
    `/sign-in/callback?${new URLSearchParams({ code: asked.get('nonce')!, state: asked.get('state')!, ...change })}`,
  )

const SESSION = '__Host-cutover-session'

async function expectRefused(browser: Browser, answer: { status: number; text: string }) {
  expect(answer.status).toBe(403)
  expect(answer.text).toMatch(/<h1>(You could not be signed in|Sign in again|You are not signed in)<\/h1>/)
  expect(browser.cookies.has(SESSION)).toBe(false)
  expect((await api.queue.pool.query('SELECT FROM sessions')).rowCount).toBe(0)
  expect((await api.queue.pool.query('SELECT FROM accounts WHERE issuer IS NOT NULL')).rowCount).toBe(0)
}

// A reason in words is told to the person, the others are for the log.
test.each<[string, Forgery, string | RegExp]>([
  ['a wrong nonce', { claims: { nonce: 'another' } }, /unexpected ID Token .+nonce/],
  ['no nonce', { without: ['nonce'] }, /nonce.+ claim missing/],
  ['another audience', { claims: { aud: 'another-client' } }, /unexpected JWT .+aud/],
  [
    'several audiences and another authorized party',
    { claims: { aud: ['cutover', 'x'], azp: 'x' } },
    /unexpected ID Token .+azp/,
  ],
  ['another issuer', { claims: { iss: 'https://accounts.google.com' } }, /unexpected JWT .+iss/],
  ['an expired token', { claims: { exp: 1_700_000_000 } }, /expiration is past/],
  ['no expiry', { without: ['exp'] }, /exp.+ claim missing/],
  ['a token of the future', { claims: { nbf: 4_000_000_000 } }, /unexpected JWT .+nbf/],
  ['no subject', { without: ['sub'] }, /sub.+ claim missing/],
  ['alg none', { alg: 'none' }, /alg.+ header/],
  ['a signature by the client secret', { alg: 'HS256' }, /alg.+ header/],
  ['a signature by another key', { alg: 'other key' }, /signature verification failed/],
  ['an unverified address', { claims: { email_verified: false } }, 'ann@example.com is not verified'],
  [
    'an address of which is not said whether it is verified',
    { without: ['email_verified'] },
    'is not verified',
  ],
  ['no address', { without: ['email'] }, 'did not tell your e-mail'],
  ['an address that is none', { claims: { email: 'ann' } }, 'did not tell your e-mail'],
  [
    'no token',
    { answer: { status: 200, body: { access_token: 'a', token_type: 'Bearer' } } },
    /id_token.+must be a string/,
  ],
  ['a refused code', { answer: { status: 400, body: { error: 'invalid_grant' } } }, /invalid_grant/],
  [
    'an answer that is no JSON object',
    { answer: { status: 200, body: 'hello' } },
    /must be a top level object/,
  ],
])('%s is refused', async (_, forgery, why) => {
  const browser = openBrowser(api)
  const asked = await leave(browser)
  provider.forge = forgery
  const answer = await comeBack(browser, asked)
  await expectRefused(browser, answer)
  const told = typeof why === 'string'
  expect(told ? answer.text : api.queue.logged.filter(line => line.includes('"reason"')).at(-1)).toMatch(why)
})

test.each<[string, Record<string, string>]>([
  ['a wrong state', { state: 'another' }],
  ['no state', { state: '' }],
  ['a refusal by the person', { error: 'access_denied' }],
  ['an error of the provider', { error: 'server_error' }],
  ['no code', { code: '' }],
])('%s is refused', async (_, change) => {
  const browser = openBrowser(api)
  await expectRefused(browser, await comeBack(browser, await leave(browser), change))
})

test('a sign-in that another browser began is refused, and the one that began it can go on', async () => {
  const [attacker, victim] = [openBrowser(api), openBrowser(api)]
  const asked = await leave(attacker)
  await expectRefused(victim, await comeBack(victim, asked))
  await leave(victim)
  await expectRefused(victim, await comeBack(victim, asked))
  expect((await comeBack(attacker, asked)).status).toBe(303)
})

test('a sign-in can be used once, and for ten minutes', async () => {
  const browser = openBrowser(api)
  const asked = await leave(browser)
  const cookie = browser.cookies.get('__Host-cutover-sign-in')!
  expect((await comeBack(browser, asked)).status).toBe(303)
  const again = openBrowser(api, new Map([['__Host-cutover-sign-in', cookie]]))
  expect((await comeBack(again, asked)).status).toBe(403)

  const late = await leave(browser)
  await api.queue.pool.query("UPDATE sign_ins SET created_at = now() - interval '601 seconds'")
  const answer = await comeBack(browser, late)
  expect(answer.status).toBe(403)
  expect(answer.text).toContain('Sign in again')
  await leave(browser)
  expect((await api.queue.pool.query('SELECT FROM sign_ins')).rowCount).toBe(1)
})

test('who comes back rightly is signed in, under a new session each time', async () => {
  const browser = openBrowser(api)
  const asked = await leave(browser, '/sign-in?return_to=/keys?x=1')
  expect(Object.fromEntries(asked)).toMatchObject({
    response_type: 'code',
    client_id: 'cutover',
    redirect_uri: `${PUBLIC_URL}/sign-in/callback`,
    scope: 'openid email',
    code_challenge_method: 'S256',
  })
  const answer = await comeBack(browser, asked)
  expect(answer.status).toBe(303)
  expect(answer.headers.location).toBe(`${PUBLIC_URL}/keys?x=1`)
  expect(provider.asked.get('code_verifier')).toMatch(/^[\w-]{43,}$/)
  const [left, session] = [answer.headers['set-cookie']].flat()
  expect(left).toMatch(/^__Host-cutover-sign-in=; .*Max-Age=0/)
  expect(session).toMatch(
    /^__Host-cutover-session=[\w-]{43}; Path=\/; Max-Age=604800; HttpOnly; SameSite=Lax; Secure$/,
  )
  const first = browser.cookies.get(SESSION)!
  const { rows } = await api.queue.pool.query('SELECT hash FROM sessions')
  expect(rows).toHaveLength(1)
  expect(rows[0].hash.toString('base64url')).not.toContain(first)
  expect((await browser.get('/keys')).text).toContain('ann@example.com')

  await comeBack(browser, await leave(browser))
  expect(browser.cookies.get(SESSION)).not.toBe(first)
  expect((await openBrowser(api, new Map([[SESSION, first]])).get('/keys')).status).toBe(303)
  expect((await api.queue.pool.query('SELECT FROM sessions')).rowCount).toBe(1)
  const accounts = await api.queue.pool.query('SELECT email, tier FROM accounts WHERE issuer IS NOT NULL')
  expect(accounts.rows).toEqual([{ email: 'ann@example.com', tier: 'free' }])
})

test.each([
  'https://evil.example/',
  '//evil.example/',
  '/\\evil.example/',
  '\\\\evil.example',
  '/\t/evil.example',
  '/..//evil.example',
  '/.//evil.example',
  'javascript:alert(1)',
  'keys',
  `/${'a'.repeat(2000)}`,
])('return_to %j leads to the keys page', async to => {
  const browser = openBrowser(api)
  const answer = await comeBack(
    browser,
    await leave(browser, `/sign-in?return_to=${encodeURIComponent(to)}&return_to=/other`),
  )
  expect(answer.headers.location).toBe(`${PUBLIC_URL}/keys`)
})

test('only accounts of allowed domains get in', async () => {
  const closed = await open(['example.org', 'example.net'])
  const browser = openBrowser(closed)
  const refused = await comeBack(browser, await leave(browser))
  expect(refused.status).toBe(403)
  expect(refused.text).toContain('ann@example.com may not sign in here')
  provider.forge = { claims: { email: 'Ann@Example.net' } }
  expect((await comeBack(browser, await leave(browser))).status).toBe(303)
})

test('a provider that cannot be reached is told, and asked again the next time', async () => {
  const gone = await forgingProvider()
  const server = await open([], gone.issuer)
  await gone.close()
  const answer = await openBrowser(server).get('/sign-in')
  expect(answer.status).toBe(503)
  expect(answer.text).toContain('cannot be reached at the moment')
  expect(server.queue.logged.join()).toContain('sign_in_unavailable')
  const redirectsAway = await openBrowser(server).get('/keys')
  expect(redirectsAway.headers.location).toBe(`${PUBLIC_URL}/sign-in?return_to=%2Fkeys`)
})

test('nothing of a token or a code is logged', async () => {
  const browser = openBrowser(api)
  provider.forge = { alg: 'none', claims: { secret: 'canary' } }
  const asked = await leave(browser)
  await comeBack(browser, asked)
  const logged = api.queue.logged.join('\n')
  expect(logged).toContain('sign_in_refused')
  for (const secret of [asked.get('state')!, asked.get('nonce')!, 'eyJ', 'canary'])
    expect(logged).not.toContain(secret)
})
