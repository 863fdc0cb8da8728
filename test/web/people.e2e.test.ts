/** The pages in a real browser, with the emulator of Google as the sign-in service. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { createEmulator, type Emulator } from 'emulate'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { authenticate } from '../../server/accounts/keys.ts'
import { createSignIn, type SignIn } from '../../server/accounts/sign-in/sign-in.ts'
import { findBrowser } from '../../server/setup/browser.mjs'
import { type TestApi, testApi } from '../api/test-api.ts'
import { freePort } from './free-port.ts'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
let browser: Browser
let api: TestApi
let signIn: SignIn
let google: Emulator
let home: string

beforeAll(async () => {
  const port = await freePort()
  home = `http://localhost:${port}`
  const [clientId, clientSecret, redirectUri] = ['client', 'secret', `${home}/sign-in/callback`]
  google = await createEmulator({
    service: 'google',
    port: 0,
    seed: {
      google: {
        users: [
          { email: 'ann@example.com', name: 'Ann' },
          { email: 'nobody@example.org', name: 'Unverified', email_verified: false },
        ],
        oauth_clients: [
          {
            client_id: clientId,
            client_secret: clientSecret,
            name: 'Cutover',
            redirect_uris: [redirectUri],
          },
        ],
      },
    },
  })
  api = await testApi({
    port,
    site: pool => {
      signIn = createSignIn({
        ...{ pool, issuer: google.url, clientId, clientSecret, redirectUri },
        ...{ allowedDomains: [], firstTier: 'free' },
      })
      const tokens = { verify: () => Promise.reject(new Error('not asked for')), close: async () => {} }
      return { publicUrl: home, signIn, signInWith: 'Google', tokens }
    },
  })
  browser = await chromium.launch({
    executablePath: (await findBrowser())!,
    chromiumSandbox: process.getuid?.() !== 0,
  })
})
afterAll(async () => {
  await browser?.close()
  await signIn?.close()
  await api?.close()
  await google?.close()
})

/** A page that remembers what its browser complained of: refused scripts and styles among it. */
async function open(context: BrowserContext): Promise<{ page: Page; complaints: string[] }> {
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('console', message => void (message.type() === 'error' && complaints.push(message.text())))
  page.on('pageerror', error => void complaints.push(error.message))
  return { page, complaints }
}

async function signInAs(page: Page, email: string): Promise<void> {
  await page.goto(home)
  await page.getByRole('link', { name: 'Sign in with Google' }).click()
  await page.getByRole('button', { name: email }).click()
}

async function violations(page: Page): Promise<string[]> {
  await page.evaluate(AXE)
  return page.evaluate(async () => {
    const { axe } = globalThis as unknown as { axe: typeof import('axe-core') }
    const { violations } = await axe.run()
    return violations.flatMap(({ id, nodes }) => nodes.map(node => `${id}: ${node.html.slice(0, 200)}`))
  })
}

const overflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

test.each([
  ['with', true],
  ['without', false],
])(
  'somebody signs in, makes a key, uses it, revokes it and signs out, %s JavaScript',
  async (_, javaScriptEnabled) => {
    const context = await browser.newContext({
      javaScriptEnabled,
      permissions: ['clipboard-read', 'clipboard-write'],
    })
    const { page, complaints } = await open(context)
    await signInAs(page, 'ann@example.com')
    expect(page.url()).toBe(`${home}/keys`)
    expect(await page.locator('header').textContent()).toContain('ann@example.com')

    await page.getByLabel('Name').fill('<b>CI</b> & "more"')
    await page.getByLabel('Expires').selectOption('In 30 days')
    await page.getByRole('button', { name: 'Create key' }).click()
    const key = (await page.locator('#key').textContent())!
    expect(await authenticate(api.queue.pool, `Bearer ${key}`)).not.toBeNull()
    expect(await page.locator('#curl').textContent()).toContain(`-H 'Authorization: Bearer ${key}' \\\n`)
    expect(await page.locator('.copier').first().isVisible()).toBe(javaScriptEnabled)
    if (javaScriptEnabled) {
      await page.locator('[data-copy=key]').click()
      await page.getByRole('button', { name: 'Copied' }).waitFor()
      expect(await page.evaluate('navigator.clipboard.readText()')).toBe(key)
    }

    await page.goto(`${home}/keys`)
    expect(await page.content()).not.toContain(key)
    const row = page.locator('.list li').filter({ hasText: key.slice(0, 17) })
    expect(await row.locator('b').textContent()).toBe('<b>CI</b> & "more"')
    await row.locator('summary').click()
    await row.getByRole('button').click()
    expect(await page.getByRole('status').textContent()).toContain('revoked')
    expect(await authenticate(api.queue.pool, `Bearer ${key}`)).toBeNull()

    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByRole('link', { name: 'Sign in with Google' }).waitFor()
    expect((await context.cookies()).filter(({ name }) => name.includes('cutover'))).toEqual([])
    expect(complaints).toEqual([])
    await context.close()
  },
)

test('an address that Google has not verified does not get in', async () => {
  const context = await browser.newContext()
  const { page } = await open(context)
  await signInAs(page, 'nobody@example.org')
  expect(await page.locator('main').textContent()).toContain('nobody@example.org is not verified')
  expect((await context.cookies(home)).map(({ name }) => name)).toEqual([])
  await context.close()
})

test.each([
  ['a phone', 375, 'light'],
  ['a desktop', 1440, 'dark'],
] as const)('pages shut nobody out and fit %s', async (_, width, colorScheme) => {
  const context = await browser.newContext({ viewport: { width, height: 800 }, colorScheme })
  const { page, complaints } = await open(context)
  const check = async () => {
    expect(await violations(page)).toEqual([])
    expect(await overflow(page)).toBe(0)
  }
  await page.goto(home)
  await check()
  await page.goto(`${home}/sign-in/callback`)
  expect(await page.locator('h1').textContent()).toBe('Sign in again')
  await check()
  expect(complaints.splice(0)).toEqual([expect.stringContaining('403')])
  await signInAs(page, 'ann@example.com')
  await page
    .getByLabel('Repository')
    .fill('octo-company/a-repository-with-a-very-long-name-that-has-to-be-broken')
  await page.getByRole('button', { name: 'Allow' }).click()
  await page.getByRole('status').waitFor()
  await page.getByRole('button', { name: 'Create key' }).click()
  await page.locator('summary').last().click()
  await check()
  await page.getByLabel('Repository').fill('nonsense')
  await page.getByRole('button', { name: 'Allow' }).click()
  expect(await page.locator('#repository-wrong').textContent()).toContain('owner/name')
  await check()
  expect(complaints).toEqual([expect.stringContaining('422')])
  await context.close()
})
