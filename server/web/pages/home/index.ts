import type Router from '@koa/router'
import type { Api } from '../../../api/context.ts'
import { here } from '../../../api/site.ts'
import { sessionOrSignIn, submittedForm } from '../../session.ts'
import { showHome } from './show.ts'
import { submitPage, submitPairs } from './submit.ts'

/** Where signed-in people submit pages and find what became of them. */
export function homePage(router: Router, api: Api): void {
  const { site } = api
  const { pool } = api.queue
  const to = (path: string) => here(site, path)

  router.get('/home', async ctx => {
    const session = await sessionOrSignIn(ctx, pool, site, '/home')
    if (!session) return
    const asked = (name: string) => [ctx.query[name]].flat()[0]?.slice(0, 2100)
    await showHome(ctx, api, session, {
      cursor: asked('cursor'),
      submitted: /^\d{1,2}$/.test(asked('submitted') ?? '') ? Number(asked('submitted')) : undefined,
      // From a page that was verified before.
      typed: Object.fromEntries(
        ['original_url', 'new_url', 'page_name'].flatMap(name => {
          const value = asked(name)
          return value ? [[name, value]] : []
        }),
      ),
    })
  })

  router.post('/home/page', async ctx => {
    const { session, form } = await submittedForm(ctx, pool, site)
    const outcome = await submitPage(api, session, form)
    if ('wrong' in outcome) {
      ctx.status = outcome.status
      ctx.set(outcome.headers)
      return showHome(ctx, api, session, outcome)
    }
    ctx.status = 303
    ctx.set('Location', to(`/jobs/${outcome.id}`))
  })

  router.post('/home/pairs', async ctx => {
    const { session, form } = await submittedForm(ctx, pool, site)
    const outcome = await submitPairs(api, session, form)
    if ('wrong' in outcome) {
      ctx.status = outcome.status
      ctx.set(outcome.headers)
      return showHome(ctx, api, session, outcome)
    }
    ctx.status = 303
    ctx.set('Location', to(`/home?submitted=${outcome.count}`))
  })
}
