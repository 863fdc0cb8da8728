/** Who may ask our proxy, where that is a browser on another machine. */
import { lookup } from 'node:dns/promises'
import type { RemoteBrowser } from '../config/index.ts'
import { addressRefusal, canonicalAddress } from './address.ts'

/**
 * For `startProxy`: where it listens, and the addresses of the browser, from which alone it is asked.
 * @throws Error where the endpoint is a public address: pages could reach it through the proxy, and strangers the proxy
 */
export async function proxyAddressFor({ endpoint, proxy }: RemoteBrowser) {
  const host = new URL(endpoint).hostname.replace(/^\[|\]$/g, '')
  const found = (await lookup(host, { all: true })).map(({ address }) => address)
  const open = found.find(address => addressRefusal(address) === null)
  if (open)
    throw new Error(
      `the remote browser ${host} is at ${open}, which is public; put it into a private network`,
    )
  return { ...proxy, peers: found.map(canonicalAddress) }
}
