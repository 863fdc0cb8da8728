/** Keys for workflows: short-lived, and without a secret that somebody has to keep. */
import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { hashKey, newKey, shownPrefix } from './key-format.ts'
import { TokenRefused, type Workflow } from './workflow-tokens.ts'

export interface WorkflowKey {
  key: string
  expiresAt: Date
}

const LIFETIME = "interval '1 hour'"
/** Expired ones are kept as long as jobs that name them may be. */
const KEPT = "interval '90 days'"

/**
 * A key of account `accountId` for the workflow. Both sides have agreed then: the account allows the repository, and
 * the workflow names the account. Each token is good for one key.
 * @throws {TokenRefused}
 */
export async function exchange(
  pool: pg.Pool,
  { repository, repositoryId, tokenId }: Workflow,
  accountId: string,
): Promise<WorkflowKey> {
  const allowed = await pool.query<{ id: string }>(ALLOWED, [accountId, repository])
  const id = allowed.rows[0]?.id
  if (!id)
    throw new TokenRefused(
      'repository_not_allowed',
      `Account ${accountId} does not allow ${repository}. Allow it on the keys page of that account.`,
    )
  const pinned = await pool.query(PIN, [id, repositoryId])
  if (pinned.rowCount !== 1)
    throw new TokenRefused(
      'repository_changed',
      `${repository} is another repository than the one that was allowed under this name. Remove it on the keys page and allow it again.`,
    )
  const key = newKey()
  const { rows } = await pool.query<{ expiresAt: Date }>(INSERT, [
    randomUUID(),
    accountId,
    repository.slice(0, 100),
    shownPrefix(key),
    hashKey(key),
    id,
    tokenId,
  ])
  if (!rows[0])
    throw new TokenRefused('token_used', 'The token has been exchanged before. Ask GitHub for another one.')
  await pool.query(`DELETE FROM api_keys WHERE repository_id = $1 AND expires_at < now() - ${KEPT}`, [id])
  return { key, expiresAt: rows[0].expiresAt }
}

const ALLOWED = 'SELECT id FROM repositories WHERE account_id::text = $1 AND lower(name) = lower($2)'

// Known from the first use on.
const PIN = `
  UPDATE repositories SET github_id = $2 WHERE id = $1 AND coalesce(github_id, $2) = $2`

const INSERT = `
  INSERT INTO api_keys (id, account_id, name, prefix, hash, expires_at, repository_id, token_id)
  VALUES ($1, $2, $3, $4, $5, now() + ${LIFETIME}, $6, $7)
  ON CONFLICT (token_id) DO NOTHING
  RETURNING expires_at AS "expiresAt"`
