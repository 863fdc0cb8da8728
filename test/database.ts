import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { type Database, openDatabase } from '../server/storage/database.ts'

/** A fresh database with our tables, on the Postgres of the run. Close it in `afterAll`. */
export async function testDatabase(): Promise<Database> {
  return openDatabase({ databaseUrl: await emptyDatabase(), dataDir: '/nonexistent' })
}

/** The address of a fresh database with nothing in it. */
export async function emptyDatabase(): Promise<string> {
  const name = `test_${randomBytes(6).toString('hex')}`
  const client = new pg.Client(inject('postgresUrl'))
  await client.connect()
  await client.query(`CREATE DATABASE ${name} TEMPLATE template0`)
  await client.end()
  const url = new URL(inject('postgresUrl'))
  url.pathname = `/${name}`
  return url.href
}
