/** A job as a client sees it: with addresses on this server, of which the queue knows nothing. */
import type { Job, JobSummary } from '../contract.ts'
import { baseOf, here, type Site } from './site.ts'

/** The path of a job's artifacts, before the name of one. */
export const artifactsPath = (id: string): string => `/api/v1/jobs/${id}/artifacts`

/** The job with the addresses of its report, its artifacts, and its issues' and its error's documentation. */
export function jobBody(job: Job, site: Site): Job {
  const { scorecard } = job
  if (!scorecard) return addressed(job, site)
  const suites = scorecard.suites.map(suite => ({
    ...suite,
    issues: suite.issues.map(issue => ({ ...issue, help_url: here(site, issue.help_url) })),
  }))
  return { ...addressed(job, site), scorecard: { ...scorecard, suites } }
}

/** The same for a job in a list. */
export const summaryBody = (job: JobSummary, site: Site): JobSummary => addressed(job, site)

function addressed<T extends Job | JobSummary>(job: T, site: Site): T {
  return {
    ...job,
    report_url: here(site, `/jobs/${job.id}`),
    ...(job.status === 'completed' && { artifacts_url: here(site, artifactsPath(job.id)) }),
    ...(job.error && { error: { ...job.error, type: baseOf(site) + job.error.type } }),
  }
}
