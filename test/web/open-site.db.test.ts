import { afterAll, beforeAll, expect, test } from 'vitest'
import { readConfig } from '../../server/config/index.ts'
import { openSite } from '../../server/web/open-site.ts'
import { type ForgingProvider, forgingProvider } from '../accounts/forging-provider.ts'
import { type TestApi, testApi } from '../api/test-api.ts'
import { openBrowser } from './browser.ts'

let provider: ForgingProvider
let api: TestApi
let close: () => Promise<void>

beforeAll(async () => {
  provider = await forgingProvider()
  const config = readConfig({
    PUBLIC_URL: 'http://localhost:3000',
    GOOGLE_CLIENT_ID: 'cutover',
    GOOGLE_CLIENT_SECRET: 'secret',
    OIDC_ISSUER: provider.issuer,
    GITHUB_OIDC_ISSUER: provider.issuer,
    CUTOVER_ALLOWED_DOMAINS: 'example.com',
    CUTOVER_DEFAULT_TIER: 'free',
  })
  api = await testApi({
    site: pool => {
      const site = openSite(config, pool)
      close = site.close
      return site
    },
  })
})
afterAll(async () => {
  await close()
  await api.close()
  await provider.close()
})

test('on localhost people sign in as the settings say, with plain cookies', async () => {
  const browser = openBrowser(api)
  expect((await browser.get('/')).text).toMatch(
    /<a class="button" href="\/sign-in" rel="nofollow">Sign in<\/a>/,
  )
  const left = await browser.get('/sign-in')
  const asked = new URL(left.headers.location!).searchParams
  expect(asked.get('redirect_uri')).toBe('http://localhost:3000/sign-in/callback')
  const back = new URLSearchParams({ code: asked.get('nonce')!, state: asked.get('state')! })
  const answer = await browser.get(`/sign-in/callback?${back}`)
  expect(answer).toMatchObject({ status: 303, headers: { location: 'http://localhost:3000/keys' } })
  expect([answer.headers['set-cookie']].flat()[1]).toMatch(
    /^cutover-session=[\w-]{43}; Path=\/; Max-Age=604800; HttpOnly; SameSite=Lax$/,
  )
  const page = await browser.get('/keys')
  expect(page.text).toContain('<span class="badge">free</span>')
  expect(page.headers['strict-transport-security']).toBeUndefined()

  provider.forge = { claims: { sub: 'ben', email: 'ben@example.org' } }
  const other = openBrowser(api)
  const again = new URL((await other.get('/sign-in')).headers.location!).searchParams
  const query = new URLSearchParams({ code: again.get('nonce')!, state: again.get('state')! })
  expect((await other.get(`/sign-in/callback?${query}`)).status).toBe(403)
})

test('workflows show tokens for the address of the settings', async () => {
  const now = Math.floor(Date.now() / 1000)
  const token = await provider.sign({
    ...{ iss: provider.issuer, aud: 'http://localhost:3000', iat: now, exp: now + 60, jti: 'one' },
    ...{ repository: 'octo/shop', repository_id: '74' },
  })
  const body = { token, account: '00000000-0000-4000-8000-000000000000' }
  const answer = await api.ask('POST', '/api/v1/token-exchange', { body })
  expect(answer.json.code).toBe('repository_not_allowed')
})
