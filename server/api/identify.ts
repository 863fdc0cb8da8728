import type { Middleware } from 'koa'
import { authenticate, type Caller } from '../accounts/keys.ts'
import { QuotaExceeded } from '../jobs/quota.ts'
import { addressLimit } from './address-limit.ts'
import { clientAddress } from './client-address.ts'
import type { Api } from './context.ts'
import { quotaHeaders, tooMany } from './limits.ts'
import { isUnavailable } from './unavailable.ts'

/** What never touches the database, and what operators' machines ask all the time. */
const FREE = /^\/(healthz|readyz|metrics|assets\/.*)$/

/**
 * Finds out whose key a request carries, if any, as `ctx.state.caller`. Requests without a valid key are limited by
 * their address; whether they may have what they ask for is for the routes to decide.
 */
export function identify({ queue, trustProxy }: Api): Middleware {
  const addressOf = clientAddress(trustProxy)
  const count = addressLimit(queue.pool, queue.limits.address.requestsPerMinute)
  return async (ctx, next) => {
    if (FREE.test(ctx.path)) return next()
    const header = ctx.headers.authorization
    const caller: Caller | null = header === undefined ? null : await authenticate(queue.pool, header)
    ctx.state.caller = caller
    if (caller) ctx.state.keyId = caller.keyId
    else {
      const state = await count(addressOf(ctx.req)).catch(uncounted)
      if (state && ctx.path.startsWith('/api/')) ctx.set(quotaHeaders([state]))
    }
    await next()
  }
}

/** While nothing can be written, what can be read is still answered. */
function uncounted(error: unknown): null {
  if (error instanceof QuotaExceeded) throw tooMany(error)
  if (isUnavailable(error)) return null
  throw error
}
