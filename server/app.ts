/** The HTTP interface. `createApp` wires it; `listen.ts` opens the port. */
import Router from '@koa/router'
import Koa, { type Middleware } from 'koa'
import type { Api } from './api/context.ts'
import { identify } from './api/identify.ts'
import { HttpProblem, notFound, problems } from './api/problem.ts'
import { requestLog } from './api/request-log.ts'
import { artifactRoutes } from './api/routes/artifacts.ts'
import { eventsRoute } from './api/routes/events.ts'
import { healthRoutes } from './api/routes/health.ts'
import { jobsRoutes } from './api/routes/jobs.ts'
import { metricsRoute } from './api/routes/metrics.ts'
import { openapiRoute } from './api/routes/openapi.ts'
import { scorecardRoute } from './api/routes/scorecard.ts'
import { tokenExchangeRoute } from './api/routes/token-exchange.ts'
import { baseOf } from './api/site.ts'
import { errorPages } from './web/errors.ts'
import { PAGES } from './web/pages/index.ts'

export const ROUTES = [
  ...[scorecardRoute, jobsRoutes, artifactRoutes, eventsRoute],
  ...[tokenExchangeRoute, openapiRoute, healthRoutes, metricsRoute],
  ...PAGES,
]

export function createApp(api: Api): Koa {
  // What goes by a path, here and in a proxy, must not be got round by another spelling of it.
  const router = new Router({ sensitive: true })
  for (const route of ROUTES) route(router, api)
  const app = new Koa()
  // All errors end in `problems`; what Koa reports itself is a connection that broke while we answered.
  app.on('error', error => api.log.debug({ err: error }, 'connection'))
  app.use(requestLog(api))
  app.use(safeHeaders)
  app.use(problems(api.log, baseOf(api.site)))
  app.use(errorPages(api.site, api.log))
  app.use(identify(api))
  app.use(router.routes())
  app.use(unrouted(router))
  return app
}

/** What a process without an API answers: how it is, and its figures. */
export function createStatusApp(api: Pick<Api, 'log' | 'ready' | 'metrics' | 'metricsToken' | 'walls'>): Koa {
  const router = new Router({ sensitive: true })
  for (const route of [healthRoutes, metricsRoute]) route(router, api as Api)
  const app = new Koa()
  app.on('error', error => api.log.debug({ err: error }, 'connection'))
  app.use(safeHeaders)
  app.use(problems(api.log, ''))
  app.use(router.routes())
  app.use(unrouted(router))
  return app
}

/** What no route answered: 405 where another method would be right, else 404. */
function unrouted(router: Router): Middleware {
  return ctx => {
    const methods = new Set(router.match(ctx.path, ctx.method).path.flatMap(layer => layer.methods))
    if (methods.size === 0) throw notFound()
    const allow = [...methods].sort().join(', ')
    throw new HttpProblem(405, 'method_not_allowed', `This address answers ${allow}, not ${ctx.method}.`, {
      headers: { Allow: allow },
    })
  }
}

const safeHeaders: Middleware = async (ctx, next) => {
  ctx.set('Cache-Control', 'no-store')
  ctx.set('X-Content-Type-Options', 'nosniff')
  await next()
}
