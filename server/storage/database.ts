import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Config } from '../config/index.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded/index.ts'
import { migrate, missingMigrations } from './migrate.ts'

export interface Database {
  pool: pg.Pool
  /** With the password. */
  url: string
  /** Waits for queries under way, then lets go of the embedded Postgres. */
  close(): Promise<void>
}

export const OLDEST = 13
const PATIENCE = 30_000
/** Between the clocks of this machine and the database: certificates and sign-ins are judged by the one, limits by the other. */
const MAX_SKEW_MS = 5 * 60_000

/**
 * Connects to DATABASE_URL, or to the embedded Postgres of the data folder, and brings the tables up to date.
 * @param warn is told of connections that break while nobody uses them; the pool replaces them by itself.
 * @throws Error in one sentence when the database cannot be used.
 */
export async function openDatabase(
  config: Pick<Config, 'databaseUrl' | 'dataDir'>,
  warn: (message: string) => void = message => console.error(message),
): Promise<Database> {
  const database = await connect(config, warn)
  try {
    await ready(database.pool, performance.now() + PATIENCE)
    const missing = await missingMigrations(database.pool)
    const { role, lacking } = await rightsOf(database.pool, missing.length > 0)
    if (lacking.length > 0)
      throw new Error(
        `The role ${role} may not make ${lacking.join(' and ')} (DATABASE_URL); make it the owner of its database ` +
          `(ALTER DATABASE … OWNER TO ${role}).`,
      )
    await migrate(database.url)
    return database
  } catch (error) {
    await database.close()
    throw error
  }
}

/** The database as it is: nobody has asked it for anything yet. */
export async function connect(
  config: Pick<Config, 'databaseUrl' | 'dataDir'>,
  warn: (message: string) => void,
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
  return { pool, url, close }
}

/** Waits for a database that is still starting; anything else that is wrong with it is said at once. */
async function ready(pool: pg.Pool, end: number): Promise<void> {
  const { major, skewMs } = await waitedFor(pool, end)
  if (major < OLDEST)
    throw new Error(
      `The database is Postgres ${major}; it must be Postgres ${OLDEST} or newer (DATABASE_URL).`,
    )
  const wrong = skewProblem(skewMs)
  if (wrong) throw new Error(wrong)
}

async function waitedFor(pool: pg.Pool, end: number): Promise<Asked> {
  for (;;) {
    try {
      return await askDatabase(pool)
    } catch (error) {
      if (!STARTING.has(codeOf(error))) throw refusalOf(error)
      if (performance.now() > end)
        throw new Error(
          `The database does not answer within ${PATIENCE / 1000} s (DATABASE_URL): ${saidBy(error)}; ${mendOf(error)}.`,
        )
      await sleep(500)
    }
  }
}

export interface Asked {
  /** Of Postgres. */
  major: number
  /** How far the clock of this machine is ahead of the database's. */
  skewMs: number
}

/** What the database says of itself. */
export async function askDatabase(pool: Pick<pg.Pool, 'query'>): Promise<Asked> {
  const before = Date.now()
  const { rows } = await pool.query<{ version: number; now: number }>(
    `SELECT current_setting('server_version_num')::int AS version,
            (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS now`,
  )
  const { version = 0, now = 0 } = rows[0] ?? {}
  return { major: Math.floor(version / 10_000), skewMs: (before + Date.now()) / 2 - now }
}

/** What the role of the application would have to make, and may not. @param tables whether ours are to be made */
export async function rightsOf(
  pool: Pick<pg.Pool, 'query'>,
  tables: boolean,
): Promise<{ role: string; lacking: string[] }> {
  const { rows } = await pool.query<{ role: string; schemas: boolean; tables: boolean }>(RIGHTS)
  const may = rows[0]!
  return {
    role: may.role,
    lacking: [
      ...(may.schemas ? [] : ['schemas in its database']),
      ...(may.tables || !tables ? [] : ['tables in the schema public']),
    ],
  }
}

// The queue has a schema of its own.
const RIGHTS = `
  SELECT current_user AS role,
         to_regnamespace('pgboss') IS NOT NULL OR has_database_privilege(current_database(), 'CREATE') AS schemas,
         coalesce(has_schema_privilege(to_regnamespace('public'), 'CREATE'), false) AS tables`

/** What to do about clocks that differ by so much; null where that does no harm. */
export function skewProblem(skewMs: number): string | null {
  if (Math.abs(skewMs) <= MAX_SKEW_MS) return null
  const minutes = Math.round(Math.abs(skewMs) / 60_000)
  return (
    `The clock of this machine is ${minutes} minutes ${skewMs > 0 ? 'ahead of' : 'behind'} the database's; ` +
    'set both by NTP (timedatectl set-ntp true): certificates, sign-ins and limits are judged by them.'
  )
}

/** Why the database cannot be used and what to do, in one sentence. */
export const refusalOf = (error: unknown): Error =>
  new Error(`The database cannot be used (DATABASE_URL): ${saidBy(error)}; ${mendOf(error)}.`, {
    cause: error,
  })

/** What to do, by the code of Postgres or of the system. */
const MENDS: Record<string, string> = {
  ECONNREFUSED: 'start Postgres there, or correct host and port',
  ENOTFOUND: 'correct the host',
  EAI_AGAIN: 'correct the host, or mend the name server of this machine',
  ETIMEDOUT: 'correct host and port, or let this machine through the firewall',
  EHOSTUNREACH: 'correct host and port, or let this machine through the firewall',
  '28P01': 'correct user and password',
  '28000': 'correct the user, or let it in by pg_hba.conf',
  '3D000': 'make that database (createdb), or correct its name',
  '53300': 'raise max_connections of Postgres, or run fewer processes on it',
}

const mendOf = (error: unknown): string =>
  MENDS[codeOf(error)] ?? 'look at what answers at that address, and at its log'

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
