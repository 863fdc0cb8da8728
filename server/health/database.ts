/** What of the database and of what lies on the disk the service needs. */
import type pg from 'pg'
import { type Config, withoutInstanceMetadata } from '../config/index.ts'
import { foreignKey } from '../jobs/key-in-use.ts'
import { secretKeys } from '../jobs/secrets.ts'
import { freeByVolume } from '../lib/disk.ts'
import { reasonOf } from '../lib/reason.ts'
import { checkDataFolder } from '../storage/data-folder.ts'
import { askDatabase, connect, OLDEST, refusalOf, rightsOf, skewProblem } from '../storage/database.ts'
import { missingMigrations } from '../storage/migrate.ts'
import { openArtifacts } from '../storage/open-artifacts.ts'
import { loadSecretKey } from '../storage/secret-key.ts'
import { temporaryHome } from '../worker/leftovers.ts'
import { advice, type Finding, fault, ok } from './finding.ts'

type Place = Pick<Config, 'databaseUrl' | 'dataDir' | 'production' | 'secretKey' | 'oldSecretKeys'>

/** Changes nothing in it: the tables are made at the start of the server. */
export async function databaseFindings(config: Place): Promise<Finding[]> {
  const database = await connect(config, () => {}).catch(error => reasonOf(error, 1000))
  if (typeof database === 'string') return [fault('Database', database)]
  try {
    const { major, skewMs } = await askDatabase(database.pool)
    const where = config.databaseUrl ? '' : ', embedded in the data folder'
    if (major < OLDEST)
      return [fault('Database', `Postgres ${major}`, `use Postgres ${OLDEST} or newer (DATABASE_URL)`)]
    return [
      ok('Database', `Postgres ${major}${where}`),
      ...(await roleFindings(database.pool, config.production)),
      await migrationsFinding(database.pool),
      clockFinding(skewMs),
      await keyFinding(database.pool, config),
    ]
  } catch (error) {
    return [fault('Database', refusalOf(error).message)]
  } finally {
    await database.close()
  }
}

interface Kind {
  superuser: boolean
  encoding: string
}

async function roleFindings(pool: pg.Pool, production: boolean): Promise<Finding[]> {
  const { rows } = await pool.query<Kind>(KIND)
  const { superuser, encoding } = rows[0]!
  const { role, lacking } = await rightsOf(pool, true)
  return [
    lacking.length > 0
      ? fault(
          'Role',
          `${role} may not make ${lacking.join(' and ')}`,
          `make it the owner: ALTER DATABASE … OWNER TO ${role}`,
        )
      : superuser
        ? (production ? fault : advice)(
            'Role',
            `${role} is a superuser, who may read files of the database server and run programs there`,
            'make a role of its own: CREATE ROLE … LOGIN PASSWORD …; ALTER DATABASE … OWNER TO …',
          )
        : ok('Role', `${role}, no superuser`),
    ...(encoding === 'UTF8'
      ? []
      : [fault('Encoding', encoding, 'make the database with ENCODING UTF8: pages are in all scripts')]),
  ]
}

const KIND = `
  SELECT current_setting('is_superuser') = 'on' AS superuser,
         (SELECT pg_encoding_to_char(encoding) FROM pg_database WHERE datname = current_database()) AS encoding`

async function migrationsFinding(pool: pg.Pool): Promise<Finding> {
  const missing = await missingMigrations(pool)
  return ok(
    'Migrations',
    missing.length === 0 ? 'all are done' : `${missing.length} to be done at the next start`,
  )
}

const NOTICED_MS = 2_000

/** Clocks a little apart make progress and durations look odd, and no more. */
export function clockFinding(skewMs: number): Finding {
  const apart = Math.abs(skewMs)
  if (apart < NOTICED_MS) return ok('Clock', `${Math.round(apart)} ms from the database's`)
  const found = `${Math.round(apart / 1000)} s ${skewMs > 0 ? 'ahead of' : 'behind'} the database's`
  const mend = 'set both by NTP (timedatectl set-ntp true)'
  return (skewProblem(skewMs) === null ? advice : fault)('Clock', found, mend)
}

async function keyFinding(pool: pg.Pool, config: Place): Promise<Finding> {
  try {
    const keys = secretKeys(await loadSecretKey(config), config.oldSecretKeys)
    // Before the first start there are no tables, and nothing is encrypted.
    const foreign = await foreignKey(pool, keys).catch(error =>
      error.code === NO_TABLE ? undefined : Promise.reject(error),
    )
    const from = config.secretKey ? 'CUTOVER_SECRET_KEY' : 'the data folder'
    if (foreign === undefined) return ok('Secret key', `${keys.current.id}, of ${from}`)
    return fault(
      'Secret key',
      `secrets in the database are encrypted with ${foreign}, and ${from} has ${keys.current.id}`,
      'give all servers of a database the same CUTOVER_SECRET_KEY, or name the other in CUTOVER_OLD_SECRET_KEYS',
    )
  } catch (error) {
    return fault('Secret key', reasonOf(error, 1000))
  }
}

const NO_TABLE = '42P01'

/** Whether there is a place for what is captured. */
export async function storageFindings(
  config: Pick<Config, 'dataDir' | 'minFreeBytes' | 'storage'>,
): Promise<Finding[]> {
  const { dataDir, minFreeBytes, storage } = config
  try {
    await checkDataFolder(dataDir)
    withoutInstanceMetadata()
    await (await openArtifacts(config)).check()
  } catch (error) {
    return [fault('Storage', reasonOf(error, 1000))]
  }
  // Where what is captured is kept, and where scans write before.
  const volumes = await freeByVolume(storage ? [temporaryHome()] : [dataDir, temporaryHome()])
  return [
    ok('Storage', storage ? `the bucket ${storage.bucket}` : `the data folder ${dataDir}`),
    ...volumes.map(({ folder, bytes }) => {
      const room = `${folder}, ${Math.round(bytes / 1e6)} MB free`
      if (bytes >= minFreeBytes) return ok('Disk', room)
      const least = `${Math.round(minFreeBytes / 1e6)} MB (CUTOVER_MIN_FREE_MB)`
      return fault('Disk', room, `make room: below ${least} jobs wait or are refused`)
    }),
  ]
}
