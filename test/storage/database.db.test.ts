import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'
import { expect, test, vi } from 'vitest'
import { openDatabase } from '../../server/storage/database.ts'
import { emptyDatabase, testDatabase } from '../database.ts'

const dataDir = '/nonexistent'

test('a new database gets our tables', async () => {
  const database = await testDatabase()
  const { rows } = await database.pool.query<{ name: string }>(
    "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' ORDER BY 1",
  )
  await database.close()
  expect(rows.map(row => row.name)).toEqual([
    'acceptances',
    'accounts',
    'api_keys',
    'cutover_migrations',
    'deleted_jobs',
    'idempotency_keys',
    'job_secrets',
    'jobs',
    'quotas',
    'repositories',
    'secret_key',
    'sessions',
    'sign_ins',
    'sweeps',
  ])
})

test('processes that start together migrate once', async () => {
  const databaseUrl = await emptyDatabase()
  const databases = await Promise.all([1, 2, 3, 4].map(() => openDatabase({ databaseUrl, dataDir })))
  const { rows } = await databases[0]!.pool.query('SELECT name FROM cutover_migrations')
  await Promise.all(databases.map(database => database.close()))
  expect(rows).toContainEqual({ name: '001_accounts_and_jobs' })
  expect(new Set(rows.map(row => row.name)).size).toBe(rows.length)
})

test('a connection that Postgres ends while it is closed ends no process', async () => {
  const databaseUrl = await emptyDatabase()
  const connects = vi.spyOn(pg.Client.prototype, 'connect')
  const database = await openDatabase({ databaseUrl, dataDir })
  await database.close()
  expect(connects.mock.contexts.length).toBeGreaterThan(1)
  const said = new Error('terminating connection due to administrator command')
  for (const client of connects.mock.contexts as pg.Client[])
    expect(() => client.emit('error', said)).not.toThrow()
  connects.mockRestore()
})

test('the migration can be taken back', async () => {
  const { pool, url, close } = await testDatabase()
  const { runner } = await import('node-pg-migrate')
  await runner({
    databaseUrl: url,
    dir: 'server/storage/migrations',
    direction: 'down',
    count: 100,
    migrationsTable: 'cutover_migrations',
    logger: { debug() {}, info() {}, warn() {}, error() {} },
  })
  const { rows } = await pool.query("SELECT tablename FROM pg_tables WHERE schemaname = 'public'")
  await close()
  expect(rows).toEqual([{ tablename: 'cutover_migrations' }])
})

test('a job cannot be completed without a scorecard, nor failed without an error', async () => {
  const { pool, close } = await testDatabase()
  const account = await pool.query("INSERT INTO accounts (email) VALUES ('a@example.com') RETURNING id, tier")
  expect(account.rows[0].tier).toBe('paid')
  await pool.query(
    "INSERT INTO jobs (id, account_id, original_url, new_url) VALUES ('j', $1, 'https://a.example/', 'https://b.example/')",
    [account.rows[0].id],
  )
  const refused = { code: '23514' }
  await expect(pool.query("UPDATE jobs SET status = 'completed', finished_at = now()")).rejects.toMatchObject(
    refused,
  )
  await expect(pool.query("UPDATE jobs SET status = 'failed', finished_at = now()")).rejects.toMatchObject(
    refused,
  )
  await expect(pool.query("UPDATE jobs SET status = 'done'")).rejects.toMatchObject(refused)
  await pool.query("INSERT INTO job_secrets VALUES ('j', 'storefront_password', 'k', '', '', '')")
  await pool.query("DELETE FROM jobs WHERE id = 'j'")
  expect((await pool.query('SELECT FROM job_secrets')).rowCount).toBe(0)
  await close()
})

test('closing twice is closing once', async () => {
  const database = await testDatabase()
  await Promise.all([database.close(), database.close()])
  await expect(database.pool.query('SELECT 1')).rejects.toThrow()
})

test('a wrong password is said at once, without the password', async () => {
  const url = new URL(await emptyDatabase())
  url.password = 'not-the-password'
  const opening = openDatabase({ databaseUrl: url.href, dataDir })
  await expect(opening).rejects.toThrow(
    /^The database cannot be used \(DATABASE_URL\): password authentication failed/,
  )
  await expect(opening).rejects.not.toThrow(/not-the-password/)
})

test('a database that is still starting is waited for', async () => {
  const url = new URL(await emptyDatabase())
  const target = Number(url.port)
  const relay = createServer(socket => {
    const onward = connect(target, '127.0.0.1')
    socket.pipe(onward).pipe(socket)
    socket.on('error', () => onward.destroy())
    onward.on('error', () => socket.destroy())
  })
  // A port that nobody listens on until the first attempt has failed.
  await once(relay.listen(0, '127.0.0.1'), 'listening')
  const { port } = relay.address() as AddressInfo
  await promisify(relay.close.bind(relay))()
  url.port = String(port)
  const opening = openDatabase({ databaseUrl: url.href, dataDir })
  await sleep(100)
  await once(relay.listen(port, '127.0.0.1'), 'listening')
  const database = await opening
  expect((await database.pool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }])
  await database.close()
  relay.close()
})

test('a connection that breaks while idle is told of, and the next query works', async () => {
  const warnings: string[] = []
  const databaseUrl = await emptyDatabase()
  const database = await openDatabase({ databaseUrl, dataDir }, message => warnings.push(message))
  const { rows } = await database.pool.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
  const other = new pg.Client(databaseUrl)
  await other.connect()
  const broken = new Promise(done => database.pool.once('error', done))
  await other.query('SELECT pg_terminate_backend($1)', [rows[0]!.pid])
  await other.end()
  await broken
  expect(warnings).toEqual([expect.stringMatching(/^A database connection broke: /)])
  expect((await database.pool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }])
  await database.close()
})
