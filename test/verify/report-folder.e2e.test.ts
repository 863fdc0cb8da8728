/** The report of `--out` in a real browser, from the disk. */
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Browser } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Job } from '../../server/contract.ts'
import { writeReport } from '../../server/verify/report-folder.ts'
import { hostileJob } from '../report/hostile-job.ts'
import { makeIssue, makeJob, makeSuite } from '../report/made.ts'
import { complaintsOf, openChromium } from '../web/chromium.ts'
import { pictures } from '../web/report-jobs.ts'

let browser: Browser
const root = await mkdtemp(join(tmpdir(), 'report-folder-'))
beforeAll(async () => {
  browser = await openChromium()
})
afterAll(async () => {
  await browser?.close()
  await rm(root, { recursive: true })
})

/** The report of `job` from the disk, and what its browser complained of or asked others for. */
async function opened(name: string, job: Job, files: Record<string, Uint8Array | string> = {}) {
  const folder = join(root, name)
  for (const [file, bytes] of Object.entries(files)) {
    await mkdir(join(folder, file, '..'), { recursive: true })
    await writeFile(join(folder, file), bytes)
  }
  await writeReport(folder, job)
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  const page = await context.newPage()
  const bad = complaintsOf(page)
  page.on('requestfailed', request => void bad.push(request.url()))
  page.on('request', request => void (!request.url().startsWith('file:') && bad.push(request.url())))
  await page.goto(pathToFileURL(join(folder, 'report.html')).href)
  return { folder, page, bad, close: () => context.close() }
}

const JOB = makeJob([
  makeSuite({ issues: [makeIssue(), makeIssue({ key: 'b', message: 'A link is dead' })] }),
])

test('the report opens from a disk with its pictures, its scripts and the documentation of its rules', async () => {
  const { folder, page, bad, close } = await opened(
    'plain',
    JOB,
    await pictures({ original: 300, rebuilt: 400 }),
  )
  expect(await page.locator('.stamp').textContent()).toBe('Fail')
  await page.locator('#look').scrollIntoViewIfNeeded()
  const picture = page.locator('[data-pane=original] img').first()
  await expect.poll(() => picture.evaluate(image => (image as HTMLImageElement).naturalWidth)).toBe(1440)
  await page.getByLabel('Search').fill('dead')
  expect(await page.locator('[data-issue]:visible .message').allTextContents()).toEqual(['A link is dead'])
  await page.locator('[data-issue]:visible summary').click()
  await page.getByRole('link', { name: 'content/facts/changed' }).click()
  expect(new URL(page.url()).pathname).toBe(`${folder}/assets/docs/checks/content.html`)
  expect(await page.locator('h1').textContent()).toContain('content')
  expect(await page.evaluate(() => getComputedStyle(document.body).margin)).toBe('0px')
  expect(bad).toEqual([])
  await close()
})

test('every link and file of the folder is in it', async () => {
  const { folder, close } = await opened('links', JOB)
  const files = new Set(await readdir(folder, { recursive: true }))
  const pages = [...files].filter(file => file.endsWith('.html'))
  expect(pages.length).toBeGreaterThan(9)
  for (const page of pages)
    for (const [, link] of (await readFile(join(folder, page), 'utf8')).matchAll(
      /(?:href|src)="([^"#:]+)[#"]/g,
    ))
      expect(files, `${link} in ${page}`).toContain(join(page, '..', link!))
  await close()
})

test('hostile texts are texts there as well', async () => {
  const { page, bad, close } = await opened('hostile', hostileJob())
  await page.evaluate(() => {
    for (const details of document.querySelectorAll('details')) details.open = true
  })
  expect(await page.locator('main > article > section').count()).toBeGreaterThan(3)
  expect(bad).toEqual([])
  await close()
})

test('a job that failed has a report that says what to do', async () => {
  const { scorecard, ...job } = JOB
  const error = {
    ...{ type: '', title: 'The page is not HTML', status: 422, detail: 'It is a file.' },
    code: 'not_html' as const,
  }
  const { page, bad, close } = await opened('failed', { ...job, status: 'failed', error })
  expect(await page.locator('h1').textContent()).toBe('The page is not HTML')
  expect(await page.locator('main').textContent()).toContain('Submit the address of a page.')
  expect(bad).toEqual([])
  await close()
})
