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
