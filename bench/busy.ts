import { type ChildProcess, spawn } from 'node:child_process'

/** Keeps one core busy until it is ended, or its parent is gone. */
const BUSY = 'const parent = process.ppid; while (process.ppid === parent) Math.hypot(performance.now(), 1)'

/** Does `work` beside `count` processes that keep a core busy each. Throws when one of them did not last as long. */
export async function besideBusy<T>(count: number, work: (pids: number[]) => Promise<T>): Promise<T> {
  const busy = Array.from({ length: count }, () => spawn(process.execPath, ['-e', BUSY], { stdio: 'ignore' }))
  try {
    const result = await work(busy.map(({ pid }) => pid!))
    if (busy.some(child => !isRunning(child))) throw new Error('a busy process ended by itself')
    return result
  } finally {
    await Promise.all(busy.map(ended))
  }
}

async function ended(child: ChildProcess): Promise<void> {
  if (!isRunning(child)) return
  child.kill()
  await new Promise(resolve => child.once('exit', resolve))
}

const isRunning = ({ exitCode, signalCode }: ChildProcess) => exitCode === null && signalCode === null
