import type { Clock } from './clock.ts'

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
