import { afterAll, beforeAll, expect, test } from 'vitest'
import { accountFor } from '../../server/accounts/accounts.ts'
import { closeSession, isFormToken, openSession, sessionOf } from '../../server/accounts/sessions.ts'
import type { Database } from '../../server/storage/database.ts'
import { testDatabase } from '../database.ts'

let database: Database
let account: string
beforeAll(async () => {
  database = await testDatabase()
  account = await accountFor(database.pool, 'ann@example.com')
})
afterAll(() => database.close())

const open = (previous?: string) => openSession(database.pool, account, previous)
const find = (id: string) => sessionOf(database.pool, id)
const age = (column: 'seen_at' | 'created_at', interval: string) =>
  database.pool.query(`UPDATE sessions SET ${column} = now() - $1::interval`, [interval])

test('a session is found by its id, of which only a digest is stored', async () => {
  const id = await open()
  expect(await find(id)).toEqual({
    accountId: account,
    email: 'ann@example.com',
    tier: 'paid',
    formToken: expect.stringMatching(/^[\w-]{43}$/),
  })
  const { rows } = await database.pool.query('SELECT s::text AS row FROM sessions s')
  expect(JSON.stringify(rows)).not.toContain(id)
  expect(JSON.stringify(rows)).not.toContain(Buffer.from(id, 'base64url').toString('hex'))
})

test.each(['', 'x', 'a'.repeat(43), '\0'.repeat(43), "' OR 1=1 --"])('%j is no session', async id => {
  await open()
  expect(await find(id)).toBeNull()
})

test.each([
  ['seen_at', '11 hours 59 minutes', '12 hours 1 minute'],
  ['created_at', '6 days 23 hours', '7 days 1 minute'],
] as const)('by %s it lives %s, and not %s', async (column, alive, dead) => {
  const id = await open()
  await age(column, alive)
  expect(await find(id)).not.toBeNull()
  await age(column, dead)
  expect(await find(id)).toBeNull()
  await open()
  expect((await database.pool.query('SELECT FROM sessions')).rowCount).toBe(1)
})

test('using it keeps it from ending idle', async () => {
  const id = await open()
  await age('seen_at', '11 hours')
  await find(id)
  const { rows } = await database.pool.query(
    "SELECT bool_or(seen_at > now() - interval '1 minute') AS fresh FROM sessions",
  )
  expect(rows[0].fresh).toBe(true)
})

test('it ends when it is closed, and when another takes its place', async () => {
  const [first, other] = [await open(), await open()]
  await closeSession(database.pool, first)
  expect(await find(first)).toBeNull()
  const next = await open(other)
  expect(await find(other)).toBeNull()
  expect(await find(next)).not.toBeNull()
})

test('a form token belongs to one session', async () => {
  const [one, other] = [(await find(await open()))!, (await find(await open()))!]
  expect(isFormToken(one, one.formToken)).toBe(true)
  for (const wrong of [other.formToken, '', `${one.formToken} `]) expect(isFormToken(one, wrong)).toBe(false)
})
