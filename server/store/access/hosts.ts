/** What is known of each host that was asked, and whether it is worth asking on. */
import type { HttpFailureCode, HttpResponse } from '../../egress/http/index.ts'
import { type Budget, type Clock, createRateLimiter, type Pace, type RateLimiter } from './pace.ts'

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

export interface AskedHost {
  rateLimiter: RateLimiter
  /** Why it is asked no more. */
  closed(): Answer | undefined
  /**
   * The answer to give for what came at the `tries`th try, or 'again' once the rate limiter lets it pass, after at
   * most `patience` ms.
   */
  weigh(answer: Answer, tries: number, patience: number): Answer | 'again'
}

/** What passed on stores that throttle: waits in ms, each twice as long as the one before, and all of a host together. */
const FIRST_WAIT_MS = 15_000
const MAX_WAIT_MS = 90_000
const MAX_WAITS_MS = 8 * 60_000
/** Of one request that is throttled. */
const MAX_TRIES = 4
/** Waits in ms after a server's own error, and how many such waits a host gets in all. */
const ERROR_WAITS_MS = [3000, 10_000]
const MAX_ERROR_WAITS = 20
/** So many in a row, and a host is asked no more. */
const MAX_IN_A_ROW = { throttled: 2, blocked: 3, unreachable: 5 }

export function createHosts(clock: Clock, first: Pace, budget: Budget) {
  let pace = first
  const known = new Map<string, AskedHost>()
  return {
    at(url: string): AskedHost {
      const { host } = new URL(url)
      const asked = known.get(host) ?? askedHost(host, clock, pace, budget)
      known.set(host, asked)
      return asked
    },
    setPace(wanted: Pace) {
      pace = wanted
      for (const { rateLimiter } of known.values()) rateLimiter.set(wanted)
    },
  }
}

function askedHost(host: string, clock: Clock, pace: Pace, budget: Budget): AskedHost {
  const rateLimiter = createRateLimiter(clock, pace)
  let shut: Answer | undefined
  let waited = 0
  let errorWaits = 0
  let row: { kind: keyof typeof MAX_IN_A_ROW; length: number } | undefined

  /** The final answer to one request, and to all others of its host where it is one too many. */
  function giveUp(kind: keyof typeof MAX_IN_A_ROW, detail: string, atOnce = false): Answer {
    row = { kind, length: row?.kind === kind ? row.length + 1 : 1 }
    const answer = { ok: false, kind, detail } as const
    if (atOnce || row.length >= MAX_IN_A_ROW[kind]) shut = answer
    return answer
  }

  function refused(
    status: number,
    after: number | undefined,
    tries: number,
    patience: number,
  ): Answer | 'again' {
    const detail = `${host} limits how often it may be asked (HTTP ${status})`
    if (tries >= MAX_TRIES) return giveUp('throttled', detail)
    const wait = after ?? Math.min(MAX_WAIT_MS, FIRST_WAIT_MS * 2 ** (tries - 1))
    if (wait > patience) return { ok: false, kind: 'throttled', detail }
    if (waited + wait > MAX_WAITS_MS || wait >= budget.left())
      return giveUp('throttled', `${detail} and wants us to wait for ${Math.ceil(wait / 1000)} s`, true)
    waited += wait
    rateLimiter.holdUntil(clock.now() + wait)
    rateLimiter.slowDown()
    return 'again'
  }

  function waitsForServer(tries: number, patience: number): boolean {
    const wait = ERROR_WAITS_MS[tries - 1]
    if (wait === undefined || wait > patience || errorWaits >= MAX_ERROR_WAITS || wait >= budget.left())
      return false
    errorWaits++
    rateLimiter.holdUntil(clock.now() + wait)
    return true
  }

  return {
    rateLimiter,
    closed: () =>
      shut ??
      (budget.left() > 0
        ? undefined
        : {
            ok: false,
            kind: 'budget',
            detail: `the time for the stores (${budget.ms / 60_000} min) was used up`,
          }),
    weigh(answer, tries, patience) {
      if (!answer.ok) {
        if (answer.kind !== 'unreachable') return answer
        return tries < 2 && waitsForServer(tries, patience) ? 'again' : giveUp('unreachable', answer.detail)
      }
      const { response } = answer
      const { status } = response
      if (isChallenge(response)) return giveUp('blocked', `${host} showed a bot challenge (HTTP ${status})`)
      const after = retryAfter(response.headers['retry-after'], clock.now())
      if (isThrottled(response) || (status === 503 && after !== undefined))
        return refused(status, after, tries, patience)
      if (status >= 500 && waitsForServer(tries, patience)) return 'again'
      if (status === 503) return giveUp('throttled', `${host} was not available (HTTP 503)`)
      row = undefined
      rateLimiter.speedUp()
      return answer
    },
  }
}

/** ms that `Retry-After` asks for: seconds or a date (RFC 9110, 10.2.3); undefined where it is absent or neither. */
function retryAfter(value: string | undefined, now: number): number | undefined {
  const text = value?.trim() ?? ''
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000
  // Without a letter it is no date: Date.parse takes almost any number for a year.
  const date = /[a-z]/i.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(date) ? undefined : Math.max(0, date - now)
}

/** 430 is Shopify's own for a request that its security turned down. */
export const isThrottled = ({ status }: Pick<HttpResponse, 'status'>) => status === 429 || status === 430

const CHALLENGE =
  /\/cdn-cgi\/challenge-platform\/|cf-chl-bypass|_cf_chl_opt|<title>just a moment\.\.\.|px-captcha|captcha-delivery\.com|<title>attention required! \| cloudflare|<title>pardon our interruption/i
const MAX_CHALLENGE_BYTES = 100_000

/** A page that wants proof of a person, whatever its status. */
function isChallenge({ status, headers, body }: Pick<HttpResponse, 'status' | 'headers' | 'body'>) {
  if (headers['cf-mitigated'] === 'challenge') return true
  // A page of 200 may carry such a script beside its own text.
  if (![401, 403, 429, 430, 503].includes(status)) return false
  return CHALLENGE.test(body.subarray(0, MAX_CHALLENGE_BYTES).toString('latin1'))
}
