/**
 * Many scans, half of hostile pages and half of a tiny one, some at once: how each ends, what they leave, how the memory of
 * this process grows, and whether a benign pair scores the same after as before. For the number's sake each is a glance
 * at the desktop's load; the benign pair is looked at as ever, without Lighthouse. Ends early when the time is up, and says
 * how many there were.
 */
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { scanEnvironment } from '../../server/config/index.ts'
import { LIMITS } from '../../server/worker/run-scan.ts'
import { examineWalls } from '../../server/worker/walls.ts'
import { html } from '../../test/hostile/fixture.ts'
import { FIXTURES, type Fixture, serveFixture } from '../../test/hostile/index.ts'
import { serve } from '../../test/serve.ts'
import { GRACE_MS, measured, scanPair, told } from './scan-pair.ts'
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
  const watch = await watchTraces()
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
  const benign = () => scanPair(`${original.origin}/`, `${rebuilt.origin}/`, walls, QUICK)
  const before = await benign()
  console.log(`benign pair before: ${told(before)}`)
  const tiny = await serveFixture(TINY)
  let turn = 0
  /** All of them in turn, in an order that mixes their kinds. */
  const hostile = () => FIXTURES[(turn++ * STRIDE) % FIXTURES.length]!
  const ends = performance.now() + minutes * 60_000
  const misses: string[] = []
  const outcomes = new Map<string, number>()
  let [done, slowest] = [0, 0]
  const scan = async (fixture: Fixture) => {
    const served = await serveFixture(fixture)
    const { outcome, ms, detail } = await scanPair(tiny.url, served.url, walls, GLANCE)
    served.close()
    done++
    outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
    slowest = Math.max(slowest, ms)
    if (!fixture.outcomes.some(allowed => allowed === outcome))
      misses.push(`${fixture.name}: ended in ${outcome}: ${detail.slice(0, 200)}`)
    if (ms > LIMITS.deadlineMs + GRACE_MS) misses.push(`${fixture.name}: ${Math.round(ms / 1000)} s`)
  }
  let first = settledBytes()
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
    for (const trace of watch.left())
      misses.push(
        `left after ${done} jobs, the latest ${batch.map(({ name }) => name).join(' | ')}: ${trace}`,
      )
    const now = settledBytes()
    if (done <= WARM_UP) first = now
    console.log(
      `${done} jobs, ${((performance.now() - ends) / 60_000 + minutes).toFixed(1)} minutes, ${megabytes(now.rss)} MB, of it ${megabytes(now.heap)} MB heap; ${misses.length} misses`,
    )
  }
  const last = settledBytes()
  const growth = last.rss / first.rss - 1
  tiny.close()
  const after = await benign()
  console.log(`benign pair after:  ${told(after)}`)
  if (measured(after) !== measured(before)) misses.push('the benign pair is judged otherwise than before')
  if (growth > MAX_GROWTH) misses.push(`memory grew by ${(growth * 100).toFixed(1)} %`)
  await Promise.all([original.close(), rebuilt.close(), watch.close()])
  console.log(
    `${done} of ${jobs} jobs, half of them hostile: ${[...outcomes].map(([name, count]) => `${count} ${name}`).join(', ')}; the slowest ${(slowest / 1000).toFixed(1)} s`,
  )
  console.log(
    `memory of this process after ${Math.min(done, WARM_UP)} jobs and at the end: ${megabytes(first.rss)} and ${megabytes(last.rss)} MB, ${(growth * 100).toFixed(1)} % more (goal: less than ${MAX_GROWTH * 100} %); of it heap: ${megabytes(first.heap)} and ${megabytes(last.heap)} MB`,
  )
  console.log(`${misses.length} misses`)
  for (const miss of misses) console.log(`  ${miss}`)
}

setFlagsFromString('--expose-gc')
const collectGarbage: () => void = runInNewContext('gc')

/** What is left once garbage is collected. */
function settledBytes(): { rss: number; heap: number } {
  collectGarbage()
  const { rss, heapUsed: heap } = process.memoryUsage()
  return { rss, heap }
}

const megabytes = (bytes: number) => (bytes / 1e6).toFixed(1)
