/**
 * Who may be reached. One decision for every door: the API's intake, the HTTP client and the browser's proxy.
 * A name is looked up once, every address of the answer must be public, and the caller dials an address of that
 * answer: what was checked is what is connected to, whatever the name answers a moment later.
 */
import { promises as dns } from 'node:dns'
import { isIP } from 'node:net'
import { networkInterfaces } from 'node:os'
import { canonicalAddress } from './address.ts'
import { createNameCache, type NameCache, type NameResolver } from './names.ts'
import { canonicalHost, type Policy, parseAllowHosts, refusalOf } from './policy.ts'

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

export interface PolicyOptions {
  /** Exact `host:port` that may be reached though they are local: `localhost:8080`, `[::1]:8080`. */
  allowHosts: readonly string[]
  /** Of this service: neither its host may be reached nor an address that it leads to. */
  publicUrl?: string
  /** Addresses of this machine, a public one of which is a way round its firewall. Default: its network interfaces'. */
  interfaceAddresses?: readonly string[]
}

export interface GuardOptions extends PolicyOptions {
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

/** @throws {Error} naming the entry of `allowHosts` that is not `host:port` */
export function policyOf({
  allowHosts,
  publicUrl,
  interfaceAddresses = ofThisMachine(),
}: PolicyOptions): Policy {
  const host = publicUrl === undefined ? undefined : bare(new URL(publicUrl).hostname)
  return {
    allowed: parseAllowHosts(allowHosts),
    own: new Set(
      [...interfaceAddresses, host ?? []].flat().map(one => (isIP(one) ? canonicalAddress(one) : one)),
    ),
  }
}

/** Why `url` is refused as a target, or null. Pure: no look-up, so a public name may still be refused later. */
export function checkTarget(url: string, policy: Policy): string | null {
  return URL.canParse(url) ? refusalOf(new URL(url), policy) : NOT_A_URL
}

const NOT_A_URL = 'the target is not a URL; write it as https://example.com/page'

/** @throws {Error} naming the entry of `allowHosts` that is not `host:port` */
export function createGuard({ resolver, cacheMs = 60_000, ...options }: GuardOptions): Guard {
  const policy = policyOf(options)
  const names = createNameCache(resolver ?? new dns.Resolver({ timeout: 3000, tries: 2 }), cacheMs)
  const ownNames = [...policy.own].filter(
    own => !isIP(own) && refusalOf({ host: own, port: 443 }, { ...policy, own: new Set() }) === null,
  )

  return {
    check(target) {
      if (typeof target === 'string' && !URL.canParse(target)) throw new Forbidden('', NOT_A_URL)
      const url = new URL(target)
      const reason = refusalOf(url, policy)
      if (reason) throw new Forbidden(url.hostname, reason)
      return url
    },

    async resolve(hostname, port) {
      const host = canonicalHost(hostname)
      if (host === null) throw new Forbidden(hostname.slice(0, 80), 'the target has no valid host name')
      const place = { host, port }
      const judge = (by: Policy, addresses?: string[]) => {
        const reason = refusalOf(place, by, addresses)
        if (reason) throw new Forbidden(host, reason)
      }
      judge(policy)
      const literal = bare(host)
      if (policy.allowed.has(`${host}:${port}`)) {
        if (isIP(literal)) return [withFamily(literal)]
        if (/(^|\.)localhost$/.test(host)) return ['127.0.0.1', '::1'].map(withFamily)
        return (await found(host, names.system(host))).map(withFamily)
      }
      const [own, addresses] = await Promise.all([
        addressesOf(names, ownNames),
        isIP(literal) ? [literal] : found(host, names.public(host)),
      ])
      judge({ ...policy, own: new Set([...policy.own, ...own]) }, addresses)
      return addresses.map(withFamily)
    },
  }
}

async function found(host: string, answer: Promise<string[]>): Promise<string[]> {
  return answer.catch(error => {
    throw new Unresolvable(host, sentence(host, error), { cause: error })
  })
}

/** Those that the names have now. One that has none, or is not answered, is no reason to keep anybody else out. */
async function addressesOf(names: NameCache, hosts: string[]): Promise<string[]> {
  const answers = await Promise.all(hosts.map(host => names.public(host).catch(() => [])))
  return answers.flat().filter(isIP).map(canonicalAddress)
}

/** Without the brackets of IPv6 and the dot at the end of a name. */
const bare = (host: string) => host.replace(/^\[|\]$|\.$/g, '')

const withFamily = (address: string): Address => ({ address, family: isIP(address) === 6 ? 6 : 4 })

const ofThisMachine = () =>
  Object.values(networkInterfaces()).flatMap(list => list?.map(({ address }) => address) ?? [])

function sentence(host: string, error: { code?: unknown }): string {
  if (error.code === 'ENOTFOUND' || error.code === 'ENODATA')
    return `${host} does not exist: it has no address in the DNS`
  return `${host} could not be looked up in the DNS (${typeof error.code === 'string' ? error.code : 'no answer'})`
}
