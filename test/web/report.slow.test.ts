/** The pages of jobs in the colours in which report.e2e.test.ts does not look at them. */
import type { Browser } from 'playwright'
import { afterAll, beforeAll, test } from 'vitest'
import { type TestApi, testApi } from '../api/test-api.ts'
import { openChromium } from './chromium.ts'
import { freePort } from './free-port.ts'
import { expectOpenToAll } from './whole-report.ts'

let browser: Browser
let api: TestApi
let home: string

beforeAll(async () => {
  const port = await freePort()
  home = `http://localhost:${port}`
  api = await testApi({ port, site: () => ({ publicUrl: home }) })
  browser = await openChromium()
})
afterAll(async () => {
  await browser?.close()
  await api?.close()
})

test.each([
  [375, 'light'],
  [1440, 'dark'],
] as const)('the pages of jobs shut nobody out at %i px in %s', (width, colorScheme) =>
  expectOpenToAll(browser, api, home, width, colorScheme),
)
