/** Our own pages under the eyes of our own suites, as they stand: no original excuses them. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { accountFor } from '../../server/accounts/accounts.ts'
import { openSession } from '../../server/accounts/sessions.ts'
import type { Scorecard } from '../../server/contract.ts'
import { pageOf } from '../../server/jobs/page.ts'
import { judge } from '../../server/scan/judge.ts'
import { type TestApi, testApi } from '../api/test-api.ts'
import { captureAlone } from '../capture-pair.ts'
import { makeExhibits, makeIssue, makeJob, makeSuite } from '../report/made.ts'
import { openBrowser } from './browser.ts'
import { freePort } from './free-port.ts'
import { failedJob, picture, pictures, reportedJob, withExhibits } from './report-jobs.ts'
import { card, issue, verified } from './runs.ts'

const LONG_NAME = 'An agency with a name of many words, and a longwordthatgoesonandonwithoutany'
const original_url = 'https://www.example.com/a-page-with-a-long-address-that-has-to-break/somewhere'

let api: TestApi
let home: string
let headers: Record<string, string>
let paths: Record<string, string>

beforeAll(async () => {
  const port = await freePort()
  home = `http://localhost:${port}`
  const tokens = { verify: () => Promise.reject(new Error('not asked for')), close: async () => {} }
  api = await testApi({ port, site: () => ({ publicUrl: home, tokens }) })
  const account = await accountFor(api.queue.pool, 'ann@example.com')
  const ann = openBrowser(api, new Map([['cutover-session', await openSession(api.queue.pool, account)]]))
  for (const name of ['CI', LONG_NAME])
    await ann.post('/keys', { token: await ann.formToken(), name, expires: '30' })
  headers = { cookie: [...ann.cookies].map(([name, value]) => `${name}=${value}`).join('; ') }
  await verified(api, account, card([issue('seo/a'), issue('seo/b')]), { original_url })
  await verified(api, account, card([issue('seo/b')], { score: 78 }), { original_url })
  const failed = await failedJob(api, 'https://preview.example.app/ answered 403')
  paths = {
    landing: '/',
    // The shortest: they are made by one template.
    documentation: '/docs/checks/perf',
    keys: '/keys',
    home: '/home',
    history: `/pages/${encodeURIComponent(pageOf(original_url))}`,
    'failed job': `/jobs/${failed}`,
    report: await reportOf(),
  }
})
afterAll(() => api?.close())

/** The path of a report with pictures of both pages and of an issue. */
async function reportOf(): Promise<string> {
  const place = { text: 'Sold', viewport: 1440, box: { x: 100, y: 900, width: 800, height: 60 } }
  const issues = [
    makeIssue({ original: place, rebuilt: place, evidence: ['evidence/1-original.webp'] }),
    makeIssue({ key: 'title', message: 'The title is lost', severity: 'moderate', charged: 0.1 }),
  ]
  const { scorecard } = makeJob([makeSuite({ issues }), makeSuite({ suite: 'seo', pass: true, score: 100 })])
  const files = {
    ...(await pictures({ original: 4000, rebuilt: 3400 })),
    'evidence/1-original.webp': await picture(300, 100, '#246'),
  }
  return `/jobs/${await reportedJob(api, scorecard, withExhibits(files, makeExhibits({})))}`
}

const LEAST: Partial<Record<string, number>> = { a11y: 100 }

/** What they say of a page as it stands. */
const shown = ({ suites }: Pick<Scorecard, 'suites'>, without: string[]) =>
  suites
    .filter(({ suite }) => !without.includes(suite))
    .map(({ suite, pass, absolute, inconclusive, issues }) => ({
      ...{ suite, pass, inconclusive, good: absolute >= (LEAST[suite] ?? 98) },
      grave: issues.filter(({ severity }) => severity !== 'minor').map(({ message }) => message),
    }))
const good = (suite: string) => ({ suite, pass: true, inconclusive: false, good: true, grave: [] })

test.each(['landing', 'documentation', 'keys', 'home', 'history', 'failed job', 'report'])(
  'the %s page passes, whatever the original was',
  async name => {
    const url = home + paths[name]!
    // Who has the address of a report may see it.
    const both = ['landing', 'report'].includes(name)
      ? {}
      : { original_headers: headers, new_headers: headers }
    const pair = await captureAlone(url, both)
    expect(pair.rebuilt.url).toBe(url)
    // What is for one account alone is kept from search engines.
    const isPublic = ['landing', 'documentation'].includes(name)
    const suites = shown(judge(pair, { policy: 'absolute' }), isPublic ? ['perf'] : ['perf', 'seo'])
    const wanted = ['responsive', ...(isPublic ? ['seo'] : []), 'content', 'a11y', 'functional', 'image']
    expect(suites).toEqual(wanted.map(good))
  },
)
