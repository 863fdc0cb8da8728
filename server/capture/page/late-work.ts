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

/**
 * Waits for the timers of a page at rest, by frames, and tells whether what they did weighs something: long tasks, or
 * requests, or content that jumps. Asked when those are done.
 */
export async function waitForLateWork({ world, network, clock }: PageLoad, from: number) {
  const settings = { clock, frames: HELD_AFTER_MS / FRAME_MS }
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
  { clock, frames }: { clock: ClockEvents; frames: number },
): Promise<{ longTasks: number; shift: number }> {
  let longTasks = 0
  let shift = 0
  const count = (entries: PerformanceEntryList) => {
    for (const entry of entries)
      if (entry.entryType === 'longtask') longTasks++
      else shift += (entry as PerformanceEntry & { value: number }).value
  }
  const watch = new PerformanceObserver(list => count(list.getEntries()))
  watch.observe({ type: 'longtask' })
  watch.observe({ type: 'layout-shift' })
  document.dispatchEvent(new Event(clock.byFrames))
  const isWaiting = () => !document.dispatchEvent(new Event(clock.isWaiting, { cancelable: true }))
  // Without a timer it is the machine's doing, or of what the page does all the time.
  const isPlanned = isWaiting()
  for (let i = 0; i < frames && (i < 2 || isWaiting()); i++) await frame()
  // What the last timers did is told in the frame after it.
  await frame()
  count(watch.takeRecords())
  watch.disconnect()
  return isPlanned ? { longTasks, shift } : { longTasks: 0, shift: 0 }

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
