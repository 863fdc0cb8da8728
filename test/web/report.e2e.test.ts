/** The page of a job in a real browser. */
import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestApi, testApi } from '../api/test-api.ts'
import { hostileJob } from '../report/hostile-job.ts'
import { HOSTILE } from '../report/hostile-strings.ts'
import { makeIssue, makeJob, makeSuite } from '../report/made.ts'
import { complaintsOf, openChromium, overflow } from './chromium.ts'
import { freePort } from './free-port.ts'
import { picture, queuedJob, reportedJob, withExhibits } from './report-jobs.ts'
import { EXHIBITS, expectOpenToAll, FILES, FILM, ISSUES, openAll, scorecard } from './whole-report.ts'

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

/** What a page did that it must not: complaints of its browser, refusals of the policy, requests to elsewhere. */
async function watched(options: BrowserContextOptions = {}) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, ...options })
  const page = await context.newPage()
  const bad = complaintsOf(page)
  await context.exposeFunction('pwned', () => void bad.push('a script of the page ran'))
  await context.exposeFunction('refused', (what: string) => void bad.push(`the policy refused ${what}`))
  await context.addInitScript(() => {
    addEventListener('securitypolicyviolation', event =>
      (globalThis as unknown as { refused(what: string): void }).refused(
        `${event.violatedDirective} ${event.blockedURI} ${event.sample}`,
      ),
    )
  })
  page.on('dialog', dialog => void bad.push(`a dialog: ${dialog.message()}`))
  page.on('request', request => void (new URL(request.url()).origin !== home && bad.push(request.url())))
  return { context, page, bad }
}

test.each([
  [1440, 900],
  [375, 812],
])('a hundred hostile texts in every field are text, %i px wide', async (width, height) => {
  expect(HOSTILE).toHaveLength(100)
  const id = await reportedJob(api, hostileJob().scorecard, FILES)
  const { context, page, bad } = await watched({ viewport: { width, height } })
  await page.goto(`${home}/jobs/${id}?q=${encodeURIComponent(HOSTILE[0]!)}`)
  await page.goto(`${home}/jobs/${id}`)
  expect(await page.locator('[data-issue]').count()).toBe(HOSTILE.length)
  await openAll(page)
  await page.getByLabel('Search').fill('pwned')
  for (let turn = 0; turn < 3; turn++) await page.locator('h1').press('n')
  await page.waitForTimeout(300)
  expect(await overflow(page)).toBe(0)
  // The page is whole to its end.
  expect(await page.locator('main > article > section').count()).toBe(7)
  expect(
    await page.evaluate(() => document.querySelectorAll('iframe, object, embed, base, style').length),
  ).toBe(0)
  expect(bad).toEqual([])
  await context.close()
})

test('both pages scroll together by what stands on them, not by their heights', async () => {
  const id = await reportedJob(api, scorecard, FILES)
  const { context, page, bad } = await watched()
  await page.goto(`${home}/jobs/${id}`)
  const [original, rebuilt] = ['original', 'rebuilt'].map(side =>
    page.locator(`[data-screen="1440"] [data-pane=${side}]`),
  )
  /** What is in the middle of a pane, in px of the page. */
  const middle = (pane: typeof original) =>
    pane!.evaluate(one => ((one.scrollTop + one.clientHeight / 2) / one.clientWidth) * 1440)
  const scrollTo = (pane: typeof original, y: number) =>
    pane!.evaluate((one, y) => {
      one.scrollTop = (y / 1440) * one.clientWidth - one.clientHeight / 2
    }, y)
  await original!.scrollIntoViewIfNeeded()
  // Behind the block that the new page has not, all stands 600 px higher.
  await scrollTo(original, 2830)
  await expect.poll(async () => Math.abs((await middle(rebuilt)) - 2230)).toBeLessThan(8)
  await scrollTo(rebuilt, 2500)
  await expect.poll(async () => Math.abs((await middle(original)) - 3100)).toBeLessThan(8)
  await page.getByLabel('Scroll together').first().uncheck()
  await scrollTo(rebuilt, 1500)
  await page.waitForTimeout(200)
  expect(Math.abs((await middle(original)) - 3100)).toBeLessThan(8)
  expect(bad).toEqual([])
  await context.close()
})

test('keys lead from difference to difference, and take no key of the browser or of a field', async () => {
  const id = await reportedJob(api, scorecard, FILES)
  const { context, page, bad } = await watched()
  await page.goto(`${home}/jobs/${id}`)
  await page.evaluate(() =>
    addEventListener('keydown', event =>
      setTimeout(() => {
        if (event.defaultPrevented) document.title = 'a key was taken'
      }),
    ),
  )
  const told = page.locator('.told').first()
  await page.keyboard.press('n')
  expect(await told.textContent()).toBe('1 of 2: A passage is lost')
  await page.keyboard.press('n')
  expect(await told.textContent()).toContain('2 of 2: ')
  expect(await page.locator('.box.lit').count()).toBe(2)
  await page.keyboard.press('p')
  for (const key of ['Control+n', 'Alt+n', 'Meta+n', 'Control+p'])
    await page.keyboard.press(key).catch(() => {})
  await page.getByLabel('Search').fill('nn')
  await page.getByLabel('Search').press('n')
  expect(await told.textContent()).toBe('1 of 2: A passage is lost')
  expect(await page.getByLabel('Search').inputValue()).toBe('nnn')
  expect(await page.title()).not.toBe('a key was taken')
  expect(bad).toEqual([])
  await context.close()
})

test('the slider lies one page over the other, and blocks are drawn by what became of them', async () => {
  const id = await reportedJob(api, scorecard, FILES)
  const { context, page, bad } = await watched()
  await page.goto(`${home}/jobs/${id}`)
  await page
    .getByLabel(/^Matched, changed/)
    .first()
    .check()
  const screen = page.locator('[data-screen="1440"]')
  const drawn = (kind: string) => screen.locator(`.panes .box.${kind}`).count()
  expect(await Promise.all(['match', 'change', 'gone', 'extra'].map(drawn))).toEqual([6, 2, 1, 0])
  expect(await screen.locator('.kinds > span:visible').allTextContents()).toEqual([
    'on both pages',
    'the text differs',
    'only on the original',
  ])
  await screen.locator('[data-pane=rebuilt] .box.match').first().hover()
  expect(await screen.locator('.box.match.lit').count()).toBe(2)
  await screen.getByLabel('Slider').check()
  expect(await screen.locator('.panes').isVisible()).toBe(false)
  const range = screen.locator('input[type=range]')
  await range.fill('20')
  expect(await screen.locator('.slider-cover').evaluate(one => one.style.clipPath)).toBe(
    'inset(0px 80% 0px 0px)',
  )
  const pane = screen.getByRole('region', { name: /one over the other/ })
  await pane.evaluate(one => {
    one.scrollTop = (2230 / 1440) * one.clientWidth - one.clientHeight / 2
  })
  const shift = (of: string) =>
    screen.locator(of).evaluate(one => new DOMMatrix(getComputedStyle(one).transform).f / one.clientWidth)
  await expect
    .poll(async () =>
      Math.round(1440 * ((await shift('.slider-window > .sheet')) - (await shift('.slider-cover .sheet')))),
    )
    .toBe(600)
  expect(bad).toEqual([])
  await context.close()
})

test('another view shows the same place', async () => {
  const id = await reportedJob(api, scorecard, FILES)
  const { context, page, bad } = await watched()
  await page.goto(`${home}/jobs/${id}`)
  const screen = page.locator('[data-screen="1440"]')
  await screen.getByRole('button', { name: 'Next difference', exact: true }).click()
  await page.keyboard.press('n')
  expect(await screen.locator('.told').textContent()).toContain('2 of 2: ')
  /** What is in the middle, in px of the page. */
  const middle = (pane: Locator) =>
    pane.evaluate(one => Math.round((1440 * (one.scrollTop + one.clientHeight / 2)) / one.clientWidth))
  const rebuilt = screen.locator('[data-pane=rebuilt]')
  const over = screen.getByRole('region', { name: /one over the other/ })
  await expect.poll(async () => Math.abs((await middle(rebuilt)) - 1230)).toBeLessThan(8)
  await screen.getByLabel('Slider').check()
  await expect.poll(async () => Math.abs((await middle(over)) - 1230)).toBeLessThan(8)
  await over.evaluate(one => {
    one.scrollTop = (2000 / 1440) * one.clientWidth - one.clientHeight / 2
  })
  await screen.getByLabel('Side by side').check()
  await expect.poll(async () => Math.abs((await middle(rebuilt)) - 2000)).toBeLessThan(8)
  const original = screen.locator('[data-pane=original]')
  await expect.poll(async () => Math.abs((await middle(original)) - 2600)).toBeLessThan(8)
  expect(bad).toEqual([])
  await context.close()
})

test('the list of issues is filtered while one types, and a link opens its issue', async () => {
  const id = await reportedJob(api, scorecard, FILES)
  const { context, page, bad } = await watched({ permissions: ['clipboard-read', 'clipboard-write'] })
  await page.goto(`${home}/jobs/${id}`)
  const shown = () => page.locator('[data-issue]:visible .message').allTextContents()
  expect(await shown()).toHaveLength(3)
  await page.getByLabel('Search').fill('slow')
  expect(await shown()).toEqual(['It has been slow'])
  expect(await page.locator('[data-count]').textContent()).toBe('1 of 4 issues')
  await page.getByLabel('Search').fill('')
  await page.getByLabel('Severity').selectOption('moderate')
  expect(await shown()).toEqual(['The title is lost'])
  await page.locator('.cause').first().getByRole('link', { name: 'In the list' }).click()
  const body = page.locator('.issue-body:visible')
  expect(await body.textContent()).toContain('main > p')
  await body.getByRole('button', { name: 'Show it on both pages' }).click()
  expect(await page.locator('.told').first().textContent()).toContain('1 of 2: ')
  await body.getByRole('button', { name: 'Copy the selector' }).first().click()
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe('main > p')
  expect(await overflow(page)).toBe(0)
  expect(bad).toEqual([])
  await context.close()
})

test('a width at which nothing is new leads to one at which something is', async () => {
  const id = await reportedJob(api, scorecard, FILES)
  const { context, page, bad } = await watched({ viewport: { width: 375, height: 812 } })
  await page.goto(`${home}/jobs/${id}`)
  const [desk, phone] = [1440, 375].map(width => page.locator(`[data-screen="${width}"]`))
  expect(await phone!.locator('.told').textContent()).toContain('No new issue has its place at this width.')
  await phone!.getByRole('button', { name: 'Show the 2 at 1440 px' }).click()
  expect(await desk!.locator('.told').textContent()).toBe('1 of 2: A passage is lost')
  expect(await desk!.locator('.box.lit').isVisible()).toBe(true)
  await desk!.getByLabel('Slider').check()
  const label = (await desk!.locator('label', { has: page.locator('input[type=range]') }).boundingBox())!
  const words = (await desk!.locator('label .nowrap').boundingBox())!
  expect(words.x + words.width).toBeLessThanOrEqual(label.x + label.width)
  expect(words.x + words.width).toBeLessThanOrEqual(375)
  expect(bad).toEqual([])
  await context.close()
})

test('on paper all is unfolded, and nothing is cut', async () => {
  const long = (what: string) => `${what} ${'and so on '.repeat(55)}`.trim()
  const folded = { ...ISSUES[3]!, original: { text: long('once') }, rebuilt: { text: long('once') } }
  const members = ['old', 'older'].map(key => ({ ...makeIssue(), key, message: `A place of ${key}` }))
  const { scorecard } = makeJob(
    [
      makeSuite({
        issues: [...ISSUES.slice(0, 3), { ...folded, evidence: ['evidence/2-rebuilt.webp'], members }],
      }),
    ],
    { volatile: [{ side: 'original', text: 'a clock' }] },
  )
  const frames = Array.from({ length: 10 }, (_, at) => ({
    ms: 375 * (at + 1),
    file: `film/original-${at + 1}.webp`,
  }))
  const film = { original: { frames, marks: FILM.marks }, rebuilt: { frames: [], marks: [] } }
  const frame = await picture(160, 284, '#246')
  const files = {
    ...withExhibits(FILES, { ...EXHIBITS, film }),
    ...Object.fromEntries(frames.map(({ file }) => [file, frame])),
    'evidence/2-rebuilt.webp': frame,
  }
  const id = await reportedJob(api, scorecard, files)
  // As wide as a sheet of A4 between its margins.
  const { context, page, bad } = await watched({
    viewport: { width: 718, height: 1000 },
    colorScheme: 'dark',
  })
  const asked: string[] = []
  page.on('request', request => void asked.push(new URL(request.url()).pathname))
  await page.goto(`${home}/jobs/${id}`)
  const onScreen = await unseen(page)
  expect(onScreen.folded).toContain(long('once'))
  expect(onScreen.folded).toContain('A place of older')
  expect(onScreen.folded).toContain('Original: a clock')
  await openAll(page)
  const opened = await unseen(page)
  expect(opened.folded).toEqual([])
  expect(opened.cut).toContain(long('once'))
  await page.reload()
  await page.emulateMedia({ media: 'print' })
  expect(await unseen(page)).toEqual({ folded: [], cut: [] })
  expect(await overflow(page)).toBe(0)
  // Black on white, whatever the screen is.
  expect(await page.evaluate(() => getComputedStyle(document.body).color)).toBe('rgb(26, 32, 44)')
  await page.emulateMedia({ media: null })
  await page.pdf()
  await expect.poll(() => asked.filter(path => path.endsWith('evidence/2-rebuilt.webp'))).toHaveLength(1)

  // Of many, those that are far away are left out on the screen alone.
  const many = Array.from({ length: 60 }, (_, at) => makeIssue({ key: `${at}`, message: `Fault ${at}` }))
  await page.goto(`${home}/jobs/${await reportedJob(api, makeJob([makeSuite({ issues: many })]).scorecard)}`)
  expect((await unseen(page)).folded).toContain('Fault 59')
  await page.emulateMedia({ media: 'print' })
  expect(await unseen(page)).toEqual({ folded: [], cut: [] })
  expect(bad).toEqual([])
  await context.close()
})

/** Texts of the report that take no room, and those of which a box hides a part; what is of no use on paper left out. */
const unseen = (page: Page) =>
  page.evaluate(() => {
    const USELESS =
      '.filter, .tools, .parts, #both-pages, .hidden, .copy-selector, .show-place, .metrics thead'
    const [folded, cut]: [string[], string[]] = [[], []]
    const texts = document.createTreeWalker(document.querySelector('[data-report]')!, NodeFilter.SHOW_TEXT)
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      const said = text.textContent!.trim()
      const parent = text.parentElement!
      if (said === '' || parent.closest(USELESS)) continue
      const range = document.createRange()
      range.selectNodeContents(text)
      const { top, bottom, left, right, width } = range.getBoundingClientRect()
      if (width === 0 || !parent.checkVisibility({ contentVisibilityAuto: true })) {
        folded.push(said)
        continue
      }
      for (let box: Element | null = parent; box && box !== document.body; box = box.parentElement) {
        if (getComputedStyle(box).overflow === 'visible') continue
        const clip = box.getBoundingClientRect()
        if (
          top < clip.top - 4 ||
          bottom > clip.bottom + 4 ||
          left < clip.left - 4 ||
          right > clip.right + 4
        ) {
          cut.push(said)
          break
        }
      }
    }
    return { folded, cut }
  })

test('without a script the report has all its parts, and filters by its form', async () => {
  const id = await reportedJob(api, scorecard, FILES)
  const { context, page, bad } = await watched({ javaScriptEnabled: false })
  await page.goto(`${home}/jobs/${id}#${await anchorIn(page, id)}`)
  expect(await page.locator('.issue-body:visible').count()).toBe(1)
  await page.getByLabel('Status').selectOption('inherited')
  await page.getByRole('button', { name: 'Apply' }).click()
  await page.waitForURL(/status=inherited/)
  expect(await page.locator('[data-issue]:visible .message').allTextContents()).toEqual(['It has been slow'])
  expect(new URL(page.url()).search).toBe('?suite=&severity=&status=inherited&q=')
  expect(bad).toEqual([])
  await context.close()
})

async function anchorIn(page: Page, id: string): Promise<string> {
  await page.goto(`${home}/jobs/${id}`)
  return (await page.locator('.issue-body').nth(1).getAttribute('id'))!
}

test('a job that runs becomes its result by itself', async () => {
  const id = await queuedJob(api)
  const { context, page, bad } = await watched()
  await page.goto(`${home}/jobs/${id}`)
  await api.queue.pool.query(
    "UPDATE jobs SET status = 'running', phase = 'measuring performance', progress = 0.6 WHERE id = $1",
    [id],
  )
  await page.getByText('measuring performance').waitFor()
  expect(await page.locator('progress').evaluate(bar => (bar as HTMLProgressElement).value)).toBe(60)
  await api.queue.pool.query(
    `UPDATE jobs SET status = 'failed', finished_at = now(), error = '{"code": "timed_out", "detail": "It took too long."}' WHERE id = $1`,
    [id],
  )
  await page.getByRole('heading', { name: 'What to do' }).waitFor()
  expect(bad).toEqual([])
  await context.close()
})

test('the pages of jobs shut nobody out at 375 px in dark', () =>
  expectOpenToAll(browser, api, home, 375, 'dark'))

test.each([
  [375, 'light'],
  [1440, 'dark'],
  [1440, 'light'],
] as const)('nor at %i px in %s', { tags: 'variant' }, (width, colorScheme) =>
  expectOpenToAll(browser, api, home, width, colorScheme),
)
