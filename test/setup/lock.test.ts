import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { withLock } from '../../server/setup/lock.mjs'

let folder: string
let lock: string
const children: ChildProcess[] = []

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cutover-lock-'))
  lock = join(folder, 'setup.lock')
})
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

/** A process that takes the lock, writes a line when it has it and one before it lets go, and waits in between. */
function contender(wait: number): ChildProcess {
  const module = JSON.stringify(join(import.meta.dirname, '../../server/setup/lock.mjs'))
  const log = JSON.stringify(join(folder, 'log'))
  const script = `import { withLock } from ${module}
    import { appendFileSync } from 'node:fs'
    await withLock(${JSON.stringify(lock)}, async () => {
      appendFileSync(${log}, 'in\\n')
      await new Promise(done => setTimeout(done, ${wait}))
      appendFileSync(${log}, 'out\\n')
    })`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script], { stdio: 'ignore' })
  children.push(child)
  return child
}

const log = () => (existsSync(join(folder, 'log')) ? readFileSync(join(folder, 'log'), 'utf8') : '')

test('several at once take turns', async () => {
  await Promise.all([1, 2, 3, 4].map(() => once(contender(100), 'exit')))
  expect(log()).toBe('in\nout\n'.repeat(4))
  expect(readdirSync(folder)).toEqual(['log'])
})

test('the lock of a killed process is taken over, by one at a time', async () => {
  const killed = contender(60_000)
  await expect.poll(log, { timeout: 30_000 }).toBe('in\n')
  killed.kill('SIGKILL')
  await once(killed, 'exit')
  await Promise.all([1, 2, 3, 4].map(() => once(contender(100), 'exit')))
  expect(log()).toBe(`in\n${'in\nout\n'.repeat(4)}`)
  expect(readdirSync(folder)).toEqual(['log'])
})

test('what the holder started is waited for, though the holder is dead', async () => {
  const npm = spawn('sleep', ['1000'], { stdio: 'ignore' })
  children.push(npm)
  const dead = spawn('true')
  await once(dead, 'exit')
  writeFileSync(lock, `${dead.pid} ${npm.pid}`)
  const waiting = contender(0)
  await new Promise(done => setTimeout(done, 1000))
  expect(log()).toBe('')
  npm.kill('SIGKILL')
  await once(waiting, 'exit')
  expect(log()).toBe('in\nout\n')
})

test('the holder adds the process that it starts, and lets go when the work fails', async () => {
  const work = withLock(lock, async held => {
    held(12345)
    expect(readFileSync(lock, 'utf8')).toBe(`${process.pid} 12345`)
    throw new Error('npm failed')
  })
  await expect(work).rejects.toThrow('npm failed')
  expect(existsSync(lock)).toBe(false)
})
