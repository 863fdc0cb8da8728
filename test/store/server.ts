/** Hosts on loopback that a test answers for, and clients that may reach them. */
import { createServer, type IncomingMessage, type OutgoingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createGuard } from '../../server/egress/guard.ts'
import { createHttp, type Http } from '../../server/egress/http/index.ts'
import {
  createStoreClient,
  type StoreClient,
  type StoreClientOptions,
} from '../../server/store/access/client.ts'
import { closing } from '../mock-store/closing.ts'

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

export interface Reply {
  status?: number
  headers?: OutgoingHttpHeaders
  body?: string | Buffer
}

export interface Site {
  origin: string
  /** Path and query of every request, in order. */
  asked: string[]
  /** Never waits: pauses that the client would make are skipped. */
  client(options?: Partial<StoreClientOptions>): StoreClient
}

/** A site until the end of the test. `answer` gets path and query; undefined is a plain 404. */
export async function site(answer: (path: string) => Reply | undefined): Promise<Site> {
  const asked: string[] = []
  const { origin, host } = closing(
    await serveAnswers((request, response) => {
      asked.push(request.url!)
      const reply = answer(request.url!) ?? { status: 404, body: '<title>404 Not found</title>' }
      const { status = 200, headers = {}, body = '' } = reply
      response.writeHead(status, { 'content-type': 'text/html; charset=utf-8', ...headers }).end(body)
    }),
  )
  const http = closing(httpTo([host]))
  let now = 1_700_000_000_000
  const clock = {
    now: () => now,
    sleep: async (ms: number) => {
      now += ms
    },
  }
  return { origin, asked, client: options => createStoreClient(http, { origin, clock, ...options }) }
}
