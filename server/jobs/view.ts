/** A row of the jobs table as its reader sees it. */
import type { Job, Progress, Scorecard, Tier } from '../contract.ts'
import { type Failure, failureProblem } from './failure.ts'

export interface JobRow {
  id: string
  tier: Tier
  status: Job['status']
  original_url: string
  new_url: string
  phase: string | null
  progress: number | null
  created_at: Date
  started_at: Date | null
  finished_at: Date | null
  error: Failure | null
}

/** The columns of `JobRow`, of jobs as `j` and their accounts as `a`. */
export const COLUMNS = `
  j.id, a.tier, j.status, j.original_url, j.new_url, j.phase, j.progress, j.created_at, j.started_at, j.finished_at,
  j.error`

export function toJob(row: JobRow, scorecard: Scorecard | null): Job {
  return {
    id: row.id,
    ...(row.status === 'completed' && { tier: row.tier }),
    status: row.status,
    original_url: row.original_url,
    new_url: row.new_url,
    progress: toProgress(row),
    created_at: row.created_at.toISOString(),
    started_at: row.started_at?.toISOString() ?? null,
    finished_at: row.finished_at?.toISOString() ?? null,
    ...(row.status === 'completed' && scorecard && { scorecard }),
    ...(row.status === 'failed' && row.error && { error: failureProblem(row.error) }),
  }
}

export const toProgress = ({ progress, phase }: Pick<JobRow, 'progress' | 'phase'>): Progress => ({
  value: progress ?? 0,
  phase: phase ?? 'waiting',
})
