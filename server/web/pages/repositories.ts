import type Router from '@koa/router'
import {
  allowRepository,
  MAX_REPOSITORIES,
  removeRepository,
  repositoryName,
} from '../../accounts/repositories.ts'
import type { Api } from '../../api/context.ts'
import { notFound } from '../../api/problem.ts'
import { here } from '../../api/site.ts'
import { submittedForm } from '../session.ts'
import { showKeys } from './keys/show.ts'

/** Repositories whose workflows get keys, on the keys page: allowed, removed. */
export function repositoryForms(router: Router, api: Api): void {
  const { site } = api
  const { pool } = api.queue

  router.post('/repositories', async ctx => {
    const { session, form } = await submittedForm(ctx, pool, site)
    const typed = form.get('repository') ?? ''
    const name = repositoryName(typed)
    const full = name !== null && !(await allowRepository(pool, session.accountId, name))
    if (!name || full) {
      ctx.status = 422
      const repository = full
        ? `There are ${MAX_REPOSITORIES} repositories already. Remove one that is no longer used.`
        : 'Write it as GitHub shows it: owner/name.'
      return showKeys(ctx, api, session, {
        wrong: { repository },
        typed: { repository: typed.slice(0, 200) },
      })
    }
    ctx.status = 303
    ctx.set('Location', here(site, '/keys?done=allowed'))
  })

  router.post('/repositories/:id/remove', async ctx => {
    const { session } = await submittedForm(ctx, pool, site)
    if (!(await removeRepository(pool, session.accountId, ctx.params.id!)))
      throw notFound('You have not allowed such a repository.')
    ctx.status = 303
    ctx.set('Location', here(site, '/keys?done=removed'))
  })
}
