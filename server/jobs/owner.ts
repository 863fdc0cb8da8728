import type { Queue } from './queue.ts'

/** Whose jobs are meant: those of an account, or of them those that workflows of one repository have submitted. */
export interface Owner {
  accountId: string
  repositoryId?: string
}

/** The condition on jobs `j`, given the parameter that holds the repository or null. */
export const OF_REPOSITORY = (parameter: string): string =>
  `(${parameter}::uuid IS NULL
    OR EXISTS (SELECT FROM api_keys k WHERE k.id = j.key_id AND k.repository_id = ${parameter}))`

/** Whether an owner has the job with this id. */
export async function owns(
  { pool }: Queue,
  { accountId, repositoryId }: Owner,
  id: string,
): Promise<boolean> {
  const { rowCount } = await pool.query(
    `SELECT FROM jobs j WHERE j.id = $1 AND j.account_id = $2 AND ${OF_REPOSITORY('$3')}`,
    [id, accountId, repositoryId ?? null],
  )
  return rowCount === 1
}
