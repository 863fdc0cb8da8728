import type { Queue } from './queue.ts'

/** Remembers how much room what was captured for a job takes, in all its attempts: it counts for the account. */
export async function recordArtifacts({ pool }: Queue, id: string, bytes: number): Promise<void> {
  await pool.query('UPDATE jobs SET artifact_bytes = $2 WHERE id = $1', [id, bytes])
}
