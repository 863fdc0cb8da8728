import type Router from '@koa/router'
import type { Accepted } from '../../contract.ts'
import { accepted } from '../accepting.ts'
import { callerOf } from '../auth.ts'
import type { Api } from '../context.ts'
import { idempotencyKey } from '../idempotency-key.ts'
import { quotaHeaders } from '../limits.ts'
import { HttpProblem } from '../problem.ts'
import { readSubmission } from '../submission.ts'

const noRoom = () =>
  new HttpProblem(
    503,
    'storage_full',
    'The server has no room for more jobs at the moment. Try again later.',
    {
      headers: { 'Retry-After': '300' },
    },
  )

/** Starts a verification job. */
export function scorecardRoute(router: Router, { queue, checkTarget, hasRoom }: Api): void {
  router.post('/api/v1/scorecard', async ctx => {
    const caller = callerOf(ctx)
    const key = idempotencyKey(ctx)
    const submission = await readSubmission(ctx, checkTarget)
    if (!(await hasRoom())) throw noRoom()
    const { id, quotas } = await accepted(queue, submission, { ...caller, idempotencyKey: key })
    const poll = `/api/v1/jobs/${id}`
    ctx.status = 202
    ctx.set({ Location: poll, ...quotaHeaders(quotas) })
    ctx.body = { job_id: id, status: 'queued', poll } satisfies Accepted
  })
}
