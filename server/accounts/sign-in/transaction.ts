/**
 * A sign-in between leaving for the provider and coming back. What it must come back with is kept here, and found again
 * only by the browser that left: it holds a secret of its own in a cookie. It can be taken once.
 */
import { createHash, randomBytes } from 'node:crypto'
import type pg from 'pg'

export interface Transaction {
  nonce: string
  codeVerifier: string
  /** A path of this server, with its query. */
  returnTo: string
}

export const TRANSACTION_SECONDS = 600

/** @returns the browser's secret */
export async function store(pool: pg.Pool, state: string, transaction: Transaction): Promise<string> {
  const browser = randomBytes(32).toString('base64url')
  await pool.query('DELETE FROM sign_ins WHERE created_at < now() - make_interval(secs => $1)', [
    TRANSACTION_SECONDS,
  ])
  await pool.query(
    `INSERT INTO sign_ins (state_hash, browser_hash, nonce, code_verifier, return_to) VALUES ($1, $2, $3, $4, $5)`,
    [digest(state), digest(browser), transaction.nonce, transaction.codeVerifier, transaction.returnTo],
  )
  return browser
}

/** The transaction that left from this browser with this state, which is gone then; null when there is none. */
export async function take(pool: pg.Pool, state: string, browser: string): Promise<Transaction | null> {
  const { rows } = await pool.query<Transaction>(
    `DELETE FROM sign_ins
     WHERE state_hash = $1 AND browser_hash = $2 AND created_at > now() - make_interval(secs => $3)
     RETURNING nonce, code_verifier AS "codeVerifier", return_to AS "returnTo"`,
    [digest(state), digest(browser), TRANSACTION_SECONDS],
  )
  return rows[0] ?? null
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()
