/**
 * What nobody else cleans up: jobs that the queue has given up, because each worker that ran them died, and jobs past
 * their retention; quotas that are full again and idempotency keys of yesterday. Every process sweeps; an advisory lock lets one do it at a time.
 */
import type pg from 'pg'
import { transaction } from '../storage/transaction.ts'
import type { Failure } from './failure.ts'
import { deleteOldKeys } from './idempotency.ts'
import type { Queue } from './queue.ts'
import { QUEUE } from './queue.ts'
import { deleteFullQuotas } from './quota.ts'
import { deleteSecrets } from './secrets.ts'

const LOST_EVERY_MS = 5_000
const OLD_EVERY_MS = 60 * 60_000
const OLD_AT_ONCE = 100
/** Any number that no other advisory lock of this database uses. */
const LOCK = 7_140_225

const LOST: Failure = {
  code: 'internal_error',
  detail: 'The verification could not be finished on our side, repeatedly. Submit it again.',
}

/** Sweeps now and from time to time. @returns stops it, after the sweep that runs */
export function startSweeping(queue: Queue): () => Promise<void> {
  const everything = [
    every(queue, LOST_EVERY_MS, sweepLost),
    every(queue, OLD_EVERY_MS, sweepOld),
    every(queue, OLD_EVERY_MS, sweepUsed),
    every(queue, OLD_EVERY_MS, sweepArtifacts),
  ]
  return async () => {
    await Promise.all(everything.map(stop => stop()))
  }
}

/** Ends jobs which are queued or running for us, but which the queue will give to nobody any more. @returns their ids */
export async function sweepLost(queue: Queue): Promise<string[]> {
  const ids = await locked(queue, async client => {
    const { rows } = await client.query<{ id: string }>(END_LOST, [QUEUE, JSON.stringify(LOST)])
    const lost = rows.map(row => row.id)
    if (lost.length > 0) await deleteSecrets(client, lost)
    return lost
  })
  if (ids.length > 0) queue.log.error({ jobs: ids }, 'jobs were lost')
  return ids
}

/**
 * Deletes jobs that ended longer ago than their account's tier keeps them, their artifacts first. One whose artifacts
 * cannot be deleted stays for the next time, and keeps none of the others. @returns their ids
 */
export async function sweepOld(queue: Queue): Promise<string[]> {
  const ids: string[] = []
  const kept: string[] = []
  for (;;) {
    const before = ids.length + kept.length
    const deleted = await locked(queue, client => deleteSomeOld(queue, client, kept))
    ids.push(...deleted)
    if (ids.length + kept.length - before < OLD_AT_ONCE) break
  }
  if (ids.length > 0) queue.log.info({ count: ids.length }, 'old jobs deleted')
  return ids
}

/** @param kept those whose artifacts could not be deleted; grows */
async function deleteSomeOld(
  { limits, log, deleteArtifacts }: Queue,
  client: pg.ClientBase,
  kept: string[],
): Promise<string[]> {
  const days = [limits.free.retentionDays, limits.paid.retentionDays]
  const { rows } = await client.query<{ id: string }>(FIND_OLD, [...days, OLD_AT_ONCE, kept])
  const cleared: string[] = []
  for (const { id } of rows)
    await deleteArtifacts(id).then(
      () => cleared.push(id),
      error => {
        kept.push(id)
        log.error({ job: id, err: error }, 'artifacts of an old job could not be deleted')
      },
    )
  await client.query('DELETE FROM jobs WHERE id = ANY($1)', [cleared])
  return cleared
}

/** Deletes what lies on this machine of jobs that were deleted on another. @returns their ids */
export async function sweepArtifacts({ pool, artifactJobs, deleteArtifacts }: Queue): Promise<string[]> {
  const here = (await artifactJobs?.()) ?? []
  const { rows } = await pool.query<{ id: string }>('SELECT id FROM deleted_jobs WHERE id = ANY($1)', [here])
  for (const { id } of rows) await deleteArtifacts(id)
  return rows.map(({ id }) => id)
}

/** Forgets quotas that are full again, and idempotency keys of yesterday. */
export async function sweepUsed({ pool }: Queue): Promise<void> {
  await deleteFullQuotas(pool)
  await deleteOldKeys(pool)
  // By then every machine that is still there has looked.
  await pool.query("DELETE FROM deleted_jobs WHERE deleted_at < now() - interval '90 days'")
}

// One statement, so that it sees the queue and our table at one moment: both always change in one transaction.
const END_LOST = `
  UPDATE jobs SET status = 'failed', error = $2, finished_at = now()
  FROM (
    SELECT j.id
    FROM jobs j LEFT JOIN pgboss.job q ON q.name = $1 AND q.id = j.queue_id
    WHERE j.status IN ('queued', 'running')
      AND (q.id IS NULL OR q.state IN ('completed', 'cancelled', 'failed'))
  ) lost
  WHERE jobs.id = lost.id AND jobs.status IN ('queued', 'running')
  RETURNING jobs.id`

const FIND_OLD = `
  SELECT j.id FROM jobs j JOIN accounts a ON a.id = j.account_id
  WHERE j.finished_at < now() - make_interval(days => CASE a.tier WHEN 'free' THEN $1::int ELSE $2::int END)
    AND j.finished_at < now() - make_interval(days => least($1::int, $2::int))
    AND j.id <> ALL($4)
  LIMIT $3 FOR UPDATE OF j`

async function locked(
  { pool }: Queue,
  work: (client: pg.PoolClient) => Promise<string[]>,
): Promise<string[]> {
  return transaction(pool, async client => {
    const { rows } = await client.query('SELECT pg_try_advisory_xact_lock($1) AS mine', [LOCK])
    return rows[0].mine ? work(client) : []
  })
}

function every(queue: Queue, ms: number, sweep: (queue: Queue) => Promise<unknown>): () => Promise<void> {
  let stopped = false
  let wake: (() => void) | undefined
  const loop = async () => {
    while (!stopped) {
      await sweep(queue).catch(error => queue.log.error({ err: error }, 'sweep failed'))
      if (stopped) return
      await new Promise<void>(resolve => {
        const timer = setTimeout(resolve, ms)
        wake = () => {
          clearTimeout(timer)
          resolve()
        }
      })
    }
  }
  const running = loop()
  return async () => {
    stopped = true
    wake?.()
    await running
  }
}
