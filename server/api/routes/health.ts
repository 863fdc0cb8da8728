import type Router from '@koa/router'
import { checkQueue } from '../../jobs/queue.ts'
import type { Api } from '../app.ts'
import { HttpProblem } from '../problem.ts'

/** `/healthz`: this process answers. `/readyz`: it can take submissions, so database and queue answer too. */
export function healthRoutes(router: Router, { queue, log }: Api): void {
  router.get('/healthz', ctx => {
    ctx.body = { status: 'ok' }
  })
  router.get('/readyz', async ctx => {
    await checkQueue(queue).catch(error => {
      log.warn({ err: error }, 'not ready')
      throw new HttpProblem(503, 'not_ready', 'Database or queue do not answer.', {
        headers: { 'Retry-After': '5' },
      })
    })
    ctx.body = { status: 'ready' }
  })
}
