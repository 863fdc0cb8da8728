/** Why a job failed: a code from the closed list with a sentence that tells the reader what to do. */
import type { FailureCode, Job } from '../contract.ts'

export interface Failure {
  code: FailureCode
  /** Shown to the reader. Never holds a secret, a stack or a path. */
  detail: string
}

/** Of a job that no worker brought to an end. */
export const NOT_FINISHED: Failure = {
  code: 'internal_error',
  detail: 'The verification could not be finished on our side, repeatedly. Submit it again.',
}

const DETAIL_LENGTH = 1000

/** As it is stored: no longer than can be shown. */
export function boundedFailure({ code, detail }: Failure): Failure {
  return { code, detail: detail.length > DETAIL_LENGTH ? `${detail.slice(0, DETAIL_LENGTH - 1)}…` : detail }
}

/** The failure as an RFC 9457 problem. Its `status` is advice: the poll that carries it answers 200. */
export function failureProblem({ code, detail }: Failure): NonNullable<Job['error']> {
  const { title, status = 422 } = FAILURES[code]
  return { type: `/problems/${code}`, title, status, detail, code }
}

interface FailureMeaning {
  title: string
  /** 422 unless it says otherwise. */
  status?: number
  about: string
  remedy: string
}

const UNREACHABLE =
  'Its name has no address, nothing answers there, or the connection broke. A site that lets in certain networks only looks like this from outside.'
const BLOCKED = 'It answered with a challenge for robots, or with a refusal, in place of the page.'
const LET_IN =
  'Let the visit in: send a bypass in original_headers or new_headers, or allow the User-Agent, which begins with Cutover/.'

/** Every reason for which a job fails, with what it means and what to do: the `type` of its error leads there. */
export const FAILURES: Record<FailureCode, FailureMeaning> = {
  original_unreachable: {
    title: 'The original site cannot be reached',
    about: UNREACHABLE,
    remedy: 'Open the original address from another network, then submit it again.',
  },
  new_unreachable: {
    title: 'The new site cannot be reached',
    about: UNREACHABLE,
    remedy: 'Open the new address from another network; a preview may not be up yet. Then submit it again.',
  },
  original_http_error: {
    title: 'The original address does not show its own page',
    about:
      'It answered with an HTTP error, said that it is not found, or led to another site or to the new page; the detail names which. That is no page to compare with.',
    remedy: 'Submit an address that answers with its own page.',
  },
  new_http_error: {
    title: 'The new address does not show its own page',
    about:
      'It answered with an HTTP error, or led to another site or to the original; the detail names where. That is no page that could replace the original.',
    remedy:
      'Make the address answer with its own page: a redirect to the live site is often a setting of the preview. Then submit it again.',
  },
  original_blocked: { title: 'The original site blocked the visit', about: BLOCKED, remedy: LET_IN },
  new_blocked: { title: 'The new site blocked the visit', about: BLOCKED, remedy: LET_IN },
  password_required: {
    title: 'The store asks for a password',
    about: 'The new site is a Shopify store behind its password page.',
    remedy: 'Send storefront_password, or take the password off.',
  },
  password_rejected: {
    title: 'The store rejected the password',
    about: 'The password page did not open with the storefront_password that was sent.',
    remedy: 'Copy the password from the store’s admin, Online Store, Preferences, and submit it again.',
  },
  auth_required: {
    title: 'The page asks for authentication',
    about: 'It answered 401, or led to a sign-in in place of the page that was asked for.',
    remedy: 'Send the credentials or the bypass of a protected preview in original_headers or new_headers.',
  },
  not_html: {
    title: 'The page is not HTML',
    about: 'The address leads to a file, to data, or to an empty answer.',
    remedy: 'Submit the address of a page.',
  },
  tls_error: {
    title: 'The connection is not secure',
    about: 'The certificate has expired, is of another name, or was made by nobody that is trusted.',
    remedy: 'Mend the certificate, or submit the name that it is of.',
  },
  too_many_redirects: {
    title: 'Too many redirects',
    about: 'The address leads on and on, or back to itself.',
    remedy: 'Follow it with curl -IL; redirects that need a cookie run in circles without it.',
  },
  rate_limited: {
    title: 'The site limits the rate of visits',
    about: 'It answered 429.',
    remedy: 'Wait some minutes and submit it again, or let the visit in by a header.',
  },
  body_too_large: {
    title: 'The page is too large',
    about: 'The HTML alone is larger than any page should be.',
    remedy: 'Submit the address of a page, and look at what is written into it.',
  },
  page_unresponsive: {
    title: 'The page does not respond',
    about: 'Its scripts keep the main thread busy, so that nothing can be seen or asked.',
    remedy: 'Look for an endless loop in its scripts, or for files by the thousand.',
  },
  page_crashed: {
    title: 'The page crashed the browser',
    about:
      'The browser ended, twice, while the page was open, or needed more memory than there is for a scan.',
    remedy: 'Look for a script that allocates without end, for very many elements, or for very large images.',
  },
  target_forbidden: {
    title: 'The address may not be visited',
    about:
      'It leads to a private network, to the server’s own machine, or to a port that is no web server’s.',
    remedy: 'Submit public addresses. Whoever runs the server can allow others by CUTOVER_ALLOW_HOSTS.',
  },
  timed_out: {
    title: 'The verification took too long',
    status: 504,
    about: 'A scan has three minutes, and longer for stores.',
    remedy: 'Make sure that both pages finish loading, then submit it again.',
  },
  cancelled: {
    title: 'The verification was cancelled',
    status: 409,
    about: 'Somebody of the account cancelled the job before it came to its end.',
    remedy: 'Submit it again when it is wanted after all.',
  },
  internal_error: {
    title: 'The verification failed on our side',
    status: 500,
    about: 'It is no fault of the pages, was tried again, and is in the log of the server.',
    remedy: 'Submit it again.',
  },
}
