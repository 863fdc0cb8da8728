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
  /** False: whoever signs in to it shows this address, without a proof that it is theirs. */
  proven: boolean
  tier: Tier
  issuer: string | null
  createdAt: Date
  keys: number
  jobs: number
}

/** The address belongs to an account that somebody else signs in to, or that only who proves it may have. */
export class EmailTaken extends Error {
  override readonly name = 'EmailTaken'
}

/**
 * The account of who signed in: their own, or the one that was made for their address before anybody signed in to it,
 * or a new one of tier `tier`. Who does not prove an address does not hold it: whoever does may still come.
 * @returns its id @throws {EmailTaken}
 */
export async function accountOf(pool: pg.Pool, identity: Identity, tier: Tier): Promise<string> {
  const { issuer, subject } = identity
  const email = normalEmail(identity.email)
  const proven = identity.authoritative
  const known = await pool.query<KnownAccount>(BY_IDENTITY, [issuer, subject])
  const own = known.rows[0]
  if (own) {
    if (own.email !== email || own.proven !== proven) await pool.query(MOVE, [own.id, email, proven])
    return own.id
  }
  const made = await pool.query<{ id: string }>(MAKE, [email, issuer, subject, tier, proven])
  if (made.rows[0]) return made.rows[0].id
  const claimed = proven ? await pool.query<{ id: string }>(CLAIM, [email, issuer, subject]) : undefined
  // Or the same person has signed in twice at this moment.
  const found = claimed?.rows[0] ?? (await pool.query<{ id: string }>(BY_IDENTITY, [issuer, subject])).rows[0]
  if (!found) throw new EmailTaken(`${email} belongs to another account`)
  return found.id
}

interface KnownAccount {
  id: string
  email: string
  proven: boolean
}

const BY_IDENTITY = 'SELECT id, email, proven FROM accounts WHERE issuer = $1 AND subject = $2'
const HELD = 'SELECT FROM accounts other WHERE other.email = $1 AND other.proven'
const MAKE = `
  INSERT INTO accounts (email, issuer, subject, tier, proven)
  SELECT $1, $2, $3, $4, $5 WHERE NOT EXISTS (${HELD})
  ON CONFLICT DO NOTHING RETURNING id`
const CLAIM = `
  UPDATE accounts SET issuer = $2, subject = $3 WHERE email = $1 AND proven AND issuer IS NULL RETURNING id`
// An address that another account holds stays there: it is a name for people, nothing is decided by it.
const MOVE = `
  UPDATE accounts SET email = $2, proven = $3
  WHERE id = $1 AND NOT EXISTS (SELECT FROM accounts other WHERE other.email = $2 AND other.proven AND other.id <> $1)`

/** Of several accounts with an address the operator means the one that holds it. */
const NAMED = '(SELECT id FROM accounts WHERE email = $1 ORDER BY proven DESC, created_at LIMIT 1)'

/** The account that the operator names by its address, made when there is none. @throws {RangeError} */
export async function accountFor(pool: pg.Pool, email: string): Promise<string> {
  const { rows } = await pool.query<{ id: string }>(
    `INSERT INTO accounts (email) VALUES ($1)
     ON CONFLICT (email) WHERE proven DO UPDATE SET email = excluded.email RETURNING id`,
    [normalEmail(email)],
  )
  return rows[0]!.id
}

/** All accounts by address. */
export async function listAccounts(pool: pg.Pool): Promise<AccountRecord[]> {
  const { rows } = await pool.query<AccountRecord>(
    `SELECT a.id, a.email, a.proven, a.tier, a.issuer, a.created_at AS "createdAt",
            (SELECT count(*)::int FROM api_keys k WHERE k.account_id = a.id AND k.revoked_at IS NULL
               AND (k.expires_at IS NULL OR k.expires_at > now())) AS keys,
            (SELECT count(*)::int FROM jobs j WHERE j.account_id = a.id) AS jobs
     FROM accounts a ORDER BY a.email, a.proven DESC, a.created_at`,
  )
  return rows
}

/** @returns whether there is an account with this address @throws {RangeError} */
export async function setTier(pool: pg.Pool, email: string, tier: Tier): Promise<boolean> {
  const { rowCount } = await pool.query(`UPDATE accounts SET tier = $2 WHERE id = ${NAMED}`, [
    normalEmail(email),
    tier,
  ])
  return rowCount === 1
}

/**
 * Parts the account from who signed in to it, and ends their sessions: the next sign-in that proves the address takes
 * it, which the operator says is the account's. Its keys and jobs stay. @returns whether there is an account with this address @throws {RangeError}
 */
export async function unlink(pool: pg.Pool, email: string): Promise<boolean> {
  const { rowCount } = await pool.query(
    `WITH parted AS (UPDATE accounts SET issuer = NULL, subject = NULL, proven = true WHERE id = ${NAMED} RETURNING id),
          ended AS (DELETE FROM sessions WHERE account_id IN (SELECT id FROM parted))
     SELECT FROM parted`,
    [normalEmail(email)],
  )
  return rowCount === 1
}

/**
 * Deletes the account with its keys, sessions, repositories and jobs, running ones too, and what was captured for them.
 * @returns how many jobs it had, or null without an account of this address @throws {RangeError}
 */
export async function deleteAccount(
  pool: pg.Pool,
  email: string,
  deleteArtifacts: (jobId: string) => Promise<void>,
): Promise<number | null> {
  const { rows } = await pool.query<{ id: string | null }>(`SELECT ${NAMED} AS id`, [normalEmail(email)])
  const id = rows[0]!.id
  if (!id) return null
  // From now on nothing is added to it.
  await pool.query('DELETE FROM api_keys WHERE account_id = $1', [id])
  await pool.query('DELETE FROM sessions WHERE account_id = $1', [id])
  await pool.query('DELETE FROM repositories WHERE account_id = $1', [id])
  const jobs = await pool.query<{ id: string }>('SELECT id FROM jobs WHERE account_id = $1', [id])
  for (const job of jobs.rows) await deleteArtifacts(job.id)
  // A worker that runs one of them finds that it has lost it, and deletes what it has written.
  await pool.query(
    `WITH gone AS (DELETE FROM jobs WHERE account_id = $1)
     DELETE FROM accounts WHERE id = $1`,
    [id],
  )
  for (const job of jobs.rows) await deleteArtifacts(job.id)
  return jobs.rows.length
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
