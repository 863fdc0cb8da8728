import { spawn } from 'node:child_process'
import { beforeAll, expect, test } from 'vitest'
import { accountFor } from '../../server/accounts/accounts.ts'
import { createKey } from '../../server/accounts/keys.ts'
import { openDatabase } from '../../server/storage/database.ts'
import { CACHED } from '../compile-cache.ts'
import { emptyDatabase } from '../database.ts'

let url: string
beforeAll(async () => {
  url = await emptyDatabase()
  const database = await openDatabase({ databaseUrl: url, dataDir: '/nonexistent' })
  await accountFor(database.pool, 'ann@example.com')
  await database.close()
})

async function account(...args: string[]) {
  const child = spawn(process.execPath, ['server/accounts/account-command.ts', ...args], {
    env: { ...CACHED, PATH: process.env.PATH, DATABASE_URL: url },
  })
  let [out, err] = ['', '']
  child.stdout.on('data', chunk => (out += chunk))
  child.stderr.on('data', chunk => (err += chunk))
  const code = await new Promise(resolve => child.on('close', resolve))
  return { code, out, err }
}

test('a tier is set and listed', async () => {
  expect((await account('list')).out).toMatch(/ann@example\.com +paid +- +0 +0 +\d{4}-\d\d-\d\d\n$/)
  expect(await account('set-tier', 'Ann@example.com', 'free')).toEqual({
    code: 0,
    out: 'Ann@example.com is free.\n',
    err: '',
  })
  expect((await account('list')).out).toMatch(/ann@example\.com +free/)
})

test('who unlinks an account is told of the keys that stay valid', async () => {
  const told = 'ann@example.com is free to be signed in to.\n'
  expect(await account('unlink', 'ann@example.com')).toEqual({ code: 0, out: told, err: '' })
  const database = await openDatabase({ databaseUrl: url, dataDir: '/nonexistent' })
  await createKey(database.pool, 'ann@example.com')
  await database.close()
  expect((await account('unlink', 'ann@example.com')).out).toBe(
    `${told}Keys of it that are still valid: 1; npm run -s key -- list --email ann@example.com shows them, key -- revoke ends one.\n`,
  )
})

test('an account is deleted', async () => {
  const database = await openDatabase({ databaseUrl: url, dataDir: '/nonexistent' })
  await accountFor(database.pool, 'old@example.com')
  await database.close()
  expect(await account('delete', 'Old@example.com')).toEqual({
    code: 0,
    out: 'Old@example.com is deleted, with 0 jobs.\n',
    err: '',
  })
  expect((await account('delete', 'old@example.com')).err).toMatch(
    /^There is no account with the address old@/,
  )
})

test('an account that is not there is one sentence', async () => {
  const { code, out, err } = await account('set-tier', 'ben@example.com', 'free')
  expect({ code, out }).toEqual({ code: 1, out: '' })
  expect(err).toBe(
    'There is no account with the address ben@example.com; npm run -s account -- list shows all.\n',
  )
})

test.each([
  [['set-tier', 'ann@example.com', 'gold'], '"gold" is not a tier; write free or paid.'],
  [['set-tier', 'ann', 'free'], '"ann" is not an e-mail address'],
  [['unlink'], 'unlink is not understood.'],
])('%j is a usage error', async (args, message) => {
  const { code, out, err } = await account(...args)
  expect({ code, out }).toEqual({ code: 2, out: '' })
  expect(err).toContain(message)
  expect(err).toContain('Usage:')
})

test('--help prints how to call it', async () => {
  const { code, out, err } = await account('--help')
  expect({ code, err }).toEqual({ code: 0, err: '' })
  expect(out).toMatch(/^Usage:\n {2}npm run -s account -- list/)
})
