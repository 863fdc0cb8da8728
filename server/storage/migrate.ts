import { join } from 'node:path'
import { runner } from 'node-pg-migrate'

/**
 * Brings the tables up to date with `migrations/*.sql`. Processes that start together wait for each other. A database
 * that a newer version has migrated further is left as it is.
 * @throws Error with the migration's name and what Postgres said; nothing of it is kept then.
 */
export async function migrate(url: string): Promise<void> {
  await runner({
    databaseUrl: { connectionString: url, application_name: 'cutover migration' },
    dir: join(import.meta.dirname, 'migrations'),
    direction: 'up',
    migrationsTable: 'cutover_migrations',
    singleTransaction: true,
    advisoryLockMode: 'wait',
    logger: SILENT,
  })
}

const SILENT = { debug() {}, info() {}, warn() {}, error() {} }
