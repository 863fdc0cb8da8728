/** The pages in a real browser, with the emulator of Google as the sign-in service. */
import type { Browser, BrowserContext, Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { authenticate } from '../../server/accounts/keys.ts'
import type { TestApi } from '../api/test-api.ts'
import { complaintsOf, openChromium, overflow, violations } from './chromium.ts'
import { type ApiWithGoogle, apiWithGoogle } from './google.ts'

let browser: Browser
let google: ApiWithGoogle
let api: TestApi
let home: string
let signInAs: ApiWithGoogle['signInAs']

beforeAll(async () => {
  google = await apiWithGoogle([
    { email: 'ann@example.com', name: 'Ann' },
    { email: 'nobody@example.org', name: 'Unverified', email_verified: false },
  ])
  ;({ api, home, signInAs } = google)
  browser = await openChromium()
})
afterAll(async () => {
  await browser?.close()
  await google?.close()
})

async function open(context: BrowserContext): Promise<{ page: Page; complaints: string[] }> {
  const page = await context.newPage()
  return { page, complaints: complaintsOf(page) }
}

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
