import { prepareRemote } from '../capture/page/remote-browser.ts'
import type { Guard } from '../egress/guard.ts'
import { type EgressProxy, type ProxyOptions, startProxy } from '../egress/proxy/index.ts'
import { proxyAddressFor } from '../egress/remote-browser.ts'
import type { ScanOptions } from './types.ts'

/**
 * The proxy of a scan's browser. One on another machine asks at an address of ours, which is held first: whoever holds it
 * has the browser, and nothing that an earlier scan left in that is answered. @throws why the browser cannot be used
 */
export async function openProxy(
  guard: Guard,
  { remote, sandbox, budget, listener }: ProxyOptions & Pick<ScanOptions, 'remote' | 'sandbox'> = {},
): Promise<EgressProxy> {
  if (!remote) return startProxy(guard, { budget, listener })
  let isTaken = false
  const { peers, ...at } = await proxyAddressFor(remote)
  const address = { ...at, admits: (peer: string) => isTaken && peers.includes(peer) }
  const proxy = await startProxy(guard, { budget, address })
  try {
    await prepareRemote(remote, sandbox, proxy, () => {
      isTaken = true
    })
    return proxy
  } catch (error) {
    await proxy.close()
    throw error
  }
}
