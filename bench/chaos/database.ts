/** Faults of the database and of the way to it. */
import { setTimeout as sleep } from 'node:timers/promises'
import { openWire } from '../../test/wire.ts'
import { GLANCE, type Ground, openGround } from './ground.ts'
import { burntTries, judge, type Outcome } from './table.ts'
import { between, settled, startTraffic, until } from './traffic.ts'
import { closed } from './workers.ts'

const BACK_MS = 15_000
const HALF_OPEN_MS = 30_000
/** After which a recovery is given up, far above what it may take. */
const GIVEN_UP_MS = 120_000

interface Service {
  ground: Ground
  port: number
}

/** Postgres is stopped as a power cut would, is away for a moment, and starts again. */
export const stops = (count: number): Promise<Outcome> =>
  repeated('immediate stop of Postgres', count, BACK_MS, async ({ ground }) => {
    await ground.postgres.stopAtOnce()
    await sleep(between(200, 8_000))
    await ground.postgres.start()
  })

/** Postgres stands still, its connections open. */
export const pauses = (count: number): Promise<Outcome> =>
  repeated('pause of Postgres', count, BACK_MS, async ({ ground }) => {
    const goOn = ground.postgres.pause()
    await sleep(between(3_000, 14_000))
    goOn()
  })

/** Every connection between the service and the database carries nothing any more, and neither end is told. */
export async function halfOpen(count: number): Promise<Outcome> {
  const ground = await openGround()
  const wire = await openWire(ground.postgres.port)
  const url = new URL(ground.env.DATABASE_URL!)
  url.port = String(wire.port)
  ground.env.DATABASE_URL = url.href
  const outcome = await repeated(
    'half-open connections',
    count,
    HALF_OPEN_MS,
    async () => void wire.cut(),
    ground,
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
  given?: Ground,
): Promise<Outcome> {
  const ground = given ?? (await openGround())
  const api = await ground.api()
  for (let n = 0; n < 2; n++) await ground.worker(GLANCE)
  const service = { ground, port: api.port! }
  const stopTraffic = startTraffic(ground, () => api.port!, 4)
  const recoveries: number[] = []
  for (let n = 0; n < count; n++) {
    await until('a job to be claimed', GIVEN_UP_MS, async () =>
      (await ground.diary()).some(({ status }) => status === 'running'),
    )
    await sleep(between(500, 6_000))
    await happen(service)
    const at = Date.now()
    const [submitted, worked] = await Promise.all([acknowledged(service, at), working(ground, at)])
    recoveries.push(Math.max(submitted, worked))
    console.log(`  ${fault} ${n + 1}: submissions after ${submitted} ms, work after ${worked} ms`)
  }
  await stopTraffic()
  await settled(ground)
  const outcome = await judge(ground, fault, count, recoveries, limitMs)
  const burnt = await burntTries(ground)
  if (burnt > 0) outcome.misses.push(`${fault}: a job has lost ${burnt} of its tries`)
  const { rows } = await ground.pool.query('SELECT max(attempt)::int AS most FROM jobs')
  outcome.notes.push(`the most attempts that a job took: ${rows[0].most}`)
  return closed(ground, outcome)
}

/** Until a submission that was made after the fault is acknowledged. */
async function acknowledged({ ground, port }: Service, since: number): Promise<number> {
  await until('a submission to be acknowledged', GIVEN_UP_MS, () => ground.submit(port))
  return Date.now() - since
}

/**
 * Until a worker claims or ends a job, or says that it still holds one which waits for the machine: a scan of any other
 * service there has that to itself for as long as it takes, and no database has a part in it.
 */
async function working({ pool }: Ground, since: number): Promise<number> {
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
