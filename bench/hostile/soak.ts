/**
 * Many scans, half of hostile pages and half of a tiny one, some at once: how each ends, what they leave, how the memory of
 * the service grows, and whether a benign pair scores the same after as before. For the number's sake each is a glance
 * at the desktop's load; the benign pair is looked at as ever, without Lighthouse. Ends early when the time is up, and says
 * how many there were.
 */
import { fork } from 'node:child_process'
import { join } from 'node:path'
import { scanEnvironment } from '../../server/config/index.ts'
import { LIMITS } from '../../server/worker/run-scan.ts'
import { examineWalls, type Walls } from '../../server/worker/walls.ts'
import { html } from '../../test/hostile/fixture.ts'
import { FIXTURES, type Fixture, serveFixture } from '../../test/hostile/index.ts'
import { serve } from '../../test/serve.ts'
import { GRACE_MS } from './scan-pair.ts'
import type { Answer, Memory, Order } from './service-process.ts'
import { watchTraces } from './traces.ts'

const ROOT = join(import.meta.dirname, '../..')
const QUICK = join(import.meta.dirname, 'quick-process.ts')
const GLANCE = join(import.meta.dirname, 'glance-process.ts')
/** All at work are waited for after so many: what is there then is left of them. */
const BATCH = 12
/** Until caches are filled: growth counts from there. */
const WARM_UP = 2 * BATCH
const MAX_GROWTH = 0.1
/** A prime above their number. */
const STRIDE = 1009
const TINY: Fixture = { name: 'a tiny page', outcomes: ['scorecard'], answer: html('<p>Tiny.</p>') }

export async function soak(jobs: number, minutes: number, atOnce: number): Promise<void> {
  const watch = await watchTraces({ peaks: false })
  const { walls } = await examineWalls(
    { environment: scanEnvironment(), chromePath: process.env.CHROME_PATH },
    process.getuid?.() === 0,
  )
  console.log(
    `soak: ${jobs} jobs, ${atOnce} at once, at most ${minutes} minutes; walls ${JSON.stringify(walls)}`,
  )
  const [original, rebuilt] = [
    await serve(join(ROOT, 'sample/original')),
    await serve(join(ROOT, 'sample/rebuilt')),
  ]
  const service = startService()
  const benign = () => service.scan(`${original.origin}/`, `${rebuilt.origin}/`, walls, QUICK)
  const before = await benign()
  console.log(`benign pair before: ${before.told}`)
  const tiny = await serveFixture(TINY)
  let turn = 0
  /** All of them in turn, in an order that mixes their kinds. */
  const hostile = () => FIXTURES[(turn++ * STRIDE) % FIXTURES.length]!
  const ends = performance.now() + minutes * 60_000
  const misses: string[] = []
  const miss = (text: string) => {
    misses.push(text)
    console.log(`  miss: ${text}`)
  }
  const outcomes = new Map<string, number>()
  let [done, slowest] = [0, 0]
  const scan = async (fixture: Fixture) => {
    const served = await serveFixture(fixture)
    const { outcome, ms, detail } = await service.scan(tiny.url, served.url, walls, GLANCE)
    served.close()
    done++
    outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
    slowest = Math.max(slowest, ms)
    if (!fixture.outcomes.some(allowed => allowed === outcome))
      miss(`${fixture.name}: ended in ${outcome}: ${detail.slice(0, 200)}`)
    if (ms > LIMITS.deadlineMs + GRACE_MS) miss(`${fixture.name}: ${Math.round(ms / 1000)} s`)
  }
  let first = await service.memory()
  while (done < jobs && performance.now() < ends) {
    const batch = Array.from({ length: Math.min(BATCH, jobs - done) }, (_, n) =>
      n % 2 === 0 ? TINY : hostile(),
    )
    const together = batch.filter(({ alone }) => !alone)
    const lane = async () => {
      for (let next = together.shift(); next; next = together.shift()) await scan(next)
    }
    await Promise.all(Array.from({ length: atOnce }, lane))
    for (const fixture of batch.filter(({ alone }) => alone)) await scan(fixture)
    for (const trace of watch.left([service.pid]))
      miss(`left after ${done} jobs, the latest ${batch.map(({ name }) => name).join(' | ')}: ${trace}`)
    const now = await service.memory()
    if (done <= WARM_UP) first = now
    console.log(
      `${done} jobs, ${((performance.now() - ends) / 60_000 + minutes).toFixed(1)} minutes, ${megabytes(now.rss)} MB, of it ${megabytes(now.heap)} MB heap; ${misses.length} misses`,
    )
  }
  const last = await service.memory()
  const growth = last.rss / first.rss - 1
  tiny.close()
  const after = await benign()
  console.log(`benign pair after:  ${after.told}`)
  if (after.measured !== before.measured) miss('the benign pair is judged otherwise than before')
  if (growth > MAX_GROWTH) miss(`memory grew by ${(growth * 100).toFixed(1)} %`)
  service.close()
  await Promise.all([original.close(), rebuilt.close(), watch.close()])
  console.log(
    `${done} of ${jobs} jobs, half of them hostile: ${[...outcomes].map(([name, count]) => `${count} ${name}`).join(', ')}; the slowest ${(slowest / 1000).toFixed(1)} s`,
  )
  console.log(
    `memory of the service after ${Math.min(done, WARM_UP)} jobs and at the end: ${megabytes(first.rss)} and ${megabytes(last.rss)} MB, ${(growth * 100).toFixed(1)} % more (goal: less than ${MAX_GROWTH * 100} %); of it heap: ${megabytes(first.heap)} and ${megabytes(last.heap)} MB`,
  )
  console.log(`${misses.length} misses`)
}

interface Service {
  pid: number
  scan(originalUrl: string, newUrl: string, walls: Walls, entry: string): Promise<Answer>
  /** Once garbage is collected. */
  memory(): Promise<Memory>
  close(): void
}

/** Nothing else than scans is in it: what this process serves takes memory as well. */
function startService(): Service {
  const child = fork(join(import.meta.dirname, 'service-process.ts'))
  const waiting = new Map<number | 'memory', (answer: never) => void>()
  child.on('message', (answer: Answer | Memory) => {
    const key = 'id' in answer ? answer.id : 'memory'
    waiting.get(key)?.(answer as never)
    waiting.delete(key)
  })
  child.on('exit', status => {
    if (waiting.size > 0) throw new Error(`the service ended with ${status}`)
  })
  let orders = 0
  return {
    pid: child.pid!,
    scan: (originalUrl, newUrl, walls, entry) =>
      new Promise(resolve => {
        const order: Order = { id: orders++, originalUrl, newUrl, walls, entry }
        waiting.set(order.id, resolve)
        child.send(order)
      }),
    memory: () =>
      new Promise(resolve => {
        waiting.set('memory', resolve)
        child.send('memory')
      }),
    close: () => child.disconnect(),
  }
}

const megabytes = (bytes: number) => (bytes / 1e6).toFixed(1)
