import { type Claim, claim } from './claim.ts'
import type { Queue } from './queue.ts'
import { HEARTBEAT_SECONDS, QUEUE } from './queue.ts'

/** Jobs are announced; who hears nothing, and who waits for a retry, finds them by looking. */
const POLL_SECONDS = 2

/**
 * Takes jobs from the queue, `count` at once, as soon as they are announced; polling is the net under that. While
 * `run` works, its claim is kept alive; `signal` is aborted when the claim is lost all the same. `run` ends the
 * claim itself, in one of the ways of `end.ts`; what it throws counts as our own fault.
 * @returns stops taking, and resolves when every `run` has returned
 */
export async function take(
  queue: Queue,
  count: number,
  run: (claim: Claim, signal: AbortSignal) => Promise<void>,
): Promise<() => Promise<void>> {
  const { boss, log } = queue
  const takeOne = async () => {
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
  }
  for (let taken = 0; taken < count; taken++) await takeOne()
  return () => boss.offWork(QUEUE, { wait: true })
}
