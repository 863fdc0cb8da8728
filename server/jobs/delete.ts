import { cancel } from './cancel.ts'
import type { Claim } from './claim.ts'
import type { Owner } from './owner.ts'
import type { Queue } from './queue.ts'

/**
 * Deletes a job and what was captured for it; one that is queued or running is cancelled first.
 * @returns whether the owner had such a job
 */
export async function deleteJob(queue: Queue, id: string, owner: Owner): Promise<boolean> {
  if (!(await cancel(queue, id, owner))) return false
  await queue.deleteArtifacts(id)
  const { rowCount } = await queue.pool.query('DELETE FROM jobs WHERE id = $1 AND account_id = $2', [
    id,
    owner.accountId,
  ])
  // Once more, for what a worker wrote between both: from now on it finds that it has lost, and deletes it.
  await queue.deleteArtifacts(id)
  return rowCount === 1
}

/** Deletes what an attempt that has ended left in the store, unless it is the one that made the job's result. */
export async function discard(
  { pool, deleteArtifacts }: Queue,
  { id, attempt }: Pick<Claim, 'id' | 'attempt'>,
): Promise<void> {
  const { rowCount } = await pool.query(
    `SELECT FROM jobs WHERE id = $1 AND attempt = $2 AND status = 'completed'`,
    [id, attempt],
  )
  if (rowCount === 0) await deleteArtifacts(id, attempt)
}
