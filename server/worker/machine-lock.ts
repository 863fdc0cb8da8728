import { rm } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * One browser at work on this machine at a time, across processes: a second one would spoil what Lighthouse
 * measures. The lock is a listening socket, so it goes with its holder, however that ends. Once `signal` is aborted,
 * `work` is called without the lock, to find that out itself.
 */
export async function withMachineLock<T>(
  work: () => Promise<T>,
  onWait: () => void,
  signal: AbortSignal,
): Promise<T> {
  let release = await acquire()
  if (!release) onWait()
  while (!release && !signal.aborted) {
    await new Promise(resolve => setTimeout(resolve, 100))
    release = await acquire()
  }
  try {
    return await work()
  } finally {
    release?.()
  }
}

/** Linux has socket names without a file, which leave nothing behind. */
const NAME = process.platform === 'linux' ? '\0cutover-browser' : join(tmpdir(), 'cutover-browser.sock')

async function acquire(): Promise<(() => void) | null> {
  const server = createServer(socket => socket.destroy())
  server.unref()
  const outcome = await new Promise<'held' | 'busy'>((resolve, reject) => {
    server.once('listening', () => resolve('held'))
    server.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' ? resolve('busy') : reject(error),
    )
    server.listen(NAME)
  })
  if (outcome === 'held') return () => server.close()
  // A socket file outlives a killed holder; an answer tells whether there still is one.
  if (!NAME.startsWith('\0') && !(await answers())) await rm(NAME, { force: true })
  return null
}

function answers(): Promise<boolean> {
  return new Promise(resolve => {
    const socket = connect(NAME)
    socket.once('connect', () => resolve(true))
    socket.once('error', () => resolve(false))
    socket.once('close', () => socket.destroy())
  })
}
