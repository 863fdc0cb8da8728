import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Reply } from './shopify/reply.ts'

export interface ServedShop {
  origin: string
  host: string
  /** Paths with queries, in order. */
  requests: string[]
  /** Most requests at once. */
  peak(): number
  close(): Promise<void>
}

/** A shop on loopback whose answers `reply` makes. */
export async function serveShop(
  reply: (url: URL, origin: string, request: IncomingMessage) => Reply,
  { port = 0, delayMs = 0 } = {},
): Promise<ServedShop> {
  const requests: string[] = []
  let [now, peak] = [0, 0]
  const server = createServer(async (request, response) => {
    peak = Math.max(peak, ++now)
    try {
      const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
      if (requests.length < 100_000) requests.push(request.url ?? '')
      if (delayMs > 0) await new Promise(resolve => setTimeout(resolve, delayMs))
      const { status, headers, body } = reply(new URL(request.url ?? '/', origin), origin, request)
      response.writeHead(status, headers)
      response.end(request.method === 'HEAD' ? undefined : body)
    } catch (error) {
      response.writeHead(500).end(String(error))
    } finally {
      now--
    }
  })
  await new Promise<void>((resolve, reject) =>
    server.once('error', reject).listen(port, '127.0.0.1', resolve),
  )
  const { port: own } = server.address() as AddressInfo
  return {
    origin: `http://127.0.0.1:${own}`,
    host: `127.0.0.1:${own}`,
    requests,
    peak: () => peak,
    close() {
      server.closeAllConnections()
      return new Promise(resolve => server.close(() => resolve()))
    },
  }
}
