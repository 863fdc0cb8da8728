import type Router from '@koa/router'
import type { Accepted } from '../../contract.ts'
import { submit } from '../../jobs/submit.ts'
import type { Api } from '../app.ts'
import { callerOf } from '../auth.ts'
import { readSubmission } from '../submission.ts'

/** Starts a verification job. */
export function scorecardRoute(router: Router, { queue, checkTarget }: Api): void {
  router.post('/api/v1/scorecard', async ctx => {
    const { accountId, keyId } = await callerOf(ctx, queue.pool)
    const submission = await readSubmission(ctx, checkTarget)
    const id = await submit(queue, submission, accountId, keyId)
    const poll = `/api/v1/jobs/${id}`
    ctx.status = 202
    ctx.set('Location', poll)
    ctx.body = { job_id: id, status: 'queued', poll } satisfies Accepted
  })
}
