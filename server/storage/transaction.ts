import type pg from 'pg'

/** A connection as pg-boss takes it. */
export interface Executor {
  executeSql(text: string, values?: unknown[]): Promise<{ rows: unknown[] }>
}

/** A transaction that is silent for so long is ended by Postgres: a machine that is gone holds no locks for hours. */
const SILENT_MS = 10_000

/**
 * Runs `work` in one transaction on one connection: `client` for our tables, `db` for calls of pg-boss.
 * Whatever it throws rolls both back. Lock order is the queue's row first, then ours.
 * @param patience milliseconds after which waiting for a lock fails, and twice which it may itself be silent; default:
 * however long it takes
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
    await client.query(begin(patience))
    const result = await work(client, { executeSql: (text, values) => client.query(text, values) })
    await client.query('COMMIT')
    return result
  } catch (error) {
    // Where no answer came, none comes to this either.
    if (isUnanswered(error)) broken = error
    else await client.query('ROLLBACK').catch(onError)
    throw error
  } finally {
    client.off('error', onError)
    client.release(broken)
  }
}

const begin = (patience?: number) =>
  `BEGIN; SET LOCAL idle_in_transaction_session_timeout = ${patience === undefined ? SILENT_MS : 2 * patience}` +
  (patience === undefined ? '' : `; SET LOCAL lock_timeout = ${patience}`)

/** As pg tells it, by its message alone. */
const isUnanswered = (error: unknown): error is Error =>
  error instanceof Error && error.message.includes('Query read timeout')
