import type { Context } from 'koa'
import type pg from 'pg'
import { authenticate, type Caller } from '../accounts/keys.ts'
import { HttpProblem } from './problem.ts'

/** Who asks. @throws {HttpProblem} 401 when there is no header, or one that holds no valid key */
export async function callerOf(ctx: Context, pool: pg.Pool): Promise<Caller> {
  const header = ctx.headers.authorization
  if (header === undefined)
    throw unauthorized('Bearer', 'Send your API key as the header Authorization: Bearer <API_KEY>.')
  const caller = await authenticate(pool, header)
  if (!caller)
    throw unauthorized(
      'Bearer error="invalid_token"',
      'This API key is not valid: mistyped, expired or revoked.',
    )
  ctx.state.keyId = caller.keyId
  return caller
}

/** The same for routes that ask for no key: null without a header. A header that is there must be right. */
export async function callerIfAny(ctx: Context, pool: pg.Pool): Promise<Caller | null> {
  return ctx.headers.authorization === undefined ? null : callerOf(ctx, pool)
}

const unauthorized = (challenge: string, detail: string) =>
  new HttpProblem(401, 'unauthorized', detail, { headers: { 'WWW-Authenticate': challenge } })
