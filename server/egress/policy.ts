/** What can be decided from a URL alone. Pure; hosts are WHATWG host names (`[::1]`, `example.com`). */
import { isIP } from 'node:net'
import { addressRefusal } from './address.ts'

/** Why `url` is refused, as a sentence that says what would be right, or null. */
export function urlRefusal(url: URL, allowed: ReadonlySet<string>): string | null {
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    return `the scheme ${url.protocol.slice(0, 40)} is not supported; use http: or https:`
  if (url.username || url.password) return 'the URL holds a user name or password; leave them out'
  return placeRefusal(url.hostname, portOf(url), allowed)
}

/** Why host and port are refused, or null. `host` is canonical: see `canonicalHost`. */
export function placeRefusal(host: string, port: number, allowed: ReadonlySet<string>): string | null {
  if (allowed.has(`${host}:${port}`)) return null
  return hostRefusal(host) ?? portRefusal(port)
}

/** The form in which the URL standard writes a host (`0x7f.1` is `127.0.0.1`), or null where it is none. */
export function canonicalHost(hostname: string): string | null {
  const text = isIP(hostname) === 6 ? `[${hostname}]` : hostname
  if (!/^(\[[0-9a-f:.]+\]|[^\s:/?#@\\[\]]+)$/i.test(text) || !URL.canParse(`http://${text}`)) return null
  return new URL(`http://${text}`).hostname || null
}

/** Reads `host:port` (RFC 9110 section 9.3.6); null where it is none. The host comes in its canonical form. */
export function parsePlace(text: string): { host: string; port: number } | null {
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

/** The port that a URL connects to, its scheme's own where it names none. */
export function portOf(url: URL): number {
  return url.port ? Number(url.port) : url.protocol === 'https:' ? 443 : 80
}

const PORTS = new Set([80, 443, 8080, 8443])

function portRefusal(port: number): string | null {
  return PORTS.has(port) ? null : `port ${port} may not be visited; use ${[...PORTS].join(', ')}`
}

function hostRefusal(host: string): string | null {
  const literal = host.replace(/^\[|\]$/g, '')
  if (isIP(literal)) {
    const reason = addressRefusal(literal)
    return reason && `${reason}; only public sites can be visited`
  }
  const name = host.replace(/\.$/, '')
  if (name.length > 253) return 'the host name is longer than 253 characters'
  if (!name.includes('.')) return `${JSON.stringify(name)} is a local name; only public sites can be visited`
  const local = LOCAL_SUFFIXES.find(suffix => name.endsWith(suffix))
  if (local) return `names that end in ${local} are local; only public sites can be visited`
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
