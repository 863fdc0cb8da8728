import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { accountFor } from '../../server/accounts/accounts.ts'
import { createKey } from '../../server/accounts/keys.ts'
import { openSession } from '../../server/accounts/sessions.ts'
import { readTraceSettings } from '../../server/config/traces.ts'
import { find } from '../../server/jobs/find.ts'
import { submit } from '../../server/jobs/submit.ts'
import { openDatabase } from '../../server/storage/database.ts'
import { openTraces, type Traces } from '../../server/traces/index.ts'
import { watchHealth } from '../../server/worker/health.ts'
import { startWorker } from '../../server/worker/worker.ts'
import { ask } from '../api/ask.ts'
import { type TestApi, testApi } from '../api/test-api.ts'
import { CACHED } from '../compile-cache.ts'
import { emptyDatabase } from '../database.ts'
import { submission, until } from '../jobs/test-queue.ts'
import { main, port } from '../main-process.ts'
import { openBrowser, PUBLIC_URL } from '../web/browser.ts'
import { type Collector, collector, type Span } from './collector.ts'

const GIVEN = { trace: '0af7651916cd43dd8448eb211c80319c', span: 'b7ad6b7169203331' }
const CANARY = 'hunter2-canary'

let told: Collector
let traces: Traces
let api: TestApi
const warned: object[] = []
const open = (more: Record<string, string> = {}, at = told) =>
  openTraces(
    readTraceSettings({ OTEL_EXPORTER_OTLP_ENDPOINT: at.url, OTEL_EXPORTER_OTLP_TIMEOUT: '1000', ...more }),
    '1.2.3',
    { warn: (fields, message) => void warned.push({ ...fields, message }) },
  )

beforeAll(async () => {
  told = await collector()
  traces = await open()
  api = await testApi({
    traces: { submission: (...args) => traces.submission(...args) },
    site: () => ({ publicUrl: PUBLIC_URL }),
  })
})
afterAll(async () => {
  await api.close()
  await traces.close()
  await told.close()
})
beforeEach(async () => {
  await traces.close()
  told.spans.length = 0
  told.requests.length = 0
  told.status = 200
  warned.length = 0
  traces = await open()
})

async function send(pageName: string, traceparent?: string, more: object = {}): Promise<string> {
  const { status, json } = await api.ask('POST', '/api/v1/scorecard', {
    key: api.queue.apiKey,
    headers: traceparent === undefined ? {} : { traceparent },
    body: {
      original_url: 'https://a.example.com/',
      new_url: 'https://b.example.com/',
      page_name: pageName,
      ...more,
    },
  })
  expect(status).toBe(202)
  return json.job_id
}

/** Runs what is queued until all of `ids` have ended, then has it told. */
async function run(...ids: string[]): Promise<void> {
  const worker = await startWorker({
    queue: api.queue,
    count: 1,
    environment: { ...CACHED, PATH: process.env.PATH! },
    allowHosts: [],
    meter: traces.scans,
    entry: join(import.meta.dirname, '../worker/fixtures/scripted.ts'),
    // Who failed a job stands back for a moment only.
    health: watchHealth([], api.queue.log, [20]),
  })
  for (const id of ids) await until(async () => (await find(api.queue, id))!.job.finished_at)
  await worker.drain()
  await traces.close()
}

const named = (name: string): Span[] => told.spans.filter(span => span.name === name)
const traceparentOf = async (id: string): Promise<string | null> =>
  (await api.queue.pool.query('SELECT traceparent FROM jobs WHERE id = $1', [id])).rows[0].traceparent

test('a job is one trace, from the request through the queue to the phases of its scan', async () => {
  const before = Date.now()
  const id = await send('phases', `00-${GIVEN.trace}-${GIVEN.span}-01`, { storefront_password: CANARY })
  await run(id)
  expect(told.spans.map(({ name }) => name)).toEqual([
    'submit',
    'wait in queue',
    ...['beginning', 'starting the browser', 'opening both pages', 'following old addresses'],
    ...['other', 'judging', 'keeping what was captured', 'attempt'],
  ])
  expect(new Set(told.spans.map(({ traceId }) => traceId))).toEqual(new Set([GIVEN.trace]))
  const [[submitted], [waited], [attempt]] = [named('submit'), named('wait in queue'), named('attempt')]
  expect(submitted).toMatchObject({ parent: GIVEN.span, kind: 2, status: 0 })
  expect(submitted!.attributes).toEqual({ 'cutover.tier': 'paid', 'cutover.job.id': id })
  expect(await traceparentOf(id)).toBe(`00-${GIVEN.trace}-${submitted!.spanId}-01`)
  expect(waited).toMatchObject({ parent: submitted!.spanId, attributes: { 'cutover.job.id': id } })
  expect(attempt).toMatchObject({ parent: submitted!.spanId, kind: 5, status: 0 })
  expect(attempt!.attributes).toEqual({ 'cutover.job.id': id, 'cutover.code': 'completed' })
  const phases = told.spans.slice(2, -1)
  for (const phase of phases) {
    expect(phase.parent).toBe(attempt!.spanId)
    expect(phase.attributes).toEqual({ 'cutover.job.id': id, 'cutover.phase': phase.name })
  }
  // One after the other, and nothing between them.
  const moments = [
    waited!.start,
    waited!.end,
    ...phases.flatMap(({ start, end }) => [start, end]),
    Date.now(),
  ]
  expect(moments).toEqual([...moments].sort((a, b) => a - b))
  expect(waited!.start).toBeGreaterThanOrEqual(before - 1000)
  for (const { service } of told.spans)
    expect(service).toMatchObject({ 'service.name': 'cutover', 'service.version': '1.2.3' })
})

test('no address, nothing of a page and no secret is in it', async () => {
  const secrets = { storefront_password: CANARY, new_headers: { authorization: `Bearer ${CANARY}` } }
  const ids = [await send('phases', undefined, secrets), await send('own failure', undefined, secrets)]
  await run(...ids)
  expect(named('attempt').length).toBeGreaterThan(1)
  const bytes = Buffer.concat(told.requests.map(request => request.bytes)).toString('latin1')
  expect(bytes).toContain(ids[0])
  for (const word of [
    'example.com',
    'https:',
    CANARY,
    'phases',
    'own failure',
    '127.0.0.1',
    api.queue.apiKey,
  ])
    expect(bytes.includes(word), word).toBe(false)
})

test.each([undefined, '', 'nonsense', `00-${'0'.repeat(32)}-${GIVEN.span}-01`])(
  'where the request brings no trace but %j, one is begun',
  async given => {
    const id = await send('ok', given)
    await run(id)
    const [submitted] = named('submit')
    expect(submitted).toMatchObject({ parent: '', traceId: expect.stringMatching(/^[0-9a-f]{32}$/) })
    expect(new Set(told.spans.map(({ traceId }) => traceId)).size).toBe(1)
  },
)

test('a job that was submitted by a form has a trace as well', async () => {
  const { pool } = api.queue
  const session = await openSession(pool, await accountFor(pool, 'ann@example.com'))
  const ann = openBrowser(api, new Map([['__Host-cutover-session', session]]))
  const { original_url, new_url } = submission()
  const token = await ann.formToken('/home')
  const { headers } = await ann.post('/home/page', {
    token,
    id: randomUUID(),
    original_url,
    new_url,
    page_name: 'ok',
  })
  const id = headers.location!.split('/').at(-1)!
  await run(id)
  const [submitted] = named('submit')
  expect(submitted!.attributes['cutover.job.id']).toBe(id)
  expect(await traceparentOf(id)).toBe(`00-${submitted!.traceId}-${submitted!.spanId}-01`)
})

test('a trace that is not recorded is handed on, and not told', async () => {
  const id = await send('ok', `00-${GIVEN.trace}-${GIVEN.span}-00`)
  await run(id)
  expect(await traceparentOf(id)).toMatch(new RegExp(`^00-${GIVEN.trace}-[0-9a-f]{16}-00$`))
  expect(told.spans).toEqual([])
})

test('a submission that is refused tells its code, and one from nobody nothing', async () => {
  const key = api.queue.apiKey
  expect((await api.ask('POST', '/api/v1/scorecard', { key, body: {} })).status).toBe(422)
  expect((await api.ask('POST', '/api/v1/scorecard', { body: {} })).status).toBe(401)
  await traces.close()
  expect(told.spans.map(({ name, attributes, status }) => [name, attributes, status])).toEqual([
    ['submit', { 'cutover.tier': 'paid', 'cutover.code': 'invalid_fields' }, 0],
  ])
})

test('each attempt is told with its code, and our own fault as an error', { tags: 'variant' }, async () => {
  const [page, ours] = [await send('page failure'), await send('exit')]
  await run(page, ours)
  const of = (id: string) => told.spans.filter(({ attributes }) => attributes['cutover.job.id'] === id)
  const attempts = (id: string) =>
    of(id)
      .filter(({ name }) => name === 'attempt')
      .map(({ attributes, status }) => [attributes['cutover.code'], status])
  expect(attempts(page)).toEqual([['new_http_error', 0]])
  expect(attempts(ours)).toEqual([1, 2, 3].map(() => ['internal_error', 2]))
  expect(new Set(of(ours).map(({ traceId }) => traceId)).size).toBe(1)
  // Since the attempt before was last heard of, not since the submission.
  const waits = of(ours).filter(({ name }) => name === 'wait in queue')
  const begun = of(ours).filter(({ name }) => name === 'attempt')
  expect(waits).toHaveLength(3)
  expect(waits[2]!.start).toBeGreaterThanOrEqual(begun[1]!.start - 500)
})

test('a job of a process that tells no traces begins its own where it is claimed', async () => {
  const id = await submit(api.queue, submission({ page_name: 'ok' }), api.queue.accountId)
  expect(await traceparentOf(id)).toBeNull()
  await run(id)
  const [waited, attempt] = [named('wait in queue')[0]!, named('attempt')[0]!]
  expect(waited.parent).toBe('')
  expect(attempt).toMatchObject({ traceId: waited.traceId, parent: waited.spanId })
})

test('without a collector the trace of the request is handed on, and none is begun', async () => {
  traces = await openTraces(undefined, '1.2.3', { warn() {} })
  expect(traces.scans).toBeUndefined()
  expect(await traceparentOf(await send('ok', `00-${GIVEN.trace}-${GIVEN.span}-01`))).toBe(
    `00-${GIVEN.trace}-${GIVEN.span}-01`,
  )
  const ids = [await send('ok'), await send('ok', 'nonsense')]
  expect(await Promise.all(ids.map(traceparentOf))).toEqual([null, null])
  for (const { job_id } of (await api.ask('GET', '/api/v1/jobs?status=queued', { key: api.queue.apiKey }))
    .json.jobs)
    await api.ask('DELETE', `/api/v1/jobs/${job_id}`, { key: api.queue.apiKey })
})

test.each([
  ['refuses', 400],
  ['fails', 503],
  ['hangs', 0],
  ['is away', null],
])('a collector that %s costs no job, and is told of once', { tags: 'variant' }, async (_, status) => {
  const other = await collector()
  onTestFinished(() => other.close())
  traces = await open({}, other)
  if (status === null) await other.close()
  else other.status = status
  const id = await send('ok')
  const started = performance.now()
  await run(id)
  expect((await find(api.queue, id))!.job.status).toBe('completed')
  expect(performance.now() - started).toBeLessThan(20_000)
  expect(other.spans).toEqual([])
  expect(warned).toEqual([
    { count: expect.any(Number), reason: expect.any(String), message: 'traces could not be sent' },
  ])
})

test('headers, path and compression are as they are set', async () => {
  traces = await open({
    OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${told.url}/of/us`,
    OTEL_EXPORTER_OTLP_HEADERS: `authorization=Bearer%20${CANARY}`,
    OTEL_EXPORTER_OTLP_COMPRESSION: 'gzip',
    OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test',
    OTEL_SERVICE_NAME: 'gate',
  })
  traces.submission(undefined, 'free').end({ code: 'invalid_fields' })
  await traces.close()
  expect(told.requests).toMatchObject([
    {
      path: '/of/us',
      headers: {
        authorization: `Bearer ${CANARY}`,
        'content-encoding': 'gzip',
        'content-type': 'application/x-protobuf',
      },
    },
  ])
  expect(named('submit')[0]!.service).toMatchObject({
    'service.name': 'gate',
    'deployment.environment.name': 'test',
  })
})

test('of traces that begin here a share is told', async () => {
  traces = await open({ OTEL_TRACES_SAMPLER: 'parentbased_traceidratio', OTEL_TRACES_SAMPLER_ARG: '0' })
  traces.submission(undefined, 'free').end({ code: 'invalid_fields' })
  traces.submission(`00-${GIVEN.trace}-${GIVEN.span}-01`, 'free').end({ code: 'invalid_fields' })
  await traces.close()
  expect(told.spans.map(({ traceId }) => traceId)).toEqual([GIVEN.trace])
})

test('a scan process that changes its phase without end has an end of spans', async () => {
  const scan = traces.scans!.begin({ id: 'job', traceparent: null, waitedMs: 0 })
  for (let times = 0; times < 10_000; times++) {
    scan.phase('judging')
    scan.phase('opening both pages')
  }
  scan.end('completed')
  await traces.close()
  expect(told.spans.length).toBeLessThan(200)
  expect(named('attempt')).toHaveLength(1)
})

async function server(env: Record<string, string>, execArgv: string[] = []) {
  const DATABASE_URL = await emptyDatabase()
  const process = main(['--only', 'api'], { DATABASE_URL, ...env }, execArgv)
  const listening = await port(process)
  const database = await openDatabase({ databaseUrl: DATABASE_URL, dataDir: '/nonexistent' })
  onTestFinished(() => database.close())
  const { key } = await createKey(database.pool, 'owner@example.com')
  return {
    process,
    submit: () => ask(listening, 'POST', '/api/v1/scorecard', { key, body: submission() }),
  }
}

test('what is not sent yet goes out when the server is stopped', { tags: 'variant' }, async () => {
  const { process, submit } = await server({ OTEL_EXPORTER_OTLP_ENDPOINT: told.url })
  expect((await submit()).status).toBe(202)
  process.child.kill('SIGTERM')
  expect(await process.ended).toBe(0)
  expect(named('submit')).toHaveLength(1)
})

test('a collector that gives no answer does not keep a server that is stopped', {
  tags: 'variant',
}, async () => {
  told.status = 0
  const { process, submit } = await server({ OTEL_EXPORTER_OTLP_ENDPOINT: told.url })
  expect((await submit()).status).toBe(202)
  const started = performance.now()
  process.child.kill('SIGTERM')
  expect(await process.ended).toBe(0)
  expect(performance.now() - started).toBeLessThan(15_000)
})

test('a wrong setting stops the start with a sentence', async () => {
  const stopped = main(['--only', 'api'], {
    DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none',
    OTEL_EXPORTER_OTLP_ENDPOINT: told.url,
    OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc',
  })
  expect(await stopped.ended).toBe(1)
  expect(stopped.err()).toBe('OTEL_EXPORTER_OTLP_PROTOCOL is "grpc"; it must be http/protobuf.\n')
})

test.each([
  ['nothing that tells traces is loaded without a collector', {}, false],
  ['it is with one', { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' }, true],
] as [string, Record<string, string>, boolean][])('%s', { tags: 'variant' }, async (_, env, isLoaded) => {
  const hook = `import { registerHooks } from 'node:module'
    registerHooks({ load(url, context, next) {
      console.error('loaded ' + url)
      return next(url, context)
    } })`
  const flag = `--import=data:text/javascript,${encodeURIComponent(hook)}`
  const { process, submit } = await server(env, [flag])
  expect((await submit()).status).toBe(202)
  process.child.kill('SIGTERM')
  await process.ended
  const loads = (part: string) => process.err().includes(part)
  expect(loads('/server/traces/index.ts')).toBe(true)
  // Its interface apart, of which prom-client takes a part.
  for (const part of ['/server/traces/export.ts', '@opentelemetry/sdk-trace/', '@opentelemetry/exporter-'])
    expect(loads(part), part).toBe(isLoaded)
})
