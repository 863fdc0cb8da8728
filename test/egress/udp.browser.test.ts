import { createSocket } from 'node:dgram'
import { networkInterfaces } from 'node:os'
import { expect, test } from 'vitest'
import { openBrowser } from '../../server/capture/page/browser.ts'
import { createGuard } from '../../server/egress/guard.ts'
import { startProxy } from '../../server/egress/proxy/index.ts'
import { startOrigin } from './origin.ts'
import { startUdpCanary } from './udp-canary.ts'

/** As URLs write them: those of this machine, where the canary listens. */
const ADDRESSES = [
  ...new Set(
    Object.values(networkInterfaces())
      .flatMap(list => list ?? [])
      .filter(({ scopeid }) => !scopeid)
      .map(({ address, family }) => (family === 'IPv6' ? `[${address}]` : address)),
  ),
]

test('no UDP leaves the browser: not by STUN, TURN, a peer connection or WebTransport', async () => {
  const canary = await startUdpCanary()
  const origin = await startOrigin((_request, response) => {
    response.setHeader('content-type', 'text/html')
    response.end(PAGE(ADDRESSES, canary.port))
  })
  const proxy = await startProxy(createGuard({ allowHosts: [origin.host] }))
  const browser = await openBrowser({ proxyUrl: proxy.url })
  try {
    const page = await browser.playwright.newPage()
    await page.goto(origin.url)
    expect(await page.evaluate('done')).toEqual({ peers: 'tried', transport: 'refused' })
    expect(canary.packets()).toBe(0)
    // It does hear what is sent to it.
    const sender = createSocket('udp4')
    await new Promise(resolve => sender.send('x', canary.port, '127.0.0.1', resolve))
    sender.close()
    await expect.poll(canary.packets).toBe(1)
  } finally {
    await browser.close()
    await proxy.close()
    await origin.close()
    await canary.close()
  }
})

const PAGE = (addresses: string[], port: number) => `<!doctype html><title>Peers</title><script>
  const addresses = ${JSON.stringify(addresses)}
  const iceServers = addresses.flatMap(address => [
    { urls: 'stun:' + address + ':${port}' },
    { urls: 'turn:' + address + ':${port}?transport=udp', username: 'u', credential: 'c' },
  ])
  async function peers() {
    const [from, to] = [new RTCPeerConnection({ iceServers }), new RTCPeerConnection({ iceServers })]
    from.createDataChannel('x')
    from.onicecandidate = ({ candidate }) => {
      if (candidate) to.addIceCandidate(candidate).catch(() => {})
    }
    to.onicecandidate = ({ candidate }) => candidate && from.addIceCandidate(candidate).catch(() => {})
    await from.setLocalDescription(await from.createOffer())
    await to.setRemoteDescription(from.localDescription)
    await to.setLocalDescription(await to.createAnswer())
    await from.setRemoteDescription(to.localDescription)
    // The other end as a page may name it: anywhere.
    for (const address of addresses)
      await from.addIceCandidate({
        candidate: 'candidate:1 1 udp 2122260223 ' + address.replace(/[\\[\\]]/g, '') + ' ${port} typ host',
        sdpMid: '0',
      }).catch(() => {})
    await new Promise(resolve => setTimeout(resolve, 3000))
    return 'tried'
  }
  var done = Promise.all([
    peers(),
    Promise.all(addresses.map(address => {
      if (!('WebTransport' in self)) return 'refused'
      return new WebTransport('https://' + address + ':${port}/').ready.then(() => 'passed', () => 'refused')
    })),
  ]).then(([peers, transports]) => ({ peers, transport: transports.every(one => one === 'refused') ? 'refused' : 'passed' }))
</script>`
