/** Processes of the service, started as an operator starts them. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

export interface Running {
  child: ChildProcess
  pid: number
  /** Of the API. */
  port?: number
  /** Jobs that it works on, each with its attempt. */
  jobs: Map<string, number>
  /** Its latest lines, for whoever looks into a miss. */
  said(): string
  /** Resolves with its exit status, or the signal that ended it. */
  ended: Promise<number | string | null>
}

const ROOT = join(import.meta.dirname, '../..')
const KEPT_LINES = 400

/** @param root of the checkout whose code runs */
export const startApi = (env: Record<string, string>, root = ROOT): Promise<Running> =>
  start([join(root, 'server/main.ts'), '--only', 'api'], env)

/** @param entry the script of its scan processes; default: real scans */
export const startWorkerProcess = (
  env: Record<string, string>,
  entry?: string,
  root = ROOT,
): Promise<Running> =>
  start(
    entry
      ? [join(import.meta.dirname, 'worker-process.ts'), entry]
      : [join(root, 'server/main.ts'), '--only', 'worker'],
    env,
  )

async function start(args: string[], env: Record<string, string>): Promise<Running> {
  const child = spawn(process.execPath, args, {
    env: { PATH: process.env.PATH!, PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const kill = () => void child.kill('SIGKILL')
  process.on('exit', kill)
  child.once('exit', () => process.off('exit', kill))
  const lines: string[] = []
  const keep = (line: string) => {
    lines.push(line)
    if (lines.length > KEPT_LINES) lines.shift()
  }
  const running: Running = {
    child,
    pid: child.pid!,
    jobs: new Map(),
    said: () => lines.join('\n'),
    ended: once(child, 'exit').then(([code, signal]) => signal ?? code),
  }
  child.stderr!.setEncoding('utf8').on('data', keep)
  await new Promise<void>((resolve, reject) => {
    running.ended.then(status => reject(new Error(`ended with ${status}: ${running.said()}`)))
    let rest = ''
    child.stdout!.setEncoding('utf8').on('data', (text: string) => {
      const parts = (rest + text).split('\n')
      rest = parts.pop()!
      for (const part of parts) {
        keep(part)
        hear(running, part, resolve)
      }
    })
  })
  return running
}

interface Line {
  msg: string
  port?: number
  job: string
  attempt: number
}

/** What its log tells. */
function hear(running: Running, line: string, ready: () => void): void {
  const { msg, job, attempt, port } = JSON.parse(line) as Line
  if (port !== undefined) running.port = port
  if (msg === 'listening' || msg === 'waiting for jobs') ready()
  else if (msg === 'scan started') running.jobs.set(job, attempt)
  else if (/^(scan ended|claim lost, scan stopped|job is gone, scan stopped)$/.test(msg))
    running.jobs.delete(job)
}
