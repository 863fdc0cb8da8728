import type { Socket } from 'node:net'
import { destroyAll, dial } from '../dial.ts'
import type { Guard } from '../guard.ts'

export interface UpstreamLimits {
  maxBytes: number
  maxConnections: number
  connectTimeoutMs: number
  lifetimeMs: number
}

/** Every connection that leaves through the proxy: opened by the guard, counted, and ended together. */
export interface Upstreams {
  /** @throws {Forbidden} @throws {Unresolvable} @throws {Unreachable} @throws {Spent} */
  open(hostname: string, port: number): Promise<Socket>
  /** To be called whenever data passed through `socket`: the budget is checked here. */
  tick(socket: Socket): void
  bytes(): number
  exceeded(): boolean
  size(): number
  destroy(): Promise<void>
}

/** A limit of the proxy itself is used up. */
export class Spent extends Error {
  override readonly name = 'Spent'
  readonly code: 'over_budget' | 'too_many_connections'
  constructor(code: Spent['code'], message: string) {
    super(message)
    this.code = code
  }
}

export interface UpstreamEvents {
  /** The byte budget is used up; runs once, all upstreams are closed by then. */
  exceeded(): void
  /** There are as many connections as there may be: a chance to close idle ones. */
  full(): void
}

export function createUpstreams(guard: Guard, limits: UpstreamLimits, events: UpstreamEvents): Upstreams {
  const live = new Map<Socket, number>()
  const closing = new AbortController()
  let pending = 0
  let bytes = 0
  let exceeded = false

  function tick(socket: Socket) {
    const counted = live.get(socket)
    if (counted === undefined) return
    const now = socket.bytesRead + socket.bytesWritten
    bytes += now - counted
    live.set(socket, now)
    if (bytes <= limits.maxBytes || exceeded) return
    exceeded = true
    destroyAll(live.keys())
    events.exceeded()
  }

  function inUse() {
    let open = pending
    for (const socket of live.keys()) if (!socket.destroyed) open++
    return open
  }

  return {
    async open(hostname, port) {
      if (exceeded) throw new Spent('over_budget', `the page has used up its ${limits.maxBytes} bytes`)
      if (inUse() >= limits.maxConnections) events.full()
      if (inUse() >= limits.maxConnections)
        throw new Spent('too_many_connections', `${limits.maxConnections} connections are open already`)
      pending++
      const socket = await dial(guard, hostname, port, {
        timeoutMs: limits.connectTimeoutMs,
        signal: closing.signal,
      }).finally(() => pending--)
      if (exceeded || closing.signal.aborted) {
        socket.destroy()
        throw new Spent('over_budget', 'the proxy takes no more connections')
      }
      live.set(socket, 0)
      const old = setTimeout(() => socket.destroy(), limits.lifetimeMs)
      socket.once('close', () => {
        clearTimeout(old)
        tick(socket)
        live.delete(socket)
      })
      return socket
    },
    tick,
    bytes: () => bytes,
    exceeded: () => exceeded,
    size: () => live.size,
    async destroy() {
      closing.abort(new Error('the proxy was closed'))
      await destroyAll(live.keys())
    },
  }
}
