import type pg from 'pg'

/** A connection as pg-boss takes it. */
export interface Executor {
  executeSql(text: string, values?: unknown[]): Promise<{ rows: unknown[] }>
}

/**
 * Runs `work` in one transaction on one connection: `client` for our tables, `db` for calls of pg-boss.
 * Whatever it throws rolls both back. Lock order is the queue's row first, then ours.
 * @param patience milliseconds after which waiting for a lock fails; default: however long it takes. Twice that long it
 * may itself be silent in between, then Postgres ends it: the locks of a machine that is gone are not held for hours
 */
export async function transaction<T>(
  pool: pg.Pool,
  work: (client: pg.PoolClient, db: Executor) => Promise<T>,
  patience?: number,
): Promise<T> {
  const client = await pool.connect()
  let broken: Error | undefined
  const onError = (error: Error) => {
    broken = error
  }
  // The pool listens to idle connections only: without this, one that breaks meanwhile would end the process.
  client.on('error', onError)
  try {
    await client.query(patience === undefined ? 'BEGIN' : impatient(patience))
    const result = await work(client, { executeSql: (text, values) => client.query(text, values) })
    await client.query('COMMIT')
    return result
  } catch (error) {
    await client.query('ROLLBACK').catch(onError)
    throw error
  } finally {
    client.off('error', onError)
    client.release(broken)
  }
}

const impatient = (ms: number) =>
  `BEGIN; SET LOCAL lock_timeout = ${ms}; SET LOCAL idle_in_transaction_session_timeout = ${2 * ms}`
