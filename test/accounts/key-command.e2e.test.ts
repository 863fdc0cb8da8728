import { spawn } from 'node:child_process'
import { expect, test } from 'vitest'
import { isKey } from '../../server/accounts/key-format.ts'
import { CACHED } from '../compile-cache.ts'
import { emptyDatabase } from '../database.ts'

async function key(databaseUrl: string, ...args: string[]) {
  const child = spawn(process.execPath, ['server/accounts/key-command.ts', ...args], {
    env: { ...CACHED, PATH: process.env.PATH, DATABASE_URL: databaseUrl },
  })
  let [out, err] = ['', '']
  child.stdout.on('data', chunk => (out += chunk))
  child.stderr.on('data', chunk => (err += chunk))
  const code = await new Promise(resolve => child.on('close', resolve))
  return { code, out, err }
}

test('a key is made, listed and revoked', async () => {
  const url = await emptyDatabase()
  const made = await key(url, 'create', '--email', 'ann@example.com', '--name', 'CI')
  expect(made).toMatchObject({ code: 0, err: '' })
  expect(isKey(made.out.trimEnd())).toBe(true)
  expect(made.out).toBe(`${made.out.trimEnd()}\n`)

  const listed = await key(url, 'list', '--email', 'ann@example.com')
  const prefix = listed.out.split('\n')[1]!.split(' ')[0]!
  expect(made.out.startsWith(prefix)).toBe(true)
  expect(listed.out).toMatch(/ann@example\.com +CI +valid/)
  expect(listed.out).not.toContain(made.out.trimEnd())

  expect(await key(url, 'revoke', prefix)).toMatchObject({ code: 0, out: `${prefix} is revoked.\n` })
  expect((await key(url, 'list')).out).toMatch(/ann@example\.com +CI +revoked/)
  expect(await key(url, 'revoke', prefix)).toMatchObject({ code: 1, out: '' })
})

test.each([
  [[], 'Say what to do.'],
  [['create'], 'create needs --email.'],
  [['create', '--email', 'nobody'], '"nobody" is not an e-mail address'],
  [['create', '--email', 'a@b.c', '--expires', '1999-01-01'], '1999-01-01 is not a date in the future'],
  [['revoke'], 'revoke is not understood.'],
  [['list', '--mail', 'x'], "Unknown option '--mail'.\nUsage:"],
])('%j is a usage error', async (args, message) => {
  const { code, out, err } = await key(await emptyDatabase(), ...args)
  expect({ code, out }).toEqual({ code: 2, out: '' })
  expect(err).toContain(message)
  expect(err).toContain('Usage:')
})

test.each(['--help', '-h'])('%s prints how to call it, and opens no database', async word => {
  const { code, out, err } = await key('postgres://localhost:1/nothing', word)
  expect({ code, err }).toEqual({ code: 0, err: '' })
  expect(out).toMatch(/^Usage:\n {2}npm run -s key -- create --email/)
})
