import { JobId } from '../contract.ts'
import { transaction } from '../storage/transaction.ts'
import type { Failure } from './failure.ts'
import { OF_REPOSITORY, type Owner } from './owner.ts'
import type { Queue } from './queue.ts'
import { QUEUE } from './queue.ts'
import { giveBack } from './quota.ts'
import { deleteSecrets } from './secrets.ts'
import { targetQuotas } from './target-quotas.ts'

const CANCELLED: Failure = {
  code: 'cancelled',
  detail:
    'The verification was cancelled before it came to its end. Submit it again when it is wanted after all.',
}

/**
 * Ends a job that is queued or running as failed with `cancelled`, its secrets deleted; one that has ended stays as it
 * is. The worker that runs it has lost its claim, and stops with its next heartbeat, within seconds. Hosts that were
 * not visited yet get back what the submission used of their quotas: nobody locks a host out by cancelling.
 * @returns whether the owner has such a job
 */
export async function cancel(queue: Queue, id: string, { accountId, repositoryId }: Owner): Promise<boolean> {
  if (!JobId.safeParse(id).success) return false
  // Its place in the queue changes when a worker hands it back at this moment, which none does over and over.
  for (let tries = 0; tries < 10; tries++) {
    const { rows } = await queue.pool.query<{ queue_id: string; ended: boolean }>(FIND, [
      id,
      accountId,
      repositoryId ?? null,
    ])
    const job = rows[0]
    if (!job) return false
    if (job.ended || (await end(queue, id, job.queue_id))) return true
  }
  throw new Error(`job ${id} could not be cancelled: its place in the queue changes all the time`)
}

function end(queue: Queue, id: string, queueId: string): Promise<boolean> {
  return transaction(queue.pool, async (client, db) => {
    await queue.boss.cancel(QUEUE, queueId, { db })
    const { rows } = await client.query<Cancelled>(END, [id, queueId, JSON.stringify(CANCELLED)])
    const job = rows[0]
    if (!job) return false
    await deleteSecrets(client, [id])
    if (!job.started_at)
      await giveBack(client, targetQuotas(queue.limits, job.account_id, job), job.created_at)
    return true
  })
}

interface Cancelled {
  account_id: string
  original_url: string
  new_url: string
  created_at: Date
  started_at: Date | null
}

const FIND = `
  SELECT queue_id, finished_at IS NOT NULL AS ended FROM jobs j
  WHERE id = $1 AND account_id = $2 AND ${OF_REPOSITORY('$3')}`
const END = `
  UPDATE jobs SET status = 'failed', error = $3, finished_at = now()
  WHERE id = $1 AND queue_id = $2 AND status IN ('queued', 'running')
  RETURNING account_id, original_url, new_url, created_at, started_at`
