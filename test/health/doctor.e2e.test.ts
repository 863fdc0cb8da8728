import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { CACHED } from '../compile-cache.ts'
import { emptyDatabase } from '../database.ts'
import { serve } from '../serve.ts'

interface Told {
  status: number
  out: string
  err: string
}

function doctor(args: string[], env: Record<string, string>): Promise<Told> {
  return new Promise(resolve => {
    const options = { env: { ...CACHED, PATH: process.env.PATH, HOME: process.env.HOME, ...env } }
    execFile(process.execPath, ['server/doctor.ts', ...args], options, (error, out, err) =>
      resolve({ status: error ? Number(error.code) : 0, out, err }),
    )
  })
}

/** `Database` → `ok`. */
const statesIn = (out: string) =>
  Object.fromEntries(
    [...out.matchAll(/^(ok|advice|FAULT) +(\w+(?: \w+)?) {1,}/gm)].map(([, state, name]) => [name, state]),
  )

test('where everything is there it says so, line for line', async () => {
  const data = mkdtempSync(join(tmpdir(), 'cutover-doctor-'))
  const site = await serve('/nonexistent', () => 'hello')
  onTestFinished(async () => {
    await site.close()
    rmSync(data, { recursive: true, force: true })
  })
  const { status, out, err } = await doctor(['--site', `${site.origin}/`], {
    DATABASE_URL: await emptyDatabase(),
    CUTOVER_DATA_DIR: data,
    CUTOVER_SECRET_KEY: 'ab'.repeat(32),
    CUTOVER_MIN_FREE_MB: '1',
    CUTOVER_ALLOW_HOSTS: site.host,
    // Nobody outside is asked by a test.
    GITHUB_OIDC_ISSUER: site.origin,
  })
  expect(err).toBe('')
  expect(out).toMatch(/\nIt is fit to run\.\n$/)
  expect(status).toBe(0)
  expect(statesIn(out)).toMatchObject({
    Node: 'ok',
    Database: 'ok',
    Role: 'ok',
    Browser: 'ok',
    HTTP: 'ok',
    Proxy: 'ok',
  })
  expect(out).toMatch(/^(ok|advice) +Sandbox +/m)
})

test('what is wrong is told with what to do, and the status is 1', async () => {
  const site = await serve('/nonexistent', () => 'hello')
  onTestFinished(site.close)
  const { status, out } = await doctor(['--site', `${site.origin}/`], {
    NODE_ENV: 'production',
    CUTOVER_SECRET_KEY: 'ab'.repeat(32),
    DATABASE_URL: 'postgres://user:canary-password@127.0.0.1:1/none',
    CUTOVER_DATA_DIR: '/proc/cutover',
    CHROME_PATH: '/bin/false',
  })
  expect(status).toBe(1)
  const faults = ['Database', 'Storage', 'Browser', 'Sandbox', 'Names']
  expect(statesIn(out)).toMatchObject(Object.fromEntries(faults.map(name => [name, 'FAULT'])))
  expect(out).toMatch(/ECONNREFUSED.*; start Postgres there, or correct host and port\./)
  expect(out).toMatch(/CUTOVER_DATA_DIR/)
  expect(out).toMatch(/\nIt is not fit to run: 5 faults\.\n$/)
  expect(out).not.toContain('canary')
})

test('settings that are wrong are faults, words that are not understood are neither', async () => {
  const wrong = await doctor([], { PORT: 'http', LOG_LEVEL: 'loud' })
  expect(wrong.status).toBe(1)
  expect(wrong.out).toMatch(/^FAULT +Settings +PORT is "http".*\nFAULT +Settings +LOG_LEVEL is "loud"/)
  const words = await doctor(['--sight', 'x'], {})
  expect([words.status, words.out]).toEqual([2, ''])
  expect(words.err).toMatch(/^Unknown option '--sight'\.\nUsage: npm run doctor/)
  expect((await doctor(['--site', 'example'], {})).err).toMatch(/^--site is "example"; it must be an address/)
  expect(await doctor(['--help'], {})).toMatchObject({ status: 0, out: expect.stringMatching(/^Usage/) })
})
