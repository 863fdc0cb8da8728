/** A job as it goes on, over HTTP. */
import { get, type IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { LIMITS } from '../../server/config/limits.ts'
import { JobEvent } from '../../server/contract.ts'
import { cancel } from '../../server/jobs/cancel.ts'
import { reportProgress } from '../../server/jobs/claim.ts'
import { deleteJob } from '../../server/jobs/delete.ts'
import { fail, finish } from '../../server/jobs/end.ts'
import { submit } from '../../server/jobs/submit.ts'
import { SCORECARD, submission, until } from '../jobs/test-queue.ts'
import { claimNext, completedJob } from './completed-job.ts'
import { type TestApi, testApi } from './test-api.ts'

let api: TestApi
beforeAll(async () => {
  api = await testApi({ limits: { ...LIMITS, address: { requestsPerMinute: 10_000, eventStreams: 5 } } })
})
afterAll(() => api.close())

const open: Following[] = []
afterEach(() => {
  for (const { close } of open.splice(0)) close()
})

interface Following {
  status: number
  headers: IncomingMessage['headers']
  /** Name, data and id of each event so far. */
  events(): { event: string; data: unknown; id?: string }[]
  text(): string
  ended: Promise<void>
  close(): void
}

function follow(id: string, headers: Record<string, string> = {}, server = api): Promise<Following> {
  return new Promise((resolve, reject) => {
    const request = get({ port: server.port, path: `/api/v1/jobs/${id}/events`, headers, agent: false })
    request.on('error', reject)
    request.on('response', response => {
      let text = ''
      response.setEncoding('utf8').on('data', chunk => (text += chunk))
      response.on('error', () => {})
      const following = {
        status: response.statusCode!,
        headers: response.headers,
        text: () => text,
        events: () => eventsIn(text),
        ended: new Promise<void>(done => response.on('close', () => done())),
        close: () => request.destroy(),
      }
      open.push(following)
      resolve(following)
    })
  })
}

const eventsIn = (text: string) =>
  text
    .split('\n\n')
    .slice(0, -1)
    .filter(block => block.includes('event:'))
    .map(block => {
      const fields = Object.fromEntries(
        block.split('\n').map(line => [line.split(': ')[0]!, line.slice(line.indexOf(': ') + 2)]),
      )
      return { event: fields.event!, data: JSON.parse(fields.data!), ...(fields.id && { id: fields.id }) }
    })

const newJob = () => submit(api.queue, submission(), api.queue.accountId)
const seen = (following: Following, phase: string) =>
  until(async () => following.events().find(({ data }) => (data as JobEvent).progress?.phase === phase))

test('a job is followed from the queue to its end', async () => {
  const id = await newJob()
  const following = await follow(id)
  expect(following.status).toBe(200)
  expect(following.headers).toMatchObject({
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'private, no-store, no-transform',
    'x-accel-buffering': 'no',
    'x-content-type-options': 'nosniff',
    'transfer-encoding': 'chunked',
  })
  await seen(following, 'waiting')
  const claimed = await claimNext(api)
  await reportProgress(api.queue, claimed, 'capturing both pages', 0.4)
  await seen(following, 'capturing both pages')
  await finish(api.queue, claimed, SCORECARD)
  await following.ended
  expect(following.text()).toMatch(/^retry: 3000\n\n/)
  const events = following.events()
  for (const { data } of events) JobEvent.strict().parse(data)
  expect(events[0]).toEqual({
    event: 'progress',
    data: { id, status: 'queued', progress: { value: 0, phase: 'waiting' }, finished_at: null },
  })
  expect(events.at(-1)).toEqual({
    event: 'ended',
    id: 'ended',
    data: {
      ...{ id, status: 'completed', progress: { value: 1, phase: 'done' } },
      finished_at: expect.any(String),
    },
  })
  expect(events.filter(({ event }) => event === 'ended')).toHaveLength(1)
  const texts = events.map(event => JSON.stringify(event))
  expect(new Set(texts).size).toBe(texts.length)
})

test('a job that fails, is cancelled or deleted ends its streams, all of them', async () => {
  const failing = await newJob()
  const claimed = await claimNext(api)
  const cancelled = await newJob()
  const deleted = await newJob()
  const followed = await Promise.all([failing, failing, cancelled, deleted].map(id => follow(id)))
  await fail(api.queue, claimed, { code: 'not_html', detail: 'It is no page.' })
  const owner = { accountId: api.queue.accountId }
  await cancel(api.queue, cancelled, owner)
  await deleteJob(api.queue, deleted, owner)
  await Promise.all(followed.map(({ ended }) => ended))
  const last = followed.map(following => following.events().at(-1)!)
  for (const event of last.slice(0, 3))
    expect(event).toMatchObject({ event: 'ended', data: { status: 'failed' } })
  // It is cancelled first, and may be seen so.
  expect(['ended', 'deleted']).toContain(last[3]!.event)
})

test('a job that is deleted at one moment is told as deleted', async () => {
  const id = await newJob()
  const following = await follow(id)
  await api.queue.pool.query('DELETE FROM jobs WHERE id = $1', [id])
  await following.ended
  expect(following.events().at(-1)).toEqual({ event: 'deleted', data: { id } })
})

test('a job that has ended is told once, and who knows it is told to stay away', async () => {
  const id = await completedJob(api, {})
  const following = await follow(id)
  await following.ended
  expect(following.events()).toEqual([
    { event: 'ended', id: 'ended', data: expect.objectContaining({ status: 'completed' }) },
  ])
  const again = await follow(id, { 'last-event-id': 'ended' })
  expect(again.status).toBe(204)
})

test('HEAD answers at once and follows nothing', async () => {
  const { status, headers } = await api.ask('HEAD', `/api/v1/jobs/${await newJob()}/events`)
  expect([status, headers['content-type']]).toEqual([200, 'text/event-stream; charset=utf-8'])
})

test('nobody follows what is not there', async () => {
  for (const id of ['x', 'A'.repeat(27)]) {
    const following = await follow(id)
    expect(following.status).toBe(404)
    expect(following.headers['content-type']).toMatch(/^application\/problem\+json/)
  }
})

test('however many follow, the database is asked once a second, and not at all when all have gone', {
  tags: 'variant',
}, async () => {
  const ids = [await newJob(), await newJob()]
  const asked = vi.spyOn(api.queue.pool, 'query')
  const looks = () => asked.mock.calls.filter(([text]) => String(text).includes('id = ANY($1)')).length
  const before = looks()
  const followed = await Promise.all([ids[0]!, ids[0]!, ids[1]!, ids[1]!].map(id => follow(id)))
  await new Promise(resolve => setTimeout(resolve, 2500))
  expect(looks() - before).toBeGreaterThan(0)
  expect(looks() - before).toBeLessThanOrEqual(5)
  for (const { close } of followed) close()
  await new Promise(resolve => setTimeout(resolve, 1500))
  const after = looks()
  await new Promise(resolve => setTimeout(resolve, 2500))
  expect(looks()).toBe(after)
  asked.mockRestore()
})

test('an address has a number of streams, which come back as clients go away', async () => {
  const id = await newJob()
  const followed: Following[] = []
  for (let n = 0; n < 5; n++) followed.push(await follow(id))
  const refused = await follow(id)
  await refused.ended
  expect(refused.status).toBe(429)
  expect(refused.headers['retry-after']).toBe('10')
  expect(JSON.parse(refused.text())).toMatchObject({
    code: 'too_many_requests',
    detail: expect.stringMatching(/^An address may follow 5 jobs at a time\./),
  })
  followed[0]!.close()
  await until(async () => {
    const next = await follow(id)
    return next.status === 200
  })
})

test('clients that vanish without a word give their places back a hundred times over', async () => {
  const id = await newJob()
  for (let n = 0; n < 100; n++) {
    const socket = connect(api.port, '127.0.0.1')
    socket.write(`GET /api/v1/jobs/${id}/events HTTP/1.1\r\nHost: x\r\n\r\n`)
    await new Promise(resolve => socket.once('data', resolve))
    socket.resetAndDestroy()
    await new Promise(resolve => socket.once('close', resolve))
  }
  await until(async () => (await follow(id)).status === 200)
})

test('a pause of the database is no end', async () => {
  const id = await newJob()
  const following = await follow(id)
  await api.queue.pool.query('ALTER TABLE jobs RENAME TO gone')
  await new Promise(resolve => setTimeout(resolve, 2200))
  await api.queue.pool.query('ALTER TABLE gone RENAME TO jobs')
  await cancel(api.queue, id, { accountId: api.queue.accountId })
  await following.ended
  expect(following.events().at(-1)).toMatchObject({ event: 'ended' })
})
