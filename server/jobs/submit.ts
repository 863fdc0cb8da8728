import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import type { Db } from 'pg-boss'
import type { Submission } from '../contract.ts'
import { transaction } from '../storage/transaction.ts'
import { newJobId } from './job-id.ts'
import { pageOf } from './page.ts'
import type { Queue } from './queue.ts'
import { QUEUE } from './queue.ts'
import { storeSecrets } from './secrets.ts'

/** Who submits, and in which trace. */
export interface Sender {
  accountId: string
  /** The key that it was submitted with, if any. */
  keyId?: string | null
  /** As W3C Trace Context writes it. */
  traceparent?: string
}

/**
 * Stores the job, its encrypted secrets and its place in the queue in one transaction, whose commit also wakes a
 * waiting worker. Asks for no limits: `accept` does.
 * @param keyId the key that it was submitted with, if any
 * @returns the id of the job, which is queued
 */
export async function submit(
  queue: Queue,
  submission: Submission,
  accountId: string,
  keyId: string | null = null,
): Promise<string> {
  return transaction(queue.pool, (client, db) => enqueue(queue, client, db, submission, { accountId, keyId }))
}

/** The same within a transaction of the caller's. */
export async function enqueue(
  queue: Queue,
  client: pg.ClientBase,
  db: Db,
  submission: Submission,
  { accountId, keyId = null, traceparent }: Sender,
): Promise<string> {
  const id = newJobId()
  const queueId = randomUUID()
  const { rows } = await client.query<{ turn: number }>(INSERT, [
    id,
    queueId,
    accountId,
    submission.original_url,
    submission.new_url,
    submission.page_name ?? null,
    submission.policy,
    JSON.stringify(submission.ignore),
    hasSecrets(submission),
    keyId,
    pageOf(submission.original_url),
    JSON.stringify(submission.accept ?? []),
    submission.allow_same_page ?? false,
    submission.fresh ?? false,
    traceparent ?? null,
  ])
  await storeSecrets(client, queue.keys, { accountId, jobId: id }, submission)
  const sent = await queue.boss.send(QUEUE, { id }, { id: queueId, priority: -rows[0]!.turn, db })
  if (!sent) throw new Error(`the queue refused job ${id}`)
  return id
}

// Accounts are served in turn (start-time fair queueing): each job takes the turn after its account's last one in
// flight, and no earlier one than is served now, so that who was away has saved up nothing.
const INSERT = `
  INSERT INTO jobs (id, queue_id, account_id, status, original_url, new_url, page_name, policy, ignore,
                    has_secrets, key_id, page, asked_name, accept, allow_same_page, fresh, traceparent, phase, turn)
  SELECT $1, $2, $3, 'queued', $4, $5, $6::text, $7, $8, $9, $10, $11, coalesce($6, ''), $12, $13, $14, $15, 'waiting',
    1 + greatest(last_value, (
    SELECT max(turn) FROM jobs WHERE account_id = $3 AND status IN ('queued', 'running')))
  FROM job_turns
  RETURNING turn`

export const hasSecrets = (submission: Submission) =>
  [submission.storefront_password, submission.original_headers, submission.new_headers].some(
    secret => secret !== undefined,
  )
