import type { ArtifactIndex } from './artifact-index.ts'
import type { Claim } from './claim.ts'
import type { Queue } from './queue.ts'

/** What an earlier job of the account has captured of the same original. */
export interface EarlierOriginal {
  jobId: string
  /** Names of its artifacts, the attempt before them. */
  names: string[]
  capturedAt: Date
}

/** The latest one that is younger than `seconds`, by the clock of the database; null where there is none. */
export async function findOriginal(
  { pool }: Pick<Queue, 'pool'>,
  { accountId, submission }: Pick<Claim, 'accountId' | 'submission'>,
  seconds: number,
): Promise<EarlierOriginal | null> {
  const { rows } = await pool.query<FoundRow>(FIND, [
    accountId,
    submission.original_url,
    JSON.stringify(submission.ignore),
    seconds,
  ])
  const row = rows[0]
  if (!row) return null
  const names = Object.keys(row.artifacts).filter(name => name.startsWith('original/'))
  return { jobId: row.id, names: names.map(name => `${row.attempt}/${name}`), capturedAt: row.captured_at }
}

interface FoundRow {
  id: string
  attempt: number
  artifacts: ArtifactIndex
  captured_at: Date
}

const FIND = `
  SELECT id, attempt, artifacts, original_captured_at AS captured_at FROM jobs
  WHERE account_id = $1 AND original_url = $2 AND ignore = $3 AND NOT has_secrets AND artifacts IS NOT NULL
    AND status = 'completed' AND original_captured_at > now() - make_interval(secs => $4)
  ORDER BY original_captured_at DESC LIMIT 1`
