/** A worker whose browser does not start, as a process that an operator started. */
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { find } from '../../server/jobs/find.ts'
import { submit } from '../../server/jobs/submit.ts'
import { findBrowser } from '../../server/setup/browser.mjs'
import { submission, type TestQueue, testQueue, until } from '../jobs/test-queue.ts'
import { main, port } from '../main-process.ts'
import { startRemote } from '../scan/remote.ts'
import { type ServedSite, serve } from '../serve.ts'
import { testBucket } from '../storage/bucket.ts'

let queue: TestQueue
let site: ServedSite
let folder: string
beforeAll(async () => {
  queue = await testQueue()
  folder = await mkdtemp(join(tmpdir(), 'cutover-sick-'))
  await chmod(folder, 0o755)
  site = await serve(folder, path =>
    path === '/index.html' ? '<!doctype html><title>Tiny</title>' : undefined,
  )
})
afterAll(async () => {
  await site.close()
  await queue.close()
  await rm(folder, { recursive: true })
})

const jobOf = async (id: string) => (await find(queue, id))!.job
const isReady = async (base: string) => (await fetch(`${base}/readyz`)).status === 200

const settings = () => ({
  NODE_ENV: 'development',
  DATABASE_URL: queue.url,
  CUTOVER_SECRET_KEY: queue.secretKey.toString('hex'),
  CUTOVER_ALLOW_HOSTS: site.host,
  CUTOVER_STATUS_PORT: '0',
})

test('a worker whose browser does not start ends no jobs, says so, and goes on when it starts', async () => {
  const browser = join(folder, 'browser')
  const is = async (line: string) => {
    await writeFile(browser, `#!/bin/sh\n${line}\n`)
    await chmod(browser, 0o755)
  }
  await is('exit 1')
  const pages = { original_url: `${site.origin}/`, new_url: `${site.origin}/?new`, allow_same_page: true }
  const ids = [await send(), await send()]
  const run = main(['--only', 'worker'], {
    ...settings(),
    CUTOVER_METRICS_TOKEN: 'a-token-of-some-length',
    CUTOVER_DATA_DIR: folder,
    CHROME_PATH: browser,
  })
  const base = `http://127.0.0.1:${await port(run)}`
  await until(async () => run.out().includes('scan ended'))
  await sleep(6_000)
  const jobs = await Promise.all(ids.map(jobOf))
  expect(jobs.map(({ status }) => status)).toEqual(['queued', 'queued'])
  expect(run.out()).toContain('no jobs are taken')
  const answer = await (await fetch(`${base}/readyz`)).json()
  expect(JSON.stringify(answer.errors)).toContain('It takes no jobs')
  const figures = await fetch(`${base}/metrics`, {
    headers: { authorization: 'Bearer a-token-of-some-length' },
  })
  expect(await figures.text()).toMatch(/^cutover_worker_paused\{why="browser"\} 1$/m)

  await is(`exec ${await findBrowser()} "$@"`)
  await until(() => isReady(base))
  await until(async () => (await jobOf(ids[0]!)).progress.phase.startsWith('opening both pages'))
  expect(run.out()).toContain('jobs are taken again')
  run.child.kill('SIGTERM')
  run.child.kill('SIGTERM')
  await run.ended
  const { rows } = await queue.pool.query('SELECT max(retry_count)::int AS burnt FROM pgboss.job')
  expect(rows[0].burnt).toBe(0)

  function send() {
    return submit(queue, submission(pages), queue.accountId)
  }
})

test('while the machine of the browser hangs, jobs keep their tries and wait', async () => {
  await queue.pool.query('DELETE FROM jobs')
  await queue.pool.query('DELETE FROM pgboss.job')
  const remote = await startRemote()
  const run = main(['--only', 'worker'], {
    ...settings(),
    CUTOVER_DATA_DIR: folder,
    CUTOVER_BROWSER_CDP: `${remote.endpoint}/?token=canary`,
    CUTOVER_PROXY_ADDRESS: `${remote.proxy.host}:${remote.proxy.port}`,
  })
  const base = `http://127.0.0.1:${await port(run)}`
  await until(async () => run.out().includes('waiting for jobs'))
  expect(await isReady(base)).toBe(true)
  remote.signal('SIGSTOP')
  const pages = { original_url: `${site.origin}/`, new_url: `${site.origin}/?new`, allow_same_page: true }
  const id = await submit(queue, submission(pages), queue.accountId)
  await until(async () => run.out().includes('scan ended'))
  expect(run.out()).toContain('no jobs are taken')
  expect((await jobOf(id)).status).toBe('queued')
  expect(await isReady(base)).toBe(false)
  remote.signal('SIGCONT')
  await until(async () => (await jobOf(id)).progress.phase.startsWith('opening both pages'))
  run.child.kill('SIGTERM')
  run.child.kill('SIGTERM')
  await run.ended
  const { rows } = await queue.pool.query('SELECT max(retry_count)::int AS burnt FROM pgboss.job')
  expect(rows[0].burnt).toBe(0)
  expect(run.out()).not.toContain('canary')
})

test('no scan is begun while what it captures could not be kept', async () => {
  await queue.pool.query('DELETE FROM jobs')
  await queue.pool.query('DELETE FROM pgboss.job')
  const bucket = await testBucket()
  onTestFinished(() => bucket.close())
  const run = main(['--only', 'worker'], {
    ...settings(),
    CUTOVER_DATA_DIR: folder,
    ...bucket.environment,
  })
  const base = `http://127.0.0.1:${await port(run)}`
  await until(async () => run.out().includes('waiting for jobs'))
  bucket.be('busy')
  await sleep(15_000)
  const pages = { original_url: `${site.origin}/`, new_url: `${site.origin}/?new`, allow_same_page: true }
  const id = await submit(queue, submission(pages), queue.accountId)
  await sleep(5_000)
  expect((await jobOf(id)).status).toBe('queued')
  expect(JSON.stringify(await (await fetch(`${base}/readyz`)).json())).toContain('It takes no jobs')
  bucket.be('well')
  await until(async () => (await jobOf(id)).status === 'running')
  run.child.kill('SIGTERM')
  run.child.kill('SIGTERM')
  await run.ended
})
