/** Accounts: whose keys and jobs they are. Somebody who signs in is known by issuer and subject, never by address. */
import type pg from 'pg'
import type { Tier } from '../contract.ts'

/** Who signed in, as the provider vouches for it. */
export interface Identity {
  issuer: string
  subject: string
  /** Verified. */
  email: string
  /** The provider is the authority on this address, so that it proves who may have what was made for it. */
  authoritative: boolean
}

export interface AccountRecord {
  id: string
  email: string
  tier: Tier
  issuer: string | null
  createdAt: Date
  keys: number
  jobs: number
}

/** The address belongs to an account that somebody else signs in to. */
export class EmailTaken extends Error {
  override readonly name = 'EmailTaken'
}

/**
 * The account of who signed in: their own, or the one that was made for their address before anybody signed in to it,
 * or a new one of tier `tier`.
 * @returns its id @throws {EmailTaken}
 */
export async function accountOf(pool: pg.Pool, identity: Identity, tier: Tier): Promise<string> {
  const { issuer, subject } = identity
  const email = normalEmail(identity.email)
  const known = await pool.query<{ id: string; email: string }>(BY_IDENTITY, [issuer, subject])
  const own = known.rows[0]
  if (own) {
    if (own.email !== email) await pool.query(MOVE, [own.id, email])
    return own.id
  }
  const made = await pool.query<{ id: string }>(
    'INSERT INTO accounts (email, issuer, subject, tier) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING RETURNING id',
    [email, issuer, subject, tier],
  )
  if (made.rows[0]) return made.rows[0].id
  const claimed = identity.authoritative
    ? await pool.query<{ id: string }>(CLAIM, [email, issuer, subject])
    : undefined
  // Or the same person has signed in twice at this moment.
  const found = claimed?.rows[0] ?? (await pool.query<{ id: string }>(BY_IDENTITY, [issuer, subject])).rows[0]
  if (!found) throw new EmailTaken(`${email} belongs to another account`)
  return found.id
}

const BY_IDENTITY = 'SELECT id, email FROM accounts WHERE issuer = $1 AND subject = $2'
const CLAIM = `
  UPDATE accounts SET issuer = $2, subject = $3 WHERE email = $1 AND issuer IS NULL RETURNING id`
// An address that another account has stays there: it is a name for people, nothing is decided by it.
const MOVE = `
  UPDATE accounts SET email = $2
  WHERE id = $1 AND NOT EXISTS (SELECT FROM accounts other WHERE other.email = $2)`

/** The account that the operator names by its address, made when there is none. @throws {RangeError} */
export async function accountFor(pool: pg.Pool, email: string): Promise<string> {
  const { rows } = await pool.query<{ id: string }>(
    `INSERT INTO accounts (email) VALUES ($1)
     ON CONFLICT (email) DO UPDATE SET email = excluded.email RETURNING id`,
    [normalEmail(email)],
  )
  return rows[0]!.id
}

/** All accounts by address. */
export async function listAccounts(pool: pg.Pool): Promise<AccountRecord[]> {
  const { rows } = await pool.query<AccountRecord>(
    `SELECT a.id, a.email, a.tier, a.issuer, a.created_at AS "createdAt",
            (SELECT count(*)::int FROM api_keys k WHERE k.account_id = a.id AND k.revoked_at IS NULL
               AND (k.expires_at IS NULL OR k.expires_at > now())) AS keys,
            (SELECT count(*)::int FROM jobs j WHERE j.account_id = a.id) AS jobs
     FROM accounts a ORDER BY a.email`,
  )
  return rows
}

/** @returns whether there is an account with this address @throws {RangeError} */
export async function setTier(pool: pg.Pool, email: string, tier: Tier): Promise<boolean> {
  const { rowCount } = await pool.query('UPDATE accounts SET tier = $2 WHERE email = $1', [
    normalEmail(email),
    tier,
  ])
  return rowCount === 1
}

/**
 * Parts the account from who signed in to it, and ends their sessions: the next sign-in that proves the address takes
 * it. Its keys and jobs stay. @returns whether there is an account with this address @throws {RangeError}
 */
export async function unlink(pool: pg.Pool, email: string): Promise<boolean> {
  const { rowCount } = await pool.query(
    `WITH parted AS (UPDATE accounts SET issuer = NULL, subject = NULL WHERE email = $1 RETURNING id),
          ended AS (DELETE FROM sessions WHERE account_id IN (SELECT id FROM parted))
     SELECT FROM parted`,
    [normalEmail(email)],
  )
  return rowCount === 1
}

/**
 * In small letters, of A to Z only: other capitals have small letters that are also somebody else's, as the Kelvin sign
 * has a plain k.
 */
export const smallLetters = (text: string): string => text.replace(/[A-Z]/g, letter => letter.toLowerCase())

/** As addresses are stored and compared. @throws {RangeError} when it is none */
export function normalEmail(email: string): string {
  const address = smallLetters(email.trim())
  if (address.length > 254 || !/^[^\s@\p{Cc}]+@[^\s@\p{Cc}]+$/u.test(address))
    throw new RangeError(
      `${JSON.stringify(email.slice(0, 80))} is not an e-mail address; write it as name@example.com`,
    )
  return address
}
