import type Router from '@koa/router'
import { exchange } from '../../accounts/token-exchange.ts'
import { TokenRefused } from '../../accounts/workflow-tokens.ts'
import { type ExchangedKey, TokenExchange } from '../../contract.ts'
import { readJson } from '../body.ts'
import type { Api } from '../context.ts'
import { HttpProblem, notFound } from '../problem.ts'
import { invalidFields } from '../submission.ts'

const STATUS = {
  invalid_token: 401,
  token_used: 401,
  repository_not_allowed: 403,
  repository_changed: 403,
  unavailable: 503,
} as const

/** A short-lived key for a workflow of GitHub Actions, by the token that GitHub gave it. */
export function tokenExchangeRoute(router: Router, { queue, site, log }: Api): void {
  router.post('/api/v1/token-exchange', async ctx => {
    const { tokens } = site
    if (!tokens) throw notFound('This server gives no keys to workflows: its PUBLIC_URL is not set.')
    const body = await readJson(ctx)
    const parsed = TokenExchange.safeParse(body)
    if (!parsed.success) throw invalidFields(parsed.error, body)
    const { token, account } = parsed.data
    try {
      const workflow = await tokens.verify(token)
      const { key, expiresAt } = await exchange(queue.pool, workflow, account)
      ctx.body = { api_key: key, expires_at: expiresAt.toISOString() } satisfies ExchangedKey
    } catch (error) {
      if (!(error instanceof TokenRefused)) throw error
      const { code, message } = error
      log.info({ code, account }, 'token refused')
      throw new HttpProblem(STATUS[code], code, message, {
        headers: STATUS[code] === 503 ? { 'Retry-After': '10' } : {},
      })
    }
  })
}
