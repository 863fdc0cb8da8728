import { cancel } from './cancel.ts'
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
  // Once more, for what a worker wrote between both: from now on `clearDeleted` sees that it is gone.
  await queue.deleteArtifacts(id)
  return rowCount === 1
}

/** For a worker that has stopped after losing its claim: when the job was deleted, so is what it wrote since. */
export async function clearDeleted({ pool, deleteArtifacts }: Queue, id: string): Promise<void> {
  const { rowCount } = await pool.query('SELECT FROM jobs WHERE id = $1', [id])
  if (rowCount === 0) await deleteArtifacts(id)
}
