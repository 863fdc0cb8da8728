/** Sessions of people in their browsers. The id is a secret of the browser; here is only its digest. */
import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type pg from 'pg'
import type { Tier } from '../contract.ts'

export interface Session {
  accountId: string
  email: string
  tier: Tier
  /** Belongs into each form of this session, and is worth nothing elsewhere. */
  formToken: string
}

/** A session that nobody used for this long has ended. */
const IDLE = "interval '12 hours'"
/** However much it is used. */
const LONGEST = "interval '7 days'"
export const LONGEST_SECONDS = 7 * 86_400

const ALIVE = `s.seen_at > now() - ${IDLE} AND s.created_at > now() - ${LONGEST}`

/**
 * Opens a session, always under a new id; `previous`, which the browser had until now, ends.
 * @returns the id, 256 random bits
 */
export async function openSession(pool: pg.Pool, accountId: string, previous?: string): Promise<string> {
  const id = randomBytes(32).toString('base64url')
  await pool.query(`DELETE FROM sessions s WHERE s.hash = $1 OR NOT (${ALIVE})`, [
    previous === undefined ? null : digest(previous),
  ])
  await pool.query('INSERT INTO sessions (hash, account_id) VALUES ($1, $2)', [digest(id), accountId])
  return id
}

/** The session with this id, or null when there is none or it has ended. Using it keeps it from ending idle. */
export async function sessionOf(pool: pg.Pool, id: string): Promise<Session | null> {
  if (!/^[\w-]{43}$/.test(id)) return null
  const { rows } = await pool.query<{ account_id: string; email: string; tier: Tier; unseen: boolean }>(
    FIND,
    [digest(id)],
  )
  const row = rows[0]
  if (!row) return null
  if (row.unseen) await pool.query('UPDATE sessions SET seen_at = now() WHERE hash = $1', [digest(id)])
  return { accountId: row.account_id, email: row.email, tier: row.tier, formToken: formTokenOf(id) }
}

const FIND = `
  SELECT s.account_id, a.email, a.tier, s.seen_at < now() - interval '1 minute' AS unseen
  FROM sessions s JOIN accounts a ON a.id = s.account_id
  WHERE s.hash = $1 AND ${ALIVE}`

export async function closeSession(pool: pg.Pool, id: string): Promise<void> {
  await pool.query('DELETE FROM sessions WHERE hash = $1', [digest(id)])
}

/** Whether `given` is the token that forms of this session carry. */
export function isFormToken({ formToken }: Session, given: string): boolean {
  const [a, b] = [formToken, given].map(digest) as [Buffer, Buffer]
  return timingSafeEqual(a, b)
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()
const formTokenOf = (id: string) => createHmac('sha256', id).update('cutover form').digest('base64url')
