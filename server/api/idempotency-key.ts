import type { Context } from 'koa'
import { HttpProblem } from './problem.ts'

const LENGTH = 255
/** A structured field string (RFC 8941), as draft-ietf-httpapi-idempotency-key-header wants it. */
const QUOTED = /^"((?:[\x20\x21\x23-\x5b\x5d-\x7e]|\\["\\])*)"$/
/** As most clients send it. */
const BARE = /^[\x21\x23-\x2b\x2d-\x5b\x5d-\x7e]+$/

/**
 * The key of the `Idempotency-Key` header: `"abc"` and `abc` are the same one. Undefined without the header.
 * @throws {HttpProblem} 400 for one that is neither, empty, or longer than 255 characters
 */
export function idempotencyKey(ctx: Context): string | undefined {
  const header = ctx.headers['idempotency-key']
  if (header === undefined) return
  const text = String(header).trim()
  const key = QUOTED.exec(text)?.[1]?.replace(/\\(["\\])/g, '$1') ?? BARE.exec(text)?.[0] ?? ''
  if (key.length >= 1 && key.length <= LENGTH) return key
  throw new HttpProblem(
    400,
    'invalid_idempotency_key',
    `Idempotency-Key must be one quoted string of 1 to ${LENGTH} printable ASCII characters, such as "8e03978e-40d5".`,
  )
}
