/** How fast a host is asked, slower once it complained and then step by step as before, and how long all that may take. */

export interface Pace {
  /** Requests at once to one host. */
  concurrency: number
  /** ms from the end of one answer to the next request. */
  pauseMs: number
}

export const DEFAULT_PACE: Pace = { concurrency: 4, pauseMs: 0 }
/** An unsigned client of a Shopify store: what passes without being throttled. */
export const UNSIGNED_PACE: Pace = { concurrency: 1, pauseMs: 1000 }
/** After a host has said that it is too much. */
const THROTTLED_PACE: Pace = { concurrency: 1, pauseMs: 3000 }
/**
 * Requests a second that each good answer adds after that, less of it each time that the host complains again: additive
 * increase, as its own bucket fills.
 * @see Chiu and Jain, "Analysis of the increase and decrease algorithms for congestion avoidance" (1989)
 */
const RECOVERY_PER_ANSWER = 0.1
const SLOWEST_RECOVERY = 3
/** A pause as short as this is none any more; then more at once, one for so many good answers. */
const SHORTEST_PAUSE_MS = 200
const ANSWERS_PER_PLACE = 10

/** Lets the requests to one host pass at its pace. */
export interface RateLimiter {
  /** Resolves with what gives the place back, when it is this one's turn and no pause is left. */
  take(): Promise<() => void>
  /** Nobody passes before `time` (ms since 1970). */
  holdUntil(time: number): void
  /** The host has complained: what comes now is asked no faster than that. */
  slowDown(): void
  /** It has answered well: a little faster, up to the pace that was set. */
  speedUp(): void
  set(pace: Pace): void
  /** Most at once so far. */
  readonly peak: number
}

export function createRateLimiter(clock: Clock, first: Pace): RateLimiter {
  /** What was set, and what is kept. */
  let whole = first
  let pace = first
  let active = 0
  let peak = 0
  let complaints = 0
  let answers = 0
  let next = 0
  const waiting: (() => void)[] = []

  const admit = () => {
    while (active < pace.concurrency && waiting.length > 0) {
      active++
      peak = Math.max(peak, active)
      waiting.shift()!()
    }
  }
  return {
    get peak() {
      return peak
    },
    async take() {
      await new Promise<void>(resolve => {
        waiting.push(resolve)
        admit()
      })
      // Another request may prolong the wait meanwhile.
      for (let left = next - clock.now(); left > 0; left = next - clock.now()) await clock.sleep(left)
      let given = false
      return () => {
        if (given) return
        given = true
        active--
        next = Math.max(next, clock.now() + pace.pauseMs)
        admit()
      }
    },
    holdUntil(time) {
      next = Math.max(next, time)
    },
    slowDown() {
      complaints++
      answers = 0
      pace = slower(pace, THROTTLED_PACE)
    },
    speedUp() {
      if (pace === whole) return
      if (pace.pauseMs > whole.pauseMs) {
        const step = RECOVERY_PER_ANSWER / Math.min(complaints, SLOWEST_RECOVERY)
        const pauseMs = Math.round(1000 / (1000 / pace.pauseMs + step))
        pace = {
          ...pace,
          pauseMs: pauseMs > SHORTEST_PAUSE_MS ? Math.max(pauseMs, whole.pauseMs) : whole.pauseMs,
        }
      } else if (pace.concurrency >= whole.concurrency) pace = whole
      else if (++answers % ANSWERS_PER_PLACE === 0) {
        pace = { ...pace, concurrency: pace.concurrency + 1 }
        admit()
      }
    },
    set(wanted) {
      whole = wanted
      pace = complaints > 0 ? slower(wanted, THROTTLED_PACE) : wanted
      admit()
    },
  }
}

const slower = (a: Pace, b: Pace): Pace => ({
  concurrency: Math.min(a.concurrency, b.concurrency),
  pauseMs: Math.max(a.pauseMs, b.pauseMs),
})

/** Time as the store client knows it, so that tests need not wait for it. */
export interface Clock {
  /** ms since 1970. */
  now(): number
  sleep(ms: number): Promise<void>
}

export const REAL_CLOCK: Clock = {
  now: () => Date.now(),
  sleep: ms => new Promise(resolve => setTimeout(resolve, ms)),
}

/** Time that all work on both stores may take together. It runs from `start`; until then all of it is left. */
export interface Budget {
  readonly ms: number
  start(): void
  /** ms, never below 0. */
  left(): number
}

export function createBudget(ms: number, clock: Pick<Clock, 'now'>): Budget {
  let started: number | undefined
  return {
    ms,
    start: () => {
      started ??= clock.now()
    },
    left: () => (started === undefined ? ms : Math.max(0, ms - (clock.now() - started))),
  }
}

/** Nothing is forecast from fewer answers, or less time. */
const TELLING = { asked: 20, ms: 20_000 }

/** What is to be said of the time that asking the rest takes; nothing while nobody can know. */
export function forecaster(budget: Budget, clock: Pick<Clock, 'now'>) {
  const started = clock.now()
  return ({ asked, of }: { asked: number; of: number }): string => {
    const passed = clock.now() - started
    if (asked < TELLING.asked || passed < TELLING.ms) return ''
    const left = ((of - asked) * passed) / asked
    if (left <= budget.left()) return left < 60_000 ? '' : `, about ${Math.round(left / 60_000)} min left`
    const affordable = asked + (budget.left() * asked) / passed
    // Rounded, so that it is not said anew with each answer.
    return `: there is time for about ${Math.round(affordable / 50) * 50} of ${of}`
  }
}
