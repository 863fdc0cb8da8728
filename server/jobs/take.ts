import { type Claim, claim } from './claim.ts'
import type { Queue } from './queue.ts'
import { QUEUE } from './queue.ts'

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
  await boss.work<{ id: string }>(
    QUEUE,
    {
      localConcurrency: count,
      pollingIntervalSeconds: 1,
      // A retry is not announced, so this is how long it waits.
      notifyPollingIntervalSeconds: 1,
      heartbeatRefreshSeconds: 3,
    },
    async ([job]) => {
      const claimed = await claim(queue, job!, job!.data.id).catch(error => {
        log.error({ err: error, job: job!.data.id }, 'job could not be claimed')
        throw error
      })
      if (claimed) await run(claimed, job!.signal)
    },
  )
  return () => boss.offWork(QUEUE, { wait: true })
}
