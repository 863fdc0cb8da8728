import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { expect, inject, onTestFinished, test, vi } from 'vitest'
import { databaseFindings, storageFindings } from '../../server/health/database.ts'
import { agreeOnKey } from '../../server/jobs/key-in-use.ts'
import { secretKeys } from '../../server/jobs/secrets.ts'
import { checkDataFolder } from '../../server/storage/data-folder.ts'
import { openDatabase } from '../../server/storage/database.ts'
import { startEmbeddedPostgres } from '../../server/storage/embedded/index.ts'
import { emptyDatabase } from '../database.ts'
import { testBucket } from '../storage/bucket.ts'
import { superuser } from '../superuser.ts'

const secretKey = Buffer.alloc(32, 1)
const config = (databaseUrl: string, more = {}) => ({
  databaseUrl,
  dataDir: '/nonexistent',
  production: true,
  secretKey,
  oldSecretKeys: [],
  ...more,
})
const states = async (databaseUrl: string, more = {}) =>
  (await databaseFindings(config(databaseUrl, more))).map(({ name, state }) => [name, state])
const ROWS = ['Database', 'Role', 'Migrations', 'Clock', 'Secret key']
const good = ROWS.map(name => [name, 'ok'])

test('an empty database is fine, is left empty, and so is one in use', async () => {
  const url = await emptyDatabase()
  expect(await states(url)).toEqual(good)
  const client = new pg.Client(url)
  await client.connect()
  const { rows } = await client.query("SELECT tablename FROM pg_tables WHERE schemaname = 'public'")
  await client.end()
  expect(rows).toEqual([])
  const waiting = (await databaseFindings(config(url))).find(({ name }) => name === 'Migrations')
  expect(waiting!.found).toMatch(/^\d+ to be done at the next start$/)
  const database = await openDatabase(config(url))
  await agreeOnKey(database.pool, secretKeys(secretKey))
  await database.close()
  expect(await states(url)).toEqual(good)
})

test('a database that cannot be used is one fault, with what to do and without the password', async () => {
  const url = new URL(inject('postgresUrl'))
  url.password = 'canary-password'
  const [finding, ...others] = await databaseFindings(config(url.href))
  expect(others).toEqual([])
  expect(finding).toMatchObject({ name: 'Database', state: 'fault' })
  expect(finding!.found).toMatch(/password authentication failed.*; correct user and password\.$/)
  expect(finding!.found).not.toContain('canary')
})

test('another key than that of the database is a fault', async () => {
  const url = await emptyDatabase()
  const database = await openDatabase(config(url))
  await agreeOnKey(database.pool, secretKeys(Buffer.alloc(32, 2)))
  await database.close()
  expect(await states(url)).toContainEqual(['Secret key', 'fault'])
  expect(await states(url, { oldSecretKeys: [Buffer.alloc(32, 2)] })).toEqual(good)
})

test('a role that may not make tables is a fault', async () => {
  const url = new URL(await emptyDatabase())
  const owner = new pg.Client(url.href)
  await owner.connect()
  // What a role of another database has here: it may look.
  await owner.query('REVOKE CREATE ON SCHEMA public FROM PUBLIC')
  await owner.query(`ALTER SCHEMA public OWNER TO pg_database_owner`)
  const { rows } = await owner.query('SELECT current_user AS me')
  await owner.query(`REVOKE CREATE ON DATABASE ${url.pathname.slice(1)} FROM ${rows[0].me}`)
  await owner.end()
  const role = (await databaseFindings(config(url.href))).find(({ name }) => name === 'Role')
  expect(role).toMatchObject({ state: 'fault' })
  expect(role!.found).toMatch(/may not make schemas in its database/)
})

test('a superuser is told of, and in production he is a fault', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'cutover-super-'))
  // Root's Postgres runs as another user, who has to enter it.
  chmodSync(folder, 0o755)
  const postgres = await startEmbeddedPostgres(folder)
  const url = superuser(postgres.url, folder)
  const found = [await states(url), await states(url, { production: false })]
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
  expect(found[0]).toContainEqual(['Role', 'fault'])
  expect(found[1]).toContainEqual(['Role', 'advice'])
})

test('a data folder that can be written is fine, one that cannot is a fault', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'cutover-data-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const at = (dataDir: string, minFreeBytes = 0) => storageFindings({ dataDir, minFreeBytes })
  expect(await at(join(folder, 'new/folder'))).toMatchObject([{ state: 'ok' }, { state: 'ok' }])
  expect(await at(folder, Number.MAX_SAFE_INTEGER)).toMatchObject([
    { name: 'Storage', state: 'ok' },
    { name: 'Disk', state: 'fault', mend: expect.stringContaining('CUTOVER_MIN_FREE_MB') },
  ])
  writeFileSync(join(folder, 'file'), '')
  const [finding] = await at(join(folder, 'file/below'))
  expect(finding).toMatchObject({ state: 'fault' })
  expect(finding!.found).toMatch(/^The data folder .* cannot be written \(ENOTDIR\); .* CUTOVER_DATA_DIR/)
  await expect(checkDataFolder('/proc/cutover')).rejects.toThrow(
    /^The data folder \/proc\/cutover cannot be written/,
  )
})

test.runIf(existsSync('/dev/shm'))('each volume that scans fill is told of', async () => {
  const folder = mkdtempSync('/dev/shm/cutover-data-')
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const found = await storageFindings({ dataDir: folder, minFreeBytes: 0 })
  expect(found.filter(({ name }) => name === 'Disk').map(({ found }) => found.split(',')[0])).toEqual([
    folder,
    tmpdir(),
  ])
})

test('a bucket that takes what is written is fine, one that is not there is a fault', async () => {
  const bucket = await testBucket()
  onTestFinished(() => bucket.close())
  const dataDir = mkdtempSync(join(tmpdir(), 'cutover-data-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true }))
  for (const [name, value] of Object.entries(bucket.environment)) vi.stubEnv(name, value)
  onTestFinished(() => void vi.unstubAllEnvs())
  const at = (storage: typeof bucket.storage) => storageFindings({ dataDir, minFreeBytes: 0, storage })
  expect(await at(bucket.storage)).toMatchObject([
    { state: 'ok', found: expect.stringContaining('bucket') },
    { state: 'ok' },
  ])
  const [missing] = await at({ ...bucket.storage, bucket: 'missing' })
  expect(missing).toMatchObject({
    name: 'Storage',
    state: 'fault',
    found: expect.stringContaining('no such bucket'),
  })
})
