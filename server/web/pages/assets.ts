import type Router from '@koa/router'
import { notFound } from '../../api/problem.ts'
import { ASSETS } from '../render.ts'

/** Static files. Their addresses carry their version, so that they can be kept for good. */
export function assetRoutes(router: Router): void {
  router.get('/assets/:name', ctx => {
    const asset = ASSETS.get(ctx.params.name!)
    if (!asset) throw notFound()
    ctx.body = asset.bytes
    ctx.type = asset.type
    ctx.set({
      'Cache-Control': ctx.query.v === asset.version ? 'public, max-age=31536000, immutable' : 'no-cache',
      'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
      'Cross-Origin-Resource-Policy': 'same-origin',
    })
  })
}
