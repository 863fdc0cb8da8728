/** Whether addresses answer, asked as few times as their servers let us. */
import { type Http, HttpFailure, type HttpRequest, type HttpResponse } from '../../egress/http/index.ts'
import { decodeHtml } from '../../lib/html.ts'

/** For one request; a host that is slower than that is asked once more at most. */
export const TIMEOUT_MS = 5000
const MAX_TRIES = 3
/** Before the second and the third try. */
const PAUSES_MS = [300, 1200]
/** The longest that a server may ask us to wait. */
const MAX_RETRY_AFTER_MS = 4000
/** Failures that another try may not meet again. */
const TRANSIENT = /^(unreachable|timed_out|protocol_error)$/

export interface Answer {
  status: number
  finalUrl: string
  failure: string | null
  /** Content type of the answer, where it has one. */
  type?: string
  /** Of an HTML page that was to be read; else null. */
  body: string | null
}

/**
 * Whether an address answers: HEAD, then GET where that is refused (GET at once where the page is to be read); up to
 * three tries where the network or the server fails, after as long as the server asks for. How many go to one host at
 * once is the client's to keep. Null when the budget ended before an answer.
 */
export async function askPolitely(
  http: Http,
  url: string,
  { read, signal, ...options }: HttpRequest & { read: boolean; signal: AbortSignal },
): Promise<Answer | null> {
  let known: Answer | null = null
  let method = read ? 'GET' : 'HEAD'
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    let wait = PAUSES_MS[tries]
    try {
      const answer = await http.request(url, { ...options, method, timeoutMs: TIMEOUT_MS, signal })
      known = answerOf(answer, read)
      if (answer.status < 400) return known
      if (method === 'HEAD') {
        // Many servers answer HEAD wrongly; only a GET tells.
        method = 'GET'
        tries--
        continue
      }
      const busy = answer.status === 429 || answer.status >= 500
      wait = busy ? waitOf(answer, wait) : undefined
    } catch (error) {
      if (signal.aborted) return known
      if (!(error instanceof HttpFailure)) throw error
      known = { status: 0, finalUrl: url, failure: error.code, body: null }
      if (method === 'HEAD' && error.code === 'protocol_error') {
        method = 'GET'
        tries--
        continue
      }
      if (!TRANSIENT.test(error.code) || (error.code === 'timed_out' && tries > 0)) return known
    }
    if (wait === undefined || !(await pause(wait, signal))) return known
  }
  return known
}

/**
 * By HEAD: what takes forms may take a GET for one that was filled in. Frameworks that know an address by POST alone may
 * answer 404 to that; those that say so when they are asked for the methods (RFC 9110, 9.3.7) count as 405.
 */
export async function askOnce(
  http: Http,
  url: string,
  { signal, ...options }: HttpRequest & { signal: AbortSignal },
): Promise<Answer | null> {
  const ask = (method: string) => http.request(url, { ...options, method, timeoutMs: TIMEOUT_MS, signal })
  const failed = (error: unknown) => {
    if (!signal.aborted && !(error instanceof HttpFailure)) throw error
    return error as HttpFailure
  }
  const answer = await ask('HEAD').catch(failed)
  if (answer instanceof Error)
    return signal.aborted ? null : { status: 0, finalUrl: url, failure: answer.code, body: null }
  if (answer.status !== 404 && answer.status !== 410) return answerOf(answer, false)
  // Who answers no such question has answered the first.
  const asked = await ask('OPTIONS').catch(failed)
  const methods = asked instanceof Error ? '' : (asked.headers.allow ?? '')
  // Some servers list what they serve files by for any address.
  const isPosted = /\bPOST\b/.test(methods) && !/\bGET\b/.test(methods)
  return { ...answerOf(answer, false), ...(isPosted && { status: 405 }) }
}

const answerOf = (answer: HttpResponse, read: boolean): Answer => ({
  status: answer.status,
  finalUrl: answer.url,
  failure: null,
  type: answer.headers['content-type']?.slice(0, 200),
  body: read ? htmlOf(answer) : null,
})

/** ms that the server asks for in Retry-After (RFC 9110, 10.2.3), else our own; undefined when that is too long. */
function waitOf({ headers }: HttpResponse, own: number | undefined): number | undefined {
  const value = headers['retry-after']
  if (own === undefined || value === undefined) return own
  const wanted = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - Date.now()
  if (Number.isNaN(wanted)) return own
  return wanted <= MAX_RETRY_AFTER_MS ? Math.max(own, wanted) : undefined
}

function htmlOf({ status, headers, body }: HttpResponse): string | null {
  const type = headers['content-type'] ?? ''
  return status < 400 && /\bhtml\b/i.test(type) ? decodeHtml(body, type) : null
}

/** False when the budget ends first. */
function pause(ms: number, signal: AbortSignal): Promise<boolean> {
  return new Promise(resolve => {
    if (signal.aborted) return resolve(false)
    const end = () => {
      clearTimeout(timer)
      resolve(false)
    }
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', end)
      resolve(true)
    }, ms)
    signal.addEventListener('abort', end, { once: true })
  })
}
