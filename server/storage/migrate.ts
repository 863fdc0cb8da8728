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
      dir: join(import.meta.dirname, 'migrations'),
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

const SILENT = { debug() {}, info() {}, warn() {}, error() {} }
