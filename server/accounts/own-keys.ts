/** The keys of one account, as its owner sees and revokes them. Keys of repositories are not among them. */
import type pg from 'pg'
import { inTurn } from './in-turn.ts'
import { issueKey, type KeyOptions, type NewKey } from './keys.ts'

export interface OwnKey {
  id: string
  name: string | null
  prefix: string
  createdAt: Date
  lastUsedAt: Date | null
  expiresAt: Date | null
  /** Revoked or expired at that time; null: it is valid. */
  endedAt: Date | null
  revoked: boolean
  /** Submitted with it and still kept. */
  jobs: number
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Valid keys that one account may have at once, but for those that the operator makes. */
export const MAX_KEYS = 100
/** That have ended, and are listed. */
const ENDED_SHOWN = 20

/** All valid ones, since they could not be revoked otherwise, then the last ones that ended; newest first. */
export async function keysOf(pool: pg.Pool, accountId: string): Promise<OwnKey[]> {
  const { rows } = await pool.query<OwnKey>(KEYS, [accountId, ENDED_SHOWN])
  return rows
}

const VALID = 'k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > now())'
const KEYS = `
  SELECT k.id, k.name, k.prefix, k.created_at AS "createdAt", k.last_used_at AS "lastUsedAt",
         k.expires_at AS "expiresAt", k.revoked_at IS NOT NULL AS revoked,
         coalesce(k.revoked_at, CASE WHEN k.expires_at <= now() THEN k.expires_at END) AS "endedAt",
         (SELECT count(*)::int FROM jobs j WHERE j.key_id = k.id) AS jobs
  FROM api_keys k
  WHERE k.account_id = $1 AND k.repository_id IS NULL
  ORDER BY ${VALID} DESC, k.created_at DESC, k.id
  LIMIT $2 + (SELECT count(*) FROM api_keys k WHERE k.account_id = $1 AND k.repository_id IS NULL AND ${VALID})`

/**
 * Makes a key for the account, unless it has as many as it may have: of requests at once only so many succeed.
 * @returns as `issueKey`, or `full` @throws {RangeError}
 */
export async function issueOwnKey(
  pool: pg.Pool,
  accountId: string,
  options: KeyOptions,
): Promise<NewKey | null | 'full'> {
  return inTurn(pool, accountId, async client => {
    const { rows } = await client.query<{ count: number }>(
      `SELECT count(*)::int FROM api_keys k WHERE k.account_id = $1 AND k.repository_id IS NULL AND ${VALID}`,
      [accountId],
    )
    return rows[0]!.count < MAX_KEYS ? issueKey(client, accountId, options) : 'full'
  })
}

/** From the next request on the key opens nothing. @returns whether the account has such a key, revoked or not */
export async function revokeOwnKey(pool: pg.Pool, accountId: string, id: string): Promise<boolean> {
  if (!UUID.test(id)) return false
  const { rowCount } = await pool.query(
    `UPDATE api_keys SET revoked_at = coalesce(revoked_at, now()) WHERE account_id = $1 AND id = $2`,
    [accountId, id],
  )
  return rowCount === 1
}
