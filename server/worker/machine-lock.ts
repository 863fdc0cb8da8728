import { rm } from 'node:fs/promises'
import { connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { allowedCores, type CoreSet } from '../lib/cores.ts'

/**
 * One browser at work on each core of this machine at a time, across processes: a second one would spoil what Lighthouse
 * measures. Who waits longest has the turn: it takes the first of `coreSets` that is free, and gives the turn to the next.
 * A single set is for a scan that is not kept on its cores: that one keeps the turn, so that none is begun beside it.
 * The locks are listening sockets, so they go with their holder, however that ends. Once `signal` is aborted, `work` is
 * called without them, to find that out itself. They are given back at its end, or before by the function that it is called with.
 * @param work its second argument is what it is to be kept on; undefined: on nothing
 * @param coreSets as they are now; other processes may have made other sets of the same cores
 * @param answerMs a holder that gives no answer for so long stands still
 */
export async function withMachineLock<T>(
  work: (release: () => void, cores?: CoreSet) => Promise<T>,
  onWait: () => void,
  signal: AbortSignal,
  name = lockName('cutover-browser'),
  coreSets: () => readonly CoreSet[] = () => [allowedCores()],
  answerMs = ANSWER_MS,
): Promise<T> {
  const held: Release[] = []
  const release = () => {
    for (const giveBack of held.splice(0)) giveBack()
  }
  try {
    const cores = await takeCores(held, name, coreSets, inLine(held, onWait, signal, answerMs), signal)
    return await work(release, cores)
  } finally {
    release()
  }
}

async function takeCores(
  held: Release[],
  name: string,
  coreSets: () => readonly CoreSet[],
  { take, wait }: ReturnType<typeof inLine>,
  signal: AbortSignal,
): Promise<CoreSet | undefined> {
  for (let busy = await take([name]); busy.length > 0; busy = await take([name])) {
    if (signal.aborted) return
    await wait(busy)
  }
  while (!signal.aborted) {
    const sets = coreSets()
    const busy: string[] = []
    for (const cores of sets) {
      const others = await take(cores.map(core => `${name}-on-${core}`))
      busy.push(...others)
      if (others.length > 0) continue
      const isKept = sets.length > 1
      // The turn is all that one needs who is beside nobody; of the cores it had to know that they are free.
      for (const giveBack of isKept ? held.splice(0, 1) : held.splice(1)) giveBack()
      return isKept ? cores : undefined
    }
    // Nobody else takes any meanwhile, so that one who wants all of them comes to have them.
    await wait(busy)
  }
}

/** One who waits, whichever lock it is for. What it takes goes into `held`. */
function inLine(held: Release[], onWait: () => void, signal: AbortSignal, answerMs: number) {
  const since = performance.timeOrigin + performance.now()
  /** A process that was stopped, or hangs, may do so for days: there is a second lock in place of each that it holds. */
  const silent = new Set<string>()
  const standing = (lock: string): string => (silent.has(lock) ? standing(`${lock}-2`) : lock)
  let isTold = false
  return {
    /** All of them or none. @returns those that others have */
    async take(locks: readonly string[]): Promise<string[]> {
      const before = held.length
      const busy: string[] = []
      for (const lock of locks.map(standing)) {
        const release = await acquire(lock)
        if (release) held.push(release)
        else busy.push(lock)
      }
      if (busy.length > 0) for (const giveBack of held.splice(before)) giveBack()
      return busy
    },
    /** Until it is time to try again, since one of them may be free. */
    async wait(busy: readonly string[]): Promise<void> {
      if (!isTold) onWait()
      isTold = true
      if (signal.aborted) return
      const over = new AbortController()
      const until = AbortSignal.any([signal, over.signal])
      const waits = busy.map(async lock => {
        const before = await waitInLine(lock, since, until, answerMs)
        if (before === 'silent') silent.add(lock)
        return before
      })
      const before = await Promise.race(waits)
      // Those that one holder has are silent together.
      const ms = before === null ? RETRY_MS : before === 'silent' ? STEP_MS : before * STEP_MS
      await sleep(ms, undefined, { signal }).catch(() => {})
      over.abort()
    },
  }
}

type Release = () => void

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

/** Holds the lock, and tells each who waits how many wait longer. */
async function acquire(name: string): Promise<Release | null> {
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
function waitInLine(
  name: string,
  since: number,
  signal: AbortSignal,
  answerMs: number,
): Promise<number | null | 'silent'> {
  return new Promise(resolve => {
    let before: number | null | 'silent' = null
    let timer = setTimeout(() => {
      before = 'silent'
      leave()
    }, answerMs)
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
