/** A report with pictures, issues and exhibits of each kind, and what must hold of the pages of jobs at any width. */
import type { Browser, Page } from 'playwright'
import { expect } from 'vitest'
import type { BlockPair } from '../../server/report/exhibits.ts'
import type { TestApi } from '../api/test-api.ts'
import { makeExhibits, makeIssue, makeJob, makeSuite } from '../report/made.ts'
import { overflow, violations } from './chromium.ts'
import { failedJob, picture, pictures, queuedJob, reportedJob, withExhibits } from './report-jobs.ts'

/** The original has a block of 600 px that the new page has not. */
const pair = (y: number, now: number): BlockPair => ({
  original: [100, y, 800, 60],
  rebuilt: [100, now, 800, 60],
})
const SCREEN = {
  width: 1440,
  original: { height: 4000, cut: false },
  rebuilt: { height: 3400, cut: false },
  pairs: [pair(100, 100), pair(900, 900), { ...pair(1800, 1200), changed: true }, pair(3800, 3200)],
  missing: [[100, 1000, 800, 600]] as [number, number, number, number][],
  added: [],
}
const at = (y: number) => ({
  text: 'Sold',
  selector: 'main > p',
  viewport: 1440,
  box: { x: 100, y, width: 800, height: 60 },
})
export const ISSUES = [
  makeIssue({
    evidence: ['evidence/1-original.webp', 'evidence/1-rebuilt.webp'],
    original: at(1800),
    rebuilt: at(1200),
  }),
  makeIssue({ key: 'gone', message: 'A passage is lost', severity: 'critical', original: at(1000) }),
  makeIssue({ key: 'title', message: 'The title is lost', severity: 'moderate', charged: 0.1 }),
  makeIssue({ key: 'old', message: 'It has been slow', status: 'inherited', severity: 'minor', charged: 0 }),
]
export const { scorecard } = makeJob(
  [makeSuite({ issues: ISSUES }), makeSuite({ suite: 'seo', pass: true, score: 100 })],
  {
    gaps: ['a host was not visited'],
  },
)
export const FILM = {
  frames: [{ ms: 375, file: 'film/original-1.webp' }],
  marks: [{ ms: 300, name: 'Load' }],
}
export const EXHIBITS = makeExhibits({
  screens: [SCREEN],
  runs: 1,
  metrics: [
    {
      ...{ name: 'Speed Index', unit: 'ms', original: 900, rebuilt: 3000, band: 100 },
      ...{ good: 3400, poor: 5800, isSlower: true },
    },
  ],
  film: { original: FILM, rebuilt: { frames: [], marks: [] } },
  redirects: [
    { name: 'kept', says: 'answers', count: 30, isFault: false },
    { name: 'missing', says: 'answers 404', count: 3, isFault: true },
  ],
})
export const FILES = withExhibits(
  {
    ...(await pictures({ original: 4000, rebuilt: 3400 })),
    'evidence/1-original.webp': await picture(300, 100, '#246'),
    'evidence/1-rebuilt.webp': await picture(300, 100, '#264'),
    'film/original-1.webp': await picture(160, 284, '#246'),
    'tables/redirects.csv': 'old_url\n/a\n',
  },
  EXHIBITS,
)

export const openAll = (page: Page) =>
  page.evaluate(() => {
    for (const details of document.querySelectorAll('details')) details.open = true
  })

/** Neither who sees badly nor who has a small screen, folded as it comes and unfolded. */
export async function expectOpenToAll(
  browser: Browser,
  api: TestApi,
  home: string,
  width: number,
  colorScheme: 'light' | 'dark',
): Promise<void> {
  const report = await reportedJob(api, scorecard, FILES)
  const passing = await reportedJob(api, { ...scorecard, allPass: true, suites: [makeSuite({ pass: true })] })
  const failed = await failedJob(api, 'It answered 403')
  const running = await queuedJob(api)
  const context = await browser.newContext({ viewport: { width, height: 900 }, colorScheme })
  const page = await context.newPage()
  const found: string[] = []
  for (const [name, id] of Object.entries({ report, passing, failed, running })) {
    await page.goto(`${home}/jobs/${id}`)
    const check = async (what: string) =>
      found.push(...(await violations(page)).map(violation => `${what}, ${violation}`))
    await check(name)
    await openAll(page)
    await check(`${name}, all open`)
    expect(await overflow(page)).toBe(0)
  }
  expect(found).toEqual([])
  await api.queue.pool.query('DELETE FROM jobs WHERE id = $1', [running])
  await context.close()
}
