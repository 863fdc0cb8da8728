/** What the script of the progress view does in a real browser, under the policy that our pages have. */
import { get } from 'node:http'
import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { LIMITS } from '../../server/config/limits.ts'
import { reportProgress } from '../../server/jobs/claim.ts'
import { finish } from '../../server/jobs/end.ts'
import { submit } from '../../server/jobs/submit.ts'
import { CSP } from '../../server/web/render.ts'
import { claimNext } from '../api/completed-job.ts'
import { type TestApi, testApi } from '../api/test-api.ts'
import { SCORECARD, submission, until } from '../jobs/test-queue.ts'
import { complaintsOf, openChromium } from './chromium.ts'

let api: TestApi
let browser: Browser
beforeAll(async () => {
  api = await testApi({ limits: { ...LIMITS, address: { requestsPerMinute: 10_000, eventStreams: 2 } } })
  browser = await openChromium()
})
afterAll(async () => {
  await browser.close()
  await api.close()
})

interface Opened {
  page: Page
  loads(): number
  errors: string[]
}

/** A page that follows the job, and when it is loaded again does not, as the job has ended. */
async function openPage(id: string): Promise<Opened> {
  const page = await browser.newPage()
  const errors = complaintsOf(page)
  let loads = 0
  await page.route('**/follow', route => {
    loads++
    return route.fulfill({
      contentType: 'text/html',
      headers: { 'Content-Security-Policy': CSP },
      body: `<!doctype html><title>Job</title>
        <div ${loads === 1 ? `data-events="/api/v1/jobs/${id}/events"` : ''}>
          <progress value="0" max="100">0 %</progress><p data-phase role="status">waiting</p><p data-share></p>
        </div>
        <script src="/assets/progress.js" defer></script>`,
    })
  })
  await page.clock.install()
  await page.goto(`http://127.0.0.1:${api.port}/follow`)
  return { page, loads: () => loads, errors }
}

test('progress is shown as it goes on, and the page loads itself again once at the end', async () => {
  const id = await submit(api.queue, submission(), api.queue.accountId)
  const { page, loads, errors } = await openPage(id)
  const claimed = await claimNext(api)
  await reportProgress(api.queue, claimed, 'capturing <b>both</b> pages', 0.42)
  await page.getByText('capturing <b>both</b> pages').waitFor()
  expect(await page.locator('progress').evaluate(bar => (bar as HTMLProgressElement).value)).toBeCloseTo(42)
  expect(await page.locator('[data-share]').textContent()).toBe('42 %')
  expect(loads()).toBe(1)
  const again = page.waitForEvent('load')
  await finish(api.queue, claimed, SCORECARD)
  await again
  expect(loads()).toBe(2)
  expect(errors).toEqual([])
  await page.close()
})

test('a page that is given no stream loads itself again after a while', async () => {
  const id = await submit(api.queue, submission(), api.queue.accountId)
  const taken = await Promise.all(
    [0, 1].map(
      () =>
        new Promise<{ close(): void }>(resolve => {
          const request = get({ port: api.port, host: '127.0.0.1', path: `/api/v1/jobs/${id}/events` })
          request.on('error', () => {})
          request.on('response', response =>
            response.once('data', () => resolve({ close: () => request.destroy() })),
          )
        }),
    ),
  )
  const { page, loads, errors } = await openPage(id)
  // That the stream was refused is told as an error of the console.
  await until(async () => errors.length > 0)
  await until(async () => {
    await page.clock.fastForward(11_000).catch(() => {})
    return loads() > 1
  })
  expect(loads()).toBe(2)
  for (const { close } of taken) close()
  await page.close()
})
