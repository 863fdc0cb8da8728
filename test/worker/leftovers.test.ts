import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { SCAN_MARK } from '../../server/config/index.ts'
import { killQuietly, markerOf, type Process, readProcesses } from '../../server/lib/proc.ts'
import { clearLeftovers, temporaryHome, temporaryName } from '../../server/worker/leftovers.ts'

/** Starts a process with a mark of a worker that lives as long as its parent, and tells its pid here. */
async function markedBy(before: readonly string[]): Promise<{ marker: ChildProcess; pid: number }> {
  const script = join(import.meta.dirname, 'fixtures/marked.ts')
  const [command, ...args] = [...before, process.execPath, script]
  const marker = spawn(command!, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(() => {
    for (const { pid } of descendants(marker.pid!)) killQuietly(pid)
    marker.kill('SIGKILL')
  })
  await once(marker.stdout!, 'data')
  const scan = descendants(marker.pid!).find(({ pid }) => markerOf(pid, SCAN_MARK))
  return { marker, pid: scan!.pid }
}

const descendants = (root: number): Process[] => {
  const all = readProcesses()
  const below = (pid: number): Process[] =>
    all.filter(({ parent }) => parent === pid).flatMap(child => [child, ...below(child.pid)])
  return below(root)
}
const lives = (pid: number) => readProcesses().some(one => one.pid === pid && !one.zombie)
const UNSHARE = ['unshare', '--pid', '--fork', '--mount-proc']
const canUnshare =
  process.platform === 'linux' && spawnSync(UNSHARE[0]!, [...UNSHARE.slice(1), 'true']).status === 0

test.runIf(canUnshare)('scans of a worker in a container are none of a worker beside it', async () => {
  const { pid } = await markedBy(UNSHARE)
  expect(await clearLeftovers()).not.toContain(pid)
  expect(lives(pid)).toBe(true)
})

test.runIf(process.platform === 'linux')(
  'scans of a worker that was killed are, on its own machine',
  async () => {
    const { marker, pid } = await markedBy([])
    expect(await clearLeftovers()).not.toContain(pid)
    marker.kill('SIGKILL')
    await once(marker, 'exit')
    expect(await clearLeftovers()).toContain(pid)
  },
)

test.runIf(process.platform === 'linux')(
  'a scan has room for the socket of a browser, whatever TMPDIR is',
  () => {
    expect(temporaryHome('/var/tmp')).toBe('/var/tmp')
    for (const home of ['/home/somebody/a/folder/for/temporary/files', `/${'ü'.repeat(7)}`])
      expect(temporaryHome(home)).toBe('/tmp')
    const socket = `${temporaryName()}AbCdEf/org.chromium.Chromium.AbCdEf/SingletonSocket`
    for (let length = 1; length < 60; length++) {
      const home = `/${'a'.repeat(length)}`
      expect(`${temporaryHome(home)}/${socket}`.length).toBeLessThan(108)
    }
  },
)
