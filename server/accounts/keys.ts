/** API keys: made, listed, revoked, and looked up at each request. */
import { randomUUID, timingSafeEqual } from 'node:crypto'
import type pg from 'pg'
import type { Tier } from '../contract.ts'
import { accountFor, normalEmail } from './accounts.ts'
import { hashKey, isKey, newKey, shownPrefix } from './key-format.ts'

type Queryable = Pick<pg.Pool | pg.ClientBase, 'query'>

/** Who asks. */
export interface Caller {
  accountId: string
  tier: Tier
  keyId: string
  /** Whose workflow the key was given to: it may do nothing to jobs of others. */
  repositoryId?: string
}

export interface KeyRecord {
  id: string
  email: string
  name: string | null
  prefix: string
  createdAt: Date
  lastUsedAt: Date | null
  expiresAt: Date | null
  revokedAt: Date | null
}

/**
 * The caller that an `Authorization` header names, or null when it names none: another scheme, a key that is
 * malformed, unknown, expired or revoked.
 */
export async function authenticate(pool: pg.Pool, header: string): Promise<Caller | null> {
  const key = /^Bearer +(\S+) *$/i.exec(header)?.[1]
  if (!key || !isKey(key)) return null
  const hash = hashKey(key)
  const { rows } = await pool.query<FoundKey>(FIND, [hash])
  const found = rows[0]
  if (!found || !timingSafeEqual(found.hash, hash)) return null
  if (found.unseen) await pool.query(TOUCH, [found.id])
  const { id: keyId, account_id: accountId, tier, repository_id: repositoryId } = found
  return { accountId, tier, keyId, ...(repositoryId && { repositoryId }) }
}

interface FoundKey {
  id: string
  account_id: string
  hash: Buffer
  tier: Tier
  repository_id: string | null
  unseen: boolean
}

const FIND = `
  SELECT k.id, k.account_id, k.hash, k.repository_id, a.tier,
         k.last_used_at IS NULL OR k.last_used_at < now() - interval '1 minute' AS unseen
  FROM api_keys k JOIN accounts a ON a.id = k.account_id
  WHERE k.hash = $1 AND k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > now())`

// The condition is repeated so that of many requests at once only the first writes.
const TOUCH = `
  UPDATE api_keys SET last_used_at = now()
  WHERE id = $1 AND (last_used_at IS NULL OR last_used_at < now() - interval '1 minute')`

export interface KeyOptions {
  /** A fresh UUID by default. */
  id?: string
  name?: string
  expiresAt?: Date
}

export interface NewKey {
  /** Cannot be had again. */
  key: string
  id: string
  prefix: string
}

/** The key for the account of `email`, which is made if there is none. @throws {RangeError} as `issueKey` */
export async function createKey(pool: pg.Pool, email: string, options: KeyOptions = {}): Promise<NewKey> {
  checkName(options.name)
  return (await issueKey(pool, await accountFor(pool, email), options))!
}

/**
 * Makes a key for an account.
 * @returns null when there is a key with `options.id` already: a form that was sent twice makes one key
 * @throws {RangeError} when the name is longer than 100 characters
 */
export async function issueKey(
  pool: Queryable,
  accountId: string,
  options: KeyOptions = {},
): Promise<NewKey | null> {
  checkName(options.name)
  const key = newKey()
  const [id, prefix] = [options.id ?? randomUUID(), shownPrefix(key)]
  await deleteEndedKeys(pool)
  const { rowCount } = await pool.query(
    `INSERT INTO api_keys (id, account_id, name, prefix, hash, expires_at) VALUES ($1, $2, $3, $4, $5, $6)
     ON CONFLICT (id) DO NOTHING`,
    [id, accountId, options.name || null, prefix, hashKey(key), options.expiresAt ?? null],
  )
  return rowCount === 1 ? { key, id, prefix } : null
}

/** So long keys that were revoked or have expired stay in lists. */
const KEPT = "interval '90 days'"

async function deleteEndedKeys(db: Queryable): Promise<void> {
  await db.query(`DELETE FROM api_keys WHERE least(revoked_at, expires_at) < now() - ${KEPT}`)
}

function checkName(name: string | undefined): void {
  if (name && (name.length > 100 || /\p{Cc}/u.test(name) || !name.isWellFormed()))
    throw new RangeError('the name of a key is at most 100 characters without control characters')
}

/** All keys, newest first, or those of one account. */
export async function listKeys(pool: pg.Pool, email?: string): Promise<KeyRecord[]> {
  const { rows } = await pool.query<KeyRecord>(
    `SELECT k.id, a.email, k.name, k.prefix, k.created_at AS "createdAt", k.last_used_at AS "lastUsedAt",
            k.expires_at AS "expiresAt", k.revoked_at AS "revokedAt"
     FROM api_keys k JOIN accounts a ON a.id = k.account_id
     WHERE $1::text IS NULL OR a.email = $1
     ORDER BY k.created_at DESC, k.id`,
    [email === undefined ? null : normalEmail(email)],
  )
  return rows
}

/**
 * Revokes the key with this id or shown prefix; from the next request on it opens nothing.
 * @returns how many keys that names: 1 when it was revoked, 0 when there is none, more when the prefix is
 * ambiguous, and then none is revoked
 */
export async function revokeKey(pool: pg.Pool, idOrPrefix: string): Promise<number> {
  const { rows } = await pool.query<{ id: string }>(
    'SELECT id FROM api_keys WHERE revoked_at IS NULL AND (id::text = $1 OR prefix = $1)',
    [idOrPrefix],
  )
  if (rows.length === 1)
    await pool.query('UPDATE api_keys SET revoked_at = now() WHERE id = $1', [rows[0]!.id])
  return rows.length
}
