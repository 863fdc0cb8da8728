/** What can be decided from a URL alone. Pure; hosts are WHATWG host names (`[::1]`, `example.com`). */
import { isIP } from 'node:net'
import { addressRefusal, canonicalAddress } from './address.ts'

/** What is decided by, besides the target itself. */
export interface Policy {
  /** `host:port` that may be reached though they are not public. */
  allowed: ReadonlySet<string>
  /** Addresses, as `canonicalAddress` writes them, and names of this service. */
  own: ReadonlySet<string>
}

/** Where a connection goes. `host` is canonical: see `canonicalHost`. */
export interface Place {
  host: string
  port: number
}

/**
 * Why the target must not be reached, as a sentence that says what would be right, or null. The one decision of all
 * doors: at intake and before a request there is the URL, before a connection the place and what its name leads to,
 * every address of which must pass.
 */
export function refusalOf(
  target: URL | Place,
  policy: Policy,
  addresses: readonly string[] = [],
): string | null {
  if (target instanceof URL) {
    if (target.protocol !== 'http:' && target.protocol !== 'https:')
      return `the scheme ${target.protocol.slice(0, 40)} is not supported; use http: or https:`
    if (target.username || target.password) return 'the URL holds a user name or password; leave them out'
  }
  const { host, port } = target instanceof URL ? placeOf(target) : target
  if (policy.allowed.has(`${host}:${port}`)) return null
  return hostRefusal(host, policy) ?? portRefusal(port) ?? answerRefusal(host, addresses, policy)
}

function answerRefusal(host: string, addresses: readonly string[], policy: Policy): string | null {
  for (const address of addresses) {
    const reason = literalRefusal(address, policy)
    if (reason) return `${host} leads to a place that may not be visited: ${reason}`
  }
  return null
}

function literalRefusal(address: string, { own }: Policy): string | null {
  const reason = addressRefusal(address)
  if (reason) return reason
  return own.has(canonicalAddress(address)) ? `${address} is an address of this service` : null
}

/** The form in which the URL standard writes a host (`0x7f.1` is `127.0.0.1`), or null where it is none. */
export function canonicalHost(hostname: string): string | null {
  const text = isIP(hostname) === 6 ? `[${hostname}]` : hostname
  if (!/^(\[[0-9a-f:.]+\]|[^\s:/?#@\\[\]]+)$/i.test(text) || !URL.canParse(`http://${text}`)) return null
  return new URL(`http://${text}`).hostname || null
}

/** Reads `host:port` (RFC 9110 section 9.3.6); null where it is none. The host comes in its canonical form. */
export function parsePlace(text: string): Place | null {
  const [, name, digits] = /^(\[.+\]|[^:]+):(\d{1,5})$/.exec(text) ?? []
  const host = name ? canonicalHost(name) : null
  return host === null ? null : { host, port: Number(digits) }
}

/** @returns canonical `host:port` @throws {Error} that names the entry which is not one */
export function parseAllowHosts(entries: readonly string[]): ReadonlySet<string> {
  return new Set(
    entries.map(entry => {
      const place = parsePlace(entry)
      if (!place || place.host.includes('*') || place.port < 1 || place.port > 65535)
        throw new Error(`${JSON.stringify(entry)} is not host:port; write it as localhost:8080 or [::1]:8080`)
      return `${place.host}:${place.port}`
    }),
  )
}

const placeOf = (url: URL): Place => ({ host: url.hostname, port: portOf(url) })

/** The port that a URL connects to, its scheme's own where it names none. */
export function portOf(url: URL): number {
  return url.port ? Number(url.port) : url.protocol === 'https:' ? 443 : 80
}

const PORTS = new Set([80, 443, 8080, 8443])

function portRefusal(port: number): string | null {
  return PORTS.has(port) ? null : `port ${port} may not be visited; use ${[...PORTS].join(', ')}`
}

function hostRefusal(host: string, policy: Policy): string | null {
  const literal = host.replace(/^\[|\]$/g, '')
  if (isIP(literal)) {
    const reason = literalRefusal(literal, policy)
    return reason && `${reason}; only public sites can be visited`
  }
  const name = host.replace(/\.$/, '')
  if (name.length > 253) return 'the host name is longer than 253 characters'
  if (name.includes('..') || name.startsWith('.')) return 'the host name has an empty part between its dots'
  if (!name.includes('.')) return `${JSON.stringify(name)} is a local name; only public sites can be visited`
  const local = LOCAL_SUFFIXES.find(suffix => name.endsWith(suffix))
  if (local) return `names that end in ${local} are local; only public sites can be visited`
  if (policy.own.has(name)) return `${name} is this service itself; only other sites can be visited`
  if (METADATA.has(name))
    return `${name} is a cloud provider's metadata service; only public sites can be visited`
  return null
}

/** RFC 6761, RFC 6762, RFC 8375, ICANN's .internal, and what routers and companies use in their stead. */
const LOCAL_SUFFIXES = [
  '.localhost',
  '.local',
  '.internal',
  '.localdomain',
  '.intranet',
  '.lan',
  '.corp',
  '.home.arpa',
]

const METADATA = new Set([
  'metadata.goog',
  'metadata.tencentyun.com',
  'metadata.packet.net',
  'metadata.platformequinix.com',
])
