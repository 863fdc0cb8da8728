import type Router from '@koa/router'
import type { Accepted } from '../../contract.ts'
import { accepted, roomForMore } from '../accepting.ts'
import { callerOf } from '../auth.ts'
import type { Api } from '../context.ts'
import { idempotencyKey } from '../idempotency-key.ts'
import { quotaHeaders } from '../limits.ts'
import { logOf } from '../request-log.ts'
import { readSubmission } from '../submission.ts'
import { traced } from '../traced.ts'

/** Starts a verification job. */
export function scorecardRoute(router: Router, { queue, log, checkTarget, hasRoom, traces }: Api): void {
  router.post('/api/v1/scorecard', async ctx => {
    const caller = callerOf(ctx)
    const { id, quotas } = await traced(traces, ctx.get('traceparent'), caller.tier, async traceparent => {
      const key = idempotencyKey(ctx)
      const submission = await readSubmission(ctx, checkTarget)
      await roomForMore({ hasRoom })
      const terms = { ...caller, idempotencyKey: key, traceparent }
      return accepted(queue, submission, terms, logOf(ctx, log))
    })
    const poll = `/api/v1/jobs/${id}`
    ctx.status = 202
    ctx.set({ Location: poll, ...quotaHeaders(quotas) })
    ctx.body = { job_id: id, status: 'queued', poll } satisfies Accepted
  })
}
