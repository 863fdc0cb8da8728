import type pg from 'pg'

/** Runs `work` in a transaction while no other does so for this account: what it counts stays so until it has written. */
export async function inTurn<T>(
  pool: pg.Pool,
  accountId: string,
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  const client = await pool.connect()
  let broken: Error | undefined
  const onError = (error: Error) => {
    broken = error
  }
  client.on('error', onError)
  try {
    await client.query('BEGIN')
    await client.query('SELECT FROM accounts WHERE id = $1 FOR UPDATE', [accountId])
    const result = await work(client)
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
