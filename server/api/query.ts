import type { Context } from 'koa'
import type * as z from 'zod'
import type { HttpProblem } from './problem.ts'
import { invalid, invalidFields } from './submission.ts'

/** The parameters of the query. @throws {HttpProblem} 422 with the name of each that is wrong as its pointer */
export function readQuery<T>(ctx: Context, schema: z.ZodType<T>): T {
  const given = { ...ctx.query }
  const parsed = schema.safeParse(given)
  if (!parsed.success) throw invalidFields(parsed.error, given)
  return parsed.data
}

export const refusedParameter = (name: string, detail: string): HttpProblem =>
  invalid([{ pointer: `/${name}`, detail }])
