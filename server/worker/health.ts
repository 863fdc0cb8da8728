/**
 * Whether this machine can do scans. While it cannot, its worker takes no jobs: others do them, and here it is tried again,
 * ever less often, until it can.
 */
import { EventEmitter, once } from 'node:events'
import type { Log } from '../jobs/log.ts'
import type { Pauses } from '../jobs/take.ts'
import { inTime } from '../lib/in-time.ts'
import type { Pause } from '../metrics/table.ts'

/** What scans need of their machine. */
export interface Need {
  name: Exclude<Pause, 'failures'>
  /** @throws why it is not there */
  check(): Promise<unknown>
  /** Between two looks. Default, for what costs much: it is looked at after a fault of ours only. */
  everyMs?: number
}

export interface Health extends Pauses {
  /** What is missing, as far as is known. */
  missing(): Need['name'] | undefined
  /** Why no jobs are taken at the moment. */
  paused(): Pause | undefined
  /** Looks at all that scans need, after one failed by a fault of ours. @returns what is missing */
  examine(): Promise<Need['name'] | undefined>
  /** A scan has come to its end. @param wasOurFault it failed, and nothing is missing */
  ended(wasOurFault: boolean): void
  close(): void
}

/** Between tries of what is missing, and of scans after some in a row that failed; the last again and again. */
const PAUSE_MS = [5_000, 10_000, 20_000, 40_000, 60_000]
/** A look that has not ended by then finds nothing. A browser has half a minute to start. */
const LOOK_MS = 40_000

/** @param needs what costs least first @param pauseMs longer than two looks of another worker into the queue, so that one that is idle is first to try again */
export function watchHealth(needs: readonly Need[], log: Log, pauseMs = PAUSE_MS): Health {
  const changes = new EventEmitter().setMaxListeners(0)
  const closed = new AbortController()
  let missing: Need['name'] | undefined
  let isTrying = false
  /** Faults and failures since a scan went well. */
  let inRow = 0
  let standsBack: NodeJS.Timeout | undefined
  let looking: Promise<Need | undefined> | undefined

  const nextPause = () => pauseMs[Math.min(inRow++, pauseMs.length - 1)]!
  const paused = () => missing ?? (standsBack && 'failures')

  /** In their order, up to the first that is missing. */
  async function look(looked: readonly Need[]): Promise<Need | undefined> {
    for (const need of looked) {
      const error = await inTime(LOOK_MS, need.check()).then(
        () => undefined,
        (reason: unknown) => ({ reason }),
      )
      if (!error) continue
      const what = { part: need.name, err: error.reason }
      if (missing === undefined) log.error(what, 'no jobs are taken: this machine cannot do scans')
      else log.warn(what, 'this machine still cannot do scans')
      missing = need.name
      changes.emit('change')
      if (!isTrying) void tryAgain(need)
      return need
    }
  }

  async function tryAgain(first: Need): Promise<void> {
    isTrying = true
    const since = performance.now()
    // What is looked at all the time costs little.
    for (
      let need: Need | undefined = first;
      need;
      need = closed.signal.aborted ? undefined : await look(needs)
    )
      await waited(Math.min(nextPause(), need.everyMs ?? Number.POSITIVE_INFINITY))
    isTrying = false
    if (closed.signal.aborted) return
    const seconds = Math.round((performance.now() - since) / 1000)
    log.info({ part: missing, seconds }, 'this machine can do scans again, jobs are taken again')
    missing = undefined
    changes.emit('change')
  }

  const waited = (ms: number) =>
    new Promise<void>(resolve => {
      const timer = setTimeout(done, ms).unref()
      closed.signal.addEventListener('abort', done, { once: true })
      function done() {
        clearTimeout(timer)
        resolve()
      }
    })

  async function lookAgainAndAgain(need: Need, everyMs: number): Promise<void> {
    while (!closed.signal.aborted) {
      await waited(everyMs)
      if (missing === undefined && !closed.signal.aborted) await look([need])
    }
  }

  for (const need of needs) if (need.everyMs !== undefined) void lookAgainAndAgain(need, need.everyMs)

  return {
    missing: () => missing,
    paused,
    async examine() {
      looking ??= look(needs).finally(() => {
        looking = undefined
      })
      return (await looking)?.name
    },
    ended(wasOurFault) {
      if (!wasOurFault) {
        if (missing === undefined) inRow = 0
        return
      }
      clearTimeout(standsBack)
      const ms = nextPause()
      log.warn({ ms }, 'no jobs are taken for a moment, after a fault of ours')
      standsBack = setTimeout(() => {
        standsBack = undefined
        changes.emit('change')
      }, ms).unref()
      changes.emit('change')
    },
    async until(isPaused, signal) {
      while ((paused() !== undefined) !== isPaused && !signal.aborted)
        await once(changes, 'change', { signal }).catch(() => {})
    },
    close() {
      clearTimeout(standsBack)
      closed.abort()
    },
  }
}
