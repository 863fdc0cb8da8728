import type Router from '@koa/router'
import type { Api } from '../context.ts'
import { openapi } from '../openapi/index.ts'

/** The description of this interface. */
export function openapiRoute(router: Router, { site, pollRequiresKey }: Api): void {
  const description = JSON.stringify(openapi({ publicUrl: site.publicUrl, pollRequiresKey }), null, 2)
  router.get('/api/v1/openapi.json', ctx => {
    ctx.type = 'application/json'
    ctx.body = description
  })
}
