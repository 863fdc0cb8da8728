import type Router from '@koa/router'
import type { Api } from '../context.ts'
import { HttpProblem } from '../problem.ts'
import { logOf } from '../request-log.ts'

/**
 * `/healthz`: this process answers. `/readyz`: it can do its work, with each part that it needs; and which walls stand.
 */
export function healthRoutes(router: Router, { ready, log, walls }: Api): void {
  router.get('/healthz', ctx => {
    ctx.body = { status: 'ok' }
  })
  router.get('/readyz', async ctx => {
    const parts = await ready()
    const missing = parts.filter(({ fault }) => fault !== undefined)
    if (missing.length > 0) {
      for (const { name, error } of missing) logOf(ctx, log).warn({ part: name, err: error }, 'not ready')
      throw new HttpProblem(503, 'not_ready', 'This server cannot do its work at the moment; see errors.', {
        headers: { 'Retry-After': '5' },
        errors: missing.map(({ name, fault }) => ({ pointer: `/parts/${name}`, detail: fault! })),
      })
    }
    ctx.body = {
      status: 'ready',
      parts: Object.fromEntries(parts.map(({ name }) => [name, 'ok'])),
      ...(walls && { walls }),
    }
  })
}
