import { once } from 'node:events'
import { type Claim, claim } from './claim.ts'
import type { Queue } from './queue.ts'
import { HEARTBEAT_SECONDS, QUEUE } from './queue.ts'

/** Jobs are announced; who hears nothing, and who waits for a retry, finds them by looking. */
const POLL_SECONDS = 2

/** Tells when no jobs are to be taken. */
export interface Pauses {
  /** Until taking jobs is paused, or is not; or until `signal` is aborted. */
  until(isPaused: boolean, signal: AbortSignal): Promise<void>
}

const NEVER: Pauses = {
  until: async (isPaused, signal) => {
    if (isPaused && !signal.aborted) await once(signal, 'abort')
  },
}

/**
 * Takes jobs from the queue, `count` at once, as soon as they are announced; polling is the net under that. While
 * `run` works, its claim is kept alive; `signal` is aborted when the claim is lost all the same. `run` ends the
 * claim itself, in one of the ways of `end.ts`; what it throws counts as our own fault.
 * @returns stops taking, and resolves when every `run` has returned
 */
export function take(
  queue: Queue,
  count: number,
  run: (claim: Claim, signal: AbortSignal) => Promise<void>,
  pauses: Pauses = NEVER,
): () => Promise<void> {
  const { boss, log } = queue
  const stopping = new AbortController()
  const takeOneByOne = async () => {
    const worker = await boss.work<{ id: string }>(
      QUEUE,
      {
        pollingIntervalSeconds: POLL_SECONDS,
        notifyPollingIntervalSeconds: POLL_SECONDS,
        heartbeatRefreshSeconds: HEARTBEAT_SECONDS,
      },
      async ([job]) => {
        const claimed = await claim(queue, job!, job!.data.id).catch(error => {
          log.error({ err: error, job: job!.data.id }, 'job could not be claimed')
          throw error
        })
        if (claimed) await run(claimed, job!.signal)
        // Who has done a job looks for the next at once, whether one is announced or not.
        boss.notifyWorker(worker)
      },
    )
    return worker
  }
  const lane = async () => {
    while (!stopping.signal.aborted) {
      await pauses.until(false, stopping.signal)
      if (stopping.signal.aborted) return
      const worker = await takeOneByOne()
      await pauses.until(true, stopping.signal)
      await boss.offWork(QUEUE, { id: worker, wait: true })
    }
  }
  const lanes = Array.from({ length: count }, lane)
  return async () => {
    stopping.abort()
    await Promise.all(lanes)
  }
}
