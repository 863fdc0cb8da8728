import { EventEmitter, once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import type { JobWithMetadata } from 'pg-boss'
import { isUnavailable } from '../lib/unavailable.ts'
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
 * Takes jobs from the queue, `count` at once and up to `most` with those that have made way, as soon as they are
 * announced; polling is the net under that. While `run` works, its claim is kept alive; `lost` is aborted when the claim
 * is lost all the same. `run` ends the claim itself, in one of the ways of `end.ts`; what it throws counts as our own
 * fault. After `makeWay` another job may be taken beside it.
 * @returns stops taking, and resolves when every `run` has returned
 */
export function take(
  queue: Queue,
  count: number,
  run: (claim: Claim, lost: AbortSignal, makeWay: () => void) => Promise<void>,
  pauses: Pauses = NEVER,
  most = count,
): () => Promise<void> {
  const { boss } = queue
  const stopping = new AbortController()
  /** Who has one takes jobs; a job that makes way gives its one to the next. */
  const places = new EventEmitter().setMaxListeners(0)
  let free = count
  const takePlace = async () => {
    while (free === 0 && !stopping.signal.aborted)
      await once(places, 'free', { signal: stopping.signal }).catch(() => {})
    free--
  }
  const givePlace = () => {
    free++
    places.emit('free')
  }
  const takeOneByOne = async (makeWay: () => void) => {
    const worker = await boss.work<{ id: string }>(
      QUEUE,
      {
        pollingIntervalSeconds: POLL_SECONDS,
        notifyPollingIntervalSeconds: POLL_SECONDS,
        heartbeatRefreshSeconds: HEARTBEAT_SECONDS,
      },
      async ([job]) => {
        const claimed = await claimFetched(queue, job!, stopping.signal)
        if (claimed) await run(claimed, job!.signal, makeWay)
        // Who has done a job looks for the next at once, whether one is announced or not.
        boss.notifyWorker(worker)
      },
    )
    return worker
  }
  const lane = async () => {
    while (!stopping.signal.aborted) {
      await takePlace()
      await pauses.until(false, stopping.signal)
      if (stopping.signal.aborted) return
      const leaves = new AbortController()
      leaves.signal.addEventListener('abort', givePlace, { once: true })
      const worker = await takeOneByOne(() => leaves.abort())
      await pauses.until(true, AbortSignal.any([stopping.signal, leaves.signal]))
      // Its job goes on to its end, beside another one if it has made way; then it takes none without a place.
      await boss.offWork(QUEUE, { id: worker, wait: true })
      leaves.abort()
    }
  }
  const lanes = Array.from({ length: most }, lane)
  return async () => {
    stopping.abort()
    await Promise.all(lanes)
  }
}

/** Between tries to claim, and for how long it is tried when no more jobs are to be taken. */
const AGAIN_MS = 500
const LAST_TRIES_MS = 5_000

/**
 * Claims what the queue has handed out. A database that goes away meanwhile says nothing about the job, whose place is
 * held: it is claimed when that is back, and has lost no try. @throws where it cannot be claimed at all
 */
async function claimFetched(
  queue: Queue,
  job: Pick<JobWithMetadata<{ id: string }>, 'id' | 'retryCount' | 'data' | 'signal'>,
  stopping: AbortSignal,
): Promise<Claim | null> {
  let patience: number | undefined
  for (;;) {
    try {
      return await claim(queue, job, job.data.id)
    } catch (error) {
      queue.log.error({ err: error, job: job.data.id }, 'job could not be claimed')
      if (stopping.aborted) patience ??= performance.now() + LAST_TRIES_MS
      const isLate = patience !== undefined && performance.now() > patience
      if (!isUnavailable(error) || job.signal.aborted || isLate) throw error
      await sleep(AGAIN_MS)
    }
  }
}
