import { existsSync } from 'node:fs'
import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { startEmbeddedPostgres } from '../server/storage/embedded/index.ts'
import { superuser } from './superuser.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A Postgres for the whole run, as the application has it; see database.ts. */
    postgresUrl: string
  }
}

/** Of all projects that need it: the set-up is loaded and called once for each. */
interface Shared {
  postgres?: Promise<Started>
  projects: number
}
interface Started {
  url: string
  stop(): Promise<void>
}
const key = Symbol.for('cutover.test-postgres')
const kept = globalThis as typeof globalThis & { [key]?: Shared }

/** One Postgres for the whole run, in a folder that goes with it; the last project out stops it. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  kept[key] ??= { projects: 0 }
  const shared = kept[key]
  shared.projects++
  shared.postgres ??= start()
  const { url, stop } = await shared.postgres
  project.provide('postgresUrl', url)
  return async () => {
    if (--shared.projects > 0) return
    shared.postgres = undefined
    await stop()
  }
}

async function start(): Promise<Started> {
  await clearKilledRuns()
  const folder = await mkdtemp(join(tmpdir(), `cutover-test-${process.pid}-`))
  // Root's Postgres runs as another user, who has to enter it.
  await chmod(folder, 0o755)
  try {
    const postgres = await startEmbeddedPostgres(folder)
    await forgetful(postgres.url, folder)
    return {
      url: postgres.url,
      async stop() {
        await postgres.stop()
        await remove(folder)
      },
    }
  } catch (error) {
    await remove(folder)
    throw error
  }
}

/** Nothing of these databases need survive a power cut, and a new one is made for every file. */
async function forgetful(url: string, folder: string): Promise<void> {
  const client = new pg.Client(superuser(url, folder))
  await client.connect()
  await client.query('ALTER SYSTEM SET fsync = off')
  await client.query('SELECT pg_reload_conf()')
  await client.end()
}

/** A run that was killed leaves its Postgres behind. */
async function clearKilledRuns(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const pid = Number(/^cutover-test-(\d+)-/.exec(name)?.[1])
    if (!pid || isAlive(pid)) continue
    const folder = join(tmpdir(), name)
    // Another run may be clearing the same one.
    if (existsSync(join(folder, 'postgres/data/postmaster.pid')))
      await startEmbeddedPostgres(folder).then(
        postgres => postgres.stop(),
        () => {},
      )
    await remove(folder)
  }
}

const remove = (folder: string) => rm(folder, { recursive: true, force: true, maxRetries: 5 })

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
