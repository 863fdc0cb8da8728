/** More settings with which the server does not start, or warns, than main.e2e.test.ts has; and workers with a port. */
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { freeBytes } from '../server/lib/disk.ts'
import { emptyDatabase } from './database.ts'
import { main, port } from './main-process.ts'
import { expectRefused, expectStoreRefused, expectUsage } from './main-refusals.ts'

test('-h tells how to call it, and starts nothing', () => expectUsage('-h'))

test('a server over http says that nobody can sign in there', async () => {
  const run = main(['--only', 'api'], {
    DATABASE_URL: await emptyDatabase(),
    PUBLIC_URL: 'http://cutover.example.com',
    // What opens no page needs no walls.
    CHROME_PATH: '/bin/false',
    CUTOVER_UNSAFE_NO_SANDBOX: '',
  })
  await port(run)
  const warnings = run
    .out()
    .trimEnd()
    .split('\n')
    .map(line => JSON.parse(line))
    .filter(({ level }) => level === 40)
  expect(warnings.map(({ msg }) => msg)).toEqual([
    'PUBLIC_URL is "http://cutover.example.com": over http everybody on the way can read keys and results, and nobody can sign in. It should be https.',
  ])
})

test.each<[string, Record<string, string>, RegExp]>([
  ['no such bucket', { CUTOVER_STORAGE: 's3://missing/here' }, /: there is no such bucket; make it/],
  ['no key', { AWS_ACCESS_KEY_ID: '' }, /: no credentials were found; set AWS_ACCESS_KEY_ID/],
  ['nobody there', { CUTOVER_S3_ENDPOINT: 'http://127.0.0.1:9' }, /127\.0\.0\.1:9 does not answer/],
])('a store with %s is one sentence', (_, env, sentence) => expectStoreRefused(env, sentence))

test.each<[string[], Record<string, string>, RegExp]>([
  [['--only', 'web'], {}, /^--only is "web"; it must be api or worker\.\n$/],
  [[], { PORT: 'http' }, /^PORT is "http"; it must be a whole number from 0 to 65535\.\n$/],
])('%j with %j is refused with a sentence', expectRefused)

test('of two servers with keys of their own on one database the second does not start', async () => {
  const DATABASE_URL = await emptyDatabase()
  const first = main(['--only', 'api'], { DATABASE_URL })
  await port(first)
  const second = main(['--only', 'api'], { DATABASE_URL, CUTOVER_SECRET_KEY: 'cd'.repeat(32) })
  expect(await second.ended).toBe(1)
  expect(second.err()).toMatch(/^Secrets in this database are encrypted with another key .*\n$/)
  first.child.kill('SIGTERM')
  expect(await first.ended).toBe(0)
})

test('a worker alone tells how it is on a port of its own, where it is given one', async () => {
  const token = 'a-token-of-some-length'
  const run = main(['--only', 'worker'], {
    DATABASE_URL: await emptyDatabase(),
    CHROME_PATH: '/bin/false',
    CUTOVER_STATUS_PORT: '0',
    CUTOVER_METRICS_TOKEN: token,
  })
  const base = `http://127.0.0.1:${await port(run)}`
  while (!run.out().includes('waiting for jobs')) await new Promise(resolve => setTimeout(resolve, 50))
  expect(run.out()).toMatch(/"level":50.*UNSAFE, by CUTOVER_UNSAFE_NO_SANDBOX/)
  expect(await (await fetch(`${base}/healthz`)).json()).toEqual({ status: 'ok' })
  const ready = await fetch(`${base}/readyz`)
  expect(ready.status).toBe(200)
  expect(await ready.json()).toMatchObject({
    parts: { database: 'ok', disk: 'ok', storage: 'ok', browser: 'ok' },
    walls: { sandbox: false },
  })
  expect((await fetch(`${base}/metrics`)).status).toBe(401)
  const figures = await (
    await fetch(`${base}/metrics`, { headers: { authorization: `Bearer ${token}` } })
  ).text()
  expect(figures).toMatch(/^cutover_scan_capacity 1$/m)
  expect(figures).toMatch(/^cutover_info\{version="[\d.]+",role="worker"\} 1$/m)
  expect(figures).not.toContain('cutover_http_requests')
  for (const path of ['/', '/api/v1/jobs', '/keys']) expect((await fetch(base + path)).status).toBe(404)
  expect((await fetch(`${base}/healthz`, { method: 'POST' })).status).toBe(405)
  run.child.kill('SIGTERM')
  expect(await run.ended).toBe(0)
})

/** Folders for temporary files on two volumes, the one with less room first; undefined where there are none. */
async function twoVolumes(): Promise<[string, string] | undefined> {
  if (!existsSync('/dev/shm')) return
  const places = await Promise.all(
    ['/dev/shm', tmpdir()].map(async place => ({ place, free: await freeBytes(place) })),
  )
  const [small, large] = places.sort((a, b) => a.free - b.free)
  if (large!.free - small!.free < 1e9) return
  return [small!.place, large!.place]
}

test('a worker one of whose volumes is full is not ready and takes no jobs', async () => {
  const volumes = await twoVolumes()
  if (!volumes) return
  const [small, large] = volumes
  const between = ((await freeBytes(small)) + (await freeBytes(large))) / 2
  const refuses = async (data: string, temporary: string) => {
    const dataDir = await mkdtemp(join(data, 'cutover-'))
    onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
    const run = main(['--only', 'worker'], {
      DATABASE_URL: await emptyDatabase(),
      CUTOVER_STATUS_PORT: '0',
      CUTOVER_DATA_DIR: dataDir,
      TMPDIR: temporary,
      CUTOVER_MIN_FREE_MB: String(Math.round(between / 1e6)),
    })
    const base = `http://127.0.0.1:${await port(run)}`
    while (!run.out().includes('no jobs are taken')) await new Promise(resolve => setTimeout(resolve, 50))
    const answer = await fetch(`${base}/readyz`)
    expect(answer.status).toBe(503)
    expect(JSON.stringify(await answer.json())).toContain('There is no room on the disk.')
    run.child.kill('SIGTERM')
    expect(await run.ended).toBe(0)
  }
  await Promise.all([refuses(small, large), refuses(large, small)])
})
