/** A process that is told to end does, whatever the database does. */
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { main, port } from './main-process.ts'
import { type Postgres, startPostgres } from './own-postgres.ts'

let folder: string
let postgres: Postgres
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cutover-stopping-'))
  // Root's Postgres runs as another user.
  await chmod(folder, 0o755)
  postgres = await startPostgres(folder)
})
afterAll(async () => {
  await postgres.close()
  await rm(folder, { recursive: true, force: true })
})

const GRACE_SECONDS = 2
const environment = () => ({
  DATABASE_URL: postgres.url,
  CUTOVER_DATA_DIR: join(folder, 'data'),
  CUTOVER_GRACE_SECONDS: String(GRACE_SECONDS),
})
/** Seconds from now until it has ended, and its status. */
async function ending(run: ReturnType<typeof main>) {
  const at = performance.now()
  run.child.kill('SIGTERM')
  return { status: await run.ended, seconds: (performance.now() - at) / 1000 }
}

test.each([[['--only', 'api']], [[]]])('%j ends when its database says nothing', async roles => {
  const run = main(roles, environment())
  await port(run)
  const goOn = postgres.pause()
  try {
    const { status, seconds } = await ending(run)
    expect(status).toBe(1)
    expect(run.err()).toContain('ended without')
    expect(seconds).toBeLessThan(GRACE_SECONDS + 12)
  } finally {
    goOn()
  }
})

test('a process that waits for its database at its start ends', async () => {
  const other = new pg.Client(postgres.url)
  await other.connect()
  // As another process does whose migration takes long.
  await other.query('SELECT pg_advisory_lock($1)', ['7241865325823964'])
  const run = main(['--only', 'api'], environment())
  const waits = `SELECT FROM pg_stat_activity WHERE application_name = 'cutover migration' AND wait_event_type = 'Lock'`
  while ((await other.query(waits)).rowCount === 0) await new Promise(resolve => setTimeout(resolve, 50))
  const { seconds } = await ending(run)
  expect(seconds).toBeLessThan(12)
  await other.end()
})
