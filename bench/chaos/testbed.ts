/**
 * Where chaos happens: a Postgres, API and worker processes, two tiny sites, and a diary that the database keeps of each
 * job. All of it lies in one temporary folder, and nothing is left of it at the end, or that is a miss.
 */
import { randomBytes } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { Agent } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { createKey } from '../../server/accounts/keys.ts'
import { migrate } from '../../server/storage/migrate.ts'
import { ask } from '../../test/api/ask.ts'
import { type Postgres, startPostgres } from '../../test/own-postgres.ts'
import { type ServedSite, serve } from '../../test/serve.ts'
import { type Running, startApi, startWorkerProcess } from './processes.ts'

/** A few seconds of a real browser on a page: what starts, ends and is cleared away is all of a scan. */
export const GLANCE = join(import.meta.dirname, 'glance-process.ts')

export interface Entry {
  job: string
  attempt: number
  status: string
  /** Milliseconds since 1970, by the clock of the database, which is this machine's. */
  at: number
}

export interface Testbed {
  folder: string
  postgres: Postgres
  /** Of this process alone, never through a wire. */
  pool: pg.Pool
  env: Record<string, string>
  key: string
  /** Acknowledged with 202, and when. */
  acknowledged: Map<string, number>
  /** Submissions that were refused or broke off, by what came. */
  refused: Map<string, number>
  running: Set<Running>
  api(env?: Record<string, string>, root?: string): Promise<Running>
  worker(entry?: string, env?: Record<string, string>, root?: string): Promise<Running>
  /** Asks the API on `port` once. @returns the job, where it was acknowledged */
  submit(port: number, name?: string): Promise<string | undefined>
  diary(): Promise<Entry[]>
  close(): Promise<string[]>
}

/** Nothing is refused for its number. */
const LIMITS = [
  ...['paid.submissionsPerMinute', 'paid.requestsPerMinute', 'paid.jobsPerDay', 'paid.jobsInFlight'],
  ...['address.requestsPerMinute', 'target.submissionsPerMinute', 'target.accountSubmissionsPerMinute'],
]
  .map(name => `${name}=1000000`)
  .join(',')

const PAGE = (word: string) =>
  `<!doctype html><html lang="en"><title>${word}</title><h1>${word}</h1><p>A tiny page, to be looked at often.</p>`

/** @param prepare makes the tables, where they are to be of an older version */
export async function openTestbed(prepare: (url: string) => Promise<void> = migrate): Promise<Testbed> {
  const folder = await mkdtemp(join(tmpdir(), 'chaos-'))
  // Postgres and scans run as other users.
  await chmod(folder, 0o755)
  // Of a longer name scans would make no use: no socket of a browser fits below it.
  const temporary = await mkdtemp(join(tmpdir(), 'c-'))
  await chmod(temporary, 0o711)
  const sites = [await tiny('The original'), await tiny('The new page')] as const
  const postgres = await startPostgres(folder)
  await prepare(postgres.url)
  const pool = new pg.Pool({ connectionString: postgres.url, max: 4 })
  // It breaks with every fault of the database.
  pool.on('error', () => {})
  await pool.query(DIARY)
  const { key } = await createKey(pool, 'chaos@example.com')
  const agent = new Agent({ keepAlive: true })
  const testbed: Testbed = {
    folder,
    postgres,
    pool,
    key,
    acknowledged: new Map(),
    refused: new Map(),
    running: new Set(),
    env: {
      DATABASE_URL: postgres.url,
      CUTOVER_DATA_DIR: join(folder, 'data'),
      CUTOVER_SECRET_KEY: randomBytes(32).toString('hex'),
      CUTOVER_LIMITS: LIMITS,
      CUTOVER_ALLOW_HOSTS: sites.map(({ host }) => host).join(','),
      TMPDIR: temporary,
    },
    api: (env, root) => keep(startApi({ ...testbed.env, ...env }, root)),
    worker: (entry, env, root) => keep(startWorkerProcess({ ...testbed.env, ...env }, entry, root)),
    async submit(port, name) {
      const [original, rebuilt] = sites
      const body = {
        original_url: `${original.origin}/`,
        new_url: `${rebuilt.origin}/`,
        ...(name !== undefined && { page_name: name }),
      }
      const answer = await ask(port, 'POST', '/api/v1/scorecard', { key, body }, agent).catch(
        (error: NodeJS.ErrnoException) => ({ status: error.code ?? error.message, json: undefined }),
      )
      if (answer.status === 202) {
        testbed.acknowledged.set(answer.json.job_id, Date.now())
        return answer.json.job_id
      }
      const what = String(answer.status)
      testbed.refused.set(what, (testbed.refused.get(what) ?? 0) + 1)
    },
    async diary() {
      const { rows } = await pool.query<Entry>(READ)
      return rows
    },
    async close() {
      const left: string[] = []
      agent.destroy()
      for (const running of testbed.running) running.child.kill('SIGTERM')
      for (const running of testbed.running) {
        const late = setTimeout(() => {
          left.push(`process ${running.pid} did not end: ${running.said().slice(-2000)}`)
          running.child.kill('SIGKILL')
        }, 60_000)
        await running.ended
        clearTimeout(late)
      }
      await pool.end()
      await postgres.close()
      for (const site of sites) await site.close()
      // What was told to end takes a moment.
      const alive = () => [...processesOf(folder), ...processesOf(temporary)]
      for (let tries = 0; tries < 50 && alive().length > 0; tries++) await sleep(100)
      left.push(...new Set(alive().map(line => `process ${line}`)))
      left.push(...readdirSync(temporary).map(name => `file ${name}`))
      for (const path of [folder, temporary]) await rm(path, { recursive: true, force: true, maxRetries: 5 })
      return left
    },
  }
  const keep = async (starting: Promise<Running>) => {
    const running = await starting
    testbed.running.add(running)
    void running.ended.then(() => testbed.running.delete(running))
    return running
  }
  return testbed
}

const tiny = (word: string): Promise<ServedSite> =>
  serve(import.meta.dirname, path => (path === '/index.html' ? PAGE(word) : undefined))

/** What was started for this testbed and lives, whoever started it. */
function processesOf(folder: string): string[] {
  const read = (path: string) => {
    try {
      return readFileSync(path, 'utf8').replaceAll('\0', ' ')
    } catch {
      return ''
    }
  }
  return readdirSync('/proc')
    .filter(name => /^\d+$/.test(name) && Number(name) !== process.pid)
    .filter(name => `${read(`/proc/${name}/environ`)} ${read(`/proc/${name}/cmdline`)}`.includes(folder))
    .map(name => `${name} ${read(`/proc/${name}/cmdline`).slice(0, 120)}`)
}

/** Every change of a job's state or claim, and whatever changes of a result that is there. */
const DIARY = `
  CREATE TABLE chaos_diary (
    n bigserial PRIMARY KEY, job text, attempt int, status text, at timestamptz DEFAULT clock_timestamp()
  );
  CREATE FUNCTION chaos_note() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    INSERT INTO chaos_diary (job, attempt, status) VALUES (NEW.id, NEW.attempt, NEW.status);
    RETURN NULL;
  END $$;
  CREATE TRIGGER chaos_made AFTER INSERT ON jobs FOR EACH ROW EXECUTE FUNCTION chaos_note();
  CREATE TRIGGER chaos_moved AFTER UPDATE ON jobs FOR EACH ROW
    WHEN (OLD.status IS DISTINCT FROM NEW.status OR OLD.attempt <> NEW.attempt
      OR OLD.scorecard IS DISTINCT FROM NEW.scorecard OR OLD.error IS DISTINCT FROM NEW.error)
    EXECUTE FUNCTION chaos_note();`

const READ = `
  SELECT job, attempt, status, extract(epoch FROM at)::float8 * 1000 AS at FROM chaos_diary ORDER BY n`
