import { rm } from 'node:fs/promises'
import { connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/**
 * One browser at work on each of `names`, which stand for sets of cores of this machine, at a time, across processes: a
 * second one would spoil what Lighthouse measures. Who waits longest is next. The lock is a listening socket, so it goes
 * with its holder, however that ends. Once `signal` is aborted, `work` is called without the lock, to find that out
 * itself. It gives the lock back at its end, or before by the function that it is called with.
 * @param work its second argument is the index of the name that is held
 */
export async function withMachineLock<T>(
  work: (release: () => void, index: number) => Promise<T>,
  onWait: () => void,
  signal: AbortSignal,
  names: readonly string[] = [browserLock(0)],
): Promise<T> {
  const since = performance.timeOrigin + performance.now()
  let held = await acquireAny(names)
  if (!held) onWait()
  while (!held && !signal.aborted) {
    const line = Math.floor(Math.random() * names.length)
    const before = await waitInLine(names[line]!, since, signal)
    // A process that was stopped, or hangs, may do so for days: there is a second lock in place of the one that it holds.
    if (before === 'silent')
      return withMachineLock(work, () => {}, signal, names.with(line, `${names[line]}-2`))
    await sleep(before === null ? RETRY_MS : before * STEP_MS, undefined, { signal }).catch(() => {})
    held = await acquireAny(names)
  }
  try {
    return await work(() => held?.release(), held?.index ?? 0)
  } finally {
    held?.release()
  }
}

/** Of the browser that works on a set of cores. */
export const browserLock = (set: number): string =>
  lockName(set === 0 ? 'cutover-browser' : `cutover-browser-on-${set}`)

/** Linux has socket names without a file, which leave nothing behind. */
export const lockName = (name: string): string =>
  process.platform === 'linux' ? `\0${name}` : join(tmpdir(), `${name}.sock`)

/** Between the tries of who is first in line and who is next, when the holder is gone. */
const STEP_MS = 50
/** Between tries where the holder tells nothing of a line. */
const RETRY_MS = 100
/** A holder that is asked for the line answers at once. */
const ANSWER_MS = 10_000
/** Between two such questions of who waits. */
const ASK_AGAIN_MS = 15_000
/** Of what who waits sends and is sent; a number fits. */
const MAX_LINE = 40

async function acquireAny(names: readonly string[]) {
  for (const [index, name] of names.entries()) {
    const release = await acquire(name)
    if (release) return { release, index }
  }
  return null
}

/** Holds the lock, and tells each who waits how many wait longer. */
async function acquire(name: string): Promise<(() => void) | null> {
  const connected = new Set<Socket>()
  const waiting = new Map<Socket, number>()
  const tell = () => {
    const line = [...waiting].sort(([, a], [, b]) => a - b)
    for (const [index, [socket]] of line.entries()) socket.write(`${index}\n`)
  }
  const server = createServer(socket => {
    socket.unref()
    connected.add(socket)
    socket.on('error', () => socket.destroy())
    socket.once('data', data => {
      waiting.set(socket, Number(String(data).slice(0, MAX_LINE)) || Date.now())
      tell()
    })
    socket.once('close', () => {
      connected.delete(socket)
      if (waiting.delete(socket)) tell()
    })
  })
  server.unref()
  const outcome = await new Promise<'held' | 'busy'>((resolve, reject) => {
    server.once('listening', () => resolve('held'))
    server.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' ? resolve('busy') : reject(error),
    )
    server.listen(name)
  })
  if (outcome === 'busy') return null
  return () => {
    server.close()
    waiting.clear()
    for (const socket of connected) socket.destroy()
  }
}

/**
 * Until the holder is gone, it is time to ask again, or `signal` is aborted. @returns how many wait longer; null when
 * nothing was told of it; `silent` when the holder gives no answer
 */
function waitInLine(name: string, since: number, signal: AbortSignal): Promise<number | null | 'silent'> {
  return new Promise(resolve => {
    let before: number | null | 'silent' = null
    let timer = setTimeout(() => {
      before = 'silent'
      leave()
    }, ANSWER_MS)
    const socket = connect(name, () => socket.write(`${since}\n`))
    const leave = () => socket.destroy()
    signal.addEventListener('abort', leave, { once: true })
    socket.on('data', data => {
      clearTimeout(timer)
      timer = setTimeout(leave, ASK_AGAIN_MS)
      const told = /(\d+)\n$/.exec(String(data).slice(-MAX_LINE))
      if (told) before = Number(told[1])
    })
    socket.once('error', (error: NodeJS.ErrnoException) => {
      // A socket file outlives a killed holder; nobody answers there.
      if (error.code === 'ECONNREFUSED' && !name.startsWith('\0')) void rm(name, { force: true })
    })
    socket.once('close', () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', leave)
      resolve(before)
    })
  })
}
