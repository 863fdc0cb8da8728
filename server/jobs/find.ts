import { type Job, JobId, type Scorecard } from '../contract.ts'
import type { Queue } from './queue.ts'
import { COLUMNS, type JobRow, toJob } from './view.ts'

/** A job as its reader sees it, and to whom it belongs. */
export interface FoundJob {
  job: Job
  accountId: string
  /** Submitted with secrets: what was captured with them is shown to the account only. */
  hasSecrets: boolean
  /** That made the result: a completed job is never claimed again, so it stays the last. Null until there is one. */
  attempt: number | null
  /** Of the job as it is now: another one as soon as anything changes in it. */
  tag: string
  /** The reader has it with this tag already, so that `job` comes without its scorecard. */
  known: boolean
}

/**
 * The job with this id, or null; also for text that can be no id.
 * @param tags of what the reader has; the scorecard, by far the largest part, is not even read then. `*` is any
 * @param owner null for a job of another account, of which nothing is read, so that the time tells nothing either
 */
export async function find(
  { pool }: Pick<Queue, 'pool'>,
  id: string,
  tags: readonly string[] = [],
  owner?: string,
): Promise<FoundJob | null> {
  if (!JobId.safeParse(id).success) return null
  const { rows } = await pool.query<FoundRow>(FIND, [id, tags, owner ?? null])
  const row = rows[0]
  if (!row) return null
  const { account_id: accountId, has_secrets: hasSecrets, attempt, tag, known, scorecard } = row
  return { job: toJob(row, scorecard), accountId, hasSecrets, attempt, tag, known }
}

interface FoundRow extends JobRow {
  account_id: string
  has_secrets: boolean
  attempt: number | null
  tag: string
  known: boolean
  scorecard: Scorecard | null
}

// All that changes in a job; the scorecard comes with the status and is never changed.
const TAG = `
  left(encode(sha256(convert_to(concat_ws('|', 'view 3', j.id, j.status, a.tier, j.attempt, j.phase, j.progress,
    extract(epoch FROM j.started_at), extract(epoch FROM j.finished_at)), 'UTF8')), 'hex'), 32)`
const FIND = `
  SELECT ${COLUMNS}, j.account_id, j.has_secrets, t.tag, t.known,
         CASE WHEN j.status = 'completed' THEN j.attempt END AS attempt,
         CASE WHEN NOT t.known THEN j.scorecard END AS scorecard
  FROM jobs j JOIN accounts a ON a.id = j.account_id
  CROSS JOIN LATERAL (SELECT ${TAG} AS tag, (${TAG} = ANY($2) OR '*' = ANY($2)) AS known) t
  WHERE j.id = $1 AND ($3::uuid IS NULL OR j.account_id = $3)`
