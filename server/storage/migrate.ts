import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { runner } from 'node-pg-migrate'
import pg from 'pg'

/**
 * Brings the tables up to date with `migrations/*.sql`. Processes that start together wait for each other. A database
 * that a newer version has migrated further is left as it is.
 * @throws Error with the migration's name and what Postgres said; nothing of it is kept then.
 */
export async function migrate(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, application_name: 'cutover migration' })
  // A query tells what broke. Postgres may be stopped before it has seen the end of this connection, and says so.
  client.on('error', () => {})
  await client.connect()
  try {
    await runner({
      dbClient: client,
      dir: FOLDER,
      direction: 'up',
      migrationsTable: 'cutover_migrations',
      singleTransaction: true,
      advisoryLockMode: 'wait',
      logger: SILENT,
    })
  } finally {
    await client.end()
  }
}

/** Of our migrations those that the database lacks; what a newer version has added is none of ours. */
export async function missingMigrations(pool: Pick<pg.Pool, 'query'>): Promise<string[]> {
  const known = (await readdir(FOLDER)).filter(name => name.endsWith('.sql')).map(name => name.slice(0, -4))
  const { rows } = await pool
    .query<{ name: string }>('SELECT name FROM cutover_migrations')
    .catch(error => (error.code === NO_TABLE ? { rows: [] } : Promise.reject(error)))
  const done = new Set(rows.map(({ name }) => name))
  return known.filter(name => !done.has(name)).sort()
}

const NO_TABLE = '42P01'
const FOLDER = join(import.meta.dirname, 'migrations')

const SILENT = { debug() {}, info() {}, warn() {}, error() {} }
