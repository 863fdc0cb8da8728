/**
 * What nobody else cleans up: jobs that the queue has given up, because each worker that ran them died, and jobs past
 * their retention; artifacts that no job needs; quotas that are full again and idempotency keys of yesterday. Every
 * process sweeps; advisory locks, or the time of the last sweep, let one do the same at a time.
 */
import type pg from 'pg'
import { StoreUnavailable } from '../storage/artifacts.ts'
import { transaction } from '../storage/transaction.ts'
import { every, isDue } from './every.ts'
import { NOT_FINISHED } from './failure.ts'
import { deleteOldKeys } from './idempotency.ts'
import type { Queue } from './queue.ts'
import { QUEUE } from './queue.ts'
import { deleteFullQuotas } from './quota.ts'
import { deleteSecrets } from './secrets.ts'

const LOST_EVERY_MS = 5_000
const OLD_EVERY_MS = 60 * 60_000
const OLD_AT_ONCE = 100
/** Any numbers that no other advisory lock of this database uses. Deleting takes as long as the store of artifacts does. */
const LOST_LOCK = 7_140_225
const OLD_LOCK = 7_140_229

/** Sweeps now and from time to time. @returns stops it, after the sweep that runs */
export function startSweeping(queue: Queue): () => Promise<void> {
  const everything = [
    every(
      queue,
      LOST_EVERY_MS,
      async () => (await isDue(queue, 'lost', LOST_EVERY_MS / 2)) && sweepLost(queue),
    ),
    every(queue, OLD_EVERY_MS, sweepOld),
    every(
      queue,
      OLD_EVERY_MS,
      async () => (await isDue(queue, 'used', OLD_EVERY_MS / 2)) && sweepUsed(queue),
    ),
    every(
      queue,
      OLD_EVERY_MS,
      // A folder of this machine is looked through by nobody else.
      async () =>
        (!queue.stored?.isShared || (await isDue(queue, 'artifacts', OLD_EVERY_MS / 2))) &&
        sweepArtifacts(queue),
    ),
  ]
  return async () => {
    await Promise.all(everything.map(stop => stop()))
  }
}

/** Ends jobs which are queued or running for us, but which the queue will give to nobody any more. @returns their ids */
export async function sweepLost(queue: Queue): Promise<string[]> {
  const ids = await locked(queue, LOST_LOCK, async client => {
    const { rows } = await client.query<{ id: string }>(END_LOST, [QUEUE, JSON.stringify(NOT_FINISHED)])
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
    const deleted = await locked(queue, OLD_LOCK, client => deleteSomeOld(queue, client, kept))
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
  // Folders by the hundred take their time.
  await client.query(`SET LOCAL idle_in_transaction_session_timeout = '10min'`)
  const days = [limits.free.retentionDays, limits.paid.retentionDays]
  const { rows } = await client.query<{ id: string }>(FIND_OLD, [...days, OLD_AT_ONCE, kept])
  const cleared: string[] = []
  for (const { id } of rows)
    await deleteArtifacts(id).then(
      () => cleared.push(id),
      error => {
        if (error instanceof StoreUnavailable) throw error
        kept.push(id)
        log.error({ job: id, err: error }, 'artifacts of an old job could not be deleted')
      },
    )
  await client.query('DELETE FROM jobs WHERE id = ANY($1)', [cleared])
  return cleared
}

/**
 * Deletes from the store what no job needs: of jobs that were deleted, perhaps on another machine, and of attempts that
 * did not make their job's result. What it knows nothing of may belong to another database, and stays.
 * @returns as `job` or `job/attempt`
 */
export async function sweepArtifacts({ pool, stored, deleteArtifacts }: Queue): Promise<string[]> {
  const swept: string[] = []
  const jobs = (await stored?.jobs()) ?? []
  for (let at = 0; at < jobs.length; at += STORED_AT_ONCE) {
    const { rows } = await pool.query<StoredJob>(FIND_STORED, [jobs.slice(at, at + STORED_AT_ONCE)])
    for (const { id, last } of rows) {
      if (last === null) {
        await deleteArtifacts(id)
        swept.push(id)
        continue
      }
      for (const attempt of await stored!.attempts(id)) {
        if (attempt > last) continue
        await deleteArtifacts(id, attempt)
        swept.push(`${id}/${attempt}`)
      }
    }
  }
  return swept
}

interface StoredJob {
  id: string
  /** Up to it no attempt can make the result any more, or has made it. Null for a deleted job. */
  last: number | null
}

const STORED_AT_ONCE = 1000

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

// Most jobs are done at the first attempt, so that there is nothing to look for.
const FIND_STORED = `
  SELECT id, NULL::int AS last FROM deleted_jobs WHERE id = ANY($1)
  UNION ALL
  SELECT id, CASE WHEN status IN ('completed', 'running') THEN attempt - 1 ELSE attempt END
  FROM jobs WHERE id = ANY($1) AND (attempt > 1 OR status IN ('queued', 'failed'))`

const FIND_OLD = `
  SELECT j.id FROM jobs j JOIN accounts a ON a.id = j.account_id
  WHERE j.finished_at < now() - make_interval(days => CASE a.tier WHEN 'free' THEN $1::int ELSE $2::int END)
    AND j.finished_at < now() - make_interval(days => least($1::int, $2::int))
    AND j.id <> ALL($4)
  LIMIT $3 FOR UPDATE OF j`

async function locked(
  { pool }: Queue,
  lock: number,
  work: (client: pg.PoolClient) => Promise<string[]>,
): Promise<string[]> {
  return transaction(pool, async client => {
    const { rows } = await client.query('SELECT pg_try_advisory_xact_lock($1) AS mine', [lock])
    return rows[0].mine ? work(client) : []
  })
}
