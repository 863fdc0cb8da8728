import { randomBytes } from 'node:crypto'
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type Database, openDatabase } from '../storage/database.ts'

export interface OwnDatabase extends Database {
  /** For the files of this run, below the data folder; goes with the database. */
  folder: string
}

/**
 * A database of this run alone, on the embedded Postgres of the data folder: no server that uses the same folder takes
 * our job, whose local addresses it would refuse, and we take none of its jobs. `close` drops it; what a killed run has
 * left is dropped by the next one, files included.
 */
export async function openOwnDatabase(dataDir: string): Promise<OwnDatabase> {
  const shared = await openDatabase({ dataDir }, () => {})
  try {
    await dropLeftovers(shared)
    await deleteLeftovers(join(dataDir, FOLDER))
    const name = `verify_${process.pid}_${randomBytes(4).toString('hex')}`
    await shared.pool.query(`CREATE DATABASE ${name} TEMPLATE template0`)
    const url = new URL(shared.url)
    url.pathname = `/${name}`
    const own = await openDatabase({ databaseUrl: url.href, dataDir }, () => {})
    const folder = join(dataDir, FOLDER, name)
    return {
      ...own,
      folder,
      async close() {
        await rm(folder, { recursive: true, force: true }).catch(() => {})
        await own.close()
        await shared.pool.query(`DROP DATABASE IF EXISTS ${name}`).catch(() => {})
        await shared.close()
      },
    }
  } catch (error) {
    await shared.close()
    throw error
  }
}

const FOLDER = 'verify'

async function deleteLeftovers(folder: string): Promise<void> {
  for (const name of await readdir(folder).catch(() => []))
    if (!isAlive(Number(name.split('_')[1])))
      await rm(join(folder, name), { recursive: true, force: true }).catch(() => {})
}

async function dropLeftovers({ pool }: Database): Promise<void> {
  const { rows } = await pool.query<{ name: string }>(
    `SELECT datname AS name FROM pg_database
     WHERE datname ~ '^verify_\\d+_[0-9a-f]{8}$'
       AND NOT EXISTS (SELECT FROM pg_stat_activity WHERE datname = pg_database.datname)`,
  )
  for (const { name } of rows)
    if (!isAlive(Number(name.split('_')[1])))
      await pool.query(`DROP DATABASE IF EXISTS ${name}`).catch(() => {})
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
