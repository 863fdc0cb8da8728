import type Router from '@koa/router'
import { checkQueue } from '../../jobs/queue.ts'
import type { Api } from '../context.ts'
import { HttpProblem } from '../problem.ts'

/** `/healthz`: this process answers. `/readyz`: it can take submissions, so database and queue answer too; and which walls stand. */
export function healthRoutes(router: Router, { queue, log, walls }: Api): void {
  let checking: Promise<void> | undefined
  // Nobody's requests for it are counted, so all who ask at once share one look at the database.
  const check = () => {
    checking ??= checkQueue(queue).finally(() => (checking = undefined))
    return checking
  }
  router.get('/healthz', ctx => {
    ctx.body = { status: 'ok' }
  })
  router.get('/readyz', async ctx => {
    await check().catch(error => {
      log.warn({ err: error }, 'not ready')
      throw new HttpProblem(503, 'not_ready', 'Database or queue do not answer.', {
        headers: { 'Retry-After': '5' },
      })
    })
    ctx.body = { status: 'ready', ...(walls && { walls }) }
  })
}
