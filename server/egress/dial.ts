import { connect, type Socket } from 'node:net'
import type { ByteBudget } from './budget.ts'
import type { Address, Guard } from './guard.ts'
import { canonicalHost } from './policy.ts'

export interface DialOptions {
  /** For the connection, after the look-up. Default 10 000 ms. */
  timeoutMs?: number
  signal?: AbortSignal
  /** Counts the connection, and may refuse it. */
  budget?: ByteBudget
}

/** Nothing could be connected to at the addresses of the host. */
export class Unreachable extends Error {
  override readonly name = 'Unreachable'
  readonly host: string
  readonly timedOut: boolean
  constructor(host: string, message: string, timedOut: boolean, options?: ErrorOptions) {
    super(message, options)
    this.host = host
    this.timedOut = timedOut
  }
}

/** A silent address (a broken IPv6 route) holds up the next one for this long, in ms. */
const NEXT_ADDRESS_AFTER = 1000

/**
 * Connects to one of the addresses that the guard gave, and to nothing else: the name is never looked up again.
 * @throws {Forbidden} @throws {Unresolvable} @throws {Unreachable} @throws {Spent}
 */
export async function dial(
  guard: Guard,
  hostname: string,
  port: number,
  options: DialOptions = {},
): Promise<Socket> {
  const { timeoutMs = 10_000, signal, budget } = options
  const host = canonicalHost(hostname) ?? hostname
  const spent = budget?.refusal(host)
  if (spent) throw spent
  const addresses = await guard.resolve(hostname, port)
  signal?.throwIfAborted()
  const place = `${hostname}:${port}`
  const { promise, resolve, reject } = Promise.withResolvers<Socket>()
  const socket = connectPinned(addresses, port)
  const timer = setTimeout(() => fail(`${place} did not answer within ${timeoutMs} ms`, true), timeoutMs)
  const abort = () => fail(`the connection to ${place} was given up`, false, signal?.reason)
  signal?.addEventListener('abort', abort, { once: true })

  function fail(message: string, timedOut: boolean, cause?: unknown) {
    reject(new Unreachable(hostname, message, timedOut, { cause }))
    socket.destroy()
  }
  const refused = (error: Error) => {
    const code = codeOf(error)
    fail(`${place} could not be connected to (${code})`, code === 'ETIMEDOUT', error)
  }
  socket.once('error', refused).once('connect', () => resolve(socket))
  try {
    await promise
    budget?.watch(socket, host)
    return socket
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', abort)
    // A socket that fails late must not end the process; its new owner listens for itself.
    socket.off('error', refused).on('error', () => {})
  }
}

function connectPinned(addresses: Address[], port: number): Socket {
  const [first] = addresses
  if (!first) throw new Error('no address to connect to')
  if (addresses.length === 1) return connect({ host: first.address, port, noDelay: true })
  return connect({
    // Not the real name: should this look-up ever be skipped, there is nothing to find.
    host: 'pinned.invalid',
    lookup: (_name, _options, answer) => answer(null, addresses),
    port,
    noDelay: true,
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: NEXT_ADDRESS_AFTER,
  })
}

function codeOf(error: Error & { code?: unknown }): string {
  const first = error instanceof AggregateError ? error.errors[0] : error
  return String(first?.code ?? error.code ?? error.message)
}
