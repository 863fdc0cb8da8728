import { afterAll, beforeAll, expect, test } from 'vitest'
import { hashKey, isKey, newKey, shownPrefix } from '../../server/accounts/key-format.ts'
import { authenticate, createKey, listKeys, revokeKey } from '../../server/accounts/keys.ts'
import type { Database } from '../../server/storage/database.ts'
import { testDatabase } from '../database.ts'

let database: Database
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

test('a key has its prefix, 32 random characters and a checksum that fits', () => {
  const keys = Array.from({ length: 200 }, newKey)
  for (const key of keys) {
    expect(key).toMatch(/^ctv_live_[0-9A-Za-z]{38}$/)
    expect(isKey(key)).toBe(true)
  }
  expect(new Set(keys).size).toBe(200)
})

test('a key with any one character changed is no key', () => {
  const key = newKey()
  for (let i = 0; i < key.length; i++) {
    const other = key[i] === 'x' ? 'y' : 'x'
    expect(isKey(key.slice(0, i) + other + key.slice(i + 1))).toBe(false)
  }
  expect(isKey(`${key}0`)).toBe(false)
  expect(isKey('')).toBe(false)
})

test('a key opens its account, and only its digest is stored', async () => {
  const { key, id, prefix } = await createKey(database.pool, ' Ann@Example.com ', { name: 'CI' })
  const caller = await authenticate(database.pool, `Bearer ${key}`)
  expect(caller).toEqual({ accountId: expect.any(String), tier: 'paid', keyId: id })
  expect(await authenticate(database.pool, `bearer  ${key} `)).toEqual(caller)
  expect(key.startsWith(prefix)).toBe(true)
  const { rows } = await database.pool.query('SELECT * FROM api_keys WHERE id = $1', [id])
  expect(rows[0].hash).toEqual(hashKey(key))
  expect(JSON.stringify(rows)).not.toContain(key.slice(prefix.length))
})

test('two keys of one address belong to one account', async () => {
  const [first, second] = [
    await createKey(database.pool, 'two@example.com'),
    await createKey(database.pool, 'TWO@example.com'),
  ]
  const callers = await Promise.all(
    [first, second].map(({ key }) => authenticate(database.pool, `Bearer ${key}`)),
  )
  expect(callers[0]!.accountId).toBe(callers[1]!.accountId)
  expect(await listKeys(database.pool, 'two@example.com')).toHaveLength(2)
})

test.each([
  ['another scheme', (key: string) => `Basic ${key}`],
  ['no scheme', (key: string) => key],
  ['nothing', () => ''],
  ['two keys', (key: string) => `Bearer ${key} ${key}`],
  ['an unknown key', () => `Bearer ${newKey()}`],
])('%s opens nothing', async (_, header) => {
  const { key } = await createKey(database.pool, 'none@example.com')
  expect(await authenticate(database.pool, header(key))).toBeNull()
})

test('a key with a wrong checksum is refused without asking the database', async () => {
  const key = newKey()
  const wrong = `Bearer ${key.slice(0, -1)}${key.endsWith('0') ? '1' : '0'}`
  const asked = { query: () => expect.unreachable() }
  expect(await authenticate(asked as never, wrong)).toBeNull()
})

test('an expired key and a revoked key open nothing', async () => {
  const expired = await createKey(database.pool, 'x@example.com', { expiresAt: new Date(Date.now() - 1000) })
  expect(await authenticate(database.pool, `Bearer ${expired.key}`)).toBeNull()
  const [byId, byPrefix] = [
    await createKey(database.pool, 'x@example.com'),
    await createKey(database.pool, 'x@example.com'),
  ]
  expect(await revokeKey(database.pool, byId.id)).toBe(1)
  expect(await revokeKey(database.pool, shownPrefix(byPrefix.key))).toBe(1)
  expect(await revokeKey(database.pool, byId.id)).toBe(0)
  for (const { key } of [byId, byPrefix])
    expect(await authenticate(database.pool, `Bearer ${key}`)).toBeNull()
})

test('the last use is written once a minute', async () => {
  const { key, id } = await createKey(database.pool, 'used@example.com')
  const lastUse = async () =>
    (await database.pool.query('SELECT last_used_at AS at FROM api_keys WHERE id = $1', [id])).rows[0]
      .at as Date | null
  expect(await lastUse()).toBeNull()
  await authenticate(database.pool, `Bearer ${key}`)
  const first = await lastUse()
  expect(first).not.toBeNull()
  await authenticate(database.pool, `Bearer ${key}`)
  expect(await lastUse()).toEqual(first)
  await database.pool.query("UPDATE api_keys SET last_used_at = now() - interval '2 minutes' WHERE id = $1", [
    id,
  ])
  await authenticate(database.pool, `Bearer ${key}`)
  expect((await lastUse())!.getTime()).toBeGreaterThanOrEqual(first!.getTime())
})

test.each(['', 'ann', 'ann@', '@b', 'a b@c', 'a@b\0c', `${'a'.repeat(260)}@b.c`])(
  'an account cannot be made for %j',
  async email => {
    await expect(createKey(database.pool, email)).rejects.toThrow(RangeError)
  },
)
