import { Spent } from '../budget.ts'
import { Unreachable } from '../dial.ts'
import { Forbidden, Unresolvable } from '../guard.ts'
import type { EgressCode } from './ledger.ts'

export const STATUS: Record<EgressCode, number> = {
  forbidden: 403,
  unresolvable: 502,
  unreachable: 502,
  protocol_error: 502,
  timed_out: 504,
  over_budget: 503,
  too_many_connections: 503,
}

/** What an error on the way to an origin means to the browser. */
export function codeOf(error: unknown): EgressCode {
  if (error instanceof Forbidden) return 'forbidden'
  if (error instanceof Unresolvable) return 'unresolvable'
  if (error instanceof Unreachable) return error.timedOut ? 'timed_out' : 'unreachable'
  if (error instanceof Spent) return error.code
  const code = (error as { code?: unknown } | null)?.code
  if (typeof code === 'string' && code.startsWith('HPE_')) return 'protocol_error'
  return code === 'ETIMEDOUT' ? 'timed_out' : 'unreachable'
}

/** The answer in our name: status, headers and one sentence. */
export function answerOf(code: EgressCode, host: string, reason: string) {
  const body = `${reason}\n`
  return {
    status: STATUS[code],
    body,
    headers: {
      'x-cutover-egress': code === 'forbidden' ? `forbidden; ${host}` : code,
      'content-type': 'text/plain; charset=utf-8',
      'content-length': String(Buffer.byteLength(body)),
      'cache-control': 'no-store',
    },
  }
}
