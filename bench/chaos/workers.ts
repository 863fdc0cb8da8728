/** Faults of workers: killed, frozen, deployed over, and poisoned by a job. */
import { setTimeout as sleep } from 'node:timers/promises'
import { ask } from '../../test/api/ask.ts'
import type { Running } from './processes.ts'
import { burntTries, judge, type Outcome } from './table.ts'
import { type Entry, GLANCE, openTestbed, type Testbed } from './testbed.ts'
import { between, settled, startTraffic, until } from './traffic.ts'

/** A job whose worker dies a third time is given up, as what it may have died of: two times are for chaos. */
const SPARED_ATTEMPT = 3
const WORKERS = 3
const BACK_MS = 30_000

interface Hit {
  job: string
  attempt: number
  at: number
}

/** @param entry of scans; default: real ones */
export async function kills(count: number, entry?: string): Promise<Outcome> {
  const testbed = await openTestbed()
  const api = await testbed.api()
  const workers = new Set<Running>()
  for (let n = 0; n < WORKERS; n++) workers.add(await testbed.worker(entry))
  const stopTraffic = startTraffic(testbed, () => api.port!, WORKERS + 2)
  const hits: Hit[] = []
  let restarting: Promise<unknown> = Promise.resolve()
  for (let n = 0; n < count; n++) {
    await restarting
    const victim = await atWork(workers, entry ? 3_000 : 30_000)
    const at = Date.now()
    for (const [job, attempt] of victim.jobs) hits.push({ job, attempt, at })
    victim.child.kill('SIGKILL')
    await victim.ended
    workers.delete(victim)
    restarting = testbed.worker(entry).then(worker => workers.add(worker))
    if (n % 10 === 9) console.log(`  ${n + 1} killed, ${testbed.acknowledged.size} jobs acknowledged`)
  }
  await restarting
  await stopTraffic()
  await settled(testbed)
  const fault = `kill -9 of a worker, ${entry ? 'a glance' : 'full scans'}`
  const outcome = await judge(testbed, fault, count, afterHits(hits, await testbed.diary()), BACK_MS)
  return closed(testbed, outcome)
}

/** A worker at a random moment of a job that may still lose a try. */
async function atWork(workers: Set<Running>, longestMs: number): Promise<Running> {
  const isFair = ({ jobs }: Running) => jobs.size > 0 && [...jobs.values()].every(n => n < SPARED_ATTEMPT)
  for (;;) {
    await until('a worker at work', 180_000, () => [...workers].some(isFair))
    await sleep(between(0, longestMs))
    const fair = [...workers].filter(isFair)
    if (fair.length > 0) return fair[Math.floor(Math.random() * fair.length)]!
  }
}

/** From each hit to the next claim of its job; one that was over nevertheless counts not. */
function afterHits(hits: Hit[], diary: Entry[]): number[] {
  return hits.flatMap(({ job, attempt, at }) => {
    const next = diary.find(
      entry => entry.job === job && entry.status === 'running' && entry.attempt > attempt,
    )
    return next ? [next.at - at] : []
  })
}

/** Workers that stand still for longer than they may be silent, and then go on as if nothing was. */
export async function zombies(count: number): Promise<Outcome> {
  const testbed = await openTestbed()
  const api = await testbed.api()
  const workers = new Set<Running>()
  for (let n = 0; n < WORKERS + 1; n++) workers.add(await testbed.worker(GLANCE))
  const stopTraffic = startTraffic(testbed, () => api.port!, WORKERS + 2)
  const hits: Hit[] = []
  let begun = 0
  const lane = async () => {
    while (begun < count) {
      begun++
      const victim = await atWork(workers, 2_000)
      workers.delete(victim)
      victim.child.kill('SIGSTOP')
      const at = Date.now()
      for (const [job, attempt] of victim.jobs) hits.push({ job, attempt, at })
      await sleep(between(14_000, 20_000))
      victim.child.kill('SIGCONT')
      workers.add(victim)
    }
  }
  await Promise.all([lane(), lane()])
  await stopTraffic()
  await settled(testbed)
  const recoveries = afterHits(hits, await testbed.diary())
  return closed(testbed, await judge(testbed, 'worker frozen past its heartbeat', count, recoveries, BACK_MS))
}

const GRACE_SECONDS = 4
const EXIT_MS = (GRACE_SECONDS + 10) * 1000

/** New processes beside the old ones, then SIGTERM to these, while polls and submissions go on. */
export async function deploys(count: number): Promise<Outcome> {
  const testbed = await openTestbed()
  const env = { CUTOVER_GRACE_SECONDS: String(GRACE_SECONDS) }
  const fleet = async () =>
    Promise.all([testbed.api(env), testbed.worker(GLANCE, env), testbed.worker(GLANCE, env)])
  let current = await fleet()
  const port = () => current[0].port!
  const stopTraffic = startTraffic(testbed, port, WORKERS)
  const polls = startPolls(testbed, port)
  let [slowest, unclean] = [0, 0]
  for (let n = 0; n < count; n++) {
    const old = current
    current = await fleet()
    await sleep(between(0, 3_000))
    const at = Date.now()
    for (const { child } of old) child.kill('SIGTERM')
    const statuses = await Promise.all(old.map(({ ended }) => ended))
    slowest = Math.max(slowest, Date.now() - at)
    unclean += statuses.filter(status => status !== 0).length
  }
  await stopTraffic()
  const { asked, failed } = await polls()
  await settled(testbed)
  const diary = await testbed.diary()
  const back = diary.filter(({ status, attempt }) => status === 'queued' && attempt > 0)
  const hits = back.map(({ job, attempt, at }) => ({ job, attempt, at }))
  const outcome = await judge(testbed, 'SIGTERM deploy', count, afterHits(hits, diary), BACK_MS)
  const burnt = await burntTries(testbed)
  if (burnt > 0) outcome.misses.push(`deploy: a job has lost ${burnt} of its tries`)
  if (unclean > 0) outcome.misses.push(`deploy: ${unclean} processes did not end with 0`)
  if (slowest > EXIT_MS) outcome.misses.push(`deploy: a process took ${slowest} ms to end`)
  if (failed > 0) outcome.misses.push(`deploy: ${failed} of ${asked} polls were not answered`)
  if (testbed.refused.size > 0) outcome.misses.push('deploy: submissions were not acknowledged')
  outcome.notes.push(
    `${back.length} jobs handed back, none lost a try; the slowest process ended ${(slowest / 1000).toFixed(1)} s after SIGTERM (grace ${GRACE_SECONDS} s); ${asked} polls, ${failed} without an answer`,
  )
  return closed(testbed, outcome)
}

/** Polls of acknowledged jobs, five at a time. @returns stops them */
function startPolls(testbed: Testbed, port: () => number): () => Promise<{ asked: number; failed: number }> {
  let [asked, failed, stopped] = [0, 0, false]
  const lane = async () => {
    while (!stopped) {
      const ids = [...testbed.acknowledged.keys()]
      const id = ids[Math.floor(Math.random() * ids.length)]
      if (id) {
        asked++
        const answer = await ask(port(), 'GET', `/api/v1/jobs/${id}`, {}).catch(() => undefined)
        if (answer?.status !== 200) failed++
      }
      await sleep(50)
    }
  }
  const running = Promise.all(Array.from({ length: 5 }, lane))
  return async () => {
    stopped = true
    await running
    return { asked, failed }
  }
}

/** Jobs that cost each worker its life, among others that do not. */
export async function poison(count: number): Promise<Outcome> {
  const testbed = await openTestbed()
  const api = await testbed.api()
  const poisoned = new Set<string>()
  const workers = new Set<Running>()
  for (let n = 0; n < 2; n++) workers.add(await testbed.worker(GLANCE))
  const stopTraffic = startTraffic(testbed, () => api.port!, 3)
  for (let n = 0; n < count; n++) poisoned.add((await testbed.submit(api.port!, 'poison'))!)
  const ended = async () => {
    const { rows } = await testbed.pool.query(
      `SELECT attempt FROM jobs WHERE id = ANY($1) AND status = 'failed' AND error ->> 'code' = 'internal_error'`,
      [[...poisoned]],
    )
    return rows.length === count && rows
  }
  let isOver = false
  const killing = (async () => {
    while (!isOver) {
      const victim = [...workers].find(({ jobs }) => [...jobs.keys()].some(job => poisoned.has(job)))
      if (victim) {
        workers.delete(victim)
        victim.child.kill('SIGKILL')
        await victim.ended
        workers.add(await testbed.worker(GLANCE))
      }
      await sleep(50)
    }
  })()
  const rows = await until('the end of poison', 60_000 + count * 90_000, ended)
  isOver = true
  await Promise.all([killing, stopTraffic()])
  await settled(testbed)
  const outcome = await judge(testbed, 'job that kills its worker', count, [], BACK_MS, poisoned)
  const attempts = (rows as { attempt: number }[]).map(({ attempt }) => attempt)
  if (attempts.some(attempt => attempt !== 3))
    outcome.misses.push(`poison: tried ${attempts.join(', ')} times`)
  outcome.notes.push(`ended as internal_error after ${attempts.join(', ')} attempts, the others went on`)
  return closed(testbed, outcome)
}

/** With what is left at the end. */
export async function closed(testbed: Testbed, outcome: Outcome): Promise<Outcome> {
  outcome.left = await testbed.close()
  outcome.misses.push(...outcome.left.map(line => `${outcome.fault}: left ${line}`))
  return outcome
}
