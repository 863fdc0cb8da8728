import type { Clock } from '../../server/store/access/pace.ts'

/** A clock that nobody waits for: sleeping moves it on. Keeps what was slept. */
export function quickClock(start = Date.UTC(2026, 0, 1)): Clock & { slept: number[] } {
  const sleepers: { until: number; wake: () => void }[] = []
  let now = start
  const slept: number[] = []
  // Real work goes on first; only when nothing else moves does the earliest sleeper wake.
  const tick = () => {
    sleepers.sort((a, b) => a.until - b.until)
    const next = sleepers.shift()
    if (!next) return
    now = Math.max(now, next.until)
    next.wake()
    if (sleepers.length > 0) setTimeout(tick, 1)
  }
  return {
    slept,
    now: () => now,
    sleep: ms =>
      new Promise(resolve => {
        slept.push(ms)
        sleepers.push({ until: now + ms, wake: resolve })
        if (sleepers.length === 1) setTimeout(tick, 1)
      }),
  }
}
