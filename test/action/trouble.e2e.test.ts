/** Servers and connections that fail for a while or for good, and runs that are stopped. */
import { expect, test } from 'vitest'
import { jittered, pollWait, retryAfter, troubleWait } from '../../action/backoff.ts'
import { readHistory } from '../../action/history.ts'
import { answer, gateway, type Meddle } from './cutover.ts'
import { scorecard } from './scorecards.ts'
import { expectStopped } from './signals.ts'
import { openWorld, stepThrough, world } from './world.ts'

openWorld(() => scorecard())

const through = (meddle: Meddle, inputs?: Record<string, string>) => stepThrough(world, meddle, inputs)

test('500s, broken connections and a page of a gateway are ridden out; each retry has the same Idempotency-Key', async () => {
  const before = (await world.cutover.submissions()).length
  let posts = 0
  let gets = 0
  const { seen, ...result } = await through((request, response) => {
    if (request.method === 'POST') {
      posts++
      if (posts === 1) return answer(500, '{"status":500}')(request, response)
      if (posts === 2) response.destroy()
      return posts === 2
    }
    gets++
    if (gets === 1)
      return answer(502, '<h1>Bad gateway</h1>', { 'content-type': 'text/html' })(request, response)
    if (gets === 2) {
      // Half an answer.
      response
        .writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' })
        .write('{"id":')
      response.destroy()
      return true
    }
    if (gets === 3)
      return answer(200, '<h1>Maintenance</h1>', { 'content-type': 'text/html' })(request, response)
    return false
  })
  expect(result).toMatchObject({ status: 0, outputs: { 'all-pass': 'true' } })
  expect(result.log).toMatch(/answers 500; asking again in \d+ s/)
  const keys = seen.filter(({ method }) => method === 'POST').map(({ headers }) => headers['idempotency-key'])
  expect(keys).toHaveLength(3)
  expect(keys[0]).toMatch(/^"[0-9a-f]{64}"$/)
  expect(new Set(keys).size).toBe(1)
  expect(await world.cutover.submissions()).toHaveLength(before + 1)
  expect(seen.every(({ headers }) => headers.authorization === `Bearer ${world.cutover.apiKey}`)).toBe(true)
})

test('the Idempotency-Key differs by attempt, page, address and comment-key', {
  tags: 'variant',
}, async () => {
  const keyOf = async (inputs: Record<string, string>, environment: Record<string, string> = {}) => {
    const between = await gateway(world.cutover.url, () => false)
    await world.step({ 'server-url': between.url, comment: 'off', ...inputs }, { environment, runId: 1 })
    await between.close()
    return between.seen[0]!.headers['idempotency-key']
  }
  const keys = [
    await keyOf({}),
    await keyOf({}, { GITHUB_RUN_ATTEMPT: '2' }),
    await keyOf({ 'page-name': 'Home' }),
    await keyOf({ 'new-url': 'https://pr-2.preview.example.com/' }),
    await keyOf({ 'comment-key': 'b' }),
  ]
  expect(new Set(keys).size).toBe(5)
  expect(await keyOf({})).toBe(keys[0])
})

test('trouble that does not pass ends at the timeout, with what it was', async () => {
  const result = await through(answer(503, '{"detail":"The queue is full.","code":"unavailable"}'), {
    timeout: '2s',
  })
  expect(result.status).toBe(1)
  expect(result.commands[0]!.text).toMatch(
    /Not finished within the timeout of 2 s: .* answers 503: The queue is full/,
  )
})

/** SIGINT: trouble.slow.test.ts. */
test('SIGTERM stops at once, and the job on the server', () => expectStopped('SIGTERM'))

test('a run for a newer commit cancels the job of the older one, and has the comment', async () => {
  world.cutover.script = ({ page_name }) => (page_name === 'Old' ? null : scorecard())
  const old = world.step({ 'page-name': 'Old' })
  const noted = async () => readHistory((await world.github.comments())[0]?.body ?? '')?.jobs ?? []
  await expect.poll(noted, { timeout: 30_000 }).toHaveLength(1)
  const [job] = await noted()
  const sha = 'c'.repeat(40)
  const head = { sha, ref: 'rebuild', repo: { full_name: 'octo/shop' } }
  const result = await world.step({ 'page-name': 'New' }, { event: world.pullRequest({ head }) })
  expect(result).toMatchObject({ status: 0, commands: [] })
  expect(result.log).toContain(`cancelled job ${job} of an older commit`)
  expect((await old).commands.at(-1)!.text).toMatch(/\(cancelled\)/)
  expect((await world.github.comments()).map(({ body }) => body)).toEqual([
    expect.stringContaining('`ccccccc`'),
  ])
})

test('waits grow, are bounded and jittered; Retry-After is read in both forms', () => {
  expect([1, 2, 3, 4, 5, 6, 99].map(n => troubleWait(n))).toEqual([
    1000, 2000, 4000, 8000, 16_000, 30_000, 30_000,
  ])
  expect(pollWait(0, 3000)).toBe(3000)
  expect(pollWait(500, 3000)).toBe(12_000)
  expect([jittered(1000, () => 0), jittered(1000, () => 1)]).toEqual([750, 1250])
  const now = Date.parse('2026-01-01T00:00:00Z')
  expect(retryAfter('7', now)).toBe(7000)
  expect(retryAfter('Thu, 01 Jan 2026 00:00:09 GMT', now)).toBe(9000)
  expect(retryAfter('Wed, 31 Dec 2025 00:00:00 GMT', now)).toBe(0)
  expect([retryAfter(undefined), retryAfter('soon')]).toEqual([null, null])
})
