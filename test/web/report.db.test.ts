import { expect, test } from 'vitest'
import { accountFor } from '../../server/accounts/accounts.ts'
import { createKey } from '../../server/accounts/keys.ts'
import { openSession } from '../../server/accounts/sessions.ts'
import { makeIssue, makeJob, makeSuite } from '../report/made.ts'
import { api, browser, openBrowser, openSite } from './browser.ts'
import { failedJob, pictures, queuedJob, reportedJob } from './report-jobs.ts'

openSite()

const { scorecard } = makeJob([
  makeSuite({
    issues: [
      makeIssue({ evidence: ['evidence/1-original.webp'], original: { text: 'Sold for £34.00' } }),
      makeIssue({ key: 'b', message: 'A link is dead', fix: '', status: 'inherited', charged: 0 }),
    ],
  }),
])
const FILES = { ...(await pictures({ original: 300, rebuilt: 400 })), 'evidence/1-original.webp': 'x' }

const issuesIn = (html: string) =>
  [...html.matchAll(/class="message page-text">([^<]*)/g)].map(([, text]) => text)

test('a job that waits and one that runs say how far they are, and go on by themselves', async () => {
  const id = await queuedJob(api)
  const waiting = await browser.get(`/jobs/${id}`)
  expect(waiting.status).toBe(200)
  expect(waiting.text).toContain('<h1>Waiting for its turn</h1>')
  expect(waiting.text).toContain(`data-events="/checks/api/v1/jobs/${id}/events"`)
  expect(waiting.text).toContain('<noscript><meta http-equiv="refresh" content="5"></noscript>')
  await api.queue.pool.query(
    "UPDATE jobs SET status = 'running', phase = 'judging', progress = 0.42 WHERE id = $1",
    [id],
  )
  const running = await browser.get(`/jobs/${id}`)
  expect(running.text).toContain('<h1>Verifying</h1>')
  expect(running.text).toContain('max="100" value="42"')
  await api.queue.pool.query('DELETE FROM jobs WHERE id = $1', [id])
})

test('a job that failed says why and what to do', async () => {
  const { text, headers } = await browser.get(`/jobs/${await failedJob(api, 'It answered <b>403</b>')}`)
  expect(text).toContain('<h1>The new site blocked the visit</h1>')
  expect(text).toContain('It answered &lt;b&gt;403&lt;/b&gt;')
  expect(text).toContain('Let the visit in')
  expect(text).toContain('“new-headers” and “original-headers” of the Action')
  expect(text).not.toContain('Verify again')
  expect(text).toContain('href="/checks/problems/new_blocked"')
  expect(text).not.toContain('http-equiv="refresh"')
  expect(headers['content-security-policy']).toContain("script-src 'self'")
})

test('who is signed in verifies the pages of a failed job again', async () => {
  const account = await accountFor(api.queue.pool, 'ann@example.com')
  const session = await openSession(api.queue.pool, account)
  const ann = openBrowser(api, new Map([['__Host-cutover-session', session]]))
  const { text } = await ann.get(`/jobs/${await failedJob(api, 'It answered 403')}`)
  const [, href] = /href="([^"]+)">Verify again/.exec(text)!
  const form = await ann.get(href!.replaceAll('&amp;', '&').replace('/checks', ''))
  expect(form.text).toContain('value="https://a.example.com/"')
  expect(form.text).toContain('value="https://b.example.com/"')
})

test('a report shows its pictures from the artifacts of the job, in a page that is compressed', async () => {
  const id = await reportedJob(api, scorecard, FILES)
  const { text, headers } = await browser.get(`/jobs/${id}`)
  expect(headers['content-encoding']).toBeUndefined()
  const again = await browser.get(`/jobs/${await reportedJob(api, scorecard)}`)
  expect(again.text).toContain(': 0 new, 1 still there, 0 fixed.')
  expect(text).toContain('<p class="stamp">Fail</p>')
  const shown = new Set([...text.matchAll(/src="(\/checks\/api[^"]+)"/g)].map(([, src]) => src!))
  expect(shown.size).toBe(7)
  for (const src of shown) expect((await browser.get(src.slice('/checks'.length))).status).toBe(200)
  // The policy would refuse both.
  expect(text).not.toMatch(/<script(?! src=)|<style| style=| on\w+=/)
  const small = await fetch(`http://127.0.0.1:${api.port}/jobs/${id}`, {
    headers: { accept: 'text/html', 'accept-encoding': 'gzip' },
  })
  expect([small.headers.get('content-encoding'), small.headers.get('vary')]).toEqual([
    'gzip',
    expect.stringContaining('Accept-Encoding'),
  ])
  expect(small.headers.get('content-type')).toBe('text/html; charset=utf-8')
  expect(await small.text()).toBe(text)
})

test('the filter works without a script', async () => {
  const id = await reportedJob(api, scorecard)
  const shown = async (query: string) => issuesIn((await browser.get(`/jobs/${id}${query}`)).text)
  expect(await shown('')).toEqual([scorecard.suites[0]!.issues[0]!.message, 'A link is dead'])
  expect(await shown('?status=inherited')).toEqual(['A link is dead'])
  expect(await shown('?q=sold+%C2%A334.00')).toEqual([scorecard.suites[0]!.issues[0]!.message])
  expect(await shown('?suite=seo&severity=&q=')).toEqual([])
  const { text } = await browser.get(`/jobs/${id}?q=%22%3E%3Cb%3E&suite=content`)
  expect(text).toContain('value="&quot;&gt;&lt;b&gt;"')
  expect(text).toContain('<option selected>content</option>')
  expect(text).toContain('0 of 2 issues')
})

test('without pictures, or without what tells what stands where, a report says so', async () => {
  const bare = await browser.get(`/jobs/${await reportedJob(api, scorecard)}`)
  expect(bare.text).toContain('The pictures of both pages are not there')
  const older = await reportedJob(api, scorecard, { ...FILES, 'report/exhibits.json': '{"version":0}' })
  expect((await browser.get(`/jobs/${older}`)).text).toContain('scroll by their heights alone')
})

test('a result in a form of another version is a page that says so', async () => {
  const id = await reportedJob(api, scorecard)
  await api.queue.pool.query(`UPDATE jobs SET scorecard = '{"suites": {}}' WHERE id = $1`, [id])
  const { status, text } = await browser.get(`/jobs/${id}`)
  expect([status, text.includes('This report is of another version')]).toEqual([410, true])
})

test('an id that nobody knows is a page that says so', async () => {
  for (const id of ['a'.repeat(27), 'short', '..%2f..%2fetc']) {
    const { status, text } = await browser.get(`/jobs/${id}`)
    expect(status).toBe(404)
    expect(text).toContain('<h1>There is nothing here</h1>')
  }
  expect((await browser.get(`/jobs/${'a'.repeat(27)}`)).text).toContain('deleted some days after its end')
})

test('with secrets, the report is for the account of the job alone', async () => {
  const id = await reportedJob(api, scorecard, FILES, { storefront_password: 'sesame' })
  expect((await browser.get(`/jobs/${id}`)).status).toBe(401)
  const own = { authorization: `Bearer ${api.queue.apiKey}` }
  expect((await browser.get(`/jobs/${id}`, own)).status).toBe(200)
  const { key } = await createKey(api.queue.pool, 'other@example.com')
  expect((await browser.get(`/jobs/${id}`, { authorization: `Bearer ${key}` })).status).toBe(404)
})
