import { readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import type { Log } from '../../server/jobs/log.ts'
import { LIMITS, runScan, type ScanLimits } from '../../server/worker/run-scan.ts'
import { CACHED } from '../compile-cache.ts'
import { submission } from '../jobs/test-queue.ts'
import { scanProcesses } from './processes.ts'

const entry = join(import.meta.dirname, 'fixtures/scripted.ts')

let logged: string[] = []
let progress: [string, number][] = []

function run(
  pageName: string,
  {
    limits,
    signal,
    ...more
  }: { limits?: Partial<ScanLimits>; signal?: AbortSignal; [field: string]: unknown } = {},
) {
  logged = []
  progress = []
  const line = (fields: object, message: string) => void logged.push(`${message} ${JSON.stringify(fields)}`)
  return runScan(
    { submission: submission({ page_name: pageName, ...more }), allowHosts: [] },
    {
      entry,
      environment: { ...CACHED, PATH: process.env.PATH!, LANG: 'C' },
      limits: { ...LIMITS, sampleMs: 100, ...limits },
      log: { debug: line, info: line, warn: line, error: line } satisfies Log,
      onProgress: (phase, value) => void progress.push([phase, value]),
      signal: signal ?? new AbortController().signal,
    },
  )
}

const ours = { failure: { code: 'internal_error', detail: expect.stringMatching(/on our side/) } }

afterEach(() => {
  // After every outcome, whatever the scan did.
  expect(scanProcesses()).toEqual([])
  expect(readdirSync(tmpdir()).filter(name => name.startsWith(`cutover-scan-${process.pid}-`))).toEqual([])
})

test('a scorecard comes back', async () => {
  expect(await run('ok')).toEqual({ scorecard: expect.objectContaining({ pageName: 'ok', allPass: true }) })
  expect(logged).toEqual([])
})

test('a page that goes on while it is asked is no fault of ours', async () => {
  expect(await run('late answer of a page')).toMatchObject({ scorecard: { allPass: true } })
  expect(logged).toEqual([])
})

test('the whole submission arrives, secrets too, and the secrets are taken out of what comes back', async () => {
  const secrets = {
    storefront_password: 'sesame "canary"',
    original_headers: { authorization: 'Basic canary' },
    new_headers: { 'x-b': 'other canary' },
  }
  const outcome = await run('echo', { ignore: ['.clock'], policy: 'absolute', ...secrets })
  const [gap] = (outcome as { scorecard: { gaps: string[] } }).scorecard.gaps
  expect(JSON.parse(gap!)).toEqual({
    ...submission({ page_name: 'echo', ignore: ['.clock'], policy: 'absolute' }),
    storefront_password: '[secret]',
    original_headers: { authorization: '[secret]' },
    new_headers: { 'x-b': '[secret]' },
  })
})

test('a scan process sees nothing of our environment and no secret in its arguments', async () => {
  process.env.DATABASE_URL = 'postgres://canary'
  const outcome = await run('surroundings', { storefront_password: 'canary' })
  delete process.env.DATABASE_URL
  const [gap] = (outcome as { scorecard: { gaps: string[] } }).scorecard.gaps
  const { env, execArgv } = JSON.parse(gap!)
  expect(Object.keys(env).sort()).toEqual([
    ...['CUTOVER_SCAN', 'HOME', 'LANG', 'NODE_COMPILE_CACHE', 'PATH', 'TMPDIR'],
  ])
  expect(execArgv).toEqual(['--max-old-space-size=1024', '--max-semi-space-size=8'])
  expect(gap).not.toMatch(/canary|\[secret\]/)
})

test('progress is told', async () => {
  await run('progress')
  expect(progress).toHaveLength(101)
  expect(progress.at(-1)).toEqual(['step 100', 1])
})

test('a failure of the page comes with its code and sentence', async () => {
  expect(await run('page failure')).toEqual({
    failure: { code: 'new_http_error', detail: 'The new page answered 503.' },
  })
})

test('an error that nobody foresaw is ours; it is logged without the secrets, and not told', async () => {
  expect(await run('own failure', { storefront_password: 'abc' })).toEqual(ours)
  expect(logged.join()).toMatch(/fill\(.*\[secret\].*\) failed/)
  expect(logged.join()).not.toContain('abc')
})

test('a secret in what it said is not cut in two before it is taken out', async () => {
  expect(await run('complain at length', { storefront_password: 'sesame canary' })).toEqual(ours)
  expect(logged.join()).toContain('....')
  expect(logged.join()).not.toMatch(/nary/)
})

test.each([
  ['unknown code', /connect failed/],
  ['late error', /in a timer/],
  ['exit', /exited with 3 without an outcome/],
  ['kill itself', /exited with SIGKILL without an outcome/],
  ['nonsense', /sent what is no message/],
  ['huge', /made a scorecard of 1\d{7} characters/],
])('%s is our own fault', async (name, reason) => {
  expect(await run(name)).toEqual(ours)
  expect(logged.join()).toMatch(reason)
})

test('an entry that does not exist is our own fault', async () => {
  const controller = new AbortController()
  const outcome = await runScan(
    { submission: submission(), allowHosts: [] },
    {
      entry: '/nonexistent/scan.ts',
      environment: { PATH: process.env.PATH! },
      limits: LIMITS,
      log: {
        debug() {},
        info() {},
        warn() {},
        error: (fields: object) => void logged.push(JSON.stringify(fields)),
      },
      onProgress() {},
      signal: controller.signal,
    },
  )
  expect(outcome).toEqual(ours)
  expect(logged.join()).toMatch(/Cannot find module/)
})

test('a scan that hangs is killed at its deadline', async () => {
  expect(await run('hang', { limits: { deadlineMs: 1500 } })).toEqual({
    failure: { code: 'timed_out', detail: expect.stringMatching(/longer than 2 s .*submit it again/) },
  })
})

test('a store has its own time beside that, and however often it says so no more than that', {
  tags: 'variant',
}, async () => {
  const limits = { deadlineMs: 2000, storeMs: 60_000 }
  expect(await run('store', { limits })).toMatchObject({ scorecard: { pageName: 'store' } })
  expect(await run('store that hangs', { limits: { ...limits, storeMs: 1000 } })).toEqual({
    failure: { code: 'timed_out', detail: expect.stringMatching(/longer than 3 s/) },
  })
})

test('a scan that grows is killed at its ceiling', async () => {
  const outcome = await run('balloon', { limits: { memoryBytes: 400 * 1024 ** 2 } })
  expect(outcome).toEqual({
    failure: { code: 'page_crashed', detail: expect.stringMatching(/more than 0\.4 GB of memory/) },
  })
})

test.each([
  ['browser', 'scorecard'],
  ['browser unknown', 'failure'],
])('after %s the browser is gone, though nobody closed it', async (name, outcome) => {
  expect(await run(name)).toHaveProperty(outcome)
  expect(scanProcesses()).toEqual([])
})

test('a hanging scan is killed together with its browser', async () => {
  const running = run('browser and hang', { limits: { deadlineMs: 3000 } })
  let seen: string[] = []
  while (seen.filter(command => command.startsWith('sleep')).length < 2) {
    seen = scanProcesses().map(({ command }) => command)
    await new Promise(resolve => setTimeout(resolve, 20))
  }
  expect(await running).toMatchObject({ failure: { code: 'timed_out' } })
  expect(scanProcesses()).toEqual([])
})

test('a scan is stopped on demand, also before it has begun', async () => {
  const controller = new AbortController()
  const running = run('wait', { signal: controller.signal })
  while (progress.length === 0) await new Promise(resolve => setTimeout(resolve, 20))
  controller.abort()
  expect(await running).toBe('stopped')
  expect(await run('wait', { signal: AbortSignal.abort() })).toBe('stopped')
})
