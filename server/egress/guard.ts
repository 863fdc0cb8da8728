/**
 * Who may be reached. One decision for every door: the API's intake, the HTTP client and the browser's proxy.
 * A name is looked up once, every address of the answer must be public, and the caller dials an address of that
 * answer: what was checked is what is connected to, whatever the name answers a moment later.
 */
import { promises as dns } from 'node:dns'
import { isIP } from 'node:net'
import { networkInterfaces } from 'node:os'
import { addressRefusal } from './address.ts'
import { createNameCache, type NameResolver } from './names.ts'
import { canonicalHost, parseAllowHosts, placeRefusal, urlRefusal } from './policy.ts'

export type { NameResolver } from './names.ts'

export interface Address {
  address: string
  family: 4 | 6
}

export interface Guard {
  /**
   * The static decision, without DNS: scheme, credentials, port, host literal, local names.
   * @returns the parsed URL @throws {Forbidden}
   */
  check(url: URL | string): URL
  /**
   * The addresses that may be dialled for `hostname` (with or without the brackets of IPv6) on `port`.
   * Runs the static decision too. @throws {Forbidden} @throws {Unresolvable}
   */
  resolve(hostname: string, port: number): Promise<Address[]>
}

export interface GuardOptions {
  /** Exact `host:port` that may be reached though they are local: `localhost:8080`, `[::1]:8080`. */
  allowHosts: readonly string[]
  /** Default: c-ares, which knows neither /etc/hosts nor forms such as `127.1`, 3 s, 2 tries. */
  resolver?: NameResolver
  /** How long an answer, a negative one too, is kept. Default 60 000 ms. */
  cacheMs?: number
}

/** The target is refused by policy. `reason` is a sentence for the reader. */
export class Forbidden extends Error {
  override readonly name = 'Forbidden'
  readonly host: string
  readonly reason: string
  constructor(host: string, reason: string) {
    super(reason)
    this.host = host
    this.reason = reason
  }
}

/** The host does not exist, or its name servers did not answer. `reason` is a sentence for the reader. */
export class Unresolvable extends Error {
  override readonly name = 'Unresolvable'
  readonly host: string
  readonly reason: string
  constructor(host: string, reason: string, options?: ErrorOptions) {
    super(reason, options)
    this.host = host
    this.reason = reason
  }
}

/** Why `url` is refused as a target, or null. Pure: no look-up, so a public name may still be refused later. */
export function checkTarget(url: string, allowHosts: readonly string[]): string | null {
  if (!URL.canParse(url)) return 'the target is not a URL; write it as https://example.com/page'
  return urlRefusal(new URL(url), parseAllowHosts(allowHosts))
}

/** @throws {Error} naming the entry of `allowHosts` that is not `host:port` */
export function createGuard({ allowHosts, resolver, cacheMs = 60_000 }: GuardOptions): Guard {
  const allowed = parseAllowHosts(allowHosts)
  const names = createNameCache(resolver ?? new dns.Resolver({ timeout: 3000, tries: 2 }), cacheMs)
  const own = ownAddresses()

  return {
    check(target) {
      if (typeof target === 'string' && !URL.canParse(target))
        throw new Forbidden('', 'the target is not a URL; write it as https://example.com/page')
      const url = new URL(target)
      const reason = urlRefusal(url, allowed)
      if (reason) throw new Forbidden(url.hostname, reason)
      return url
    },

    async resolve(hostname, port) {
      const host = canonicalHost(hostname)
      if (host === null) throw new Forbidden(hostname.slice(0, 80), 'the target has no valid host name')
      const reason = placeRefusal(host, port, allowed)
      if (reason) throw new Forbidden(host, reason)
      const literal = host.replace(/^\[|\]$/g, '')
      if (isIP(literal)) return [withFamily(literal)]
      const mayBeLocal = allowed.has(`${host}:${port}`)
      if (mayBeLocal && /(^|\.)localhost$/.test(host)) return ['127.0.0.1', '::1'].map(withFamily)
      const addresses = await (mayBeLocal ? names.system(host) : names.public(host)).catch(error => {
        throw new Unresolvable(host, sentence(host, error), { cause: error })
      })
      if (mayBeLocal) return addresses.map(withFamily)
      for (const address of addresses) {
        const refusal = own.has(address)
          ? `${address} is an address of this service`
          : addressRefusal(address)
        if (refusal) throw new Forbidden(host, `${host} leads to a place that may not be visited: ${refusal}`)
      }
      return addresses.map(withFamily)
    },
  }
}

const withFamily = (address: string): Address => ({ address, family: isIP(address) === 6 ? 6 : 4 })

/** A public address of this machine is a way round its firewall. */
function ownAddresses(): Set<string> {
  return new Set(
    Object.values(networkInterfaces()).flatMap(list => list?.map(({ address }) => address) ?? []),
  )
}

function sentence(host: string, error: { code?: unknown }): string {
  if (error.code === 'ENOTFOUND' || error.code === 'ENODATA')
    return `${host} does not exist: it has no address in the DNS`
  return `${host} could not be looked up in the DNS (${typeof error.code === 'string' ? error.code : 'no answer'})`
}
