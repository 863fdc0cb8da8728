/** The bucket of the artifacts is away for a minute: it breaks connections, answers that it is busy, or says nothing at all. */
import { setTimeout as sleep } from 'node:timers/promises'
import { ask } from '../../test/api/ask.ts'
import { type Mood, type TestBucket, testBucket } from '../../test/storage/bucket.ts'
import { judge, type Outcome } from './table.ts'
import { GLANCE, openTestbed, type Testbed } from './testbed.ts'
import { between, settled, startTraffic, until } from './traffic.ts'
import { closed } from './workers.ts'

const WAYS: readonly Mood[] = ['broken', 'busy', 'silent']
const AWAY_MS = 60_000
const BACK_MS = 30_000
const GIVEN_UP_MS = 180_000

export async function bucketAway(count: number): Promise<Outcome> {
  const testbed = await openTestbed()
  const bucket = await testBucket()
  Object.assign(testbed.env, bucket.environment)
  const api = await testbed.api()
  const port = api.port!
  for (let n = 0; n < 2; n++) await testbed.worker(GLANCE)
  const stopTraffic = startTraffic(testbed, () => port, 4)
  const recoveries: number[] = []
  const unready: string[] = []
  for (let n = 0; n < count; n++) {
    await until('a result before it', GIVEN_UP_MS, () => resultsSince(testbed, 0))
    await until('a scan', GIVEN_UP_MS, async () =>
      (await testbed.diary()).some(({ status }) => status === 'running'),
    )
    await sleep(between(0, 3_000))
    const way = WAYS[n % WAYS.length]!
    bucket.be(way)
    await sleep(AWAY_MS)
    if (await isReady(port)) unready.push(`bucket: ready while it was ${way}`)
    bucket.be('well')
    const at = Date.now()
    const since = async (look: () => Promise<unknown>) => {
      await until('the service', GIVEN_UP_MS, look)
      return Date.now() - at
    }
    const [submitted, done, ready] = await Promise.all([
      since(() => testbed.submit(port)),
      since(() => resultsSince(testbed, at)),
      since(() => isReady(port)),
    ])
    // Readiness is looked at every half a minute.
    recoveries.push(Math.max(submitted, done))
    console.log(`  ${way} ${n + 1}: submissions after ${submitted} ms, results ${done} ms, ready ${ready} ms`)
  }
  await stopTraffic()
  await settled(testbed)
  const outcome = await judge(testbed, 'bucket of the artifacts away', count, recoveries, BACK_MS)
  outcome.misses.push(...unready, ...(await missing(testbed, bucket)))
  const { rows } = await testbed.pool.query('SELECT max(attempt)::int AS most FROM jobs')
  outcome.notes.push(`the most attempts that a job took: ${rows[0].most}`)
  const all = await closed(testbed, outcome)
  await bucket.close()
  return all
}

const isReady = async (port: number) =>
  (await ask(port, 'GET', '/readyz', {}).catch(() => undefined))?.status === 200

async function resultsSince({ pool }: Testbed, since: number): Promise<number> {
  const sql = `SELECT FROM jobs WHERE status = 'completed' AND finished_at > to_timestamp($1)`
  return (await pool.query(sql, [since / 1000])).rowCount ?? 0
}

/** What results name and the bucket does not hold. */
async function missing({ pool }: Testbed, bucket: TestBucket): Promise<string[]> {
  const kept = new Set(await bucket.keys())
  const { rows } = await pool.query<{ id: string; attempt: number; names: string[] }>(
    `SELECT id, attempt, ARRAY(SELECT jsonb_object_keys(artifacts)) AS names FROM jobs WHERE status = 'completed'`,
  )
  return rows.flatMap(({ id, attempt, names }) => {
    const gone = names.filter(name => !kept.has(`${bucket.storage.prefix}${id}/${attempt}/${name}`))
    if (names.length > 0 && gone.length === 0) return []
    return [`bucket: the result of ${id} is without ${names.length === 0 ? 'pictures' : gone.join(', ')}`]
  })
}
