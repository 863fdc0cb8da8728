import { type Job, JobId, Scorecard } from '../contract.ts'
import type { Queue } from './queue.ts'
import { compareRuns } from './since.ts'
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
  const { account_id: accountId, has_secrets: hasSecrets, attempt, tag, known } = row
  return { job: withChanges(row), accountId, hasSecrets, attempt, tag, known }
}

/** The job, compared with the run before, unless one of them is of a version that judged in another form. */
function withChanges(row: FoundRow): Job {
  const { scorecard, scorecard_before: before, finished_before: finishedAt } = row
  const isReadable = [scorecard, before].every(one => Scorecard.safeParse(one).success)
  if (!scorecard || !before || !finishedAt || !isReadable) return toJob(row, scorecard)
  const compared = compareRuns({ scorecard: before, finishedAt }, scorecard)
  return { ...toJob(row, compared.scorecard), since: compared.since }
}

interface FoundRow extends JobRow {
  account_id: string
  has_secrets: boolean
  attempt: number | null
  tag: string
  known: boolean
  scorecard: Scorecard | null
  scorecard_before: Scorecard | null
  finished_before: Date | null
}

// All that changes in a job; the scorecard comes with the status and is never changed, but the run before may be deleted.
const TAG = `
  left(encode(sha256(convert_to(concat_ws('|', 'view 4', j.id, b.id, j.status, a.tier, j.attempt, j.phase, j.progress,
    extract(epoch FROM j.started_at), extract(epoch FROM j.finished_at)), 'UTF8')), 'hex'), 32)`
// Whoever has the link to a job may read it, so that what was seen with secrets is told to nobody by a job without.
const BEFORE = `
  SELECT b.id, b.finished_at, b.scorecard FROM jobs b
  WHERE j.status = 'completed' AND b.status = 'completed' AND b.account_id = j.account_id AND b.page = j.page
    AND b.asked_name = j.asked_name AND b.finished_at < j.finished_at AND (j.has_secrets OR NOT b.has_secrets)
  ORDER BY b.finished_at DESC LIMIT 1`
const FIND = `
  SELECT ${COLUMNS}, j.account_id, j.has_secrets, t.tag, t.known,
         CASE WHEN j.status = 'completed' THEN j.attempt END AS attempt,
         CASE WHEN NOT t.known THEN j.scorecard END AS scorecard,
         CASE WHEN NOT t.known THEN b.scorecard END AS scorecard_before, b.finished_at AS finished_before
  FROM jobs j JOIN accounts a ON a.id = j.account_id
  LEFT JOIN LATERAL (${BEFORE}) b ON true
  CROSS JOIN LATERAL (SELECT ${TAG} AS tag, (${TAG} = ANY($2) OR '*' = ANY($2)) AS known) t
  WHERE j.id = $1 AND ($3::uuid IS NULL OR j.account_id = $3)`
