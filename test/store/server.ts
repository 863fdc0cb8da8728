/** A server on loopback that a test answers for, and a client that may reach it. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createGuard } from '../../server/egress/guard.ts'
import { createHttp, type Http } from '../../server/egress/http/index.ts'

export interface Served {
  origin: string
  host: string
  seen: { method: string; url: string; headers: IncomingMessage['headers'] }[]
  close(): Promise<void>
}

export async function serveAnswers(
  answer: (request: IncomingMessage, response: ServerResponse, count: number) => void,
): Promise<Served> {
  const seen: Served['seen'] = []
  const server = createServer((request, response) => {
    seen.push({ method: request.method!, url: request.url!, headers: request.headers })
    request.resume()
    answer(request, response, seen.length)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    origin: `http://${host}`,
    host,
    seen,
    async close() {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
}

export const httpTo = (hosts: string[], perHost = 8): Http =>
  createHttp(createGuard({ allowHosts: hosts }), { userAgent: 'test', perHost })
