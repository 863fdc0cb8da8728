/** A difference is accepted from the report by its owner, who has signed in, and by nobody else. */
import type { Browser, Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AcceptedIssue, Scorecard } from '../../server/contract.ts'
import { finish } from '../../server/jobs/end.ts'
import { makeScorecard } from '../../server/scorecard.ts'
import { claimNext } from '../api/completed-job.ts'
import { complaintsOf, openChromium } from './chromium.ts'
import { type ApiWithGoogle, apiWithGoogle } from './google.ts'

let browser: Browser
let google: ApiWithGoogle
beforeAll(async () => {
  google = await apiWithGoogle([{ email: 'ann@example.com', name: 'Ann' }])
  browser = await openChromium()
})
afterAll(async () => {
  await browser?.close()
  await google?.close()
})

/** What every run of the page finds, by the rules that charge it. */
function judged(accepted: AcceptedIssue[]): Scorecard {
  const findings = [
    {
      ...{ key: 'seo/title:changed', rule: 'seo/title/changed', severity: 'serious' as const, penalty: 0.5 },
      ...{ message: 'The title “Home” became “Index”', fix: 'Let it be “Home” again' },
    },
  ]
  const check = { id: 'seo/title', title: 'The title is kept', weight: 100 }
  const pair = { outcome: 'assessed' as const, findings }
  const baseline = { outcome: 'assessed' as const, findings: [] }
  const about = { pageName: 'Home', policy: 'regressions' as const, accepted, gaps: [], volatile: [] }
  return makeScorecard([{ suite: 'seo', checks: [{ ...check, pair, baseline }] }], about)
}

/** Submits what the form of the home page holds; the page that follows the job becomes its report. */
async function reported(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Verify', exact: true }).click()
  await page.getByRole('heading', { name: 'Waiting for its turn' }).waitFor()
  const claimed = await claimNext(google.api)
  await finish(google.api.queue, claimed, judged(claimed.accepted))
  await page.locator('.stamp').waitFor()
  return page.url()
}

/** What the report shows of its only issue. */
const shownOf = (page: Page) => {
  const issue = page.locator('[data-issue]')
  const message = issue.locator('.message')
  return {
    issue,
    colour: () => message.evaluate(one => getComputedStyle(one).color),
    struck: () => message.evaluate(one => getComputedStyle(one).textDecorationLine),
    points: () => issue.locator('.cost').count(),
    score: async () => [
      await page.locator('.stamp').textContent(),
      await page.locator('.suites-table td').first().textContent(),
    ],
  }
}

test('an owner accepts an issue from the report, and finds it greyed, uncharged, with who and why', async () => {
  const context = await browser.newContext()
  const page = await context.newPage()
  const complaints = complaintsOf(page)
  await google.signInAs(page, 'ann@example.com')
  await page.goto(`${google.home}/home`)
  await page.getByLabel('Original page').fill('http://127.0.0.1:8123/')
  await page.getByLabel('New page').fill('http://127.0.0.1:8123/new')

  const first = await reported(page)
  const before = shownOf(page)
  const colour = await before.colour()
  expect(await before.score()).toEqual(['Fail', '50.0'])
  expect(await before.points()).toBe(1)
  await before.issue.locator('summary').click()
  await before.issue.getByRole('link', { name: 'Accept this difference' }).click()
  await page.getByLabel('Why').fill('The owner asked for it.')
  await page.getByRole('button', { name: 'Accept' }).click()
  expect(await page.getByRole('status').textContent()).toContain('Accepted.')

  // The run that is accepted of stays as it was; the next one knows of it.
  await page.goto(first)
  expect(await shownOf(page).score()).toEqual(['Fail', '50.0'])
  await page.goBack()
  await page.getByRole('link', { name: 'Verify again' }).click()
  const second = await reported(page)
  const after = shownOf(page)
  expect(await after.score()).toEqual(['Pass', '100.0'])
  expect(await page.locator('.verdict').textContent()).toContain(
    '1 difference was accepted by an owner and is not charged.',
  )
  expect(await after.points()).toBe(0)
  expect(await after.struck()).toBe('line-through')
  expect(await after.colour()).not.toBe(colour)
  await after.issue.locator('summary').click()
  expect(await after.issue.textContent()).toContain('Accepted by ann: The owner asked for it.')
  expect(await after.issue.getByRole('link', { name: 'Accept this difference' }).count()).toBe(0)
  const { scorecard } = (await (await page.request.get(second.replace('/jobs', '/api/v1/jobs'))).json()) as {
    scorecard: Scorecard
  }
  expect(scorecard).toMatchObject({ accepted: 1, allPass: true })
  expect(complaints).toEqual([])

  const stranger = await browser.newPage()
  await stranger.goto(first)
  await stranger.locator('[data-issue] summary').click()
  expect(await stranger.getByRole('link', { name: 'Link to this issue' }).isVisible()).toBe(true)
  expect(await stranger.getByRole('link', { name: 'Accept this difference' }).count()).toBe(0)
  await stranger.close()
  await context.close()
})
