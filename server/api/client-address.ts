import type { IncomingMessage } from 'node:http'
import ipaddr from 'ipaddr.js'

type Range = [ipaddr.IPv4 | ipaddr.IPv6, number]

/**
 * Who asks, as the address that limits are counted by: IPv4 whole, IPv6 as its /64, which one subscriber has.
 * X-Forwarded-For counts from its end, as far as each address that passed it on is a trusted proxy.
 * @param trusted addresses and CIDR ranges
 */
export function clientAddress(trusted: readonly string[]): (request: IncomingMessage) => string {
  const ranges = trusted.map(rangeOf)
  return request => {
    let client = parsed(request.socket.remoteAddress ?? '')
    const forwarded = String(request.headers['x-forwarded-for'] ?? '').split(',')
    while (client && ranges.some(range => contains(range, client!))) {
      const next = parsed(forwarded.pop()?.trim() ?? '')
      if (!next) break
      client = next
    }
    return client ? shown(client) : 'unknown'
  }
}

function rangeOf(text: string): Range {
  if (text.includes('/')) return ipaddr.parseCIDR(text)
  const address = ipaddr.process(text)
  return [address, address.kind() === 'ipv4' ? 32 : 128]
}

const contains = ([range, bits]: Range, address: Range[0]) =>
  range.kind() === address.kind() && address.match(range as never, bits)

/** Some proxies add the port. */
function parsed(text: string): Range[0] | null {
  const bare = /^\[([^\]]+)\](?::\d+)?$/.exec(text)?.[1] ?? /^([\d.]+):\d+$/.exec(text)?.[1] ?? text
  return ipaddr.isValid(bare) && /[.:]/.test(bare) ? ipaddr.process(bare) : null
}

/** Of an IPv6 address as `clientAddress` tells it the /48 around it, of which one site may have all; else undefined. */
export function networkOf(address: string): string | undefined {
  if (!address.endsWith('::/64')) return
  return `${address.split(':').slice(0, 3).join(':')}::/48`
}

const shown = (address: Range[0]) =>
  address.kind() === 'ipv4'
    ? address.toString()
    : `${(address as ipaddr.IPv6).parts
        .slice(0, 4)
        .map(part => part.toString(16))
        .join(':')}::/64`
