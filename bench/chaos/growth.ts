/**
 * Submissions, polls and claims with very many jobs in the database, against an empty one: both in the same Postgres, asked
 * in turn, so that what else the machine does meets both alike.
 */
import { randomUUID } from 'node:crypto'
import { Agent } from 'node:http'
import pg from 'pg'
import { createKey } from '../../server/accounts/keys.ts'
import { migrate } from '../../server/storage/migrate.ts'
import { ask } from '../../test/api/ask.ts'
import { queued } from './scale.ts'
import { openTestbed, type Testbed } from './testbed.ts'

const FINISHED = 100_000
const QUEUED = 10_000
const MOST = 1.2
/** Of the account that submits: at the limit of its tier. */
const OWN = 1_900

interface Side {
  pool: pg.Pool
  port: number
  key: string
  jobs: string[]
}

/** @param count of each kind of request @returns misses */
export async function growth(count: number): Promise<string[]> {
  const testbed = await openTestbed()
  const emptyUrl = await anotherDatabase(testbed)
  const [full, empty] = [await sideOf(testbed, testbed.env.DATABASE_URL!), await sideOf(testbed, emptyUrl)]
  const started = performance.now()
  await fill(full.pool)
  console.log(
    `${FINISHED} finished and ${QUEUED} queued jobs, ${OWN} of them of the account that submits, made in ${Math.round((performance.now() - started) / 1000)} s`,
  )
  const agent = new Agent({ keepAlive: true })
  const body = { original_url: 'https://a.example.com/', new_url: 'https://b.example.com/' }
  const submit = async ({ port, key, jobs }: Side) => {
    const { status, json } = await ask(port, 'POST', '/api/v1/scorecard', { key, body }, agent)
    if (status !== 202) throw new Error(`a submission was answered with ${status}`)
    jobs.push(json.job_id)
  }
  const poll = async ({ port, key, jobs }: Side) => {
    const id = jobs[Math.floor(Math.random() * jobs.length)]
    const { status } = await ask(port, 'GET', `/api/v1/jobs/${id}`, { key }, agent)
    if (status !== 200) throw new Error(`a poll was answered with ${status}`)
  }
  const list = async ({ port, key }: Side) => {
    const { status } = await ask(port, 'GET', '/api/v1/jobs', { key }, agent)
    if (status !== 200) throw new Error(`a list was answered with ${status}`)
  }
  const fetch = async ({ pool }: Side) => void (await pool.query(FETCH))
  const misses: string[] = []
  for (const [name, act, isGoal] of [
    ['submission', submit, true],
    ['poll', poll, true],
    ['list of jobs', list, false],
    ['look for the next job', fetch, false],
  ] as const) {
    const times: [number[], number[]] = [[], []]
    for (let n = -20; n < count; n++)
      for (const [at, side] of n % 2
        ? [[0, full] as const, [1, empty] as const]
        : [[1, empty] as const, [0, full] as const]) {
        const begun = performance.now()
        await act(side)
        if (n >= 0) times[at].push(performance.now() - begun)
      }
    const [large, small] = times.map(list => list.toSorted((a, b) => a - b)[list.length >> 1]!) as [
      number,
      number,
    ]
    const ratio = large / small
    console.log(
      `  ${name}: median ${large.toFixed(2)} ms, in the empty database ${small.toFixed(2)} ms: ${ratio.toFixed(2)} times${isGoal ? ` (goal ${MOST})` : ''}`,
    )
    if (isGoal && ratio > MOST) misses.push(`growth: a ${name} takes ${ratio.toFixed(2)} times as long`)
  }
  agent.destroy()
  await Promise.all([full.pool.end(), empty.pool.end()])
  return [...misses, ...(await testbed.close()).map(line => `growth: left ${line}`)]
}

async function anotherDatabase({ pool, env }: Testbed): Promise<string> {
  await pool.query('CREATE DATABASE small')
  const url = new URL(env.DATABASE_URL!)
  url.pathname = '/small'
  return url.href
}

async function sideOf(testbed: Testbed, url: string): Promise<Side> {
  await migrate(url)
  const api = await testbed.api({ DATABASE_URL: url })
  const pool = new pg.Pool({ connectionString: url, max: 2 })
  const { key } = await createKey(pool, 'growth@example.com')
  return { pool, port: api.port!, key, jobs: [] }
}

export async function fill(pool: pg.Pool): Promise<void> {
  await pool.query(FINISHED_SQL, [FINISHED, randomUUID()])
  await queued({ pool }, QUEUED - OWN)
  await pool.query(`UPDATE accounts SET email = 'queued-own@example.com' WHERE email = 'growth@example.com'`)
  await pool.query(OWN_SQL, [OWN, randomUUID()])
  await pool.query('VACUUM ANALYZE')
}

/** Of twenty accounts and the submitting one, in the last thirty days; the queue still has those of the last hour. */
const FINISHED_SQL = `
  WITH people AS (
    INSERT INTO accounts (email) SELECT 'finished-' || n || '@example.com' FROM generate_series(1, 20) n RETURNING id),
  everybody AS (
    SELECT id, row_number() OVER () AS place FROM (SELECT id FROM people UNION ALL SELECT id FROM accounts) a),
  made AS (
    INSERT INTO jobs (id, queue_id, account_id, status, original_url, new_url, page_name, phase, progress, attempt, turn,
                      created_at, started_at, finished_at, scorecard)
    SELECT substr(md5($2::text || n), 1, 27), gen_random_uuid(), e.id, 'completed', 'https://a.example.com/' || n % 500,
      'https://b.example.com/', 'Page ' || n % 500, 'done', 1, 1, n / 21,
      now() - n * interval '25 seconds', now() - n * interval '25 seconds', now() - n * interval '25 seconds',
      jsonb_build_object('pageName', 'Page', 'allPass', true, 'policy', 'regressions', 'gaps', '[]'::jsonb,
        'volatile', '[]'::jsonb, 'suites', '[]'::jsonb, 'filler', repeat(md5(n::text), 100))
    FROM generate_series(1, $1::int) n JOIN everybody e ON e.place = 1 + n % 21
    RETURNING queue_id, id, finished_at)
  INSERT INTO pgboss.job (id, name, data, state, priority, completed_on, keep_until)
  SELECT queue_id, 'scan', jsonb_build_object('id', id), 'completed', 0, finished_at, now() + interval '14 days'
  FROM made WHERE finished_at > now() - interval '1 hour'`

const OWN_SQL = `
  WITH made AS (
    INSERT INTO jobs (id, queue_id, account_id, status, original_url, new_url, phase, turn)
    SELECT substr(md5($2::text || n), 1, 27), gen_random_uuid(), a.id, 'queued', 'https://a.example.com/',
      'https://b.example.com/', 'waiting', n
    FROM generate_series(1, $1::int) n, accounts a WHERE a.email = 'queued-own@example.com'
    RETURNING id, queue_id, turn)
  INSERT INTO pgboss.job (id, name, data, priority, keep_until)
  SELECT queue_id, 'scan', jsonb_build_object('id', id), -turn, now() + interval '14 days' FROM made`

/** As pg-boss asks, without taking it. */
const FETCH = `
  SELECT j.id FROM pgboss.job j
  WHERE j.name = 'scan' AND j.state < 'active' AND NOT j.blocked AND j.start_after <= now()
  ORDER BY j.priority DESC, j.created_on LIMIT 1 FOR UPDATE OF j SKIP LOCKED`
