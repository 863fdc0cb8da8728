/** How fast a host is asked, slower for good once it complained, and how long all that may take. */

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

/** Lets the requests to one host pass at its pace. */
export interface RateLimiter {
  /** Resolves with what gives the place back, when it is this one's turn and no pause is left. */
  take(): Promise<() => void>
  /** Nobody passes before `time` (ms since 1970). */
  holdUntil(time: number): void
  /** For good: what comes now is asked no faster than a host that has complained. */
  slowDown(): void
  set(pace: Pace): void
  /** Most at once so far. */
  readonly peak: number
}

export function createRateLimiter(clock: Clock, first: Pace): RateLimiter {
  let pace = first
  let active = 0
  let peak = 0
  let throttled = false
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
      throttled = true
      pace = slower(pace, THROTTLED_PACE)
    },
    set(wanted) {
      pace = throttled ? slower(wanted, THROTTLED_PACE) : wanted
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
