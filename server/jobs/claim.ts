import type { AcceptedIssue, AcceptedKey, Submission } from '../contract.ts'
import { transaction } from '../storage/transaction.ts'
import { acceptedFor } from './acceptances.ts'
import { QUEUE, type Queue, type QueueClaim, stillHeld } from './queue.ts'
import { readSecrets } from './secrets.ts'

/** One worker's hold on one job. `attempt` is the fence: with an older one nothing can be written any more. */
export interface Claim {
  id: string
  /** Counts every claim of the job, from 1. */
  attempt: number
  queued: QueueClaim
  accountId: string
  /** With its secrets, decrypted. */
  submission: Submission
  /** All that is accepted for the page. */
  accepted: AcceptedIssue[]
  /** Of its submission, as W3C Trace Context writes it. */
  traceparent: string | null
  /** By the clock of the database: since it was submitted, or since the attempt before was last heard of. */
  waitedMs: number
}

/**
 * Claims the job that the queue handed out as `queued`: it is running from now on, whoever ran it before has lost it.
 * @returns null when the queue gave it to somebody else meanwhile, or when it has ended
 * @throws when its secrets cannot be read with the key of this process
 */
export async function claim(queue: Queue, queued: QueueClaim, id: string): Promise<Claim | null> {
  return transaction(queue.pool, async (client, db) => {
    if (!(await stillHeld(queue.boss.touch(QUEUE, queued, { db })))) return null
    const { rows } = await client.query<ClaimedRow>(CLAIM, [id, queued.id])
    const row = rows[0]
    if (!row) {
      await queue.boss.complete(QUEUE, queued, null, { db })
      return null
    }
    await client.query(SERVE, [row.turn])
    const secrets = await readSecrets(client, queue.keys, { accountId: row.account_id, jobId: id })
    return {
      id,
      attempt: row.attempt,
      queued: { id: queued.id, retryCount: queued.retryCount },
      accountId: row.account_id,
      submission: {
        original_url: row.original_url,
        new_url: row.new_url,
        ...(row.page_name !== null && { page_name: row.page_name }),
        policy: row.policy,
        ignore: row.ignore,
        ...(row.allow_same_page && { allow_same_page: true }),
        ...(row.fresh && { fresh: true }),
        ...secrets,
      },
      accepted: await acceptedFor(client, {
        accountId: row.account_id,
        page: row.page,
        accept: row.accept,
        repository: row.repository,
        at: row.created_at,
      }),
      traceparent: row.traceparent,
      waitedMs: Math.max(0, row.waited_ms),
    }
  })
}

interface ClaimedRow {
  attempt: number
  turn: number
  account_id: string
  original_url: string
  new_url: string
  page_name: string | null
  policy: Submission['policy']
  ignore: string[]
  allow_same_page: boolean
  fresh: boolean
  page: string | null
  accept: AcceptedKey[]
  repository: string | null
  created_at: Date
  traceparent: string | null
  waited_ms: number
}

// What a query within RETURNING reads is as it was before the update.
const CLAIM = `
  UPDATE jobs
  SET status = 'running', attempt = attempt + 1, phase = 'starting', progress = 0,
      started_at = coalesce(started_at, now()), heartbeat_at = now()
  WHERE id = $1 AND queue_id = $2 AND status IN ('queued', 'running')
  RETURNING attempt, turn, account_id, original_url, new_url, page_name, policy, ignore, allow_same_page, fresh, page, accept,
    created_at, traceparent,
    (SELECT 1000 * extract(epoch FROM now() - coalesce(before.heartbeat_at, before.created_at))
     FROM jobs before WHERE before.id = jobs.id)::float8 AS waited_ms,
    (SELECT r.name FROM api_keys k JOIN repositories r ON r.id = k.repository_id WHERE k.id = jobs.key_id) AS repository`

const SERVE = `SELECT setval('job_turns', greatest(last_value, $1)) FROM job_turns`

/**
 * Records how far a running job is: `value` is the share done, 0 to 1.
 * @returns false when the claim has been lost, and nothing was written
 */
export async function reportProgress({ pool }: Queue, { id, attempt }: Claim, phase: string, value: number) {
  const { rowCount } = await pool.query(
    `UPDATE jobs SET phase = $3, progress = $4, heartbeat_at = now()
     WHERE id = $1 AND attempt = $2 AND status = 'running'`,
    [id, attempt, phase, Math.min(1, Math.max(0, value))],
  )
  return rowCount === 1
}

/** Whether a claim is lost because its job was cancelled or deleted. */
export async function isCalledOff({ pool }: Queue, { id }: Claim): Promise<boolean> {
  const { rows } = await pool.query<{ code: string | null }>(
    `SELECT error ->> 'code' AS code FROM jobs WHERE id = $1`,
    [id],
  )
  return rows.length === 0 || rows[0]!.code === 'cancelled'
}
