import { execFileSync, type SpawnOptions } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { findBinaries } from '../../server/storage/embedded/binaries.ts'
import { chooseRunner, run } from '../../server/storage/embedded/runner.ts'
import { copiedWithinReach } from '../../server/storage/embedded/within-reach.ts'

const isRoot = process.getuid?.() === 0
let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cutover-runner-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

function output([file, args, options]: [string, string[], SpawnOptions]): string {
  return execFileSync(file, args, { ...(options as object), encoding: 'utf8' })
}

test.runIf(isRoot)('root hands Postgres to another user, who owns the folder', () => {
  chmodSync(folder, 0o755)
  mkdirSync(join(folder, 'cluster/data'), { recursive: true })
  const runner = chooseRunner(join(folder, 'cluster'))
  runner.take(join(folder, 'cluster'))
  const uid = Number(output(runner.command('/usr/bin/id', ['-u'])))
  expect(uid).not.toBe(0)
  expect(statSync(join(folder, 'cluster')).uid).toBe(uid)
  expect(statSync(join(folder, 'cluster/data')).uid).toBe(uid)
})

test.runIf(isRoot)('a cluster stays with the user who has it', () => {
  chmodSync(folder, 0o755)
  mkdirSync(join(folder, 'cluster'))
  chownSync(join(folder, 'cluster'), 12345, 12345)
  const runner = chooseRunner(join(folder, 'cluster'))
  expect(output(runner.command('/usr/bin/id', ['-u'])).trim()).toBe('12345')
})

test.runIf(isRoot)('below a folder of root alone its user can neither enter nor run anything', () => {
  const program = join(folder, 'id')
  copyFileSync('/usr/bin/id', program)
  const runner = chooseRunner(join(folder, 'cluster'))
  expect([runner.canEnter(join(folder, 'cluster')), runner.canRun(program)]).toEqual([false, false])
  expect(runner.canRun('/usr/bin/id')).toBe(true)
  expect(() => output(runner.command(program, []))).toThrow(/EACCES/)
  chmodSync(folder, 0o755)
  expect([runner.canEnter(join(folder, 'cluster')), runner.canRun(program)]).toEqual([true, true])
})

test.runIf(isRoot)('programs that its user cannot reach are copied to where he can', async () => {
  const copy = copiedWithinReach(await findBinaries(), join(folder, 'shared'))
  chmodSync(folder, 0o755)
  const runner = chooseRunner(join(folder, 'cluster'))
  expect(Object.values(copy).map(runner.canRun)).toEqual([true, true, true])
  expect(output(runner.command(copy.postgres, ['--version']))).toMatch(/^postgres \(PostgreSQL\)/)
  expect(copiedWithinReach(await findBinaries(), join(folder, 'shared'))).toEqual(copy)
  expect(readdirSync(join(folder, 'shared'))).toHaveLength(1)
})

test('gives away neither our environment nor our folder', () => {
  const runner = chooseRunner(join(folder, 'cluster'))
  expect(output(runner.command('/usr/bin/env', [])).split('\n').filter(Boolean)).toEqual([
    expect.stringMatching(/^PATH=/),
    'LC_ALL=C',
  ])
  expect(output(runner.command('/usr/bin/pwd', [])).trim()).toBe('/')
})

test('what a program says when it fails is in the error', async () => {
  const runner = chooseRunner(join(folder, 'cluster'))
  await expect(run(runner, '/bin/sh', ['-c', 'echo no such luck >&2; exit 3'])).rejects.toThrow(
    '/bin/sh failed: no such luck',
  )
})
