import type { Context } from 'koa'
import { readBytes } from '../api/body.ts'
import { HttpProblem } from '../api/problem.ts'

/** The fields of a form in the request's body. @throws {HttpProblem} 415 for another type, 413 above 64 KB */
export async function readForm(ctx: Context): Promise<URLSearchParams> {
  if (ctx.is('application/x-www-form-urlencoded') === false)
    throw new HttpProblem(415, 'unsupported_media_type', 'Send this as a form.')
  return new URLSearchParams((await readBytes(ctx.req)).toString('utf8'))
}
