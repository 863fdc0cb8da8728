import { errors } from 'undici'
import { Spent } from '../budget.ts'
import { Unreachable } from '../dial.ts'
import { Forbidden, Unresolvable } from '../guard.ts'

export type HttpFailureCode =
  | 'forbidden'
  | 'unresolvable'
  | 'unreachable'
  | 'tls_error'
  | 'timed_out'
  | 'too_many_redirects'
  | 'body_too_large'
  | 'protocol_error'
  /** Ours, of bytes: no host's doing. */
  | 'over_budget'

/** A request without a response that can be used. The message is a sentence for the reader; `url` is the hop. */
export class HttpFailure extends Error {
  override readonly name = 'HttpFailure'
  readonly code: HttpFailureCode
  readonly url: string
  constructor(code: HttpFailureCode, url: string, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
    this.url = url
  }
}

/** The TLS handshake failed: a certificate that does not hold, or no common protocol. */
export class TlsError extends Error {
  override readonly name = 'TlsError'
}

/** What any error on the way to `url` means. */
export function toFailure(error: unknown, url: string): HttpFailure {
  if (error instanceof HttpFailure) return error
  const { message, code } = error as Error & { code?: string }
  const failure = (name: HttpFailureCode, text: string) => new HttpFailure(name, url, text, { cause: error })
  // Of what is no URL as well.
  if (error instanceof Forbidden) return failure('forbidden', error.reason)
  const { host } = new URL(url)
  if (error instanceof Unresolvable) return failure('unresolvable', error.reason)
  if (error instanceof Unreachable) return failure(error.timedOut ? 'timed_out' : 'unreachable', message)
  if (error instanceof Spent) return failure('over_budget', message)
  if (error instanceof TlsError) return failure('tls_error', `no secure connection to ${host}: ${message}`)
  if (error instanceof errors.HeadersOverflowError)
    return failure('protocol_error', `${host} answered with headers of more than 128 KB`)
  if (code !== undefined && TIMEOUTS.has(code)) return failure('timed_out', `${host} did not answer in time`)
  if (code !== undefined && RESETS.has(code))
    return failure('unreachable', `${host} closed the connection without a whole answer`)
  return failure(
    'protocol_error',
    `${host} answered with something that is not HTTP/1.1 (${code ?? message})`,
  )
}

const TIMEOUTS = new Set([
  'ETIMEDOUT',
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_BODY_TIMEOUT',
])
const RESETS = new Set(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET', 'UND_ERR_ABORTED'])

/** A kept connection that the server closed just now: the request may be sent once more. */
export const isReset = (error: unknown) => RESETS.has(String((error as { code?: unknown } | null)?.code))
