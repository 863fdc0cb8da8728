/** What a server says that cannot start: one sentence with what to do, on standard error, and an exit status. */
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer as createHttpServer } from 'node:http'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { expect, inject, onTestFinished, test } from 'vitest'
import { emptyDatabase } from './database.ts'
import { main } from './main-process.ts'

interface Start {
  args?: string[]
  env: Record<string, string>
  execArgv?: string[]
}

const API = ['--only', 'api']

async function listening(server: Server): Promise<number> {
  await once(server.listen(0), 'listening')
  onTestFinished(() => void server.close())
  return (server.address() as AddressInfo).port
}

function changed(address: string, change: (url: URL) => void): string {
  const url = new URL(address)
  change(url)
  return url.href
}

const at = (port: number) => `postgres://user:canary-password@127.0.0.1:${port}/cutover`

/** A port that nobody listens on. */
async function freePort(): Promise<number> {
  const server = createServer()
  const port = await listening(server)
  await new Promise(resolve => server.close(resolve))
  return port
}

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'cutover-start-'))
  onTestFinished(() => rmSync(made, { recursive: true, force: true }))
  return made
}

/** As much of Postgres as it takes to be asked for its version: https://www.postgresql.org/docs/current/protocol.html */
function oldPostgres(version: number): Server {
  const message = (type: string, ...parts: Buffer[]) => {
    const body = Buffer.concat(parts)
    const head = Buffer.alloc(5)
    head.write(type)
    head.writeInt32BE(body.length + 4, 1)
    return Buffer.concat([head, body])
  }
  const text = (value: string) => Buffer.from(`${value}\0`)
  const int16 = (value: number) => Buffer.from([value >> 8, value & 255])
  const int32 = (value: number) => {
    const bytes = Buffer.alloc(4)
    bytes.writeInt32BE(value)
    return bytes
  }
  const column = (name: string, type: number) =>
    Buffer.concat([text(name), int32(0), int16(0), int32(type), int16(-1 & 0xffff), int32(-1), int16(0)])
  const value = (shown: string) => Buffer.concat([int32(shown.length), Buffer.from(shown)])
  const idle = message('Z', Buffer.from('I'))
  return createServer(socket => {
    socket.on('error', () => {})
    socket.once('data', () => {
      socket.write(
        Buffer.concat([message('R', int32(0)), message('S', text('server_version'), text('12.22')), idle]),
      )
      socket.on('data', asked => {
        if (asked.toString('latin1', 0, 1) !== 'Q') return void socket.end()
        socket.write(
          Buffer.concat([
            message('T', int16(2), column('version', 23), column('now', 701)),
            message('D', int16(2), value(String(version)), value(String(Date.now()))),
            message('C', text('SELECT 1')),
            idle,
          ]),
        )
      })
    })
  })
}

const STARTS: [name: string, start: () => Promise<Start>, sentence: RegExp][] = [
  [
    'nobody listens where the database should be',
    async () => ({ env: { DATABASE_URL: at(await freePort()) } }),
    /^The database does not answer within 30 s \(DATABASE_URL\): connect ECONNREFUSED 127\.0\.0\.1:\d+; start Postgres there, or correct host and port\.$/,
  ],
  [
    'the password is wrong',
    async () => ({
      env: { DATABASE_URL: changed(inject('postgresUrl'), url => (url.password = 'canary-password')) },
    }),
    /^The database cannot be used \(DATABASE_URL\): password authentication failed for user "\w+"; correct user and password\.$/,
  ],
  [
    'there is no such database',
    async () => ({
      env: { DATABASE_URL: changed(inject('postgresUrl'), url => (url.pathname = '/missing')) },
    }),
    /^The database cannot be used \(DATABASE_URL\): database "missing" does not exist; make that database \(createdb\), or correct its name\.$/,
  ],
  [
    'something else answers there',
    async () => ({
      env: { DATABASE_URL: at(await listening(createHttpServer((_, answer) => answer.end()))) },
    }),
    /^The database cannot be used \(DATABASE_URL\): .*; look at what answers at that address, and at its log\.$/,
  ],
  [
    'the role may not make tables',
    async () => {
      const url = new URL(await emptyDatabase())
      const owner = new pg.Client(url.href)
      await owner.connect()
      const { rows } = await owner.query('SELECT current_user AS me')
      await owner.query('ALTER SCHEMA public OWNER TO pg_database_owner')
      await owner.query('REVOKE ALL ON SCHEMA public FROM PUBLIC, pg_database_owner')
      await owner.query(`REVOKE CREATE ON DATABASE ${url.pathname.slice(1)} FROM ${rows[0].me}`)
      await owner.end()
      return { env: { DATABASE_URL: url.href } }
    },
    /^The role \w+ may not make schemas in its database and tables in the schema public \(DATABASE_URL\); make it the owner of its database/,
  ],
  [
    'the database is too old',
    async () => ({ env: { DATABASE_URL: at(await listening(oldPostgres(120_022))) } }),
    /^The database is Postgres 12; it must be Postgres 13 or newer \(DATABASE_URL\)\.$/,
  ],
  [
    'the data folder is below a file',
    async () => {
      const file = join(folder(), 'file')
      writeFileSync(file, '')
      return { env: { DATABASE_URL: await emptyDatabase(), CUTOVER_DATA_DIR: join(file, 'data') } }
    },
    /^The data folder \S+\/file\/data cannot be written \(ENOTDIR\); make it a folder of the user that the server runs as, or set CUTOVER_DATA_DIR to another one\.$/,
  ],
  [
    'the data folder is where nobody may write',
    async () => ({ env: { DATABASE_URL: await emptyDatabase(), CUTOVER_DATA_DIR: '/proc/cutover' } }),
    /^The data folder \/proc\/cutover cannot be written \(\w+\); .*CUTOVER_DATA_DIR to another one\.$/,
  ],
  [
    'the port is in use',
    async () => ({
      env: { DATABASE_URL: await emptyDatabase(), PORT: String(await listening(createServer())) },
    }),
    /^Port \d+ is in use; stop what listens there, or set PORT to another one\.$/,
  ],
  [
    'the port of a worker is in use',
    async () => ({
      args: ['--only', 'worker'],
      env: {
        DATABASE_URL: await emptyDatabase(),
        CUTOVER_STATUS_PORT: String(await listening(createServer())),
      },
    }),
    /^Port \d+ is in use; stop what listens there, or set CUTOVER_STATUS_PORT to another one\.$/,
  ],
  [
    'the clock has jumped',
    async () => ({
      env: { DATABASE_URL: await emptyDatabase() },
      execArgv: ['--import', 'data:text/javascript,const now = Date.now; Date.now = () => now() + 7_200_000'],
    }),
    /^The clock of this machine is 120 minutes ahead of the database's; set both by NTP/,
  ],
]

test.each(STARTS)('%s', async (_, start, sentence) => {
  const { args = API, env, execArgv } = await start()
  const run = main(args, env, execArgv)
  expect(await run.ended).toBe(1)
  const lines = run.err().trimEnd().split('\n')
  expect(lines, run.err()).toHaveLength(1)
  expect(lines[0]).toMatch(sentence)
  expect(run.err() + run.out()).not.toContain('canary')
  // Neither a stack nor one in the log.
  expect(run.err() + run.out()).not.toMatch(/\n? {4}at |node:internal/)
})
