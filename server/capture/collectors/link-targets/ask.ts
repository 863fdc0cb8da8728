import { type Http, HttpFailure, type HttpRequest, type HttpResponse } from '../../../egress/http/index.ts'

export interface Answer {
  status: number
  finalUrl: string
  failure: string | null
  /** Content type of the answer, where it has one. */
  type?: string
  /** Of an HTML page that was to be read; else null. */
  body: string | null
}

/** ms for one request; a host that is slower than that is asked once more at most. */
const TIMEOUT = 5000
const TRIES = 3
/** ms before the second and the third try, and the longest that a server may ask us to wait. */
const PAUSES = [300, 1200]
const MOST_PATIENCE = 4000
/** Failures that another try may not meet again. */
const PASSING = /^(unreachable|timed_out|protocol_error)$/

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
  for (let tries = 0; tries < TRIES; tries++) {
    let wait = PAUSES[tries]
    try {
      const answer = await http.request(url, { ...options, method, timeoutMs: TIMEOUT, signal })
      known = {
        status: answer.status,
        finalUrl: answer.url,
        failure: null,
        type: answer.headers['content-type']?.slice(0, 200),
        body: read ? htmlOf(answer) : null,
      }
      if (answer.status < 400) return known
      if (method === 'HEAD') {
        // Many servers answer HEAD wrongly; only a GET tells.
        method = 'GET'
        tries--
        continue
      }
      const busy = answer.status === 429 || answer.status >= 500
      wait = busy ? patienceOf(answer, wait) : undefined
    } catch (error) {
      if (signal.aborted) return known
      if (!(error instanceof HttpFailure)) throw error
      known = { status: 0, finalUrl: url, failure: error.code, body: null }
      if (method === 'HEAD' && error.code === 'protocol_error') {
        method = 'GET'
        tries--
        continue
      }
      if (!PASSING.test(error.code) || (error.code === 'timed_out' && tries > 0)) return known
    }
    if (wait === undefined || !(await pause(wait, signal))) return known
  }
  return known
}

/** ms that the server asks for in Retry-After (RFC 9110, 10.2.3), else our own; undefined when that is too long. */
function patienceOf({ headers }: HttpResponse, own: number | undefined): number | undefined {
  const value = headers['retry-after']
  if (own === undefined || value === undefined) return own
  const wanted = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - Date.now()
  if (Number.isNaN(wanted)) return own
  return wanted <= MOST_PATIENCE ? Math.max(own, wanted) : undefined
}

function htmlOf({ status, headers, body }: HttpResponse): string | null {
  return status < 400 && /\bhtml\b/i.test(headers['content-type'] ?? '') ? body.toString('utf8') : null
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
