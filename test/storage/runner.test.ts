import { execFileSync, type SpawnOptions } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { chooseRunner, run } from '../../server/storage/embedded/runner.ts'

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
  const runner = chooseRunner(join(folder, 'cluster'), ['/usr/bin/id'])
  const uid = Number(output(runner.command('/usr/bin/id', ['-u'])))
  expect(uid).not.toBe(0)
  expect(statSync(join(folder, 'cluster')).uid).toBe(uid)
  expect(statSync(join(folder, 'cluster/data')).uid).toBe(uid)
})

test.runIf(isRoot)('a cluster stays with the user who has it', () => {
  chmodSync(folder, 0o755)
  mkdirSync(join(folder, 'cluster'))
  chownSync(join(folder, 'cluster'), 12345, 12345)
  const runner = chooseRunner(join(folder, 'cluster'), ['/usr/bin/id'])
  expect(output(runner.command('/usr/bin/id', ['-u'])).trim()).toBe('12345')
})

test.runIf(isRoot && process.platform === 'linux')(
  'below a folder of root alone it can still reach its programs and data',
  () => {
    // find asks as initdb does: with access(2).
    const find = join(folder, 'find')
    copyFileSync('/usr/bin/find', find)
    writeFileSync(join(folder, 'private'), '', { mode: 0o600 })
    const runner = chooseRunner(join(folder, 'cluster'), [find])
    expect(output(runner.command(find, [find, '-executable'])).trim()).toBe(find)
    const status = output(runner.command('/usr/bin/cat', ['/proc/self/status']))
    expect(status).not.toMatch(/^Uid:\t0/m)
    // The one right it has is dac_override, and it can get no other.
    expect(status).toMatch(/^CapEff:\t0+2$/m)
    expect(status).toMatch(/^CapBnd:\t0+2$/m)
  },
)

test('gives away neither our environment nor our folder', () => {
  const runner = chooseRunner(join(folder, 'cluster'), ['/usr/bin/env'])
  expect(output(runner.command('/usr/bin/env', [])).split('\n').filter(Boolean)).toEqual([
    expect.stringMatching(/^PATH=/),
    'LC_ALL=C',
  ])
  expect(output(runner.command('/usr/bin/pwd', [])).trim()).toBe('/')
})

test('what a program says when it fails is in the error', async () => {
  const runner = chooseRunner(join(folder, 'cluster'), ['/bin/sh'])
  await expect(run(runner, '/bin/sh', ['-c', 'echo no such luck >&2; exit 3'])).rejects.toThrow(
    '/bin/sh failed: no such luck',
  )
})
