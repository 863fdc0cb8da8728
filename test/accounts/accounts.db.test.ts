import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  accountFor,
  accountOf,
  deleteAccount,
  EmailTaken,
  type Identity,
  listAccounts,
  setTier,
  unlink,
} from '../../server/accounts/accounts.ts'
import { authenticate, createKey, issueKey, listKeys } from '../../server/accounts/keys.ts'
import { issueOwnKey, MAX_KEYS } from '../../server/accounts/own-keys.ts'
import { allowRepository, MAX_REPOSITORIES } from '../../server/accounts/repositories.ts'
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

const unproven = (subject: string, email: string) => person(subject, email, { authoritative: false })

test('a private account with a firm’s address does not keep the firm out', async () => {
  const squatter = await of(unproven('90', 'boss@firm.example'))
  expect(await of(unproven('91', 'boss@firm.example'))).not.toBe(squatter)
  const owner = await of(person('92', 'boss@firm.example'))
  expect(owner).not.toBe(squatter)
  expect(await recordOf(owner)).toMatchObject({ email: 'boss@firm.example', proven: true })
  expect(await recordOf(squatter)).toMatchObject({ email: 'boss@firm.example', proven: false })
  // What the operator does for the address is for who proves it.
  expect(await setTier(database.pool, 'boss@firm.example', 'paid')).toBe(true)
  expect([(await recordOf(owner))!.tier, (await recordOf(squatter))!.tier]).toEqual(['paid', 'free'])
  expect(await of(unproven('90', 'boss@firm.example'))).toBe(squatter)
  await expect(of(unproven('93', 'boss@firm.example'))).rejects.toThrow(EmailTaken)
})

test('nor does it get what the operator makes for the address', async () => {
  const squatter = await of(unproven('94', 'cto@firm.example'))
  const made = await accountFor(database.pool, 'cto@firm.example')
  expect(made).not.toBe(squatter)
  expect(await of(unproven('94', 'cto@firm.example'))).toBe(squatter)
  expect(await of(person('95', 'cto@firm.example'))).toBe(made)
})

test('who proves the address later holds it from then on, unless somebody else does', async () => {
  const id = await of(unproven('96', 'late@firm.example'))
  expect(await of(person('96', 'late@firm.example'))).toBe(id)
  expect(await recordOf(id)).toMatchObject({ proven: true })
  await expect(of(person('97', 'late@firm.example'))).rejects.toThrow(EmailTaken)
  expect(await of(unproven('96', 'late@firm.example'))).toBe(id)
  const other = await of(person('97', 'late@firm.example'))
  expect(await of(person('96', 'late@firm.example'))).toBe(id)
  expect([(await recordOf(id))!.proven, (await recordOf(other))!.proven]).toEqual([false, true])
})

test('an account is deleted with all that belongs to it', async () => {
  const { pool } = database
  const id = await of(person('98', 'gone@example.com'))
  const { key } = (await issueKey(pool, id))!
  const session = await openSession(pool, id)
  await allowRepository(pool, id, 'gone/shop')
  const insert = `INSERT INTO jobs (id, account_id, original_url, new_url) VALUES ($1, $2, 'https://a.test/', 'https://b.test/')`
  for (const job of ['j1', 'j2']) await pool.query(insert, [job, id])
  const artifacts: string[] = []
  const forget = async (job: string) => void artifacts.push(job)
  expect(await deleteAccount(pool, 'Gone@example.com', forget)).toBe(2)
  expect([...new Set(artifacts)].sort()).toEqual(['j1', 'j2'])
  expect(await recordOf(id)).toBeUndefined()
  expect(await authenticate(pool, `Bearer ${key}`)).toBeNull()
  expect(await sessionOf(pool, session)).toBeNull()
  expect((await pool.query('SELECT FROM jobs WHERE account_id = $1', [id])).rowCount).toBe(0)
  expect(await deleteAccount(pool, 'gone@example.com', forget)).toBeNull()
})

test('of many keys that are made at once there are never more than the account may have', async () => {
  const { pool } = database
  const id = await of(person('99', 'many@example.com'))
  for (let n = 0; n < MAX_KEYS - 3; n++) await issueKey(pool, id)
  const made = await Promise.all(Array.from({ length: 9 }, () => issueOwnKey(pool, id, {})))
  expect(made.filter(key => key === 'full')).toHaveLength(6)
  const allowed = await Promise.all(
    Array.from({ length: MAX_REPOSITORIES + 5 }, (_, n) => allowRepository(pool, id, `many/repo-${n}`)),
  )
  expect(allowed.filter(Boolean)).toHaveLength(MAX_REPOSITORIES)
})

test('keys that ended long ago are forgotten when another is made', async () => {
  const { pool } = database
  const id = await of(person('100', 'ended@example.com'))
  const ids = []
  for (let n = 0; n < 4; n++) ids.push((await issueKey(pool, id))!.id)
  const ago = (column: string, days: number, key: string | undefined) =>
    pool.query(`UPDATE api_keys SET ${column} = now() - make_interval(days => $1) WHERE id = $2`, [days, key])
  await ago('revoked_at', 91, ids[0])
  await ago('expires_at', 91, ids[1])
  await ago('revoked_at', 89, ids[2])
  await issueKey(pool, id)
  const kept = (await listKeys(pool, 'ended@example.com')).map(key => key.id)
  expect(kept).toHaveLength(3)
  expect(kept).toEqual(expect.arrayContaining(ids.slice(2)))
})
