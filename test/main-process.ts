import { type ChildProcess, spawn } from 'node:child_process'
import { onTestFinished } from 'vitest'
import { CACHED } from './compile-cache.ts'

export interface Run {
  child: ChildProcess
  out: () => string
  err: () => string
  ended: Promise<number | null>
}

/** Starts the server as a process, in production, on any free port unless `env` says otherwise. */
export function main(args: string[], env: Record<string, string>, execArgv: string[] = []): Run {
  const child = spawn(process.execPath, [...execArgv, 'server/main.ts', ...args], {
    env: {
      ...CACHED,
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      // Whatever keeps the browser of this machine.
      CUTOVER_UNSAFE_NO_SANDBOX: 'true',
      CUTOVER_SECRET_KEY: 'ab'.repeat(32),
      PORT: '0',
      ...env,
    },
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  let [out, err] = ['', '']
  child.stdout!.on('data', chunk => (out += chunk))
  child.stderr!.on('data', chunk => (err += chunk))
  return {
    child,
    out: () => out,
    err: () => err,
    ended: new Promise(resolve => child.on('close', code => resolve(code))),
  }
}

/** The port that it has told. */
export async function port({ out }: Run): Promise<number> {
  for (;;) {
    const found = /"port":(\d+)/.exec(out())
    if (found) return Number(found[1])
    await new Promise(resolve => setTimeout(resolve, 50))
  }
}
