import type { Socket } from 'node:net'
import { type ByteBudget, Spent } from '../budget.ts'
import { dial } from '../dial.ts'
import type { Guard } from '../guard.ts'
import { destroyAll } from '../sockets.ts'

export interface UpstreamLimits {
  maxConnections: number
  connectTimeoutMs: number
  lifetimeMs: number
}

/** Every connection that leaves through the proxy: opened by the guard, and ended together. */
export interface Upstreams {
  /** @throws {Forbidden} @throws {Unresolvable} @throws {Unreachable} @throws {Spent} */
  open(hostname: string, port: number): Promise<Socket>
  /** To be called whenever data passed through `socket`. */
  tick(socket: Socket): void
  size(): number
  destroy(): Promise<void>
}

export interface UpstreamEvents {
  /** There are as many connections as there may be: a chance to close idle ones. */
  full(): void
}

export function createUpstreams(
  guard: Guard,
  budget: ByteBudget,
  limits: UpstreamLimits,
  events: UpstreamEvents,
): Upstreams {
  const live = new Set<Socket>()
  const closing = new AbortController()
  let pending = 0

  function inUse() {
    let open = pending
    for (const socket of live) if (!socket.destroyed) open++
    return open
  }

  return {
    async open(hostname, port) {
      if (inUse() >= limits.maxConnections) events.full()
      if (inUse() >= limits.maxConnections)
        throw new Spent('too_many_connections', `${limits.maxConnections} connections are open already`)
      pending++
      const socket = await dial(guard, hostname, port, {
        timeoutMs: limits.connectTimeoutMs,
        signal: closing.signal,
        budget,
      }).finally(() => pending--)
      if (closing.signal.aborted) {
        socket.destroy()
        throw new Spent('too_many_connections', 'the proxy was closed')
      }
      live.add(socket)
      const old = setTimeout(() => socket.destroy(), limits.lifetimeMs)
      socket.once('close', () => {
        clearTimeout(old)
        live.delete(socket)
      })
      return socket
    },
    tick: budget.tick,
    size: () => live.size,
    async destroy() {
      closing.abort(new Error('the proxy was closed'))
      await destroyAll(live)
    },
  }
}
