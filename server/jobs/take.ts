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
  const changes = new EventEmitter().setMaxListeners(0)
  let outOfTheWay = 0
  /** Until there is room for the lane, or is not; or until `signal` is aborted. */
  const roomFor = async (index: number, isRoom: boolean, signal: AbortSignal) => {
    while (index < count + outOfTheWay !== isRoom && !signal.aborted)
      await once(changes, 'change', { signal }).catch(() => {})
  }
  const runOne = async (claim: Claim, lost: AbortSignal) => {
    let isOutOfTheWay = false
    const setOutOfTheWay = (is: boolean) => {
      if (is === isOutOfTheWay) return
      isOutOfTheWay = is
      outOfTheWay += is ? 1 : -1
      changes.emit('change')
    }
    try {
      await run(claim, lost, () => setOutOfTheWay(true))
    } finally {
      setOutOfTheWay(false)
    }
  }
  const takeOneByOne = async () => {
    const worker = await boss.work<{ id: string }>(
      QUEUE,
      {
        pollingIntervalSeconds: POLL_SECONDS,
        notifyPollingIntervalSeconds: POLL_SECONDS,
        heartbeatRefreshSeconds: HEARTBEAT_SECONDS,
      },
      async ([job]) => {
        const claimed = await claimFetched(queue, job!, stopping.signal)
        if (claimed) await runOne(claimed, job!.signal)
        // Who has done a job looks for the next at once, whether one is announced or not.
        boss.notifyWorker(worker)
      },
    )
    return worker
  }
  const lane = async (_: unknown, index: number) => {
    while (!stopping.signal.aborted) {
      await roomFor(index, true, stopping.signal)
      await pauses.until(false, stopping.signal)
      if (stopping.signal.aborted) return
      const worker = await takeOneByOne()
      const over = new AbortController()
      const until = AbortSignal.any([stopping.signal, over.signal])
      await Promise.race([pauses.until(true, until), roomFor(index, false, until)])
      over.abort()
      await boss.offWork(QUEUE, { id: worker, wait: true })
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
