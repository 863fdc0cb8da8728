import type Router from '@koa/router'
import { closeSession, LONGEST_SECONDS, openSession } from '../../accounts/sessions.ts'
import { SignInRefused } from '../../accounts/sign-in/refusal.ts'
import { TRANSACTION_SECONDS } from '../../accounts/sign-in/transaction.ts'
import type { Api } from '../../api/context.ts'
import { clearCookie, readCookie, setCookie } from '../../api/cookie.ts'
import { HttpProblem } from '../../api/problem.ts'
import { here, type Site } from '../../api/site.ts'
import { returnTo } from '../return-to.ts'
import { submittedForm } from '../session.ts'

/** To the sign-in service, back from it, and out again. */
export function signInRoutes(router: Router, { queue, site, log }: Api): void {
  router.get('/sign-in', async ctx => {
    const to = returnTo([ctx.query.return_to].flat()[0], '/keys')
    const { location, browser } = await refusals(() => signInOf(site).begin(to))
    setCookie(ctx, site, 'sign-in', browser, TRANSACTION_SECONDS)
    ctx.status = 303
    ctx.set('Location', location)
  })

  router.get('/sign-in/callback', async ctx => {
    const browser = readCookie(ctx, site, 'sign-in') ?? ''
    clearCookie(ctx, site, 'sign-in')
    const { accountId, returnTo: to } = await refusals(() =>
      signInOf(site).complete(ctx.querystring, browser),
    )
    const session = await openSession(queue.pool, accountId, readCookie(ctx, site, 'session'))
    setCookie(ctx, site, 'session', session, LONGEST_SECONDS)
    log.info({ account: accountId }, 'signed in')
    ctx.status = 303
    ctx.set('Location', here(site, to))
  })

  router.post('/sign-out', async ctx => {
    await submittedForm(ctx, queue.pool, site)
    await closeSession(queue.pool, readCookie(ctx, site, 'session')!)
    clearCookie(ctx, site, 'session')
    ctx.status = 303
    ctx.set('Location', here(site, '/'))
  })

  async function refusals<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof SignInRefused)) throw error
      const { cause } = error
      if (cause) log.warn({ code: error.code, reason: reasonOf(cause) }, 'sign-in')
      throw new HttpProblem(error.code === 'sign_in_unavailable' ? 503 : 403, error.code, error.message)
    }
  }
}

function signInOf({ signIn }: Site) {
  if (signIn) return signIn
  throw new HttpProblem(
    404,
    'no_sign_in',
    'Nobody can sign in to this server. Whoever runs it sets GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET, or makes keys on the command line.',
  )
}

/** For the operator's log: what the error is, without what it carries, since that may be a token. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error
  const { code, error: said } = error as { code?: unknown; error?: unknown }
  const words = [error.message, code, said].filter(word => typeof word === 'string' && word !== '')
  return error.cause instanceof Error ? `${words.join(' ')}: ${reasonOf(error.cause)}` : words.join(' ')
}
