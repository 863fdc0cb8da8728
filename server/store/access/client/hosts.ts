/** What is known of each host that was asked, and whether it is worth asking on. */
import type { Answer, Trouble } from './answer.ts'
import type { Budget } from './budget.ts'
import type { Clock } from './clock.ts'
import { createRateLimiter, type Pace, type RateLimiter } from './pace.ts'
import { isChallenge, isThrottled, retryAfter } from './refusal.ts'

export interface AskedHost {
  rateLimiter: RateLimiter
  /** Why it is asked no more. */
  closed(): Answer | undefined
  /**
   * The answer to give for what came at the `tries`th try, or 'again' once the turnstile opens, after at most
   * `patience` ms.
   */
  weigh(answer: Answer, tries: number, patience: number): Answer | 'again'
}

export interface Hosts {
  at(url: string): AskedHost
  setPace(pace: Pace): void
}

/** What passed on stores that throttle: first wait, longest, tries of one request, and all waits together, in ms. */
const WAIT = { first: 15_000, longest: 90_000, tries: 4, together: 8 * 60_000 }
/** Waits in ms after a server's own error, and how many such waits a host gets in all. */
const ERROR_WAITS_MS = [3000, 10_000]
const MAX_ERROR_WAITS = 20
/** So many in a row, and a host is asked no more. */
const MAX_IN_A_ROW = { throttled: 2, blocked: 3, unreachable: 5 }

export function createHosts(clock: Clock, first: Pace, budget: Budget): Hosts {
  let pace = first
  const known = new Map<string, AskedHost>()
  return {
    at(url) {
      const { host } = new URL(url)
      const asked = known.get(host) ?? askedHost(host, clock, pace, budget)
      known.set(host, asked)
      return asked
    },
    setPace(wanted) {
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

  /** The last word on one request, and on its host where it is one too many. */
  function give(kind: keyof typeof MAX_IN_A_ROW, detail: string, atOnce = false): Answer {
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
    if (tries >= WAIT.tries) return give('throttled', detail)
    const wait = after ?? Math.min(WAIT.longest, WAIT.first * 2 ** (tries - 1))
    if (wait > patience) return { ok: false, kind: 'throttled', detail }
    if (waited + wait > WAIT.together || wait >= budget.left())
      return give('throttled', `${detail} and wants us to wait for ${Math.ceil(wait / 1000)} s`, true)
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
        : trouble('budget', `the time for the stores (${budget.ms / 60_000} min) was used up`)),
    weigh(answer, tries, patience) {
      if (!answer.ok) {
        if (answer.kind !== 'unreachable') return answer
        return tries < 2 && waitsForServer(tries, patience) ? 'again' : give('unreachable', answer.detail)
      }
      const { response } = answer
      const { status } = response
      if (isChallenge(response)) return give('blocked', `${host} showed a bot challenge (HTTP ${status})`)
      const after = retryAfter(response.headers['retry-after'], clock.now())
      if (isThrottled(response) || (status === 503 && after !== undefined))
        return refused(status, after, tries, patience)
      if (status >= 500 && waitsForServer(tries, patience)) return 'again'
      if (status === 503) return give('throttled', `${host} was not available (HTTP 503)`)
      row = undefined
      return answer
    },
  }
}

const trouble = (kind: Trouble, detail: string): Answer => ({ ok: false, kind, detail })
