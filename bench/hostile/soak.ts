/**
 * Scans in a row, half of hostile pages and half of a tiny one: what they leave, how the memory of this process grows, and
 * whether a benign pair scores the same after as before. Without Lighthouse, for the number's sake. Ends early when the
 * time is up, and says how many there were.
 */
import { join } from 'node:path'
import { scanEnvironment } from '../../server/config/index.ts'
import { LIMITS } from '../../server/worker/run-scan.ts'
import { examineWalls } from '../../server/worker/walls.ts'
import { randomOf } from '../../test/egress/agreement.ts'
import { html } from '../../test/hostile/fixture.ts'
import { FIXTURES, type Fixture, serveFixture } from '../../test/hostile/index.ts'
import { serve } from '../../test/serve.ts'
import { GRACE_MS, measured, scanPair, told } from './scan-pair.ts'
import { watchTraces } from './traces.ts'

const ROOT = join(import.meta.dirname, '../..')
const ENTRY = join(import.meta.dirname, 'quick-process.ts')
/** Until caches are filled: growth counts from there. */
const WARM_UP = 10
const MAX_GROWTH = 0.1
const TINY: Fixture = { name: 'a tiny page', outcomes: ['scorecard'], answer: html('<p>Tiny.</p>') }

export async function soak(jobs: number, minutes: number): Promise<void> {
  const watch = await watchTraces()
  const { walls } = await examineWalls(
    { environment: scanEnvironment(), chromePath: process.env.CHROME_PATH },
    process.getuid?.() === 0,
  )
  console.log(`soak: ${jobs} jobs, at most ${minutes} minutes; walls ${JSON.stringify(walls)}`)
  const [original, rebuilt] = [
    await serve(join(ROOT, 'sample/original')),
    await serve(join(ROOT, 'sample/rebuilt')),
  ]
  const benign = () => scanPair(`${original.origin}/`, `${rebuilt.origin}/`, walls, ENTRY)
  const before = await benign()
  console.log(`benign pair before: ${told(before)}`)
  const tiny = await serveFixture(TINY)
  const { one } = randomOf(1)
  const ends = performance.now() + minutes * 60_000
  const misses: string[] = []
  const outcomes = new Map<string, number>()
  let done = 0
  let first = 0
  let slowest = 0
  for (; done < jobs && performance.now() < ends; done++) {
    const fixture = done % 2 === 0 ? TINY : one(FIXTURES)
    const served = await serveFixture(fixture)
    const { outcome, ms, detail } = await scanPair(tiny.url, served.url, walls, ENTRY)
    served.close()
    outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
    slowest = Math.max(slowest, ms)
    if (!fixture.outcomes.some(allowed => allowed === outcome))
      misses.push(`job ${done}, ${fixture.name}: ended in ${outcome}: ${detail.slice(0, 200)}`)
    if (ms > LIMITS.deadlineMs + GRACE_MS)
      misses.push(`job ${done}, ${fixture.name}: ${Math.round(ms / 1000)} s`)
    for (const trace of watch.left()) misses.push(`job ${done}, ${fixture.name}: left ${trace}`)
    if (done === WARM_UP) first = settledBytes()
  }
  const growth = first > 0 ? settledBytes() / first - 1 : 0
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
    first > 0
      ? `memory of this process after ${WARM_UP} jobs and at the end: ${(growth * 100).toFixed(1)} %`
      : `too few jobs to tell how memory grows: it counts from the ${WARM_UP + 1}th on`,
  )
  console.log(`${misses.length} misses`)
  for (const miss of misses) console.log(`  ${miss}`)
}

/** What is left once garbage is collected, where Node lets us (`--expose-gc`). */
function settledBytes(): number {
  ;(globalThis as { gc?: () => void }).gc?.()
  return process.memoryUsage().rss
}
