import { randomBytes } from 'node:crypto'
import type { Context, Middleware } from 'koa'
import { JobId } from '../contract.ts'
import { type Log, withFields } from '../jobs/log.ts'
import type { Metrics } from '../metrics/index.ts'

/** The log of the request: each of its lines carries the id that its client is told in `X-Request-Id`. */
export const logOf = (ctx: Pick<Context, 'state'>, log: Log): Log => ctx.state.log ?? log

/**
 * One line each, by the pattern of the route: the address itself may carry what is nobody's business. A job's own id
 * stands in it, so that its lines in the logs of all processes are found by one word.
 */
export function requestLog({ log, metrics }: { log: Log; metrics?: Pick<Metrics, 'request'> }): Middleware {
  return async (ctx, next) => {
    const started = performance.now()
    const request = randomBytes(8).toString('hex')
    ctx.state.log = withFields(log, { request })
    ctx.set('X-Request-Id', request)
    await next()
    const { method, status } = ctx
    const route = patternOf(ctx)
    const ms = performance.now() - started
    metrics?.request?.({ method, route, status, seconds: ms / 1000 })
    const job = route?.includes('/jobs/:id') ? JobId.safeParse(ctx.params.id).data : undefined
    ctx.state.log.debug(
      { method, route, status, ms: Math.round(ms), key: ctx.state.keyId, ...(job && { job }) },
      'request',
    )
  }
}

/** Null where no route fits: what was asked for is not told. */
function patternOf({ _matchedRoute: route }: Context): string | null {
  return typeof route === 'string' ? route : null
}
