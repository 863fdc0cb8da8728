import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { startEmbeddedPostgres } from '../server/storage/embedded.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A Postgres for the whole run, as its superuser; see database.ts. */
    postgresUrl: string
  }
}

/** One Postgres for the whole run, in a folder that goes with it. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'cutover-test-'))
  const postgres = await startEmbeddedPostgres(folder)
  await forgetful(postgres.url)
  project.provide('postgresUrl', postgres.url)
  return async () => {
    await postgres.stop()
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

/** Nothing of these databases need survive a power cut, and a new one is made for every file. */
async function forgetful(url: string): Promise<void> {
  const client = new pg.Client(url)
  await client.connect()
  await client.query('ALTER SYSTEM SET fsync = off')
  await client.query('SELECT pg_reload_conf()')
  await client.end()
}
