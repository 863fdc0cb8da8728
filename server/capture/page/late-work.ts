/**
 * What a page has set itself to do once it is loaded. A measurement that ends when the network is quiet would end before
 * it: three megabytes and a long task, a second and a half after the load event.
 */
import type { Injected } from '../injected/index.ts'
import { type ClockEvents, FRAME_MS, HELD_AFTER_MS } from './page-clock.ts'
import type { PageLoad } from './page-load.ts'

/** Less is not worth waiting for in each measurement. */
const MIN_LATE_BYTES = 50_000
const MIN_LATE_REQUESTS = 10
/** Layout shift score, up to which a page is good. @see https://web.dev/articles/cls */
const MIN_LATE_SHIFT = 0.1
/** A measurement that does not wait sees what moves up to here, ms after the load event. */
const SEEN_ANYWAY_MS = 650

/**
 * Waits for the timers of a page at rest, by frames, and tells whether what they did weighs something: long tasks, or
 * requests, or content that jumps. Asked when those are done.
 */
export async function waitForLateWork({ world, network, clock, consentBanner }: PageLoad, from: number) {
  // What moved because a banner went is our own doing.
  const since = consentBanner ? null : SEEN_ANYWAY_MS
  const settings = { clock, since, frames: HELD_AFTER_MS / FRAME_MS }
  const { longTasks, shift } = await world.run(runTimers, settings, 20_000)
  const to = network.count()
  return async (): Promise<boolean> => {
    if (longTasks > 0 || shift >= MIN_LATE_SHIFT) return true
    const { requests, bytes } = await network.transferred(from, to)
    return requests >= MIN_LATE_REQUESTS || bytes >= MIN_LATE_BYTES
  }
}

/** The number of long tasks meanwhile, and how far content moved. Runs in the page. */
async function runTimers(
  _: Injected,
  { clock, since, frames }: { clock: ClockEvents; since: number | null; frames: number },
): Promise<{ longTasks: number; shift: number }> {
  const begun = performance.now()
  const [load] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  const loaded = load?.loadEventEnd || begun
  let longTasks = 0
  let before = 0
  let shift = 0
  const count = (entries: PerformanceEntryList) => {
    for (const entry of entries) {
      if (entry.entryType === 'longtask') {
        longTasks++
        continue
      }
      const { value } = entry as PerformanceEntry & { value: number }
      if (entry.startTime >= begun) shift += value
      // On a busy machine a timer has run by now that would come after the measurement on an idle one.
      else if (since !== null && entry.startTime >= loaded + since) before += value
    }
  }
  const watch = new PerformanceObserver(list => count(list.getEntries()))
  watch.observe({ type: 'longtask' })
  watch.observe({ type: 'layout-shift', buffered: true })
  document.dispatchEvent(new Event(clock.byFrames))
  const isWaiting = () => !document.dispatchEvent(new Event(clock.isWaiting, { cancelable: true }))
  // Long tasks without a timer are the machine's doing, or of what the page does all the time.
  const isPlanned = isWaiting()
  for (let i = 0; i < frames && (i < 2 || isWaiting()); i++) await frame()
  // What the last timers did is told in the frame after it.
  await frame()
  count(watch.takeRecords())
  watch.disconnect()
  return isPlanned ? { longTasks, shift: before + shift } : { longTasks: 0, shift: before }

  /** A page in the background draws none. */
  function frame(): Promise<void> {
    return new Promise(resolve => {
      const late = setTimeout(resolve, 250)
      requestAnimationFrame(() => {
        clearTimeout(late)
        resolve()
      })
    })
  }
}
