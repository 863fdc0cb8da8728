/**
 * Requests without a browser: robots.txt, sitemaps, catalogs, link and redirect checks. Each hop is put to the
 * guard; what comes back is bounded in time, in bytes once decoded, and in hops.
 */
import { Agent, type Dispatcher, errors } from 'undici'
import type { ByteBudget } from '../budget.ts'
import type { Guard } from '../guard.ts'
import { MAX_HEADER_SIZE } from '../limits.ts'
import { ACCEPT_ENCODING, readBody } from './body.ts'
import { guardedConnector } from './connector.ts'
import { HttpFailure, isReset, toFailure } from './failure.ts'
import { headersFor, joinHeaders, locationOf, nextHop, type Sent } from './redirect.ts'
import { createSlots } from './slots.ts'

export { HttpFailure, type HttpFailureCode } from './failure.ts'
export { headersFor, locationOf, nextHop, type Sent } from './redirect.ts'

export interface HttpRequest {
  /** Default GET. */
  method?: string
  /** Kept on redirects within the host; to another one only Accept, Accept-Language, Range, If-* go along. */
  headers?: Record<string, string>
  /** Never sent to another host: a redirect that asks for it is `forbidden`. */
  body?: string | Buffer
  /** Of the decoded body; default 5 000 000. */
  maxBytes?: number
  /** What happens beyond: a part with `truncated` (default), or the failure `body_too_large`. */
  tooLarge?: 'truncate' | 'fail'
  /** For all hops and the body together, without the wait for a slot. Default 15 000 ms. */
  timeoutMs?: number
  /** Default 10. With 0 a redirect is itself the response. */
  maxRedirects?: number
  signal?: AbortSignal
}

export interface HttpResponse {
  /** Where the redirects ended. */
  url: string
  status: number
  /** Lower-case names; values of one name are joined with a comma and a space. */
  headers: Record<string, string>
  setCookies: string[]
  /** Decoded. */
  body: Buffer
  truncated: boolean
  /** The redirects that were followed, in order; `location` is absolute. */
  chain: Redirect[]
}

export interface Redirect {
  url: string
  status: number
  location: string
}

export interface Http {
  /** @throws {HttpFailure} @throws the reason of `signal` when it aborts */
  request(url: string, options?: HttpRequest): Promise<HttpResponse>
  /** At once; requests under way fail. */
  close(): Promise<void>
}

export interface HttpOptions {
  userAgent: string
  /** Sent to every host, so nothing secret. */
  headers?: Record<string, string>
  /** Requests at once to one host name. Default 4. */
  perHost?: number
  /** Shared with whatever else goes out for the same purpose. Default: none. */
  budget?: ByteBudget
}

export function createHttp(
  guard: Guard,
  { userAgent, headers = {}, perHost = 4, budget }: HttpOptions,
): Http {
  const slots = createSlots(perHost)
  const closing = new AbortController()
  const common = {
    connect: guardedConnector(guard, budget),
    connections: perHost,
    maxHeaderSize: MAX_HEADER_SIZE,
    // The deadline of the request is the one that counts.
    headersTimeout: 0,
    bodyTimeout: 0,
  }
  const kept = new Agent(common)
  const fresh = new Agent({ ...common, pipelining: 0 })
  const always = { 'user-agent': userAgent, accept: '*/*', ...headers, 'accept-encoding': ACCEPT_ENCODING }

  const stopped = (url: URL, signal?: AbortSignal) =>
    signal?.aborted ? signal.reason : new HttpFailure('unreachable', url.href, 'the client was closed')

  async function request(target: string, options: HttpRequest = {}): Promise<HttpResponse> {
    const { maxRedirects = 10, timeoutMs = 15_000, maxBytes = 5_000_000 } = options
    const chain: Redirect[] = []
    let left = timeoutMs
    let sent: Sent = {
      url: target,
      method: (options.method ?? 'GET').toUpperCase(),
      headers: options.headers ?? {},
      body: options.body,
    }
    for (;;) {
      const url = permitted(target, sent.url)
      const give = await slots.take(url.hostname, anyOf(options.signal, closing.signal)).catch(() => {
        throw stopped(url, options.signal)
      })
      const started = performance.now()
      const deadline = new AbortController()
      // Not AbortSignal.timeout, which keeps each request in memory until its time is over.
      const timer = setTimeout(() => deadline.abort(), Math.max(1, Math.ceil(left)))
      const signal = anyOf(deadline.signal, options.signal, closing.signal)
      try {
        const answer = await send(sent, url, signal)
        budget?.tick()
        const location =
          maxRedirects > 0 ? locationOf(answer.statusCode, answer.headers.location, url.href) : null
        if (location === null) {
          const coding = sent.method === 'HEAD' ? '' : String(answer.headers['content-encoding'] ?? '')
          const { body, truncated } = await readBody(answer.body, coding, maxBytes, signal, () =>
            budget?.tick(),
          )
          if (truncated && options.tooLarge === 'fail')
            throw new HttpFailure('body_too_large', url.href, `${url.href} is larger than ${maxBytes} bytes`)
          return {
            url: url.href,
            status: answer.statusCode,
            ...joinHeaders(answer.headers),
            body,
            truncated,
            chain,
          }
        }
        // Its body is for browsers of 1996. Short ones are read, so that the connection can be used again.
        await answer.body.dump({ limit: 16_384, signal }).catch(() => {})
        chain.push({ url: url.href, status: answer.statusCode, location })
        if (chain.length > maxRedirects)
          throw new HttpFailure(
            'too_many_redirects',
            url.href,
            `${target} redirects more than ${maxRedirects} times`,
          )
        sent = nextHop(sent, answer.statusCode, location)
      } catch (error) {
        if (options.signal?.aborted || closing.signal.aborted) throw stopped(url, options.signal)
        if (deadline.signal.aborted)
          throw new HttpFailure('timed_out', url.href, `${url.host} did not answer within ${timeoutMs} ms`)
        const spent = budget?.refusal(url.hostname)
        if (spent) throw toFailure(spent, url.href)
        // Ours to mend: a header or method of the caller that no request can have.
        if (error instanceof errors.InvalidArgumentError) throw error
        throw toFailure(error, url.href)
      } finally {
        clearTimeout(timer)
        left -= performance.now() - started
        give()
      }
    }
  }

  async function send({ method, headers, body }: Sent, url: URL, signal: AbortSignal) {
    const ask = (agent: Agent) =>
      agent.request({
        origin: url.origin,
        path: url.pathname + url.search,
        method: method as Dispatcher.HttpMethod,
        headers: headersFor(always, headers),
        body: body ?? null,
        signal,
      })
    try {
      return await ask(kept)
    } catch (error) {
      // A kept connection may be closed by the server just as it is used.
      if (isReset(error) && !signal.aborted && (method === 'GET' || method === 'HEAD')) return ask(fresh)
      throw error
    }
  }

  function permitted(target: string, text: string): URL {
    try {
      return guard.check(text)
    } catch (error) {
      throw toFailure(error, URL.canParse(text) ? text : target)
    }
  }

  return {
    request,
    async close() {
      closing.abort(new Error('the client was closed'))
      await Promise.all([kept.destroy(), fresh.destroy()])
    },
  }
}

function anyOf(...signals: (AbortSignal | undefined)[]): AbortSignal {
  return AbortSignal.any(signals.filter(signal => signal !== undefined))
}
