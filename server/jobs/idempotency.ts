/**
 * Submissions that are sent again, because their answer was lost, and must not become a second job. Keys belong to an
 * account and are kept for 24 hours, in the transaction of the job.
 */
import { createHmac } from 'node:crypto'
import type pg from 'pg'
import type { Submission } from '../contract.ts'
import type { SecretKey } from './secrets.ts'

/** The key cannot be used for this submission: its first one is being stored at this moment, or was another one. */
export class KeyInUse extends Error {
  override readonly name = 'KeyInUse'
  readonly reason: 'in_flight' | 'another_submission'
  constructor(reason: KeyInUse['reason']) {
    super(`the idempotency key is in use: ${reason}`)
    this.reason = reason
  }
}

export interface KeyUse {
  accountId: string
  key: string
  /** By each of our secret keys, the current one first. */
  digests: Buffer[]
}

/**
 * Takes hold of the key until the transaction ends.
 * @returns the id of the job that was submitted with it, or null @throws {KeyInUse}
 */
export async function holdKey(
  client: pg.ClientBase,
  { accountId, key, digests }: KeyUse,
): Promise<string | null> {
  const { rows: locks } = await client.query<{ mine: boolean }>(LOCK, [`${accountId} ${key}`])
  if (!locks[0]!.mine) throw new KeyInUse('in_flight')
  const { rows } = await client.query<{ digest: Buffer; job_id: string }>(FIND, [accountId, key])
  const known = rows[0]
  if (!known) return null
  if (!digests.some(digest => known.digest.equals(digest))) throw new KeyInUse('another_submission')
  return known.job_id
}

/** Remembers the job of a key that is held. */
export async function keepKey(client: pg.ClientBase, use: KeyUse, jobId: string): Promise<void> {
  await client.query(KEEP, [use.accountId, use.key, use.digests[0], jobId])
}

const LIFE = "interval '24 hours'"
const LOCK = 'SELECT pg_try_advisory_xact_lock(hashtextextended($1, 7140226)) AS mine'
const FIND = `
  SELECT digest, job_id FROM idempotency_keys
  WHERE account_id = $1 AND key = $2 AND created_at > now() - ${LIFE}`
// One that is still there is older than its life.
const KEEP = `
  INSERT INTO idempotency_keys (account_id, key, digest, job_id) VALUES ($1, $2, $3, $4)
  ON CONFLICT (account_id, key) DO UPDATE
    SET digest = excluded.digest, job_id = excluded.job_id, created_at = excluded.created_at
    WHERE idempotency_keys.created_at <= now() - ${LIFE}`

export async function deleteOldKeys(pool: pg.Pool): Promise<void> {
  await pool.query(`DELETE FROM idempotency_keys WHERE created_at <= now() - ${LIFE}`)
}

/** Of a submission as it was understood, so that spaces and the order of fields do not count. Keyed: it may hold secrets. */
export function digestOf(
  { bytes }: SecretKey,
  accountId: string,
  key: string,
  submission: Submission,
): Buffer {
  const ownKey = createHmac('sha256', bytes).update('cutover idempotency').digest()
  return createHmac('sha256', ownKey)
    .update(JSON.stringify([accountId, key, inOrder(submission)]))
    .digest()
}

function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder)
  if (!value || typeof value !== 'object') return value
  return Object.entries(value)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, inner]) => [name, inOrder(inner)])
}
