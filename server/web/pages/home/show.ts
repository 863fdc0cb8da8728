import { randomUUID } from 'node:crypto'
import type { Context } from 'koa'
import type { Session } from '../../../accounts/sessions.ts'
import type { Api } from '../../../api/context.ts'
import { notFound } from '../../../api/problem.ts'
import type { JobSummary } from '../../../contract.ts'
import { pagesOf } from '../../../jobs/history.ts'
import { list } from '../../../jobs/list.ts'
import { render } from '../../render.ts'

/** Of one rendering. */
export interface Shown {
  /** Of the list of jobs. */
  cursor?: string
  /** How many have just been submitted. */
  submitted?: number
  /** By the name of the field; `form` for what is wrong with none. */
  wrong?: Record<string, string>
  typed?: Record<string, string>
}

const JOBS = 20

/** The forms, the last jobs and the pages of an account. */
export async function showHome(
  ctx: Context,
  { queue, site }: Api,
  session: Session,
  { cursor, submitted, wrong = {}, typed = {} }: Shown,
): Promise<void> {
  const [{ jobs, next_cursor }, pages] = await Promise.all([
    list(queue, session, { limit: JOBS, cursor }).catch(error => {
      throw error instanceof RangeError ? notFound() : error
    }),
    pagesOf(queue, session.accountId),
  ])
  render(ctx, site, 'home', {
    title: 'Pages',
    session,
    submitted,
    wrong,
    typed,
    jobs: jobs.map(job => ({ ...job, verdict: verdictOf(job), at: new Date(job.created_at) })),
    next: next_cursor,
    older: cursor !== undefined,
    pages,
    formId: randomUUID(),
  })
}

/** In a word or two, with the class of its colour. */
function verdictOf({ status, progress, all_pass, error }: JobSummary): { words: string; kind: string } {
  if (status === 'completed')
    return all_pass ? { words: 'Pass', kind: 'pass' } : { words: 'Fail', kind: 'fail' }
  if (status === 'failed')
    return { words: error?.code === 'cancelled' ? 'Cancelled' : 'Not verified', kind: 'open' }
  if (status === 'queued') return { words: 'Waiting', kind: 'open' }
  return { words: `Running, ${Math.round(progress.value * 100)} %`, kind: 'open' }
}
