/** `npm run verify` as it is run: each time in a process of its own. */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import { CACHED } from '../compile-cache.ts'

/** For all tests of a file, which calls this once: `folder` goes with the file, and `data` in it is the data folder. */
export function commandLine() {
  const folder = mkdtempSync(join(tmpdir(), 'cutover-cli-test-'))
  // Not when its test ends: tests of the command run at the same time.
  const children: ChildProcess[] = []
  afterAll(async () => {
    for (const child of children) child.kill('SIGKILL')
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  })

  function startWith(env: Record<string, string>, ...args: string[]) {
    const { PATH, HOME } = process.env
    const child: ChildProcess = spawn(process.execPath, ['server/cli.ts', ...args], {
      env: { ...CACHED, PATH, HOME, CUTOVER_DATA_DIR: join(folder, 'data'), ...env },
    })
    children.push(child)
    const said = { out: '', err: '' }
    child.stdout!.on('data', chunk => (said.out += chunk))
    child.stderr!.on('data', chunk => (said.err += chunk))
    const ended = new Promise<number | null>(resolve => child.on('close', resolve))
    return { child, said, ended }
  }

  const start = (...args: string[]) => startWith({}, ...args)

  async function cli(...args: string[]) {
    const { said, ended } = start(...args)
    return { code: await ended, ...said }
  }

  return { folder, start, startWith, cli }
}

/** A port that nobody listens on. */
export async function closedPort(): Promise<number> {
  const server = createServer()
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  await new Promise(resolve => server.close(resolve))
  return port
}
