/** A server without workers, as `npm start -- --only api` starts it, on a Postgres and a port of its own. */
import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { Agent } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import pg from 'pg'
import { createKey } from '../../server/accounts/keys.ts'
import { startEmbeddedPostgres } from '../../server/storage/embedded/index.ts'
import { type Answer, ask } from '../../test/api/ask.ts'

export interface Service {
  port: number
  databaseUrl: string
  pool: pg.Pool
  /** Of an account with plenty of everything. */
  key: string
  ask(
    method: string,
    path: string,
    options?: { key?: string; headers?: Record<string, string>; body?: unknown },
  ): Promise<Answer>
  submit(headers?: Record<string, string>): Promise<{ id: string; status: number }>
  close(): Promise<void>
}

/** Nothing of the load is refused; what counting costs is part of it. */
const LIMITS = [
  'paid.submissionsPerMinute',
  'paid.requestsPerMinute',
  'paid.jobsPerDay',
  'paid.jobsInFlight',
  'address.requestsPerMinute',
  'target.submissionsPerMinute',
  'target.accountSubmissionsPerMinute',
]
  .map(name => `${name}=1000000`)
  .join(',')

export async function openService(): Promise<Service> {
  const folder = await mkdtemp(join(tmpdir(), 'cutover-bench-'))
  // Root's Postgres runs as another user, who has to enter it.
  await chmod(folder, 0o755)
  const postgres = await startEmbeddedPostgres(folder)
  const clear = async () => {
    await postgres.stop()
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  }
  const child = spawn(
    process.execPath,
    [join(import.meta.dirname, '../../server/main.ts'), '--only', 'api'],
    {
      env: {
        PATH: process.env.PATH,
        DATABASE_URL: postgres.url,
        CUTOVER_DATA_DIR: folder,
        CUTOVER_SECRET_KEY: randomBytes(32).toString('hex'),
        CUTOVER_LIMITS: LIMITS,
        PORT: '0',
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  const port = await portOf(child).catch(async error => {
    await clear()
    throw error
  })
  const pool = new pg.Pool({ connectionString: postgres.url, max: 4 })
  const { key } = await createKey(pool, 'bench@example.com')
  const agent = new Agent({ keepAlive: true })
  const service: Service = {
    port,
    databaseUrl: postgres.url,
    pool,
    key,
    ask: (method, path, options = {}) => ask(port, method, path, options, agent),
    async submit(headers) {
      const n = Math.floor(Math.random() * 1000)
      const body = { original_url: `https://a${n}.example.com/`, new_url: `https://b${n}.example.com/` }
      const { status, json } = await service.ask('POST', '/api/v1/scorecard', { key, headers, body })
      return { id: json?.job_id ?? '', status }
    },
    async close() {
      agent.destroy()
      const ended = new Promise(resolve => child.once('exit', resolve))
      child.kill('SIGTERM')
      await ended
      await pool.end()
      await clear()
    },
  }
  return service
}

/** The port that it says in its log. What it says to people is shown when it ends instead. */
function portOf(child: ChildProcessByStdio<null, Readable, Readable>): Promise<number> {
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text))
  return new Promise((resolve, reject) => {
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      const found = /"port":(\d+)/.exec(text)
      if (found) resolve(Number(found[1]))
    })
    child.once('exit', code => reject(new Error(`the server ended with ${code}: ${said}`)))
  })
}
