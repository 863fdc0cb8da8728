/** API keys: made, listed, revoked, and looked up at each request. */
import { randomUUID, timingSafeEqual } from 'node:crypto'
import type pg from 'pg'
import type { Tier } from '../contract.ts'
import { hashKey, isKey, newKey, shownPrefix } from './key-format.ts'

/** Who asks. */
export interface Caller {
  accountId: string
  tier: Tier
  keyId: string
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
  return { accountId: found.account_id, tier: found.tier, keyId: found.id }
}

interface FoundKey {
  id: string
  account_id: string
  hash: Buffer
  tier: Tier
  unseen: boolean
}

const FIND = `
  SELECT k.id, k.account_id, k.hash, a.tier,
         k.last_used_at IS NULL OR k.last_used_at < now() - interval '1 minute' AS unseen
  FROM api_keys k JOIN accounts a ON a.id = k.account_id
  WHERE k.hash = $1 AND k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > now())`

// The condition is repeated so that of many requests at once only the first writes.
const TOUCH = `
  UPDATE api_keys SET last_used_at = now()
  WHERE id = $1 AND (last_used_at IS NULL OR last_used_at < now() - interval '1 minute')`

/**
 * Makes a key for the account of `email`, and the account if there is none.
 * @returns the key itself, which cannot be had again, with its record's id and shown prefix
 * @throws {RangeError} when `email` is no e-mail address or `name` is longer than 100 characters
 */
export async function createKey(
  pool: pg.Pool,
  email: string,
  options: { name?: string; expiresAt?: Date } = {},
): Promise<{ key: string; id: string; prefix: string }> {
  const address = normalEmail(email)
  const name = options.name ?? null
  if (name && (name.length > 100 || /\p{Cc}/u.test(name)))
    throw new RangeError('the name of a key is at most 100 characters without control characters')
  const account = await pool.query<{ id: string }>(
    `INSERT INTO accounts (id, email) VALUES ($1, $2)
     ON CONFLICT (email) DO UPDATE SET email = excluded.email RETURNING id`,
    [randomUUID(), address],
  )
  const key = newKey()
  const [id, prefix] = [randomUUID(), shownPrefix(key)]
  await pool.query(
    'INSERT INTO api_keys (id, account_id, name, prefix, hash, expires_at) VALUES ($1, $2, $3, $4, $5, $6)',
    [id, account.rows[0]!.id, name, prefix, hashKey(key), options.expiresAt ?? null],
  )
  return { key, id, prefix }
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

function normalEmail(email: string): string {
  const address = email.trim().toLowerCase()
  if (address.length > 254 || !/^[^\s@\p{Cc}]+@[^\s@\p{Cc}]+$/u.test(address))
    throw new RangeError(
      `${JSON.stringify(email.slice(0, 80))} is not an e-mail address; write it as name@example.com`,
    )
  return address
}
