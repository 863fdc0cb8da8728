/**
 * The key that secrets in the database are encrypted with. Servers that share a database must share it too: a job's
 * secrets are written by one process and read by another. So the key's name stands in the database.
 */
import type pg from 'pg'
import { transaction } from '../storage/transaction.ts'
import type { SecretKeys } from './secrets.ts'
import { reencryptSecrets } from './secrets.ts'

const WHERE_LOST =
  'Where it is lost, npm run -s secrets -- adopt goes on without it: the jobs that wait with secrets of that key fail ' +
  'and can be submitted again.'

/** Any number that no other advisory lock of this database uses. */
const LOCK = 7_140_227

/**
 * Makes sure that secrets in this database are encrypted with one of our keys. When it is an older one, our current one
 * is in use from now on.
 * @throws Error in one sentence when they are not
 */
export async function agreeOnKey(pool: pg.Pool, keys: SecretKeys): Promise<void> {
  await locked(pool, async client => {
    const foreign = await foreignKey(client, keys)
    if (foreign !== undefined)
      throw new Error(
        `Secrets in this database are encrypted with another key (${foreign}) than this server has ` +
          `(${keys.current.id}): give all servers of a database the same CUTOVER_SECRET_KEY, or name the other key in ` +
          `CUTOVER_OLD_SECRET_KEYS. ${WHERE_LOST}`,
      )
    await use(client, keys)
  })
}

/**
 * Encrypts all secrets anew with the current key, which is in use from now on.
 * @param adopt also when some cannot be read with any of our keys: jobs with those fail when they are run
 * @throws Error in one sentence when there are such @returns how many were encrypted anew, and how many cannot be read
 */
export async function rotateKey(
  pool: pg.Pool,
  keys: SecretKeys,
  adopt: boolean,
): Promise<{ done: number; lost: number }> {
  return locked(pool, async client => {
    // First, so that whoever is storing secrets with the key before has committed.
    await use(client, keys)
    const outcome = await reencryptSecrets(client, keys)
    if (outcome.lost > 0 && !adopt)
      throw new Error(
        `${outcome.lost} secrets of waiting jobs are encrypted with a key that is neither CUTOVER_SECRET_KEY nor in ` +
          `CUTOVER_OLD_SECRET_KEYS: name it there. ${WHERE_LOST}`,
      )
    return outcome
  })
}

/** The name of a key that secrets in this database are encrypted with, and that is none of ours; undefined: all are. */
export async function foreignKey(
  client: Pick<pg.ClientBase, 'query'>,
  keys: SecretKeys,
): Promise<string | undefined> {
  const inUse = await namesInUse(client)
  return inUse.find(name => !keys.all.some(({ id }) => id === name))
}

async function namesInUse(client: Pick<pg.ClientBase, 'query'>): Promise<string[]> {
  const { rows } = await client.query<{ key_id: string }>('SELECT key_id FROM secret_key')
  if (rows.length > 0) return rows.map(row => row.key_id)
  // A database of an older version says it by what is in it.
  const stored = await client.query<{ key_id: string }>('SELECT DISTINCT key_id FROM job_secrets')
  return stored.rows.map(row => row.key_id)
}

async function use(client: pg.ClientBase, { current }: SecretKeys): Promise<void> {
  await client.query(
    'INSERT INTO secret_key (key_id) VALUES ($1) ON CONFLICT (one) DO UPDATE SET key_id = excluded.key_id',
    [current.id],
  )
}

const locked = <T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> =>
  transaction(pool, async client => {
    await client.query('SELECT pg_advisory_xact_lock($1)', [LOCK])
    return work(client)
  })
