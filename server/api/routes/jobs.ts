import type Router from '@koa/router'
import { type JobList, JobQuery } from '../../contract.ts'
import { cancel } from '../../jobs/cancel.ts'
import { deleteJob } from '../../jobs/delete.ts'
import { find } from '../../jobs/find.ts'
import { list } from '../../jobs/list.ts'
import { callerIfAny, callerOf } from '../auth.ts'
import type { Api } from '../context.ts'
import { etag, knownTags } from '../etag.ts'
import { jobBody, summaryBody } from '../job-body.ts'
import { readQuery, refusedParameter } from '../query.ts'
import { noSuchJob } from '../reader.ts'
import { logOf } from '../request-log.ts'

/** Between two polls of a job that has not ended: it takes a minute or more, and its phases change every few seconds. */
const POLL_SECONDS = '3'

/**
 * Jobs: polled by whoever has their id, which is the permission to read them, though not with another account's key;
 * listed, cancelled and deleted by their own account; with the key of a repository's workflow only that repository's.
 */
export function jobsRoutes(router: Router, { queue, log, pollRequiresKey, site }: Api): void {
  router.get('/api/v1/jobs', async ctx => {
    const caller = callerOf(ctx)
    const query = readQuery(ctx, JobQuery)
    const { jobs, next_cursor } = await list(queue, caller, query).catch(error => {
      throw error instanceof RangeError ? refusedParameter('cursor', error.message) : error
    })
    ctx.body = { jobs: jobs.map(job => summaryBody(job, site)), next_cursor } satisfies JobList
  })

  router.get('/api/v1/jobs/:id', async ctx => {
    const caller = (pollRequiresKey ? callerOf : callerIfAny)(ctx)
    const found = await find(queue, ctx.params.id!, knownTags(ctx), caller?.accountId)
    if (!found) throw noSuchJob()
    ctx.set('ETag', etag(found.tag))
    if (found.job.finished_at === null) ctx.set('Retry-After', POLL_SECONDS)
    if (found.known) ctx.status = 304
    else ctx.body = jobBody(found.job, site)
  })

  router.post('/api/v1/jobs/:id/cancel', async ctx => {
    const caller = callerOf(ctx)
    if (!(await cancel(queue, ctx.params.id!, caller))) throw noSuchJob()
    logOf(ctx, log).info({ job: ctx.params.id!, account: caller.accountId }, 'job cancelled')
    const found = await find(queue, ctx.params.id!, [], caller.accountId)
    if (!found) throw noSuchJob()
    ctx.set('ETag', etag(found.tag))
    ctx.body = jobBody(found.job, site)
  })

  router.delete('/api/v1/jobs/:id', async ctx => {
    const caller = callerOf(ctx)
    if (!(await deleteJob(queue, ctx.params.id!, caller))) throw noSuchJob()
    logOf(ctx, log).info({ job: ctx.params.id!, account: caller.accountId }, 'job deleted')
    ctx.status = 204
  })
}
