import { spawnSync } from 'node:child_process'
import { accessSync, closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { compileScans } from '../../server/worker/compiled-code.ts'
import { SCAN_FLAGS } from '../../server/worker/run-scan.ts'
import { takeScanUser } from '../../server/worker/scan-user.ts'

const SCAN = join(import.meta.dirname, '../../server/worker/compile-scan.ts')

test('scans find their code compiled, as users of their own where they are such', async () => {
  const code = await compileScans({ PATH: process.env.PATH! })
  // A scan that begins meanwhile would find half of it.
  expect(await code.environmentFor()).toEqual({})
  await code.ready
  // Root alone has other users.
  const { user, release } = process.getuid?.() === 0 ? await takeScanUser() : {}
  const environment = await code.environmentFor(user)
  expect(environment).toHaveProperty('NODE_COMPILE_CACHE')
  // Not a pipe: Node makes its end of one non-blocking, and drops what a busy reader has not yet taken.
  const log = join(mkdtempSync(join(tmpdir(), 'compiled-code-')), 'stderr')
  onTestFinished(() => rmSync(dirname(log), { recursive: true }))
  const stderr = openSync(log, 'w')
  const { status } = spawnSync(process.execPath, [...SCAN_FLAGS, SCAN], {
    env: {
      PATH: process.env.PATH,
      HOME: '/',
      ...environment,
      NODE_DEBUG_NATIVE: 'COMPILE_CACHE',
    },
    cwd: '/',
    stdio: ['ignore', 'ignore', stderr],
    ...user,
  })
  closeSync(stderr)
  const lines = readFileSync(log, 'utf8')
  const told = lines.split('\n').filter(line => line.includes('server/scan/scan.ts'))
  expect({ status, told: told.join('\n') }).toEqual({
    status: 0,
    told: expect.stringMatching(/was accepted/),
  })
  expect(lines).not.toMatch(/was rejected/)
  release?.()
  const folder = (await code.environmentFor()).NODE_COMPILE_CACHE!
  // Something cleaned up: no scan is to make it anew.
  rmSync(folder, { recursive: true })
  expect(await code.environmentFor()).toEqual({})
  await code.close()
  expect(() => accessSync(folder)).toThrow()
})

test('what is not compiled yet at the end is given up', async () => {
  const code = await compileScans({ PATH: process.env.PATH! })
  await code.close()
  await expect(code.ready).resolves.toBeUndefined()
  expect(await code.environmentFor()).toEqual({})
})
