import type pg from 'pg'
import { transaction } from '../storage/transaction.ts'

/** Runs `work` in a transaction while no other does so for this account: what it counts stays so until it has written. */
export const inTurn = <T>(
  pool: pg.Pool,
  accountId: string,
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T> =>
  transaction(pool, async client => {
    await client.query('SELECT FROM accounts WHERE id = $1 FOR UPDATE', [accountId])
    return work(client)
  })
