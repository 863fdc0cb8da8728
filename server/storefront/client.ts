/**
 * Requests to a shop's own host: with its session, at a pace that it bears, and with an answer for every trouble, so
 * that nobody takes a shop that would not answer for one that has nothing.
 */
import type { CookieJar } from 'tough-cookie'
import {
  type Http,
  HttpFailure,
  type HttpResponse,
  locationOf,
  nextHop,
  type Redirect,
  type Sent,
} from '../egress/http.ts'
import { type Budget, createBudget } from './client/budget.ts'
import { type Clock, REAL_CLOCK } from './client/clock.ts'
import { cookiesFor, keepCookies, newJar } from './client/cookies.ts'
import { type AskedHost, createHosts } from './client/hosts.ts'
import { DEFAULT_PACE, type Pace } from './client/pace.ts'
import { isThrottled } from './client/refusal.ts'
import { isGate } from './gate-page.ts'

export type Trouble =
  /** It limits how often it is asked, and did so to the end of our patience. */
  | 'throttled'
  /** A bot challenge. */
  | 'blocked'
  /** The session's password no longer opens it. */
  | 'gated'
  | 'unreachable'
  | 'too-large'
  /** The time for both stores is used up. */
  | 'budget'

/** `detail` is a sentence for the reader. Whatever is not `ok` is inconclusive, never an absence. */
export type Answer = { ok: true; response: HttpResponse } | { ok: false; kind: Trouble; detail: string }

export interface StoreRequest {
  /** Default GET. Only GET and HEAD are tried again. */
  method?: 'GET' | 'HEAD' | 'POST'
  body?: string
  accept?: string
  headers?: Record<string, string>
  /** Of the decoded body; default 5 000 000. */
  maxBytes?: number
  /** What happens beyond: the answer `too-large` (default), or a part with `truncated`. */
  tooLarge?: 'fail' | 'truncate'
  /**
   * Default 10. Where there are more, the last redirect is itself the response, with those before it in its chain:
   * with 0 the first one.
   */
  maxRedirects?: number
  /** Default 20 000 ms, for each hop. */
  timeoutMs?: number
  /** The request is about the gate itself: to land there is no lapse of the session. */
  atGate?: boolean
}

export interface StoreClient {
  readonly origin: string
  /** `url` is absolute or counts from `origin`. Never throws for what a host does. */
  get(url: string, request?: StoreRequest): Promise<Answer>
  /** For `origin`'s host and those that are asked from now on. */
  setPace(pace: Pace): void
  readonly jar: CookieJar
  readonly stats: Readonly<ClientStats>
}

export interface ClientStats {
  requests: number
  /** Further tries among them. */
  retries: number
  /** Answers 429, 430 and 503. */
  refusals: number
  bytes: number
  /** Most requests at once to one host. */
  peak: number
}

export interface StoreClientOptions {
  origin: string
  /** For `origin`'s host alone, on every request and every hop. */
  headers?: Record<string, string>
  jar?: CookieJar
  pace?: Pace
  /** Shared by the clients of both stores. Default: 15 minutes of this client's own. */
  budget?: Budget
  clock?: Clock
  /** Opens the gate again; once in a client's life. Without it the password page is a page like any other. */
  relogin?(): Promise<boolean>
}

const BUDGET_MS = 15 * 60_000
const TIMEOUT_MS = 20_000

export function createStoreClient(http: Http, options: StoreClientOptions): StoreClient {
  const { origin, headers = {}, jar = newJar(), clock = REAL_CLOCK, relogin } = options
  const budget = options.budget ?? createBudget(BUDGET_MS, clock)
  const ownHost = new URL(origin).host
  const stats: ClientStats = { requests: 0, retries: 0, refusals: 0, bytes: 0, peak: 0 }
  const hosts = createHosts(clock, options.pace ?? DEFAULT_PACE, budget)
  let opened: Promise<boolean> | undefined

  async function get(target: string, request: StoreRequest = {}): Promise<Answer> {
    if (!URL.canParse(target, origin))
      return { ok: false, kind: 'unreachable', detail: `${JSON.stringify(target.slice(0, 200))} is no URL` }
    const url = new URL(target, origin).href
    const answer = await follow(url, request)
    if (!relogin || request.atGate || !answer.ok || !isGate(answer.response, ownHost)) return answer
    opened ??= relogin()
    const again = (await opened) ? await follow(url, request) : answer
    if (again.ok && isGate(again.response, ownHost))
      return { ok: false, kind: 'gated', detail: `${ownHost} asked for its password again and again` }
    return again
  }

  /** Hop by hop, since cookies and headers are another matter at each. */
  async function follow(url: string, request: StoreRequest): Promise<Answer> {
    const { maxRedirects = 10 } = request
    const chain: Redirect[] = []
    let sent: Sent = {
      url,
      method: request.method ?? 'GET',
      headers: request.headers ?? {},
      body: request.body,
    }
    for (;;) {
      const answer = await patiently(hosts.at(sent.url), () => send(sent, request), sent.method !== 'POST')
      if (!answer.ok) return answer
      const { status, headers } = answer.response
      try {
        const location = locationOf(status, headers.location, sent.url)
        if (location === null || chain.length >= maxRedirects)
          return { ok: true, response: { ...answer.response, chain } }
        chain.push({ url: sent.url, status, location })
        sent = nextHop(sent, status, location)
      } catch (error) {
        return troubleOf(error)
      }
    }
  }

  async function send(sent: Sent, request: StoreRequest): Promise<HttpResponse> {
    const { host } = new URL(sent.url)
    const cookie = cookiesFor(jar, sent.url)
    stats.requests++
    const response = await http.request(sent.url, {
      method: sent.method,
      body: sent.body,
      headers: {
        ...(request.accept !== undefined && { accept: request.accept }),
        ...sent.headers,
        ...(host === ownHost && headers),
        ...(cookie && { cookie }),
      },
      maxBytes: request.maxBytes,
      tooLarge: request.tooLarge ?? 'fail',
      maxRedirects: 0,
      timeoutMs: request.timeoutMs ?? TIMEOUT_MS,
    })
    keepCookies(jar, response)
    stats.bytes += response.body.length
    return response
  }

  /** Sends until there is an answer that counts, at the host's own pace. */
  async function patiently(
    host: AskedHost,
    once: () => Promise<HttpResponse>,
    repeat: boolean,
  ): Promise<Answer> {
    for (let tries = 1; ; tries++) {
      const give = await host.turnstile.take()
      let verdict: Answer | 'again'
      try {
        // Asked when its turn has come: others may have found the host closed meanwhile.
        const closed = host.closed()
        if (closed) return closed
        if (tries > 1) stats.retries++
        verdict = host.weigh(await attempt(once), repeat ? tries : Number.POSITIVE_INFINITY)
      } finally {
        stats.peak = Math.max(stats.peak, host.turnstile.peak)
        give()
      }
      if (verdict !== 'again') return verdict
    }
  }

  async function attempt(once: () => Promise<HttpResponse>): Promise<Answer> {
    try {
      const response = await once()
      if (isThrottled(response)) stats.refusals++
      return { ok: true, response }
    } catch (error) {
      return troubleOf(error)
    }
  }

  return {
    origin,
    get,
    setPace: pace => hosts.setPace(pace),
    jar,
    get stats() {
      return stats
    },
  }
}

function troubleOf(error: unknown): Answer {
  // Anything else is a mistake of ours and no host's doing.
  if (!(error instanceof HttpFailure)) throw error
  return {
    ok: false,
    kind: error.code === 'body_too_large' ? 'too-large' : 'unreachable',
    detail: error.message,
  }
}
