/** What is asked of a shop's host, and what may come of it. */
import type { CookieJar } from 'tough-cookie'
import type { HttpFailureCode, HttpResponse } from '../../../egress/http/index.ts'
import type { Pace } from './pace.ts'

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

/** `detail` is a sentence for the reader. Whatever is not `ok` is inconclusive, never an absence. `code`: why there was no answer at all. */
export type Answer =
  | { ok: true; response: HttpResponse }
  | { ok: false; kind: Trouble; detail: string; code?: HttpFailureCode }

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
