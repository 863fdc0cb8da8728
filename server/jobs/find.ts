import { type Job, JobId, type Scorecard, type Tier } from '../contract.ts'
import { type Failure, failureProblem } from './failure.ts'
import type { Queue } from './queue.ts'

/** A job as its reader sees it, and to whom it belongs. */
export interface FoundJob {
  job: Job
  accountId: string
  /** Submitted with secrets: what was captured with them is shown to the account only. */
  hasSecrets: boolean
}

/** The job with this id, or null; also for text that can be no id. */
export async function find({ pool }: Pick<Queue, 'pool'>, id: string): Promise<FoundJob | null> {
  if (!JobId.safeParse(id).success) return null
  const { rows } = await pool.query<JobRow>(FIND, [id])
  const row = rows[0]
  return row ? { job: toJob(row), accountId: row.account_id, hasSecrets: row.has_secrets } : null
}

interface JobRow {
  id: string
  account_id: string
  tier: Tier
  status: Job['status']
  original_url: string
  new_url: string
  phase: string | null
  progress: number | null
  has_secrets: boolean
  created_at: Date
  started_at: Date | null
  finished_at: Date | null
  scorecard: Scorecard | null
  error: Failure | null
}

const FIND = `
  SELECT j.id, j.account_id, a.tier, j.status, j.original_url, j.new_url, j.phase, j.progress, j.has_secrets,
         j.created_at, j.started_at, j.finished_at, j.scorecard, j.error
  FROM jobs j JOIN accounts a ON a.id = j.account_id
  WHERE j.id = $1`

function toJob(row: JobRow): Job {
  return {
    id: row.id,
    ...(row.status === 'completed' && { tier: row.tier }),
    status: row.status,
    original_url: row.original_url,
    new_url: row.new_url,
    progress: { value: row.progress ?? 0, phase: row.phase ?? 'waiting' },
    created_at: row.created_at.toISOString(),
    started_at: row.started_at?.toISOString() ?? null,
    finished_at: row.finished_at?.toISOString() ?? null,
    ...(row.status === 'completed' && row.scorecard && { scorecard: row.scorecard }),
    ...(row.status === 'failed' && row.error && { error: failureProblem(row.error) }),
  }
}
