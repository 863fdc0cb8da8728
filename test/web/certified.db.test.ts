/** Sign-in with a certified OpenID provider, which itself refuses what it must. */
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
// @ts-expect-error it has no types of its own
import Provider from 'oidc-provider'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSignIn, type SignIn } from '../../server/accounts/sign-in/sign-in.ts'
import { type TestApi, testApi } from '../api/test-api.ts'
import { type Browser, openBrowser, PUBLIC_URL } from './browser.ts'

const CALLBACK = `${PUBLIC_URL}/sign-in/callback`
let api: TestApi
let signIn: SignIn
let server: Server
let issuer = ''

const client = (id: string) => ({
  client_id: id,
  client_secret: 'secret',
  redirect_uris: [CALLBACK],
  token_endpoint_auth_method: 'client_secret_post' as const,
})

beforeAll(async () => {
  const { createServer } = await import('node:http')
  server = createServer((request, response) => answer(request, response))
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const provider = new Provider(issuer, {
    clients: [client('cutover'), client('another')],
    conformIdTokenClaims: false,
    claims: { openid: ['sub'], email: ['email', 'email_verified'] },
    findAccount: (_: unknown, id: string) => ({
      accountId: id,
      claims: () => ({ sub: id, email: `${id}@example.com`, email_verified: id !== 'unverified' }),
    }),
    cookies: { keys: ['test'] },
  })
  const answer = provider.callback()
  api = await testApi({
    site: pool => {
      signIn = createSignIn({
        ...{ pool, issuer, clientId: 'cutover', clientSecret: 'secret' },
        ...{ redirectUri: CALLBACK, allowedDomains: [], firstTier: 'paid' },
      })
      return { publicUrl: PUBLIC_URL, signIn }
    },
  })
})
afterAll(async () => {
  await signIn.close()
  await api.close()
  server.closeAllConnections()
  await new Promise(resolve => server.close(resolve))
})

/** Goes through the provider's pages as `login`. @returns the query with which it sends back */
async function consent(location: string, login: string): Promise<string> {
  const cookies = new Map<string, string>()
  const go = async (address: string, fields?: Record<string, string>): Promise<Response> => {
    const response = await fetch(address, {
      redirect: 'manual',
      headers: { cookie: [...cookies].map(pair => pair.join('=')).join('; ') },
      ...(fields && { method: 'POST', body: new URLSearchParams(fields) }),
    })
    for (const line of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!
      cookies.set(name!, value!)
    }
    return response
  }
  let [at, response] = [location, await go(location)]
  for (let steps = 0; steps < 12; steps++) {
    const next = response.headers.get('location')
    if (next?.startsWith(CALLBACK)) return new URL(next).search.slice(1)
    if (next) {
      at = new URL(next, at).href
      response = await go(at)
      continue
    }
    const page = await response.text()
    const action = /<form[^>]* action="([^"]+)"/.exec(page)![1]!
    const prompt = /name="prompt" value="([^"]+)"/.exec(page)![1]!
    at = new URL(action, at).href
    response = await go(at, { prompt, ...(prompt === 'login' && { login, password: 'x' }) })
  }
  throw new Error(`${login} does not come back from the provider`)
}

async function leave(browser: Browser): Promise<string> {
  const { status, headers } = await browser.get('/sign-in')
  expect(status).toBe(303)
  return headers.location!
}

const comeBack = (browser: Browser, query: string) => browser.get(`/sign-in/callback?${query}`)
const withCode = (query: string, from: string) => {
  const changed = new URLSearchParams(query)
  changed.set('code', new URLSearchParams(from).get('code')!)
  return String(changed)
}
const reason = () => api.queue.logged.filter(line => line.includes('"reason"')).at(-1)

test('somebody signs in, out, and in again', async () => {
  const browser = openBrowser(api)
  const answer = await comeBack(browser, await consent(await leave(browser), 'ann'))
  expect(answer).toMatchObject({ status: 303, headers: { location: `${PUBLIC_URL}/keys` } })
  expect((await browser.get('/keys')).text).toContain('ann@example.com')
  await browser.post('/sign-out', { token: await browser.formToken() })
  expect((await browser.get('/keys')).status).toBe(303)
  expect((await comeBack(browser, await consent(await leave(browser), 'ann'))).status).toBe(303)
  const { rows } = await api.queue.pool.query("SELECT issuer, subject FROM accounts WHERE subject = 'ann'")
  expect(rows).toEqual([{ issuer, subject: 'ann' }])
})

test('a code that was used is refused', async () => {
  const browser = openBrowser(api)
  const used = await consent(await leave(browser), 'ben')
  expect((await comeBack(browser, used)).status).toBe(303)
  expect((await comeBack(browser, used)).status).toBe(403)
  const thief = openBrowser(api)
  const own = await consent(await leave(thief), 'thief')
  expect((await comeBack(thief, withCode(own, used))).status).toBe(403)
  expect(reason()).toContain('invalid_grant')
  expect(thief.cookies.has('__Host-cutover-session')).toBe(false)
})

test('a code of another sign-in is refused: its proof of possession does not fit', async () => {
  const [victim, thief] = [openBrowser(api), openBrowser(api)]
  const stolen = await consent(await leave(victim), 'victim')
  const own = await consent(await leave(thief), 'thief')
  expect((await comeBack(thief, withCode(own, stolen))).status).toBe(403)
  expect(reason()).toContain('invalid_grant')
  expect(thief.cookies.has('__Host-cutover-session')).toBe(false)
})

test('a code that was given to another client is refused', async () => {
  const browser = openBrowser(api)
  const location = await leave(browser)
  const other = new URL(location)
  other.searchParams.set('client_id', 'another')
  expect((await comeBack(browser, await consent(other.href, 'ann'))).status).toBe(403)
  expect(reason()).toContain('invalid_grant')
  expect(browser.cookies.has('__Host-cutover-session')).toBe(false)
})

test('an answer in the name of another issuer is refused', async () => {
  const browser = openBrowser(api)
  const query = new URLSearchParams(await consent(await leave(browser), 'ann'))
  expect(query.get('iss')).toBe(issuer)
  query.set('iss', 'https://evil.example')
  expect((await comeBack(browser, String(query))).status).toBe(403)
  expect(reason()).toMatch(/iss/)
})

test('an address that is not verified is refused', async () => {
  const browser = openBrowser(api)
  const answer = await comeBack(browser, await consent(await leave(browser), 'unverified'))
  expect(answer.status).toBe(403)
  expect(answer.text).toContain('unverified@example.com is not verified')
  expect(browser.cookies.has('__Host-cutover-session')).toBe(false)
})
