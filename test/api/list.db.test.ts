import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createKey } from '../../server/accounts/keys.ts'
import { type Job, JobList, type JobSummary } from '../../server/contract.ts'
import { type Claim, claim } from '../../server/jobs/claim.ts'
import { fail, finish } from '../../server/jobs/end.ts'
import { QUEUE } from '../../server/jobs/queue.ts'
import { submit } from '../../server/jobs/submit.ts'
import { SCORECARD, submission } from '../jobs/test-queue.ts'
import { type TestApi, testApi } from './test-api.ts'

let api: TestApi
beforeAll(async () => {
  api = await testApi()
  await createKey(api.queue.pool, 'stranger@example.com')
})
afterAll(() => api.close())
beforeEach(async () => {
  await api.queue.boss.deleteAllJobs(QUEUE)
  await api.queue.pool.query('DELETE FROM jobs')
})

const newJob = (more = {}) => submit(api.queue, submission(more), api.queue.accountId)
const own = (method: string, path: string) => api.ask(method, path, { key: api.queue.apiKey })

async function claimNext(): Promise<Claim> {
  const [job] = await api.queue.boss.fetch<{ id: string }>(QUEUE)
  return (await claim(api.queue, job!, job!.data.id))!
}

async function pages(query: string): Promise<JobSummary[][]> {
  const found: JobSummary[][] = []
  let cursor = ''
  do {
    const { status, json } = await own('GET', `/api/v1/jobs?${query}${cursor}`)
    expect(status).toBe(200)
    const { jobs, next_cursor } = JobList.strict().parse(json)
    found.push(jobs)
    cursor = next_cursor ? `&cursor=${next_cursor}` : ''
  } while (cursor)
  return found
}
const idsOf = (found: JobSummary[][]) => found.flat().map(({ id }) => id)

test('jobs are listed by pages, newest first, each once', async () => {
  const ids: string[] = []
  for (let n = 0; n < 25; n++) ids.unshift(await newJob({ page_name: `Page ${n % 3}` }))
  await submit(
    api.queue,
    submission(),
    (await api.queue.pool.query("SELECT id FROM accounts WHERE email LIKE 'stranger%'")).rows[0].id,
  )
  expect((await pages('')).map(page => page.length)).toEqual([20, 5])
  expect(idsOf(await pages(''))).toEqual(ids)
  expect(idsOf(await pages('limit=1'))).toEqual(ids)
  expect((await pages('limit=5')).map(page => page.length)).toEqual([5, 5, 5, 5, 5])
  expect((await pages('limit=25')).length).toBe(1)
  const first = (await own('GET', '/api/v1/jobs?limit=10')).json
  const added = await newJob()
  await own('DELETE', `/api/v1/jobs/${ids[9]}`)
  const second = (await own('GET', `/api/v1/jobs?limit=10&cursor=${first.next_cursor}`)).json
  expect(second.jobs.map(({ id }: Job) => id)).toEqual(ids.slice(10, 20))
  expect(idsOf(await pages(''))[0]).toBe(added)
  await api.queue.pool.query('UPDATE jobs SET created_at = now()')
  expect(new Set(idsOf(await pages('limit=3'))).size).toBe(25)
})

test('jobs are filtered by status and by the name of their page', async () => {
  const [named, titled, broken, waiting] = [
    await newJob({ page_name: 'Zürich & co' }),
    await newJob(),
    await newJob(),
    await newJob({ page_name: 'Zürich & co' }),
  ]
  await finish(api.queue, await claimNext(), { ...SCORECARD, allPass: false })
  await finish(api.queue, await claimNext(), { ...SCORECARD, pageName: 'Title' })
  await fail(api.queue, await claimNext(), { code: 'not_html', detail: 'It is a picture.' })
  expect(idsOf(await pages('status=completed'))).toEqual([titled, named])
  expect(idsOf(await pages('status=failed'))).toEqual([broken])
  expect(idsOf(await pages('status=queued'))).toEqual([waiting])
  expect(idsOf(await pages('page_name=Z%C3%BCrich+%26+co'))).toEqual([waiting, named])
  expect(idsOf(await pages('page_name=Title'))).toEqual([titled])
  expect(idsOf(await pages('status=completed&page_name=Z%C3%BCrich%20%26%20co'))).toEqual([named])
  expect((await pages('status=completed')).flat()).toMatchObject([
    { page_name: 'Title', all_pass: true, tier: 'paid', status: 'completed' },
    { page_name: 'Zürich & co', all_pass: false },
  ])
  expect((await pages('status=failed')).flat()[0]).toMatchObject({
    error: { code: 'not_html' },
    page_name: null,
  })
})

test.each([
  ['status=done', '/status'],
  ['status=queued&status=failed', '/status'],
  ['limit=0', '/limit'],
  ['limit=101', '/limit'],
  ['limit=1e1', '/limit'],
  ['limit=', '/limit'],
  ['page_name=', '/page_name'],
  ['page_name=%00', '/page_name'],
  [`page_name=${'x'.repeat(201)}`, '/page_name'],
  ['cursor=x', '/cursor'],
  [`cursor=${'x'.repeat(201)}`, '/cursor'],
  [`cursor=${Buffer.from(`99999999999999999 ${'0'.repeat(27)}'`).toString('base64url')}`, '/cursor'],
  ['page=2', '/page'],
  ['__proto__=1', '/__proto__'],
])('a list with %s is refused', async (query, pointer) => {
  expect(await own('GET', `/api/v1/jobs?${query}`)).toMatchObject({
    status: 422,
    json: { code: 'invalid_fields', errors: [{ pointer, detail: expect.stringMatching(/\S{2}/) }] },
  })
})
