/**
 * One, two and four workers on scans that take 200 ms and nothing else: how many come of it, and what of that is the
 * database's. Scans are waited for in the worker itself, since what a process costs to start is the machine's.
 */
import { type ChildProcess, fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { openTestbed, type Testbed } from './testbed.ts'

export const SLEEP = join(import.meta.dirname, 'sleep-process.ts')
export const SCAN_MS = 200
const LOOP = join(import.meta.dirname, 'loop-process.ts')
const GOALS = new Map([
  [2, 1.9],
  [4, 3.7],
])
const SIZES = [1, 2, 4]
const ROUNDS = 3
const ON_PAPER = 1_000
/** Of a real scan, on paper. */
const REAL_SCAN_S = 60

/** @returns misses */
export async function scale(seconds: number): Promise<string[]> {
  const testbed = await openTestbed()
  // Makes the queue, and sends into it.
  const api = await testbed.api()
  await testbed.submit(api.port!)
  const misses: string[] = []
  const sums = new Map(SIZES.map(workers => [workers, { done: 0, database: 0 }]))
  // In turn, so that what else the machine does meets all alike.
  for (let round = 0; round < ROUNDS; round++)
    for (const workers of SIZES) {
      await queued(testbed, Math.ceil(workers * (seconds / ROUNDS + 10) * 5))
      const { done, database } = await measured(testbed, workers, seconds / ROUNDS)
      const sum = sums.get(workers)!
      sum.done += done
      sum.database += database
    }
  let perJob = 0
  for (const [workers, { done, database }] of sums) {
    const times = done / sums.get(1)!.done
    const goal = GOALS.get(workers)
    perJob = (database / done) * 1000
    console.log(
      `${workers} workers: ${(done / seconds).toFixed(2)} scans a second, ${times.toFixed(2)} times one worker's${goal ? ` (goal ${goal})` : ''}; the database used ${perJob.toFixed(1)} ms of a processor for each scan, ${((100 * database) / seconds).toFixed(1)} % of one`,
    )
    if (goal && times < goal) misses.push(`scale: ${workers} workers do ${times.toFixed(2)} times as much`)
  }
  await testbed.pool.query(`TRUNCATE jobs CASCADE; TRUNCATE pgboss.job`)
  const idle = await measured(testbed, 4, seconds)
  const perWorker = (1000 * idle.database) / seconds / 4
  console.log(`idle: ${perWorker.toFixed(2)} ms of the database's processor each second for each worker`)
  const scans = ON_PAPER / REAL_SCAN_S
  console.log(
    `on paper: ${ON_PAPER} workers on scans of ${REAL_SCAN_S} s end ${scans.toFixed(1)} a second; that is ${((scans * perJob + ON_PAPER * perWorker) / 1000).toFixed(2)} processors of the database, ${((ON_PAPER * perWorker) / 1000).toFixed(2)} of them for being there at all, and ${ON_PAPER * 7} connections at most`,
  )
  return [...misses, ...(await testbed.close()).map(line => `scale: left ${line}`)]
}

/** Jobs of twenty accounts, as submissions would have made them. */
export async function queued({ pool }: Pick<Testbed, 'pool'>, count: number, accounts = 20): Promise<void> {
  await pool.query(
    `INSERT INTO accounts (email) SELECT 'queued-' || n || '@example.com' FROM generate_series(1, $1::int) n ON CONFLICT DO NOTHING`,
    [accounts],
  )
  await pool.query(QUEUED, [count, accounts, randomUUID()])
}

const QUEUED = `
  WITH made AS (
    INSERT INTO jobs (id, queue_id, account_id, status, original_url, new_url, phase, turn)
    SELECT substr(md5($3::text || n), 1, 27), gen_random_uuid(), a.id, 'queued', 'https://a.example.com/',
      'https://b.example.com/', 'waiting', n / $2::int
    FROM generate_series(1, $1::int) n
    JOIN (SELECT id, row_number() OVER (ORDER BY email) AS place FROM accounts WHERE email LIKE 'queued-%') a
      ON a.place = 1 + n % $2::int
    RETURNING id, queue_id, turn)
  INSERT INTO pgboss.job (id, name, data, priority, heartbeat_seconds, retry_limit, expire_seconds, keep_until, deletion_seconds, policy)
  SELECT queue_id, 'scan', jsonb_build_object('id', made.id), -turn, q.heartbeat_seconds, q.retry_limit, q.expire_seconds,
    now() + interval '14 days', q.deletion_seconds, q.policy
  FROM made CROSS JOIN pgboss.queue q WHERE q.name = 'scan'`

async function measured(
  testbed: Testbed,
  workers: number,
  seconds: number,
): Promise<{ done: number; database: number }> {
  const children: ChildProcess[] = []
  for (let n = 0; n < workers; n++) {
    const child = fork(LOOP, [], { env: { PATH: process.env.PATH, ...testbed.env } })
    await once(child, 'message')
    children.push(child)
  }
  await sleep(2_000)
  const count = async () =>
    (await testbed.pool.query(`SELECT count(*)::int AS done FROM jobs WHERE status = 'completed'`)).rows[0]
      .done
  const [before, used] = [await count(), testbed.postgres.seconds()]
  await sleep(seconds * 1000)
  const [after, usedThen] = [await count(), testbed.postgres.seconds()]
  for (const child of children) {
    const ended = once(child, 'exit')
    child.send('end')
    await ended
  }
  return { done: after - before, database: usedThen - used }
}
