/** Why a job failed: a code from the closed list with a sentence that tells the reader what to do. */
import type { FailureCode, Job } from '../contract.ts'

export interface Failure {
  code: FailureCode
  /** Shown to the reader. Never holds a secret, a stack or a path. */
  detail: string
}

const DETAIL_LENGTH = 1000

/** As it is stored: no longer than can be shown. */
export function boundedFailure({ code, detail }: Failure): Failure {
  return { code, detail: detail.length > DETAIL_LENGTH ? `${detail.slice(0, DETAIL_LENGTH - 1)}…` : detail }
}

/** The failure as an RFC 9457 problem. Its `status` is advice: the poll that carries it answers 200. */
export function failureProblem({ code, detail }: Failure): NonNullable<Job['error']> {
  return { type: `/problems/${code}`, title: TITLES[code], status: STATUS[code] ?? 422, detail, code }
}

const STATUS: Partial<Record<FailureCode, number>> = { internal_error: 500, timed_out: 504, cancelled: 409 }

const TITLES: Record<FailureCode, string> = {
  original_unreachable: 'The original site cannot be reached',
  new_unreachable: 'The new site cannot be reached',
  original_http_error: 'The original site answered with an error',
  new_http_error: 'The new site answered with an error',
  original_blocked: 'The original site blocked the visit',
  new_blocked: 'The new site blocked the visit',
  password_required: 'The store asks for a password',
  password_rejected: 'The store rejected the password',
  auth_required: 'The page asks for authentication',
  not_html: 'The page is not HTML',
  tls_error: 'The connection is not secure',
  too_many_redirects: 'Too many redirects',
  rate_limited: 'The site limits the rate of visits',
  body_too_large: 'The page is too large',
  page_unresponsive: 'The page does not respond',
  page_crashed: 'The page crashed the browser',
  target_forbidden: 'The address may not be visited',
  timed_out: 'The verification took too long',
  cancelled: 'The verification was cancelled',
  internal_error: 'The verification failed on our side',
}
