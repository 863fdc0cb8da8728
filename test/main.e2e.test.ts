import { expect, onTestFinished, test } from 'vitest'
import { emptyDatabase } from './database.ts'
import { main, port } from './main-process.ts'
import { expectRefused, expectStoreRefused, expectUsage } from './main-refusals.ts'
import { CREDENTIALS, testBucket } from './storage/bucket.ts'

test('the server starts, answers, and ends on SIGTERM', async () => {
  const run = main([], { DATABASE_URL: await emptyDatabase() })
  const base = `http://127.0.0.1:${await port(run)}`
  expect(await (await fetch(`${base}/healthz`)).json()).toEqual({ status: 'ok' })
  expect((await fetch(`${base}/readyz`)).status).toBe(200)
  expect((await fetch(`${base}/api/v1/scorecard`, { method: 'POST' })).status).toBe(401)
  run.child.kill('SIGTERM')
  expect(await run.ended).toBe(0)
  for (const line of run.out().trimEnd().split('\n')) expect(JSON.parse(line)).toHaveProperty('level')
  expect(run.err()).toBe('')
})

test('a worker alone opens no port and ends on SIGINT', { tags: 'variant' }, async () => {
  const run = main(['--only', 'worker'], { DATABASE_URL: await emptyDatabase(), LOG_LEVEL: 'debug' })
  while (!run.out().includes('waiting for jobs')) await new Promise(resolve => setTimeout(resolve, 50))
  expect(run.out()).not.toContain('"port"')
  run.child.kill('SIGINT')
  expect(await run.ended).toBe(0)
})

test('--help tells how to call it, and starts nothing', () => expectUsage('--help'))

test('a server with a bucket starts once it can be used', { tags: 'variant' }, async () => {
  const bucket = await testBucket()
  onTestFinished(() => bucket.close())
  const shared = { DATABASE_URL: await emptyDatabase(), ...bucket.environment }
  const run = main(['--only', 'api'], shared)
  const base = `http://127.0.0.1:${await port(run)}`
  expect((await fetch(`${base}/readyz`)).status).toBe(200)
  expect(bucket.asked.length).toBeGreaterThan(0)
  expect(await bucket.keys()).toEqual([])
  run.child.kill('SIGTERM')
  expect(await run.ended).toBe(0)
  expect(run.out() + run.err()).not.toContain(CREDENTIALS.secretAccessKey)
})

test('a store with a wrong key is one sentence', () =>
  expectStoreRefused({ AWS_ACCESS_KEY_ID: 'wrong' }, /: the credentials are refused \(InvalidAccessKeyId\)/))

test.each<[string[], Record<string, string>, RegExp]>([
  [['--olny', 'api'], {}, /^Unknown option '--olny'\.\n$/],
  [[], { CUTOVER_SECRET_KEY: 'canary' }, /^CUTOVER_SECRET_KEY is not valid (?!.*canary).*\n$/],
])('%j with %j is refused with a sentence', expectRefused)

test('in production no worker starts whose browser is not kept in', { tags: 'variant' }, async () => {
  const run = main([], {
    DATABASE_URL: await emptyDatabase(),
    CHROME_PATH: '/bin/false',
    CUTOVER_UNSAFE_NO_SANDBOX: '',
  })
  expect(await run.ended).toBe(1)
  expect(run.err()).toMatch(
    /^Not started: the browser would run without its sandbox.*CUTOVER_UNSAFE_NO_SANDBOX=1.*\n$/,
  )
  expect(run.out()).not.toContain('waiting for jobs')
})
