import type Router from '@koa/router'
import { find } from '../../jobs/find.ts'
import type { Api } from '../app.ts'
import { callerIfAny, callerOf } from '../auth.ts'
import { notFound } from '../problem.ts'

/** Polls a job. Its id is the permission to read it; another account's key takes that away again. */
export function jobsRoute(router: Router, { queue, pollRequiresKey }: Api): void {
  router.get('/api/v1/jobs/:id', async ctx => {
    const caller = (pollRequiresKey ? callerOf : callerIfAny)(ctx)
    const found = await find(queue, ctx.params.id!)
    if (!found || (caller && caller.accountId !== found.accountId))
      throw notFound('There is no job with this id.')
    ctx.body = found.job
  })
}
