import type { IncomingMessage } from 'node:http'
import type { Middleware } from 'koa'
import { authenticate, type Caller } from '../accounts/keys.ts'
import { type Quota, QuotaExceeded } from '../jobs/quota.ts'
import { isUnavailable } from '../lib/unavailable.ts'
import { clientAddress, networkOf } from './client-address.ts'
import type { Api } from './context.ts'
import { quotaHeaders, tooMany } from './limits.ts'
import { requestLimit } from './request-limit.ts'

/** A /48 of IPv6 holds 65,536 of the /64 that count as addresses, and may ask as often as so many. */
const NETWORK = 16

/** What never touches the database, and what operators' machines ask all the time. */
const FREE = /^\/(healthz|readyz|metrics|assets\/.*)$/

/**
 * Finds out whose key a request carries, if any, as `ctx.state.caller`. Requests are limited
 * by the account of the key, those without a valid one by their address; whether they may have what they ask for is for the routes to decide.
 */
export function identify({ queue, trustProxy }: Api): Middleware {
  const addressOf = clientAddress(trustProxy)
  const count = requestLimit(queue.pool)
  const quotaOf = (caller: Caller | null, request: IncomingMessage): Quota =>
    caller
      ? {
          policy: 'requests',
          key: `requests ${caller.accountId}`,
          amount: queue.limits[caller.tier].requestsPerMinute,
          window: 60,
        }
      : {
          policy: 'anonymous',
          key: `address ${addressOf(request)}`,
          amount: queue.limits.address.requestsPerMinute,
          window: 60,
        }
  return async (ctx, next) => {
    if (FREE.test(ctx.path)) return next()
    const header = ctx.headers.authorization
    const caller: Caller | null = header === undefined ? null : await authenticate(queue.pool, header)
    ctx.state.caller = caller
    if (caller) ctx.state.keyId = caller.keyId
    const quota = quotaOf(caller, ctx.req)
    const network = caller ? undefined : networkOf(addressOf(ctx.req))
    if (network)
      await count({ ...quota, key: `network ${network}`, amount: NETWORK * quota.amount }).catch(uncounted)
    const state = await count(quota).catch(uncounted)
    if (state && ctx.path.startsWith('/api/')) ctx.set(quotaHeaders([state]))
    await next()
  }
}

/** While nothing can be written, what can be read is still answered. */
function uncounted(error: unknown): null {
  if (error instanceof QuotaExceeded) throw tooMany(error)
  if (isUnavailable(error)) return null
  throw error
}
