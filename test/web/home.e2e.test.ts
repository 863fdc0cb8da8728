/** Home, history and acceptance in a real browser, with and without scripts, on a phone and on a desk, light and dark. */
import type { Browser } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { accountFor } from '../../server/accounts/accounts.ts'
import { openSession } from '../../server/accounts/sessions.ts'
import { pageOf } from '../../server/jobs/page.ts'
import { type TestApi, testApi } from '../api/test-api.ts'
import { complaintsOf, openChromium, overflow, violations } from './chromium.ts'
import { freePort } from './free-port.ts'
import { card, issue, verified } from './runs.ts'

const original_url = 'https://www.example.com/a-page-with-a-long-address-that-has-to-break/somewhere/or-other'
let browser: Browser
let api: TestApi
let home: string
let session: string
let job: string

beforeAll(async () => {
  const port = await freePort()
  home = `http://localhost:${port}`
  api = await testApi({ port, site: () => ({ publicUrl: home }) })
  const account = await accountFor(api.queue.pool, 'ann@example.com')
  session = await openSession(api.queue.pool, account)
  await verified(api, account, card([issue('seo/a'), issue('seo/b')]), { original_url })
  const { rule, severity, penalty, charged, message, fix } = issue('seo/c')
  const members = ['seo/c', 'seo/d'].map(key => ({ key, rule, severity, penalty, charged, message, fix }))
  job = await verified(api, account, card([issue('seo/b'), issue('seo/c', { members })], { score: 78 }), {
    original_url,
  })
  browser = await openChromium()
})
afterAll(async () => {
  await browser?.close()
  await api?.close()
})

async function open(options: Parameters<Browser['newContext']>[0]) {
  const context = await browser.newContext(options)
  await context.addCookies([{ name: 'cutover-session', value: session, url: home }])
  const page = await context.newPage()
  return { page, complaints: complaintsOf(page), close: () => context.close() }
}

test.each([true, false])(
  'somebody accepts an issue and finds it in the history, scripts %s',
  async javaScriptEnabled => {
    const { page, complaints, close } = await open({ javaScriptEnabled })
    await page.goto(`${home}/jobs/${job}/accept?key=seo%2Fc`)
    await page.getByRole('checkbox').last().uncheck()
    await page.getByLabel('Why').fill('It was asked for by the owner.')
    await page.getByRole('button', { name: 'Accept' }).click()
    expect(await page.getByRole('status').textContent()).toContain('Accepted.')
    const row = page.locator('.list li')
    expect(await row.count()).toBe(1)
    expect(await row.textContent()).toContain('It was asked for by the owner.')
    await row.locator('summary').click()
    await row.getByRole('button').click()
    expect(await page.getByRole('status').textContent()).toContain('withdrawn')

    await page.getByRole('link', { name: 'Verify again' }).click()
    expect(await page.getByLabel('Original page').inputValue()).toBe(original_url)
    await page.getByText('Verify several pages').click()
    await page.getByLabel('Pairs').fill('https://www.example.com/x')
    await page.getByRole('button', { name: 'Verify all' }).click()
    expect(await page.locator('#pairs-wrong').textContent()).toBe('Line 1: the new address is missing.')
    expect(await page.getByLabel('Pairs').inputValue()).toBe('https://www.example.com/x')
    // The answer to a form that is wrong says so by its status.
    expect(complaints.filter(text => !text.includes('422'))).toEqual([])
    await close()
  },
)

test.each([
  [320, 'light'],
  [375, 'dark'],
  [1440, 'light'],
  [1440, 'dark'],
] as const)('at %d px, %s, everybody can use them', async (width, colorScheme) => {
  const { page, complaints, close } = await open({ viewport: { width, height: 900 }, colorScheme })
  for (const path of ['/home', `/pages/${pageOf(original_url)}`, `/jobs/${job}/accept?key=seo%2Fc`]) {
    await page.goto(home + path)
    for (const more of await page.locator('details.more > summary').all()) await more.click()
    expect(await violations(page)).toEqual([])
    expect(await overflow(page)).toBe(0)
  }
  expect(complaints).toEqual([])
  await close()
})
