import { connect } from 'node:net'
import Koa from 'koa'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { newKey } from '../../server/accounts/key-format.ts'
import { createKey } from '../../server/accounts/keys.ts'
import { listen } from '../../server/api/listen.ts'
import { Job, Problem } from '../../server/contract.ts'
import { claim } from '../../server/jobs/claim.ts'
import { fail, finish } from '../../server/jobs/end.ts'
import { QUEUE } from '../../server/jobs/queue.ts'
import { submit } from '../../server/jobs/submit.ts'
import { SCORECARD, submission } from '../jobs/test-queue.ts'
import { type TestApi, testApi } from './test-api.ts'

let api: TestApi
beforeAll(async () => {
  api = await testApi()
})
afterAll(() => api.close())

const newJob = () => submit(api.queue, submission(), api.queue.accountId)

async function claimNext() {
  const [job] = await api.queue.boss.fetch<{ id: string }>(QUEUE)
  return (await claim(api.queue, job!, job!.data.id))!
}

test.each([
  ['GET', '/api/v1/scorecard', 'POST'],
  ['PUT', '/api/v1/scorecard', 'POST'],
  ['POST', '/api/v1/jobs', 'GET, HEAD'],
  ['POST', '/api/v1/jobs/x', 'DELETE, GET, HEAD'],
  ['PROPFIND', '/api/v1/jobs/x', 'DELETE, GET, HEAD'],
  ['GET', '/api/v1/jobs/x/cancel', 'POST'],
  ['POST', '/healthz', 'GET, HEAD'],
])('%s %s is answered with 405', async (method, path, allow) => {
  const answer = await api.ask(method, path, { key: api.queue.apiKey })
  expect(answer.status).toBe(405)
  expect(answer.headers.allow).toBe(allow)
  expect(Problem.strict().parse(answer.json)).toMatchObject({ code: 'method_not_allowed', status: 405 })
})

test.each([
  ...['/api', '/api/v2/scorecard', '/%', '/api/v1/jobs/%ff', '/api/v1/jobs/a/b'],
  ...['/API/v1/openapi.json', '/api/V1/openapi.json', '/Keys'],
])('GET %s is answered with 404', async path => {
  const answer = await api.ask('GET', path)
  expect(answer.status).toBe(404)
  expect(Problem.strict().parse(answer.json)).toMatchObject({ code: 'not_found', status: 404 })
  expect(answer.headers['content-type']).toMatch(/^application\/problem\+json/)
})

test('a job is shown to who has its id, and with a key to its own account only', async () => {
  const id = await newJob()
  const stranger = await createKey(api.queue.pool, 'stranger@example.com')
  const poll = `/api/v1/jobs/${id}`
  expect((await api.ask('GET', poll)).status).toBe(200)
  expect((await api.ask('GET', poll, { key: api.queue.apiKey })).status).toBe(200)

  const foreign = await api.ask('GET', poll, { key: stranger.key })
  const unknown = await api.ask('GET', `/api/v1/jobs/${'0'.repeat(27)}`, { key: stranger.key })
  const malformed = await api.ask('GET', '/api/v1/jobs/..', { key: stranger.key })
  const { date: _, 'x-request-id': __, ...headers } = foreign.headers
  for (const other of [unknown, await api.ask('GET', '/api/v1/jobs/a%00b', { key: stranger.key })]) {
    expect(other.status).toBe(404)
    expect(other.text).toBe(foreign.text)
    expect(other.headers).toMatchObject(headers)
  }
  expect(malformed.status).toBe(404)

  const invalid = await api.ask('GET', poll, { key: newKey() })
  expect(invalid.status).toBe(401)
  expect(invalid.headers['www-authenticate']).toMatch(/^Bearer/)
})

test('a completed and a failed job have the published shape', async () => {
  await api.queue.boss.deleteAllJobs(QUEUE)
  const done = await newJob()
  await finish(api.queue, await claimNext(), SCORECARD)
  const completed = Job.strict().parse((await api.ask('GET', `/api/v1/jobs/${done}`)).json)
  expect(completed).toMatchObject({ tier: 'paid', status: 'completed', scorecard: SCORECARD })
  expect(completed.error).toBeUndefined()

  const broken = await newJob()
  await fail(api.queue, await claimNext(), { code: 'password_required', detail: 'Send storefront_password.' })
  const failed = Job.strict().parse((await api.ask('GET', `/api/v1/jobs/${broken}`)).json)
  expect(failed).toMatchObject({
    status: 'failed',
    error: { code: 'password_required', type: '/problems/password_required' },
  })
  expect(failed).not.toHaveProperty('scorecard')
  expect(failed).not.toHaveProperty('tier')
})

test('polling can be made to require a key', async () => {
  const strict = await testApi({ pollRequiresKey: true })
  const id = await submit(strict.queue, submission(), strict.queue.accountId)
  expect((await strict.ask('GET', `/api/v1/jobs/${id}`)).status).toBe(401)
  expect((await strict.ask('GET', `/api/v1/jobs/${id}`, { key: strict.queue.apiKey })).status).toBe(200)
  await strict.close()
})

test('health is told, and readiness only with database and queue', async () => {
  expect(await api.ask('GET', '/healthz')).toMatchObject({ status: 200, json: { status: 'ok' } })
  expect(await api.ask('GET', '/readyz')).toMatchObject({
    status: 200,
    json: {
      status: 'ready',
      parts: { database: 'ok', migrations: 'ok', queue: 'ok', clock: 'ok', disk: 'ok', storage: 'ok' },
      walls: { ownUser: true, sandbox: true, ownNetwork: false },
    },
  })
  await api.queue.pool.query('ALTER TABLE pgboss.queue RENAME TO gone')
  const answer = await api.ask('GET', '/readyz')
  await api.queue.pool.query('ALTER TABLE pgboss.gone RENAME TO queue')
  expect(answer).toMatchObject({
    status: 503,
    json: { code: 'not_ready', errors: [{ pointer: '/parts/queue', detail: 'The queue is not there.' }] },
  })
})

test('however many ask whether it is ready, the database is asked once at a time', async () => {
  const { promise, resolve: goOn } = Promise.withResolvers<null>()
  const look = vi.spyOn(api.queue.boss, 'getQueue').mockReturnValue(promise)
  const asked = Array.from({ length: 20 }, () => api.ask('GET', '/readyz'))
  await new Promise(resolve => setTimeout(resolve, 300))
  expect(look).toHaveBeenCalledTimes(1)
  goOn(null)
  for (const answer of await Promise.all(asked)) expect(answer.status).toBe(503)
  look.mockRestore()
  expect((await api.ask('GET', '/readyz')).status).toBe(200)
})

test('what nobody foresaw is told without its inside', async () => {
  await api.queue.pool.query('ALTER TABLE jobs RENAME TO gone')
  const answer = await api.ask('GET', `/api/v1/jobs/${'0'.repeat(27)}`)
  await api.queue.pool.query('ALTER TABLE gone RENAME TO jobs')
  expect(answer.status).toBe(500)
  expect(Problem.strict().parse(answer.json).code).toBe('internal_error')
  expect(answer.text).not.toMatch(/jobs|relation|\.ts/)
  expect(api.queue.logged.join()).toMatch(/relation/)
})

test('what is not HTTP is answered in the same form', async () => {
  const socket = connect(api.port, '127.0.0.1')
  let text = ''
  socket.setEncoding('utf8').on('data', chunk => (text += chunk))
  socket.write('NONSENSE\r\n\r\n')
  await new Promise(resolve => socket.on('close', resolve))
  const [head, body] = text.split('\r\n\r\n')
  expect(head).toMatch(/^HTTP\/1\.1 400 Bad Request\r\nContent-Type: application\/problem\+json/)
  expect(Problem.strict().parse(JSON.parse(body!)).code).toBe('malformed_request')
})

test.each(['Host: x\r\nExpect: more', 'Accept: */*'])(
  'a request with %j only is answered as any',
  async head => {
    const socket = connect(api.port, '127.0.0.1')
    let text = ''
    socket.setEncoding('utf8').on('data', chunk => (text += chunk))
    socket.write(`GET /api/v1/jobs HTTP/1.1\r\n${head}\r\nConnection: close\r\n\r\n`)
    await new Promise(resolve => socket.on('close', resolve))
    const [answered, body] = text.split('\r\n\r\n')
    expect(answered).toMatch(/^HTTP\/1\.1 401 /)
    expect(Problem.strict().parse(JSON.parse(body!)).code).toBe('unauthorized')
  },
)

test('a client that does not take its answer is let go', async () => {
  const { promise: gone, resolve } = Promise.withResolvers<void>()
  const app = new Koa()
  app.use(ctx => {
    ctx.req.socket.on('close', () => resolve())
    ctx.body = Buffer.alloc(50_000_000)
  })
  const { port, close } = await listen(app, 0, 200)
  const socket = connect(port, '127.0.0.1').on('error', () => {})
  socket.pause().write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
  await gone
  socket.destroy()
  await close()
})

test('a client that goes away while it sends is nobody else’s trouble', async () => {
  const errors = api.queue.logged.filter(line => line.includes('"error"')).length
  const socket = connect(api.port, '127.0.0.1')
  socket.write(
    `POST /api/v1/scorecard HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${api.queue.apiKey}\r\n` +
      'Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{',
  )
  await new Promise(resolve => setTimeout(resolve, 100))
  socket.destroy()
  expect((await api.ask('GET', '/healthz')).status).toBe(200)
  expect(api.queue.logged.filter(line => line.includes('"error"')).length).toBe(errors)
})

test('a submission is answered quickly', async () => {
  const body = { original_url: 'https://a.example.com/', new_url: 'https://b.example.com/' }
  const times: number[] = []
  for (let i = 0; i < 100; i++) {
    const started = performance.now()
    expect((await api.ask('POST', '/api/v1/scorecard', { key: api.queue.apiKey, body })).status).toBe(202)
    times.push(performance.now() - started)
  }
  times.sort((a, b) => a - b)
  console.log(`submission: median ${times[50]!.toFixed(1)} ms, 95 % below ${times[95]!.toFixed(1)} ms`)
})
