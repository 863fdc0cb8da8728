import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Config } from '../config/index.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded/index.ts'
import { migrate } from './migrate.ts'

export interface Database {
  pool: pg.Pool
  /** With the password. */
  url: string
  /** Waits for queries under way, then lets go of the embedded Postgres. */
  close(): Promise<void>
}

const OLDEST = 13
const PATIENCE = 30_000

/**
 * Connects to DATABASE_URL, or to the embedded Postgres of the data folder, and brings the tables up to date.
 * @param warn is told of connections that break while nobody uses them; the pool replaces them by itself.
 * @throws Error in one sentence when the database cannot be used.
 */
export async function openDatabase(
  config: Pick<Config, 'databaseUrl' | 'dataDir'>,
  warn: (message: string) => void = message => console.error(message),
): Promise<Database> {
  const embedded = config.databaseUrl ? undefined : await startEmbeddedPostgres(config.dataDir)
  const url = config.databaseUrl ?? (embedded as EmbeddedPostgres).url
  const pool = new pg.Pool({
    connectionString: url,
    application_name: 'cutover',
    keepAlive: true,
    connectionTimeoutMillis: 10_000,
  })
  let closing: Promise<void> | undefined
  pool.on('error', error => {
    if (!closing) warn(`A database connection broke: ${error.message}`)
  })
  const close = () => {
    closing ??= pool.end().then(() => embedded?.stop())
    return closing
  }
  try {
    await ready(pool, Date.now() + PATIENCE)
    await migrate(url)
  } catch (error) {
    await close()
    throw error
  }
  return { pool, url, close }
}

/** Waits for a database that is still starting; anything else that is wrong with it is said at once. */
async function ready(pool: pg.Pool, end: number): Promise<void> {
  const major = Math.floor((await versionNumber(pool, end)) / 10_000)
  if (major < OLDEST)
    throw new Error(
      `The database is Postgres ${major}; it must be Postgres ${OLDEST} or newer (DATABASE_URL).`,
    )
}

async function versionNumber(pool: pg.Pool, end: number): Promise<number> {
  for (;;) {
    try {
      const { rows } = await pool.query<{ version: number }>(
        "SELECT current_setting('server_version_num')::int AS version",
      )
      return rows[0]?.version ?? 0
    } catch (error) {
      if (!STARTING.has(codeOf(error)))
        throw new Error(`The database cannot be used (DATABASE_URL): ${saidBy(error)}`, { cause: error })
      if (Date.now() > end)
        throw new Error(
          `The database does not answer within ${PATIENCE / 1000} s (DATABASE_URL): ${saidBy(error)}`,
        )
      await sleep(500)
    }
  }
}

/** Not there yet, or `the database system is starting up`. */
const STARTING = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  '57P03',
])

function codeOf(error: unknown): string {
  if (error instanceof AggregateError) return codeOf(error.errors[0])
  return (error as { code?: string }).code ?? ''
}

const saidBy = (error: unknown): string =>
  error instanceof AggregateError
    ? saidBy(error.errors[0])
    : error instanceof Error
      ? error.message
      : String(error)
