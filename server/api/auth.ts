import type { Context } from 'koa'
import type { Caller } from '../accounts/keys.ts'
import { HttpProblem } from './problem.ts'

/** Who asks. @throws {HttpProblem} 401 when there is no header, or one that holds no valid key */
export function callerOf(ctx: Context): Caller {
  if (ctx.headers.authorization === undefined)
    throw unauthorized('Bearer', 'Send your API key as the header Authorization: Bearer <API_KEY>.')
  const caller: Caller | null = ctx.state.caller
  if (!caller)
    throw unauthorized(
      'Bearer error="invalid_token"',
      'This API key is not valid: mistyped, expired or revoked.',
    )
  return caller
}

/** The same for routes that ask for no key: null without a header. A header that is there must be right. */
export function callerIfAny(ctx: Context): Caller | null {
  return ctx.headers.authorization === undefined ? null : callerOf(ctx)
}

export const unauthorized = (challenge: string, detail: string) =>
  new HttpProblem(401, 'unauthorized', detail, { headers: { 'WWW-Authenticate': challenge } })
