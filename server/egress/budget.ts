/**
 * Bytes over every door at once, the browser's proxy and the HTTP client: what one scan may move in all, and what one
 * host may be made to bear by it.
 */
import { isIP, type Socket } from 'node:net'
import { canonicalAddress } from './address.ts'
import { destroyAll } from './sockets.ts'

export interface ByteLimits {
  /** Up and down, TLS included, of all hosts together. */
  maxBytes: number
  /** Of one host, by its name and by its address: a page may know many names of one victim. Default: `maxBytes`. */
  maxBytesPerHost?: number
}

export interface ByteBudget {
  /** Why nothing more may go to `host`, or undefined. */
  refusal(host: string): Spent | undefined
  /** Counts a new connection from now on. @throws {Spent}, the socket destroyed, where its address has had enough */
  watch(socket: Socket, host: string): void
  /** To be called when data passed, through `socket` or through any of them: what is over its limit is closed. */
  tick(socket?: Socket): void
  bytes(): { up: number; down: number }
  /** The whole budget is used up: all connections were closed. */
  exceeded(): boolean
  /** Names and addresses that had more than their share. */
  exceededHosts(): string[]
  /** Runs once, when the whole budget is used up. */
  onExceeded(listener: () => void): void
}

/** A limit of ours is used up. */
export class Spent extends Error {
  override readonly name = 'Spent'
  readonly code: 'over_budget' | 'too_many_connections'
  constructor(code: Spent['code'], message: string) {
    super(message)
    this.code = code
  }
}

interface Watched {
  up: number
  down: number
  /** Whose share it uses. */
  keys: string[]
}

/** Of hosts with the most bytes: a page may ask for any number of names, each of which costs it a connection. */
const MAX_HOSTS = 10_000

/** With the dot of the root at its end a name is the same. */
const nameOf = (host: string) => host.replace(/\.$/, '')

export function createByteBudget({ maxBytes, maxBytesPerHost = maxBytes }: ByteLimits): ByteBudget {
  const live = new Map<Socket, Watched>()
  const ofHost = new Map<string, number>()
  const spent = new Set<string>()
  const listeners: (() => void)[] = []
  const total = { up: 0, down: 0 }
  let exceeded = false

  function count(socket: Socket, watched: Watched) {
    const { bytesWritten, bytesRead } = socket
    const [up, down] = [bytesWritten - watched.up, bytesRead - watched.down]
    if (up + down === 0) return
    Object.assign(watched, { up: bytesWritten, down: bytesRead })
    total.up += up
    total.down += down
    for (const key of watched.keys) {
      const bytes = (ofHost.get(key) ?? 0) + up + down
      if (bytes > maxBytesPerHost && !spent.has(key)) closeHost(key)
      ofHost.delete(key)
      ofHost.set(key, bytes)
    }
    // What has been quiet for longest is forgotten, but never that a host has had enough.
    if (ofHost.size > MAX_HOSTS) ofHost.delete(ofHost.keys().next().value!)
    if (total.up + total.down > maxBytes && !exceeded) closeAll()
  }

  function closeHost(key: string) {
    const users = [...live].filter(([, { keys }]) => keys.includes(key))
    // Names of an address that has had enough lead nowhere; a name's address may be many others' too.
    for (const one of isIP(key) ? users.flatMap(([, { keys }]) => keys) : [key]) spent.add(one)
    destroyAll(users.map(([socket]) => socket))
  }

  function closeAll() {
    exceeded = true
    destroyAll(live.keys())
    for (const listener of listeners) listener()
  }

  function refusal(...keys: string[]): Spent | undefined {
    if (exceeded) return new Spent('over_budget', `the pages have used up their ${maxBytes} bytes`)
    const key = keys.find(one => spent.has(one))
    return key ? new Spent('over_budget', `${key} has used up its ${maxBytesPerHost} bytes`) : undefined
  }

  return {
    refusal: host => refusal(nameOf(host)),
    watch(socket, host) {
      const address = socket.remoteAddress
      const keys = [...new Set([nameOf(host), ...(address ? [canonicalAddress(address)] : [])])]
      const refused = refusal(...keys)
      if (refused) {
        socket.destroy()
        throw refused
      }
      const watched: Watched = { up: 0, down: 0, keys }
      live.set(socket, watched)
      socket.once('close', () => {
        count(socket, watched)
        live.delete(socket)
      })
    },
    tick(socket) {
      const watched = socket && live.get(socket)
      if (watched) count(socket, watched)
      else if (!socket) for (const [each, its] of live) count(each, its)
    },
    bytes: () => ({ ...total }),
    exceeded: () => exceeded,
    exceededHosts: () => [...spent],
    onExceeded: listener => void listeners.push(listener),
  }
}
