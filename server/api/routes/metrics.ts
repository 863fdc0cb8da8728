import { createHash, timingSafeEqual } from 'node:crypto'
import type Router from '@koa/router'
import { unauthorized } from '../auth.ts'
import type { Api } from '../context.ts'
import { notFound } from '../problem.ts'

/**
 * The figures of this process for Prometheus, for whoever brings the token. Without one there are none: behind a
 * proxy everybody seems to come from this machine, so that an address proves nothing.
 */
export function metricsRoute(router: Router, { metrics, metricsToken }: Api): void {
  router.get('/metrics', async ctx => {
    if (!metrics || !metricsToken)
      throw notFound('There are no figures here. Whoever runs this server sets CUTOVER_METRICS_TOKEN.')
    const [, given] = /^Bearer +(\S+)$/i.exec(ctx.get('Authorization')) ?? []
    if (given === undefined || !isSame(given, metricsToken))
      throw unauthorized(
        'Bearer',
        'Send the token of CUTOVER_METRICS_TOKEN as Authorization: Bearer <TOKEN>.',
      )
    ctx.set('Content-Type', metrics.contentType)
    ctx.body = await metrics.text()
  })
}

/** In a time that tells nothing of where they differ. */
const isSame = (a: string, b: string): boolean => timingSafeEqual(digest(a), digest(b))
const digest = (text: string): Buffer => createHash('sha256').update(text).digest()
