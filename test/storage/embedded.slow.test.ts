import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { startEmbeddedPostgres } from '../../server/storage/embedded/index.ts'
import { migrate } from '../../server/storage/migrate.ts'
import { superuser } from '../superuser.ts'

// A dozen starts and stops of Postgres, each of which waits for the disk.
vi.setConfig({ testTimeout: 180_000 })

/** initdb takes a second; each test begins with a copy of one cluster. */
let model: string
const folders: string[] = []
/** Of them, where root's Postgres cannot enter. */
const moved: string[] = []
const isRoot = process.getuid?.() === 0
const children = new Set<ChildProcess>()

beforeAll(async () => {
  model = mkdtempSync(join(tmpdir(), 'cutover-model-'))
  chmodSync(model, 0o755)
  await (await startEmbeddedPostgres(model)).stop()
  return () => rmSync(model, { recursive: true, force: true })
})

afterEach(async () => {
  for (const child of children) child.kill('SIGKILL')
  children.clear()
  for (const folder of folders.splice(0)) {
    const pid = postmasterOf(folder)
    if (pid && commandOf(pid).includes(folder)) {
      process.kill(pid, 'SIGKILL')
      await gone(pid)
    }
    rmSync(folder, { recursive: true, force: true, maxRetries: 10 })
    for (const place of moved.splice(0)) rmSync(place, { recursive: true, force: true, maxRetries: 10 })
  }
})

function copyOfModel(): string {
  const folder = emptyFolder()
  cpSync(model, folder, { recursive: true, preserveTimestamps: true })
  return folder
}

function emptyFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'cutover-embedded-'))
  // Root's Postgres runs as another user, who has to enter it.
  chmodSync(folder, 0o755)
  folders.push(folder)
  return folder
}

/** Another process of ours, once it is connected. */
async function startProcess(
  folder: string,
): Promise<{ url: string; kill(): Promise<void>; stop(): Promise<void> }> {
  const child = launchProcess(folder)
  const [line] = await Promise.race([once(child.stdout!, 'data'), once(child, 'exit')])
  if (child.exitCode !== null) throw new Error(`ended with ${child.exitCode}`)
  return {
    url: String(line).trim(),
    async kill() {
      child.kill('SIGKILL')
      await once(child, 'exit')
    },
    async stop() {
      child.stdin!.write('stop\n')
      const [code] = await once(child, 'exit')
      expect(code).toBe(0)
    },
  }
}

function launchProcess(folder: string): ChildProcess {
  const program = join(import.meta.dirname, 'embedded-process.ts')
  const child = spawn(process.execPath, [program, folder], { stdio: ['pipe', 'pipe', 'inherit'] })
  children.add(child)
  return child
}

async function ask<T>(url: string, sql: string): Promise<T> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    const { rows } = await client.query({ text: sql, rowMode: 'array' })
    return rows[0]?.[0]
  } finally {
    await client.end()
  }
}

const pidFile = (folder: string) => join(folder, 'postgres/data/postmaster.pid')
const log = (folder: string) => readFileSync(join(folder, 'postgres/log'), 'utf8')

function postmasterOf(folder: string): number | undefined {
  return existsSync(pidFile(folder))
    ? Number(readFileSync(pidFile(folder), 'utf8').split('\n')[0])
    : undefined
}

function commandOf(pid: number): string {
  return spawnSync('ps', ['-ww', '-o', 'args=', '-p', String(pid)], { encoding: 'utf8' }).stdout
}

async function gone(pid: number): Promise<void> {
  await until(
    () =>
      commandOf(pid)
        .replace(/.*<defunct>/, '')
        .trim() === '',
  )
}

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await sleep(20)
}

async function killPostmaster(folder: string): Promise<void> {
  const pid = postmasterOf(folder)!
  process.kill(pid, 'SIGKILL')
  await gone(pid)
}

/** Makes postmaster.pid say something else; line numbers from 1. */
function rewritePidFile(folder: string, lines: Record<number, string | number>): void {
  const old = readFileSync(pidFile(folder), 'utf8').split('\n')
  writeFileSync(pidFile(folder), old.map((line, index) => lines[index + 1] ?? line).join('\n'))
}

test('makes a UTF-8 cluster that listens on this machine only and asks for its password', async () => {
  const folder = emptyFolder()
  const postgres = await startEmbeddedPostgres(folder)
  expect(await ask(postgres.url, 'SHOW server_encoding')).toBe('UTF8')
  expect(await ask(postgres.url, 'SHOW listen_addresses')).toBe('127.0.0.1')
  expect(await ask(superuser(postgres.url, folder), 'SHOW unix_socket_directories')).toBe('')
  expect(await ask(postgres.url, "SELECT lower('ÄÉ') || current_database()")).toBe('äécutover')
  expect(statSync(join(folder, 'postgres/password')).mode & 0o777).toBe(0o600)
  const wrong = new URL(postgres.url)
  wrong.password = 'wrong'
  await expect(ask(wrong.href, 'SELECT 1')).rejects.toThrow(/password authentication failed/)
  const pid = postmasterOf(folder)!
  await postgres.stop()
  await postgres.stop()
  expect(commandOf(pid)).not.toContain(folder)
})

test('the application has a role that can do nothing outside its databases', async () => {
  const folder = copyOfModel()
  const postgres = await startEmbeddedPostgres(folder)
  expect(
    await ask(postgres.url, 'SELECT rolsuper OR rolcreaterole FROM pg_roles WHERE rolname = current_user'),
  ).toBe(false)
  await ask(postgres.url, 'CREATE TABLE output (line text)')
  for (const sql of [
    "COPY output FROM PROGRAM 'id'",
    "COPY output FROM '/etc/passwd'",
    "COPY output TO '/tmp/output'",
    "SELECT pg_read_file('/etc/passwd')",
    "ALTER SYSTEM SET archive_command = 'id'",
    'ALTER ROLE cutover_app SUPERUSER',
    'SET ROLE cutover',
    "CREATE FUNCTION run(text) RETURNS int LANGUAGE c AS 'libc.so.6', 'system'",
  ])
    await expect(ask(postgres.url, sql), sql).rejects.toThrow(
      /permission denied|must be superuser|only roles with/i,
    )
  await ask(postgres.url, 'CREATE DATABASE verify_1 TEMPLATE template0')
  await ask(postgres.url, 'DROP DATABASE verify_1')
  await postgres.stop()
})

test('a database of an older version, in which all is the superuser’s, becomes the role’s', async () => {
  const folder = copyOfModel()
  let postgres = await startEmbeddedPostgres(folder)
  const admin = superuser(postgres.url, folder)
  await ask(admin, 'ALTER DATABASE cutover OWNER TO cutover')
  await migrate(admin)
  await ask(admin, 'CREATE SCHEMA pgboss')
  await ask(admin, "CREATE TYPE pgboss.state AS ENUM ('created')")
  await ask(admin, 'CREATE TABLE pgboss.job (id serial, state pgboss.state) PARTITION BY LIST (state)')
  await ask(admin, 'CREATE FUNCTION pgboss.f() RETURNS int LANGUAGE sql AS $$ SELECT 1 $$')
  await ask(admin, 'CREATE VIEW pgboss.v AS SELECT 1 AS one')
  await postgres.stop()
  postgres = await startEmbeddedPostgres(folder)
  await migrate(postgres.url)
  await ask(postgres.url, 'ALTER TABLE jobs ADD COLUMN more int')
  await ask(postgres.url, "INSERT INTO accounts (email) VALUES ('a@example.com')")
  await ask(postgres.url, 'DROP SCHEMA pgboss CASCADE')
  await postgres.stop()
})

test.runIf(isRoot)(
  'below a folder of root alone Postgres has no right to pass it: its files are elsewhere',
  async () => {
    const folder = emptyFolder()
    chmodSync(folder, 0o700)
    const first = await startEmbeddedPostgres(folder)
    const place = readlinkSync(join(folder, 'postgres'))
    moved.push(place)
    expect(place).toMatch(/^\/var\/lib\/cutover\//)
    await ask(first.url, 'CREATE TABLE kept AS SELECT 7 AS seven')
    const status = readFileSync(`/proc/${postmasterOf(folder)}/status`, 'utf8')
    expect(status).not.toMatch(/^Uid:\t0/m)
    expect(status).toMatch(/^CapEff:\t0+$/m)
    await first.stop()
    const second = await startEmbeddedPostgres(folder)
    expect(await ask(second.url, 'SELECT seven FROM kept')).toBe(7)
    await second.stop()
    // A copy of the folder has its own.
    const copy = emptyFolder()
    cpSync(folder, copy, { recursive: true, verbatimSymlinks: true })
    const other = await startEmbeddedPostgres(copy)
    moved.push(readlinkSync(join(copy, 'postgres')))
    expect(moved[1]).not.toBe(place)
    await ask(other.url, 'DROP TABLE kept')
    await other.stop()
  },
)

test('keeps its data and its address from one start to the next', async () => {
  const folder = copyOfModel()
  const first = await startEmbeddedPostgres(folder)
  await ask(first.url, 'CREATE TABLE kept AS SELECT 7 AS seven')
  await first.stop()
  const second = await startEmbeddedPostgres(folder)
  expect(second.url).toBe(first.url)
  expect(await ask(second.url, 'SELECT seven FROM kept')).toBe(7)
  await second.stop()
})

test('processes that start at once in an empty folder share one postmaster; the last one out stops it', async () => {
  const folder = emptyFolder()
  const processes = await Promise.all([1, 2, 3].map(() => startProcess(folder)))
  const pid = postmasterOf(folder)!
  expect(new Set(processes.map(({ url }) => url)).size).toBe(1)
  expect(log(folder).match(/starting PostgreSQL/g)).toHaveLength(1)
  await processes[0]!.stop()
  await processes[1]!.stop()
  expect(await ask(processes[2]!.url, 'SELECT 1')).toBe(1)
  await processes[2]!.stop()
  expect(postmasterOf(folder)).toBeUndefined()
  expect(commandOf(pid)).not.toContain(folder)
})

test('one stops while another starts: the newcomer always has a database', async () => {
  const folder = copyOfModel()
  let current = await startEmbeddedPostgres(folder)
  for (let round = 0; round < 8; round++) {
    const [next] = await Promise.all([startEmbeddedPostgres(folder), current.stop()])
    expect(await ask(next.url, 'SELECT 1')).toBe(1)
    current = next
  }
  await current.stop()
  expect(postmasterOf(folder)).toBeUndefined()
})

test('the postmaster of a killed process is found, used and stopped', async () => {
  const folder = copyOfModel()
  const killed = await startProcess(folder)
  const pid = postmasterOf(folder)
  await killed.kill()
  const postgres = await startEmbeddedPostgres(folder)
  expect(postgres.url).toBe(killed.url)
  expect(postmasterOf(folder)).toBe(pid)
  await postgres.stop()
  expect(postmasterOf(folder)).toBeUndefined()
})

test('a process killed at any moment of its first start leaves nothing that stops the next', async () => {
  const folder = emptyFolder()
  for (const delay of [150, 300, 500, 800, 1100, 1500]) {
    const child = launchProcess(folder)
    await sleep(delay)
    child.kill('SIGKILL')
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  }
  const postgres = await startEmbeddedPostgres(folder)
  expect(await ask(postgres.url, 'SELECT 1')).toBe(1)
  await postgres.stop()
})

test('an interrupted initdb is cleared away', async () => {
  const folder = emptyFolder()
  mkdirSync(join(folder, 'postgres/new-0123456789ab/base'), { recursive: true })
  writeFileSync(join(folder, 'postgres/new-0123456789ab/PG_VERSION'), '18\n')
  writeFileSync(join(folder, 'postgres/password'), 'left over', { mode: 0o400 })
  const postgres = await startEmbeddedPostgres(folder)
  expect(readdirSync(join(folder, 'postgres')).sort()).toEqual(['data', 'log', 'password'])
  await postgres.stop()
})

test('a crashed postmaster is started again at the same address while we run', async () => {
  const folder = copyOfModel()
  const postgres = await startEmbeddedPostgres(folder)
  const pid = postmasterOf(folder)!
  await killPostmaster(folder)
  await until(() => postmasterOf(folder) !== pid)
  await expect.poll(() => ask(postgres.url, 'SELECT 1').catch(String), { timeout: 30_000 }).toBe(1)
  await postgres.stop()
  expect(postmasterOf(folder)).toBeUndefined()
})

test.each(['dead', 'recycled'])('a stale postmaster.pid whose process is %s does not block', async state => {
  const folder = copyOfModel()
  const killed = await startProcess(folder)
  await killed.kill()
  await killPostmaster(folder)
  const notFoundProbe = spawn('sleep', ['1000'], { stdio: 'ignore' })
  children.add(notFoundProbe)
  if (state === 'recycled') rewritePidFile(folder, { 1: notFoundProbe.pid! })
  const postgres = await startEmbeddedPostgres(folder)
  expect(await ask(postgres.url, 'SELECT 1')).toBe(1)
  expect(notFoundProbe.exitCode ?? notFoundProbe.signalCode).toBeNull()
  await postgres.stop()
  expect(postmasterOf(folder)).toBeUndefined()
})

test('a stale postmaster.pid whose port belongs to another program does not block', async () => {
  const folder = copyOfModel()
  const killed = await startProcess(folder)
  await killed.kill()
  await killPostmaster(folder)
  const notFoundProbe = createServer(socket => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'))
  await once(notFoundProbe.listen(Number(new URL(killed.url).port), '127.0.0.1'), 'listening')
  const postgres = await startEmbeddedPostgres(folder)
  expect(new URL(postgres.url).port).not.toBe(new URL(killed.url).port)
  expect(await ask(postgres.url, 'SELECT 1')).toBe(1)
  await postgres.stop()
  notFoundProbe.close()
})

test('a copied folder, pid file and all, gets a postmaster of its own', async () => {
  const original = copyOfModel()
  const running = await startProcess(original)
  await ask(running.url, 'CREATE TABLE only_in_the_original (id int)')
  await ask(superuser(running.url, original), 'CHECKPOINT')
  const copy = emptyFolder()
  cpSync(original, copy, { recursive: true })
  const postgres = await startEmbeddedPostgres(copy)
  expect(postgres.url).not.toBe(running.url)
  expect(await ask(superuser(postgres.url, copy), 'SHOW data_directory')).toContain(copy)
  await postgres.stop()
  expect(await ask(running.url, 'SELECT 1')).toBe(1)
  await running.stop()
})

test('a damaged postmaster.pid never brings a second postmaster onto the same files', async () => {
  const folder = copyOfModel()
  const first = await startProcess(folder)
  const pid = postmasterOf(folder)!
  rewritePidFile(folder, { 1: process.pid, 4: 1 })
  const starting = startEmbeddedPostgres(folder)
  await until(() => /is still in use/.test(log(folder)))
  expect(await ask(first.url, 'SELECT 1')).toBe(1)
  await first.kill()
  process.kill(pid, 'SIGKILL')
  const postgres = await starting
  expect(postmasterOf(folder)).not.toBe(pid)
  await postgres.stop()
})

test('says what Postgres said when it does not start', async () => {
  const folder = copyOfModel()
  writeFileSync(join(folder, 'postgres/data/PG_VERSION'), '12\n')
  await expect(startEmbeddedPostgres(folder)).rejects.toThrow(
    /does not start.*initialized by PostgreSQL version 12/s,
  )
})
