/**
 * The browser's only way out: a forward proxy on loopback. Each request and each CONNECT is put to the guard,
 * its host looked up once, and the connection made to an address of that answer. It is the one layer that sees
 * everything a page does, WebSockets and workers included.
 */
import http from 'node:http'
import type { AddressInfo, Server, Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { canonicalAddress } from '../address.ts'
import { type ByteBudget, createByteBudget } from '../budget.ts'
import type { Guard } from '../guard.ts'
import { MAX_HEADER_SIZE } from '../limits.ts'
import { destroyAll } from '../sockets.ts'
import { forward } from './forward.ts'
import { createLedger, type EgressFailure } from './ledger.ts'
import { tunnel } from './tunnel.ts'
import { createUpstreams } from './upstreams.ts'

export type { EgressCode, EgressFailure } from './ledger.ts'

export interface ProxyOptions {
  /** Where it listens. Default: a free port of 127.0.0.1. */
  listener?: Server
  /** The same, for a browser on another machine: an address of ours, and whether `peer` may connect. */
  address?: { host: string; port: number; admits(peer: string): boolean }
  /** Shared with whatever else goes out for the same purpose. Default: one of `maxBytes` for the proxy alone. */
  budget?: ByteBudget
  /** Bytes to and from origins, TLS included, before everything is closed. Default 300 000 000. */
  maxBytes?: number
  /** Connections at once, on either side. Default 256. */
  maxConnections?: number
  /** For one connection to an origin, after the look-up. Default 10 000 ms. */
  connectTimeoutMs?: number
  /** An origin that is silent for this long is given up: 504 where it had not answered. Default 60 000 ms. */
  idleMs?: number
  /** No connection to an origin lasts longer. Default 300 000 ms. */
  lifetimeMs?: number
}

export interface EgressProxy {
  /** `http://127.0.0.1:<port>`, or at `address`, for `--proxy-server`. */
  url: string
  /** What the guard refused, host with port; the latest 500 of them. */
  refused(): EgressFailure[]
  /** Requests that the guard refused, all of them. */
  refusals(): number
  /**
   * Why the latest request to `host` (with or without its port) failed. To be asked when a navigation failed:
   * a refused CONNECT is only ERR_TUNNEL_CONNECTION_FAILED to the browser.
   */
  failureOf(host: string): EgressFailure | undefined
  /** Nothing of `host` is told from now on: it was asked for by ourselves. */
  forget(host: string): void
  /**
   * `failureOf` in one string: the sentence alone where the guard refused, else led by `unresolvable: ` or, for
   * all that went wrong later, `unreachable: `.
   */
  reasonFor(host: string): string | undefined
  bytes(): number
  /** Connections open now, to the browser and to origins. */
  connections(): { clients: number; origins: number }
  /** At once: sockets are destroyed, not drained. */
  close(): Promise<void>
}

const DEFAULTS = {
  maxBytes: 300_000_000,
  maxConnections: 256,
  connectTimeoutMs: 10_000,
  idleMs: 60_000,
  lifetimeMs: 300_000,
} satisfies Required<Omit<ProxyOptions, 'budget' | 'listener' | 'address'>>

/** A kept connection that nobody uses is closed after this long, in ms. */
const KEPT_FOR = 10_000
/** For a port of ours that is in use, and between two tries. */
const PORT_MS = 10_000
const PORT_AGAIN_MS = 100

/**
 * Listens on 127.0.0.1 unless told otherwise. What fails on the way is answered in the proxy's name: 403 (forbidden),
 * 502 (unresolvable, unreachable, protocol_error), 503 (over_budget, too_many_connections), 504 (timed_out),
 * with a header `x-cutover-egress` that holds the code (after `forbidden` also the host). Origins cannot set
 * that header over http:; over https: they can, so ask `failureOf`.
 */
export async function startProxy(guard: Guard, options: ProxyOptions = {}): Promise<EgressProxy> {
  const limits = { ...DEFAULTS, ...options }
  const { address } = options
  const { host, port } = address ?? { host: '127.0.0.1', port: 0 }
  const budget = options.budget ?? createByteBudget(limits)
  const clients = new Set<Socket>()
  const ledger = createLedger()
  const upstreams = createUpstreams(guard, budget, limits, {
    full: () => destroyAll(Object.values(kept.freeSockets).flatMap(sockets => sockets ?? [])),
  })
  // A client that waits would wait for nothing.
  budget.onExceeded(() => destroyAll(clients))
  const kept = new DialAgent({ keepAlive: true, maxFreeSockets: 6, timeout: KEPT_FOR })
  const fresh = new DialAgent({ keepAlive: false })
  kept.open = fresh.open = upstreams.open
  const context = { guard, upstreams, ledger, kept, fresh, idleMs: limits.idleMs }

  const server = http.createServer(
    {
      maxHeaderSize: MAX_HEADER_SIZE,
      keepAliveTimeout: 120_000,
      headersTimeout: 0,
      requestTimeout: 0,
      noDelay: true,
    },
    (request, response) => forward(context, request, response),
  )
  server.maxConnections = limits.maxConnections
  server.on('connection', socket => {
    if (address && !address.admits(canonicalAddress(socket.remoteAddress ?? '::'))) return socket.destroy()
    clients.add(socket)
    socket.once('close', () => clients.delete(socket))
  })
  server.on('connect', (request, socket, head) => {
    tunnel(context, request, socket as Socket, head).catch(() => socket.destroy())
  })
  server.on('clientError', (_error, socket) => socket.destroy())
  const listen = () =>
    new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      if (options.listener) server.listen(options.listener, resolve)
      else server.listen(port, host, resolve)
    })
  // The port of `address` is the same for each scan: the one before may be about to end.
  for (const until = performance.now() + PORT_MS; ; await sleep(PORT_AGAIN_MS))
    try {
      await listen()
      break
    } catch (error) {
      const isInUse = (error as NodeJS.ErrnoException).code === 'EADDRINUSE'
      if (!address || !isInUse || performance.now() > until) throw error
    }

  return {
    url: `http://${host}:${(server.address() as AddressInfo).port}`,
    refused: () => ledger.list('forbidden'),
    refusals: () => ledger.count('forbidden'),
    failureOf: ledger.latest,
    forget: ledger.forget,
    reasonFor: host => reasonOf(ledger.latest(host)),
    bytes: () => budget.bytes().up + budget.bytes().down,
    connections: () => ({ clients: clients.size, origins: upstreams.size() }),
    async close() {
      const closed = new Promise<void>(resolve => server.close(() => resolve()))
      const destroyed = Promise.all([upstreams.destroy(), destroyAll(clients)])
      kept.destroy()
      fresh.destroy()
      await Promise.all([closed, destroyed])
    },
  }
}

/** An agent whose connections come from the guard, also for IP literals, which no `lookup` would see. */
class DialAgent extends http.Agent {
  open: ((hostname: string, port: number) => Promise<Socket>) | undefined

  override createConnection(
    options: http.ClientRequestArgs,
    done?: (error: Error | null, stream: Socket) => void,
  ): undefined {
    this.open!(String(options.host), Number(options.port)).then(
      socket => done?.(null, socket),
      error => done?.(error, undefined as unknown as Socket),
    )
  }
}

function reasonOf(failure: EgressFailure | undefined): string | undefined {
  if (!failure || failure.code === 'forbidden') return failure?.reason
  return `${failure.code === 'unresolvable' ? 'unresolvable' : 'unreachable'}: ${failure.reason}`
}
