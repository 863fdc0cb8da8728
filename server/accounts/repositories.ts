/** Repositories whose GitHub Actions workflows an account gives keys to. */
import type pg from 'pg'
import { inTurn } from './in-turn.ts'

export interface Repository {
  id: string
  /** `owner/name` as it was written. */
  name: string
  /** GitHub's own, known and pinned since the first use. */
  githubId: string | null
  createdAt: Date
  lastUsedAt: Date | null
  /** Submitted by its workflows and still kept. */
  jobs: number
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** That one account may allow. */
export const MAX_REPOSITORIES = 100

/** By name. */
export async function repositoriesOf(pool: pg.Pool, accountId: string): Promise<Repository[]> {
  const { rows } = await pool.query<Repository>(
    `SELECT r.id, r.name, r.github_id AS "githubId", r.created_at AS "createdAt",
            (SELECT max(k.last_used_at) FROM api_keys k WHERE k.repository_id = r.id) AS "lastUsedAt",
            (SELECT count(*)::int FROM jobs j JOIN api_keys k ON k.id = j.key_id
             WHERE k.repository_id = r.id) AS jobs
     FROM repositories r WHERE r.account_id = $1 ORDER BY lower(r.name)`,
    [accountId],
  )
  return rows
}

/**
 * `owner/name` of what somebody wrote or pasted, or null where it is no repository of GitHub. Users whom an enterprise
 * manages have an underscore in their name.
 */
export function repositoryName(text: string): string | null {
  const [, name] = /^(?:https?:\/\/[^/\s]+\/)?([^/\s]+\/[^/\s]+?)(?:\.git)?\/?$/.exec(text.trim()) ?? []
  return name && /^[a-z\d](?:[a-z\d_-]{0,38})\/(?!\.{1,2}$)[\w.-]{1,100}$/i.test(name) ? name : null
}

/**
 * Lets workflows of `owner/name` ask for keys of the account. Once more changes nothing.
 * @returns false when the account has as many repositories as it may have
 */
export async function allowRepository(pool: pg.Pool, accountId: string, name: string): Promise<boolean> {
  return inTurn(pool, accountId, async client => {
    const { rows } = await client.query<{ count: number }>(
      'SELECT count(*)::int FROM repositories WHERE account_id = $1',
      [accountId],
    )
    if (rows[0]!.count >= MAX_REPOSITORIES) return false
    await client.query('INSERT INTO repositories (account_id, name) VALUES ($1, $2) ON CONFLICT DO NOTHING', [
      accountId,
      name,
    ])
    return true
  })
}

/** The keys that its workflows got go with it. @returns whether the account had allowed it */
export async function removeRepository(pool: pg.Pool, accountId: string, id: string): Promise<boolean> {
  if (!UUID.test(id)) return false
  const { rowCount } = await pool.query('DELETE FROM repositories WHERE account_id = $1 AND id = $2', [
    accountId,
    id,
  ])
  return rowCount === 1
}
