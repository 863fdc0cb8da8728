/** What was kept for a completed job: bytes by name, within its attempt. It is written with the result. */
import type { Queue } from './queue.ts'

export type ArtifactIndex = Record<string, number>

export const indexOf = (kept: readonly { name: string; bytes: number }[]): ArtifactIndex =>
  Object.fromEntries(kept.map(({ name, bytes }) => [name, bytes]))

/** All of it counts for the account. */
export const bytesOf = (index: ArtifactIndex): number =>
  Object.values(index).reduce((sum, bytes) => sum + bytes, 0)

/** Whether a name is one of the job's. A job of a version that wrote no index has whatever is in the store. */
export async function readIndex(
  { pool }: Pick<Queue, 'pool'>,
  id: string,
): Promise<(name: string) => boolean> {
  const { rows } = await pool.query<{ artifacts: ArtifactIndex | null }>(
    'SELECT artifacts FROM jobs WHERE id = $1',
    [id],
  )
  const index = rows[0]?.artifacts
  return name => !index || Object.hasOwn(index, name)
}
