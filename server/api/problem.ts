/**
 * The one way in which anything goes wrong towards a client: RFC 9457 `application/problem+json`, for our own refusals
 * as for what nobody foresaw. Never a stack, a statement or a path of this machine.
 */
import { STATUS_CODES } from 'node:http'
import type { Middleware } from 'koa'
import type { Problem } from '../contract.ts'
import type { Log } from '../jobs/log.ts'
import { StoreUnavailable } from '../storage/artifacts.ts'
import type { ProblemCode } from './problem-codes.ts'
import { logOf } from './request-log.ts'
import { isUnavailable } from './unavailable.ts'

export type FieldError = NonNullable<Problem['errors']>[number]

interface ProblemOptions {
  /** JSON pointers into the body, each with what is wrong there. */
  errors?: FieldError[]
  headers?: Record<string, string>
}

/** Thrown anywhere below the error path; `message` is the sentence that the client reads. */
export class HttpProblem extends Error {
  readonly status: number
  readonly code: ProblemCode
  readonly errors?: FieldError[]
  readonly headers: Record<string, string>

  constructor(status: number, code: ProblemCode, detail: string, options: ProblemOptions = {}) {
    super(detail)
    this.status = status
    this.code = code
    this.errors = options.errors
    this.headers = options.headers ?? {}
  }

  /** @param base path of this server, before the `type` */
  body(base = ''): Problem {
    return {
      type: `${base}/problems/${this.code}`,
      title: STATUS_CODES[this.status] ?? 'Error',
      status: this.status,
      detail: this.message,
      code: this.code,
      ...(this.errors && { errors: this.errors }),
    }
  }
}

export const notFound = (detail = 'There is nothing at this address.') =>
  new HttpProblem(404, 'not_found', detail)

const RETRY_AFTER_SECONDS = 5

/** The outermost middleware: turns whatever is thrown below into a problem. */
export function problems(log: Log, base: string): Middleware {
  return async (ctx, next) => {
    try {
      await next()
    } catch (error) {
      const problem = toProblem(error, logOf(ctx, log))
      ctx.status = problem.status
      ctx.set(problem.headers)
      ctx.body = JSON.stringify(problem.body(base))
      ctx.type = 'application/problem+json'
    }
  }
}

/** What a client is told of `error`; what nobody foresaw goes to the log. */
export function toProblem(error: unknown, log: Log): HttpProblem {
  if (error instanceof HttpProblem) return error
  if (isUnavailable(error) || error instanceof StoreUnavailable) {
    log.warn({ err: error }, 'database or store not available')
    return new HttpProblem(503, 'unavailable', 'The service cannot take this now. Try again in a moment.', {
      headers: { 'Retry-After': String(RETRY_AFTER_SECONDS) },
    })
  }
  log.error({ err: error }, 'request failed')
  return new HttpProblem(500, 'internal_error', 'The request failed on our side. Try again later.')
}
