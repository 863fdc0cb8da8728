import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  accountFor,
  accountOf,
  EmailTaken,
  type Identity,
  listAccounts,
  setTier,
  unlink,
} from '../../server/accounts/accounts.ts'
import { createKey } from '../../server/accounts/keys.ts'
import { openSession, sessionOf } from '../../server/accounts/sessions.ts'
import type { Database } from '../../server/storage/database.ts'
import { testDatabase } from '../database.ts'

let database: Database
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

const person = (subject: string, email: string, more: Partial<Identity> = {}): Identity => ({
  issuer: 'https://accounts.example',
  subject,
  email,
  authoritative: true,
  ...more,
})
const of = (identity: Identity) => accountOf(database.pool, identity, 'free')
const recordOf = async (id: string) => (await listAccounts(database.pool)).find(account => account.id === id)

test('a person has one account, whatever the address', async () => {
  const id = await of(person('1', 'One@Example.com'))
  expect(await of(person('1', 'one@example.com'))).toBe(id)
  expect(await of(person('1', 'uno@example.com'))).toBe(id)
  expect(await recordOf(id)).toMatchObject({ email: 'uno@example.com', tier: 'free', keys: 0, jobs: 0 })
})

test('the same id of another issuer is another person', async () => {
  const id = await of(person('2', 'two@example.com'))
  const other = person('2', 'two-too@example.com', { issuer: 'https://elsewhere.example' })
  expect(await of(other)).not.toBe(id)
})

test('an address that changed hands opens nothing', async () => {
  const id = await of(person('3', 'three@example.com'))
  await expect(of(person('33', 'three@example.com'))).rejects.toThrow(EmailTaken)
  const moving = await of(person('4', 'four@example.com'))
  expect(await of(person('4', 'three@example.com'))).toBe(moving)
  expect(await recordOf(moving)).toMatchObject({ email: 'four@example.com' })
  expect(await recordOf(id)).toMatchObject({ email: 'three@example.com' })
})

test('what the operator made for an address goes to the first who proves it', async () => {
  const id = await accountFor(database.pool, 'five@example.com')
  await createKey(database.pool, 'five@example.com')
  await expect(of(person('50', 'five@example.com', { authoritative: false }))).rejects.toThrow(EmailTaken)
  expect(await of(person('5', 'five@example.com'))).toBe(id)
  expect(await recordOf(id)).toMatchObject({ tier: 'paid', keys: 1, issuer: 'https://accounts.example' })
  await expect(of(person('51', 'five@example.com'))).rejects.toThrow(EmailTaken)
})

test('an address whose letters are merely like those of another is another', async () => {
  const id = await accountFor(database.pool, 'mike@example.com')
  expect(await of(person('60', 'mi\u212ae@example.com'))).not.toBe(id)
  expect(await of(person('61', 'MIKE@EXAMPLE.COM'))).toBe(id)
})

test('an account that was unlinked has no session, and goes to the next who proves its address', async () => {
  const id = await of(person('6', 'six@example.com'))
  const session = await openSession(database.pool, id)
  expect(await unlink(database.pool, 'SIX@example.com')).toBe(true)
  expect(await sessionOf(database.pool, session)).toBeNull()
  expect(await of(person('66', 'six@example.com'))).toBe(id)
  expect(await unlink(database.pool, 'nobody@example.com')).toBe(false)
})

test('somebody who signs in twice at once has one account', async () => {
  const ids = await Promise.all(Array.from({ length: 20 }, () => of(person('7', 'seven@example.com'))))
  expect(new Set(ids).size).toBe(1)
})

test('a tier is set by address', async () => {
  const id = await of(person('8', 'eight@example.com'))
  expect(await setTier(database.pool, 'Eight@example.com', 'paid')).toBe(true)
  expect(await recordOf(id)).toMatchObject({ tier: 'paid' })
  expect(await setTier(database.pool, 'nobody@example.com', 'paid')).toBe(false)
  await expect(setTier(database.pool, 'nobody', 'paid')).rejects.toThrow(RangeError)
})
