import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type pg from 'pg'
import type { PgBoss } from 'pg-boss'
import { expect, test, vi } from 'vitest'
import { browserFinding } from '../../server/health/machine.ts'
import { type Needed, readiness } from '../../server/health/ready.ts'
import { missingMigrations } from '../../server/storage/migrate.ts'

/** A database that has all that is asked for. */
async function database(more: { now?: number; migrations?: string[]; fails?: boolean } = {}) {
  const none = { query: async () => ({ rows: [] }) } as unknown as pg.Pool
  const migrations = more.migrations ?? (await missingMigrations(none))
  const query = async (text: string) => {
    if (more.fails) throw new Error('connection refused at db.internal:5432')
    if (text.includes('cutover_migrations')) return { rows: migrations.map(name => ({ name })) }
    if (text.includes('server_version_num'))
      return { rows: [{ version: 170000, now: more.now ?? Date.now() }] }
    return { rows: [] }
  }
  return { query } as unknown as pg.Pool
}

const queueOf = (getQueue: () => Promise<unknown>) => ({ boss: { getQueue } as unknown as PgBoss })

async function needed(more: Partial<Needed> = {}): Promise<Needed> {
  return {
    pool: await database(),
    queue: queueOf(async () => ({ name: 'scan' })),
    hasRoom: async () => true,
    checkStorage: async () => {},
    ...more,
  }
}

const faultsOf = async (more: Partial<Needed>) =>
  (await readiness(await needed(more))()).filter(({ fault }) => fault !== undefined).map(({ name }) => name)

test('every part is named, and a process that opens pages needs a browser as well', async () => {
  const names = async (more: Partial<Needed>) =>
    (await readiness(await needed(more))()).map(({ name, fault }) => [name, fault])
  const parts = ['database', 'migrations', 'queue', 'clock', 'disk', 'storage'].map(name => [name, undefined])
  expect(await names({})).toEqual(parts)
  expect(await names({ browser: process.execPath })).toEqual([...parts, ['browser', undefined]])
})

test('a browser on another machine is asked what it is, and where it is told without its token', async () => {
  const told = { webSocketDebuggerUrl: 'ws://127.0.0.1:9222/devtools/browser/x' }
  const server = createServer((_, response) => response.end(JSON.stringify(told)))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  const endpoint = `http://127.0.0.1:${port}/?token=canary`
  const browser = { endpoint, proxy: { host: '127.0.0.1', port: 3128 } }
  expect(await faultsOf({ browser })).toEqual([])
  expect(await browserFinding({ remoteBrowser: browser })).toMatchObject({ state: 'ok' })
  server.close()
  server.closeAllConnections()
  expect(await faultsOf({ browser })).toEqual(['browser'])
  const found = await browserFinding({ remoteBrowser: browser })
  expect(found).toMatchObject({ state: 'fault', found: expect.stringContaining(`http://127.0.0.1:${port} `) })
  expect(JSON.stringify(found)).not.toContain('canary')
})

const broken = () => Promise.reject(new Error('broken'))

test.each([
  ['a queue that is not installed', { queue: queueOf(async () => null) }, ['queue']],
  ['a full disk', { hasRoom: async () => false }, ['disk']],
  ['a store that takes nothing', { checkStorage: broken }, ['storage']],
  ['a browser that is gone', { browser: '/nonexistent/chromium' }, ['browser']],
  ['a browser that may not be run', { browser: import.meta.filename }, ['browser']],
] as [string, Partial<Needed>, string[]][])('%s is named', async (_, more, names) => {
  expect(await faultsOf(more)).toEqual(names)
})

test('a database that is away is named with all that needs it, and nobody is told where it is', async () => {
  const states = await readiness(
    await needed({ pool: await database({ fails: true }), queue: queueOf(broken) }),
  )()
  const missing = states.filter(({ fault }) => fault !== undefined)
  expect(missing.map(({ name }) => name)).toEqual(['database', 'migrations', 'queue', 'clock'])
  expect(missing.map(({ fault }) => fault).join()).not.toContain('db.internal')
  expect(String(missing[0]!.error)).toContain('db.internal')
})

test('tables of an older version are named, those of a newer one are not', async () => {
  const none = { query: async () => ({ rows: [] }) } as unknown as pg.Pool
  const all = await missingMigrations(none)
  expect(all.length).toBeGreaterThan(5)
  expect(await faultsOf({ pool: await database({ migrations: all.slice(0, -1) }) })).toEqual(['migrations'])
  expect(await faultsOf({ pool: await database({ migrations: [...all, '999_newer'] }) })).toEqual([])
})

test('a clock that jumped is named', async () => {
  expect(await faultsOf({ pool: await database({ now: Date.now() - 3_600_000 }) })).toEqual(['clock'])
  expect(await faultsOf({ pool: await database({ now: Date.now() + 3_600_000 }) })).toEqual(['clock'])
  expect(await faultsOf({ pool: await database({ now: Date.now() - 60_000 }) })).toEqual([])
})

test('a part that hangs is named, and the others are told all the same', async () => {
  expect(await faultsOf({ hasRoom: () => new Promise<never>(() => {}) })).toEqual(['disk'])
})

test('however many ask, what costs a write is tried once in a while', async () => {
  const checkStorage = vi.fn(async () => {})
  const ready = readiness(await needed({ checkStorage }))
  await Promise.all([ready(), ready()])
  await ready()
  expect(checkStorage).toHaveBeenCalledTimes(1)
})
