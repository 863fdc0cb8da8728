/**
 * Requests to a shop's own host: with its session, at a pace that it bears, and with an answer for every trouble, so
 * that nobody takes a shop that would not answer for one that has nothing.
 */

import { CookieJar } from 'tough-cookie'
import {
  type Http,
  HttpFailure,
  type HttpResponse,
  headersFor,
  locationOf,
  nextHop,
  type Redirect,
  type Sent,
} from '../../egress/http/index.ts'
import { isAsSafe } from '../../lib/same-host.ts'
import { isGate } from './gate-page.ts'
import { type Answer, type AskedHost, createHosts, isThrottled } from './hosts.ts'
import { type Budget, type Clock, createBudget, DEFAULT_PACE, type Pace, REAL_CLOCK } from './pace.ts'

export type { Answer, Trouble } from './hosts.ts'

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
  /** The longest wait, in ms, after which it is worth asking again. Default: as long as the host and the budget allow. */
  patienceMs?: number
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

interface ClientStats {
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
  /** On every request and every hop to one host, and to no other; never without encryption where it was given with. */
  headers?: Record<string, string>
  /** That host's origin. Default: `origin`. */
  headersFor?: string
  jar?: CookieJar
  pace?: Pace
  /** Shared by the clients of both stores. Default: 15 minutes of this client's own. */
  budget?: Budget
  clock?: Clock
  /** Opens the gate again; once in a client's life. Without it the password page is a page like any other. */
  relogin?(): Promise<boolean>
}

const DEFAULT_BUDGET_MS = 15 * 60_000
const DEFAULT_TIMEOUT_MS = 20_000
/** Requests for the home page that only tell whether a 401 means the gate. */
const MAX_HOME_CHECKS = 3

export function createStoreClient(http: Http, options: StoreClientOptions): StoreClient {
  const { origin, jar = newJar(), clock = REAL_CLOCK, relogin } = options
  const budget = options.budget ?? createBudget(DEFAULT_BUDGET_MS, clock)
  const ownHost = new URL(origin).host
  const secretsFor = options.headersFor ?? origin
  const secrets = headersFor(options.headers ?? {})
  const stats: ClientStats = { requests: 0, retries: 0, refusals: 0, bytes: 0, peak: 0 }
  const hosts = createHosts(clock, options.pace ?? DEFAULT_PACE, budget)
  let opened: Promise<boolean> | undefined
  let homeChecks = 0

  async function get(target: string, request: StoreRequest = {}): Promise<Answer> {
    if (!URL.canParse(target, origin))
      return { ok: false, kind: 'unreachable', detail: `${JSON.stringify(target.slice(0, 200))} is no URL` }
    const url = new URL(target, origin).href
    const answer = await follow(url, request)
    if (!relogin || request.atGate || !answer.ok || !(await isShut(answer.response))) return answer
    opened ??= relogin()
    const again = (await opened) ? await follow(url, request) : answer
    if (again.ok && isGate(again.response, ownHost))
      return { ok: false, kind: 'gated', detail: `${ownHost} asked for its password again and again` }
    return again
  }

  /** JSON is refused with 401 at the gate, and also where the feed alone is closed: the home page tells which. */
  async function isShut(response: HttpResponse): Promise<boolean> {
    if (isGate(response, ownHost)) return true
    if (response.status !== 401 || new URL(response.url).host !== ownHost || homeChecks >= MAX_HOME_CHECKS)
      return false
    homeChecks++
    const home = await follow(`${origin}/`, { maxBytes: 500_000, tooLarge: 'truncate' })
    return home.ok && isGate(home.response, ownHost)
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
      // A POST may have taken effect: it is not sent again.
      const patience = sent.method === 'POST' ? NO_PATIENCE : (request.patienceMs ?? Number.POSITIVE_INFINITY)
      const answer = await patiently(hosts.at(sent.url), () => send(sent, request), patience)
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
    const own = isAsSafe(sent.url, secretsFor) ? secrets : {}
    const cookie = [own.cookie, jar.getCookieStringSync(sent.url)].filter(Boolean).join('; ')
    stats.requests++
    const response = await http.request(sent.url, {
      method: sent.method,
      body: sent.body,
      headers: {
        ...(request.accept !== undefined && { accept: request.accept }),
        ...sent.headers,
        ...own,
        ...(cookie && { cookie }),
      },
      maxBytes: request.maxBytes,
      tooLarge: request.tooLarge ?? 'fail',
      maxRedirects: 0,
      timeoutMs: request.timeoutMs ?? DEFAULT_TIMEOUT_MS,
    })
    keepCookies(jar, response)
    stats.bytes += response.body.length
    return response
  }

  /** Sends until there is an answer that counts, at the host's own pace. */
  async function patiently(
    host: AskedHost,
    once: () => Promise<HttpResponse>,
    patience: number,
  ): Promise<Answer> {
    for (let tries = 1; ; tries++) {
      const release = await host.rateLimiter.take()
      let verdict: Answer | 'again'
      try {
        // Asked when its turn has come: others may have found the host closed meanwhile.
        const closed = host.closed()
        if (closed) return closed
        if (tries > 1) stats.retries++
        const answer = await attempt(once)
        verdict = host.weigh(answer, tries, isFinal(answer) ? NO_PATIENCE : patience)
      } finally {
        stats.peak = Math.max(stats.peak, host.rateLimiter.peak)
        release()
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
    setPace: hosts.setPace,
    jar,
    stats,
  }
}

/** Nothing is asked again, not even without a wait. */
const NO_PATIENCE = Number.NEGATIVE_INFINITY
/** Another try could only meet the same again. */
const FINAL_FAILURES = new Set<string>(['forbidden', 'unresolvable', 'tls_error', 'over_budget'])

const isFinal = (answer: Answer) => !answer.ok && FINAL_FAILURES.has(answer.code ?? '')

function troubleOf(error: unknown): Answer {
  // Anything else is a mistake of ours and no host's doing.
  if (!(error instanceof HttpFailure)) throw error
  return {
    ok: false,
    kind: error.code === 'body_too_large' ? 'too-large' : 'unreachable',
    detail: error.message,
    code: error.code,
  }
}

/** As a browser keeps them; one that a page sets wrongly is left out without a word. */
export const newJar = () => new CookieJar(undefined, { looseMode: true })

/** Bounds for a hostile host, each of whose pages may set cookies of its own. */
const MAX_COOKIES_PER_PAGE = 100
const MAX_COOKIES = 1000
const cookieCounts = new WeakMap<CookieJar, number>()

function keepCookies(jar: CookieJar, { url, setCookies }: Pick<HttpResponse, 'url' | 'setCookies'>): void {
  if (setCookies.length === 0) return
  const known = new Set(jar.getCookiesSync(url).map(({ key }) => key))
  for (const text of setCookies.slice(0, MAX_COOKIES_PER_PAGE)) {
    const name = /^[^=;]*/.exec(text)![0].trim()
    const all = cookieCounts.get(jar) ?? 0
    if (!known.has(name) && (known.size >= MAX_COOKIES_PER_PAGE || all >= MAX_COOKIES)) continue
    // Header bytes come as Latin-1 and go back as they came.
    if (!jar.setCookieSync(text, url, { ignoreError: true }) || known.has(name)) continue
    known.add(name)
    cookieCounts.set(jar, all + 1)
  }
}
