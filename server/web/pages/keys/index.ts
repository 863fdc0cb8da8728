import { randomUUID } from 'node:crypto'
import type Router from '@koa/router'
import { issueOwnKey, MAX_KEYS, revokeOwnKey } from '../../../accounts/own-keys.ts'
import type { Api } from '../../../api/context.ts'
import { notFound } from '../../../api/problem.ts'
import { here } from '../../../api/site.ts'
import { sessionOrSignIn, submittedForm } from '../../session.ts'
import { EXPIRY, showKeys } from './show.ts'

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Keys of an account: made, listed, revoked. */
export function keysPage(router: Router, api: Api): void {
  const { site } = api
  const { pool } = api.queue

  router.get('/keys', async ctx => {
    const session = await sessionOrSignIn(ctx, pool, site, '/keys')
    if (session) await showKeys(ctx, api, session, { done: String(ctx.query.done) })
  })

  router.post('/keys', async ctx => {
    const { session, form } = await submittedForm(ctx, pool, site)
    const [name, expires] = [(form.get('name') ?? '').trim(), form.get('expires') ?? 'never']
    const id = form.get('id') ?? ''
    const wrong: Record<string, string> = {}
    if (name.length > 100 || /\p{Cc}/u.test(name))
      wrong.name = 'A name is at most 100 characters, on one line.'
    if (!Object.hasOwn(EXPIRY, expires)) wrong.expires = 'Choose one of these.'
    const refuse = () => {
      ctx.status = 422
      return showKeys(ctx, api, session, { wrong, typed: { name, expires } })
    }
    if (Object.keys(wrong).length > 0) return refuse()
    const made = await issueOwnKey(pool, session.accountId, {
      id: UUID.test(id) ? id : randomUUID(),
      name,
      expiresAt: expires === 'never' ? undefined : new Date(Date.now() + Number(expires) * 86_400_000),
    })
    if (made === 'full') {
      wrong.name = `There are ${MAX_KEYS} keys already. Revoke one that is no longer used.`
      return refuse()
    }
    if (made) return showKeys(ctx, api, session, { made })
    ctx.status = 303
    ctx.set('Location', here(site, '/keys?done=repeated'))
  })

  router.post('/keys/:id/revoke', async ctx => {
    const { session } = await submittedForm(ctx, pool, site)
    if (!(await revokeOwnKey(pool, session.accountId, ctx.params.id!)))
      throw notFound('You have no such key.')
    ctx.status = 303
    ctx.set('Location', here(site, '/keys?done=revoked'))
  })
}
