import { type ChildProcess, spawn } from 'node:child_process'
import { readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { LIMITS, type ScanLimits } from '../../server/worker/run-scan.ts'
import { startWorker, type Worker } from '../../server/worker/worker.ts'
import { CACHED } from '../compile-cache.ts'
import { type TestQueue, testQueue, until } from '../jobs/test-queue.ts'
import { jobsOf } from './jobs.ts'
import { scanProcesses } from './processes.ts'

const FIXTURES = join(import.meta.dirname, 'fixtures')

let queue: TestQueue
beforeAll(async () => {
  queue = await testQueue()
})
const killed: number[] = []
/** Temporary files of scans whose worker was killed. */
const left = () =>
  readdirSync(tmpdir()).filter(name => killed.some(pid => name.startsWith(`cutover-scan-${pid}-`)))
afterAll(async () => {
  for (const name of left()) rmSync(join(tmpdir(), name), { recursive: true })
  await queue.close()
})

const start = (limits: Partial<ScanLimits> = {}, count = 1): Promise<Worker> =>
  startWorker({
    queue,
    count,
    environment: { ...CACHED, PATH: process.env.PATH! },
    allowHosts: [],
    limits: { ...LIMITS, sampleMs: 100, ...limits },
    entry: join(FIXTURES, 'scripted.ts'),
  })

const { send, jobOf, ended, row, running } = jobsOf(() => queue)

/** A worker in its own process, ready to take jobs. */
async function startProcess(): Promise<{ child: ChildProcess; said: () => string }> {
  let text = ''
  const child = spawn(
    process.execPath,
    [join(FIXTURES, 'worker-process.ts'), queue.url, queue.secretKey.toString('hex')],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  killed.push(child.pid!)
  child.stdout!.setEncoding('utf8').on('data', chunk => (text += chunk))
  await until(async () => text.includes('ready'))
  return { child, said: () => text }
}

test('the job of a worker that was killed is done by another one', async () => {
  const { child } = await startProcess()
  const id = await send('progress', { storefront_password: 'secret' })
  const hanging = await send('browser and hang')
  await running(id)
  child.kill('SIGKILL')
  const started = performance.now()
  // The scan notices by itself that its worker is gone.
  await until(async () => scanProcesses(child.pid).length === 0)
  const worker = await start({ deadlineMs: 3000 })
  expect((await ended(id)).status).toBe('completed')
  console.log(`done by another worker ${((performance.now() - started) / 1000).toFixed(1)} s after the kill`)
  expect((await row(id)).attempt).toBe(2)
  expect((await ended(hanging)).error?.code).toBe('timed_out')
  await worker.drain()
})

test('what a killed worker left behind is killed by the next one', async () => {
  const { child } = await startProcess()
  const id = await send('browser and hang')
  await until(async () => /^pid/.test((await jobOf(id)).progress.phase))
  await until(async () => scanProcesses(child.pid).length >= 3)
  await new Promise(resolve => setTimeout(resolve, 300))
  child.kill('SIGKILL')
  await until(async () => child.signalCode)
  expect(scanProcesses(child.pid).length).toBeGreaterThan(0)
  expect(left()).not.toEqual([])
  const worker = await start({ deadlineMs: 2000 })
  await until(async () => scanProcesses(child.pid).length === 0)
  // Its temporary files as well, however young they are.
  expect(left()).toEqual([])
  expect((await ended(id)).error?.code).toBe('timed_out')
  await worker.drain()
})

test('a worker that was asleep while its job was given away changes nothing', async () => {
  const { child, said } = await startProcess()
  const id = await send('progress')
  await running(id)
  child.kill('SIGSTOP')
  const worker = await start()
  const job = await ended(id)
  expect(job.status).toBe('completed')
  const before = await row(id)
  expect(before.attempt).toBe(2)
  child.kill('SIGCONT')
  await until(async () => /claim lost/.test(said()))
  expect(await row(id)).toEqual(before)
  child.kill('SIGKILL')
  await worker.drain()
})
