import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/**
 * Why an IP address must not be visited, or null where it is public. An allow-list: only what IANA's
 * special-purpose registries leave as global unicast passes. IPv4-mapped IPv6 is judged as the IPv4 it reaches.
 */
export function addressRefusal(address: string): string | null {
  // A zone id (fe80::1%eth0) names an interface of this machine; no public address has one.
  if (isIP(address) === 0 || address.includes('%')) return `${shown(address)} is not an IP address`
  const parsed = ipaddr.process(address)
  const range = parsed.range()
  if (parsed instanceof ipaddr.IPv6 && range === 'unicast' && !isGlobal(parsed))
    return `${address} is a special-purpose address`
  if (range !== 'unicast') return `${address} is a ${WORDS[range] ?? 'special-purpose'} address`
  if (CLOUD_INTERNAL.has(parsed.toString()))
    return `${address} is an address of the cloud provider's own services`
  return null
}

/** In one spelling, an IPv4-mapped one as the IPv4 that it reaches. */
export const canonicalAddress = (address: string): string => ipaddr.process(address).toString()

/**
 * What IANA has given out so far, without 2001::/23, its block for protocols (RFC 2928), and what was given back:
 * 3ffe::/16, the 6bone (RFC 3701). Nor what a router would take for a tunnel to an IPv4 address: no site lives there.
 */
function isGlobal(address: ipaddr.IPv6): boolean {
  const within = (range: string) => address.match(ipaddr.IPv6.parseCIDR(range))
  return within('2000::/3') && !within('2001::/23') && !within('3ffe::/16') && !isIsatap(address)
}

/** RFC 5214, section 6.1: the interface part is 0000:5efe or 0200:5efe, then an IPv4 address, below any prefix. */
function isIsatap({ parts }: ipaddr.IPv6): boolean {
  return (parts[4]! & ~0x0200) === 0 && parts[5] === 0x5efe
}

/** Public by number, yet answered by the host that a virtual machine runs on. */
const CLOUD_INTERNAL = new Set(['168.63.129.16'])

const WORDS: Record<string, string> = {
  private: 'private',
  loopback: 'loopback',
  linkLocal: 'link-local',
  uniqueLocal: 'unique local',
  carrierGradeNat: 'carrier-grade NAT',
  unspecified: 'unspecified',
  broadcast: 'broadcast',
  multicast: 'multicast',
  reserved: 'reserved',
  rfc6052: 'NAT64',
  rfc6145: 'translated IPv4',
  '6to4': '6to4 tunnel',
  teredo: 'Teredo tunnel',
}

const shown = (text: string) => JSON.stringify(text.length > 80 ? `${text.slice(0, 80)}…` : text)
