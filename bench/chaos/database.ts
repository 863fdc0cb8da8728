/** Faults of the database and of the way to it. */
import { setTimeout as sleep } from 'node:timers/promises'
import { openWire } from '../../test/wire.ts'
import { burntTries, judge, type Outcome } from './table.ts'
import { GLANCE, openTestbed, type Testbed } from './testbed.ts'
import { between, settled, startTraffic, until } from './traffic.ts'
import { closed } from './workers.ts'

const BACK_MS = 15_000
const HALF_OPEN_MS = 30_000
/** After which a recovery is given up, far above what it may take. */
const GIVEN_UP_MS = 120_000

interface Service {
  testbed: Testbed
  port: number
}

/** Postgres is stopped as a power cut would, is away for a moment, and starts again. */
export const stops = (count: number): Promise<Outcome> =>
  repeated('immediate stop of Postgres', count, BACK_MS, async ({ testbed }) => {
    await testbed.postgres.stopAtOnce()
    await sleep(between(200, 8_000))
    await testbed.postgres.start()
  })

/** Postgres stands still, its connections open. */
export const pauses = (count: number): Promise<Outcome> =>
  repeated('pause of Postgres', count, BACK_MS, async ({ testbed }) => {
    const goOn = testbed.postgres.pause()
    await sleep(between(3_000, 14_000))
    goOn()
  })

/** Every connection between the service and the database carries nothing any more, and neither end is told. */
export async function halfOpen(count: number): Promise<Outcome> {
  const testbed = await openTestbed()
  const wire = await openWire(testbed.postgres.port)
  const url = new URL(testbed.env.DATABASE_URL!)
  url.port = String(wire.port)
  testbed.env.DATABASE_URL = url.href
  const outcome = await repeated(
    'half-open connections',
    count,
    HALF_OPEN_MS,
    async () => void wire.cut(),
    testbed,
  )
  wire.close()
  return outcome
}

/** The fault again and again under traffic; after each it is waited until the service does its work again. */
async function repeated(
  fault: string,
  count: number,
  limitMs: number,
  happen: (service: Service) => Promise<void>,
  given?: Testbed,
): Promise<Outcome> {
  const testbed = given ?? (await openTestbed())
  const api = await testbed.api()
  for (let n = 0; n < 2; n++) await testbed.worker(GLANCE)
  const service = { testbed, port: api.port! }
  const stopTraffic = startTraffic(testbed, () => api.port!, 4)
  const recoveries: number[] = []
  for (let n = 0; n < count; n++) {
    await until('a job to be claimed', GIVEN_UP_MS, async () =>
      (await testbed.diary()).some(({ status }) => status === 'running'),
    )
    await sleep(between(500, 6_000))
    await happen(service)
    const at = Date.now()
    const [submitted, worked] = await Promise.all([acknowledged(service, at), working(testbed, at)])
    recoveries.push(Math.max(submitted, worked))
    console.log(`  ${fault} ${n + 1}: submissions after ${submitted} ms, work after ${worked} ms`)
  }
  await stopTraffic()
  await settled(testbed)
  const outcome = await judge(testbed, fault, count, recoveries, limitMs)
  const burnt = await burntTries(testbed)
  if (burnt > 0) outcome.misses.push(`${fault}: a job has lost ${burnt} of its tries`)
  const { rows } = await testbed.pool.query('SELECT max(attempt)::int AS most FROM jobs')
  outcome.notes.push(`the most attempts that a job took: ${rows[0].most}`)
  return closed(testbed, outcome)
}

/** Until a submission that was made after the fault is acknowledged. */
async function acknowledged({ testbed, port }: Service, since: number): Promise<number> {
  await until('a submission to be acknowledged', GIVEN_UP_MS, () => testbed.submit(port))
  return Date.now() - since
}

/**
 * Until a worker claims or ends a job, or says that it still holds one which waits for the machine: a scan of any other
 * service there has that to itself for as long as it takes, and no database has a part in it.
 */
async function working({ pool }: Testbed, since: number): Promise<number> {
  const sql = `
    SELECT extract(epoch FROM least(
      (SELECT min(at) FROM chaos_diary
       WHERE status IN ('running', 'completed') AND at > to_timestamp($1::float8 / 1000)),
      (SELECT min(q.heartbeat_on) FROM jobs j JOIN pgboss.job q ON q.id = j.queue_id
       WHERE j.status = 'running' AND j.phase LIKE 'waiting for another scan%'
         AND q.heartbeat_on > to_timestamp($1::float8 / 1000))))::float8 * 1000 AS at`
  const at = await until('work to go on', GIVEN_UP_MS, async () => {
    const { rows } = await pool.query<{ at: number | null }>(sql, [since]).catch(() => ({ rows: [] }))
    return rows[0]?.at
  })
  return Math.round(at - since)
}
