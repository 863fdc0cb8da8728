/** Issues that somebody of an account accepted for one of its pages: they hold for each later job of the page. */
import type pg from 'pg'
import type { AcceptedIssue, AcceptedKey, Severity } from '../contract.ts'
import { transaction } from '../storage/transaction.ts'
import type { Queue } from './queue.ts'

/** For one page. A scan is given all of them. */
export const MAX_ACCEPTANCES = 2000

export interface NewAcceptance {
  page: string
  /** Each with how grave and large it is, and what it says. */
  issues: readonly { key: string; severity: Severity; penalty: number; message: string }[]
  reason: string
  /** A date such as 2027-01-31. */
  expires?: string
  by: string
}

/**
 * Accepts issues; one that is accepted already gets the new reason.
 * @returns false when the page has as many as there may be, and none is accepted
 */
export async function acceptIssues(
  { pool }: Pick<Queue, 'pool'>,
  accountId: string,
  { page, issues, reason, expires, by }: NewAcceptance,
): Promise<boolean> {
  return transaction(pool, async client => {
    const { rows } = await client.query<{ count: number }>(COUNT, [accountId, page])
    if (rows[0]!.count + issues.length > MAX_ACCEPTANCES) return false
    const [keys, severities, penalties, messages] = [
      issues.map(({ key }) => key),
      issues.map(({ severity }) => severity),
      issues.map(({ penalty }) => penalty),
      issues.map(({ message }) => message.slice(0, MESSAGE_LENGTH)),
    ]
    await client.query(ACCEPT, [
      accountId,
      page,
      keys,
      severities,
      penalties,
      messages,
      reason,
      by,
      expires ?? null,
    ])
    return true
  })
}

const MESSAGE_LENGTH = 300
const COUNT = 'SELECT count(*)::int AS count FROM acceptances WHERE account_id = $1 AND page = $2'
const ACCEPT = `
  INSERT INTO acceptances (account_id, page, key, severity, penalty, message, reason, accepted_by, expires_on)
  SELECT $1, $2, key, severity, penalty, message, $7, $8, $9::date
  FROM unnest($3::text[], $4::text[], $5::float8[], $6::text[]) AS issue (key, severity, penalty, message)
  ON CONFLICT (account_id, page, md5(key)) DO UPDATE
    SET severity = excluded.severity, penalty = excluded.penalty, message = excluded.message,
        reason = excluded.reason, accepted_by = excluded.accepted_by, accepted_at = now(),
        expires_on = excluded.expires_on`

export interface StoredAcceptance {
  id: string
  key: string
  severity: Severity
  penalty: number
  message: string
  reason: string
  by: string
  at: Date
  expires: string | null
  expired: boolean
}

/** All of a page, those that have expired too, the newest first. */
export async function acceptancesOf(
  { pool }: Pick<Queue, 'pool'>,
  accountId: string,
  page: string,
): Promise<StoredAcceptance[]> {
  const { rows } = await pool.query<StoredAcceptance>(LIST, [accountId, page])
  return rows
}

const EXPIRED = `coalesce(expires_on < (now() AT TIME ZONE 'UTC')::date, false)`
const LIST = `
  SELECT id, key, severity, penalty, message, reason, accepted_by AS by, accepted_at AS at,
         to_char(expires_on, 'YYYY-MM-DD') AS expires, ${EXPIRED} AS expired
  FROM acceptances WHERE account_id = $1 AND page = $2
  ORDER BY accepted_at DESC, key`

/** From now on the issue is charged again. @returns the page that it was accepted for, or null when there is none of this id */
export async function withdrawAcceptance(
  { pool }: Pick<Queue, 'pool'>,
  accountId: string,
  id: string,
): Promise<string | null> {
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id)) return null
  const { rows } = await pool.query<{ page: string }>(
    'DELETE FROM acceptances WHERE id = $1 AND account_id = $2 RETURNING page',
    [id, accountId],
  )
  return rows[0]?.page ?? null
}

export interface Submitted {
  accountId: string
  page: string | null
  /** Of the submission. */
  accept: readonly AcceptedKey[]
  /** The repository whose workflow submitted it, if one did. */
  repository: string | null
  at: Date
}

/** What holds for a job that is about to be run: of its page, and of its submission, which has the last word. */
export async function acceptedFor(
  client: Pick<pg.ClientBase, 'query'>,
  { accountId, page, accept, repository, at }: Submitted,
): Promise<AcceptedIssue[]> {
  const { rows } = await client.query<StoredAcceptance>(`${LIST} LIMIT ${MAX_ACCEPTANCES}`, [accountId, page])
  const stored = rows
    .filter(({ expired }) => !expired)
    .map(({ key, severity, penalty, reason, by, at, expires }) => ({
      ...{ key, severity, penalty, reason, by: nameOf(by), at: at.toISOString() },
      ...(expires !== null && { expires }),
    }))
  const submitted = accept.map(one => ({
    ...one,
    by: repository ?? 'the submission',
    at: at.toISOString(),
  }))
  return [...new Map([...stored, ...submitted].map(one => [one.key, one])).values()]
}

/** Of an address, what everybody may read who has the link to a job. */
const nameOf = (email: string): string => email.split('@')[0]!
