/** A site made of a function on a free loopback port, and a store client that may reach it. */
import { createServer, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createGuard } from '../../server/egress/guard.ts'
import { createHttp } from '../../server/egress/http/index.ts'
import {
  createStoreClient,
  type StoreClient,
  type StoreClientOptions,
} from '../../server/store/access/client.ts'

export interface Reply {
  status?: number
  headers?: OutgoingHttpHeaders
  body?: string | Buffer
}

export interface Site {
  origin: string
  host: string
  /** Path and query of every request, in order. */
  asked: string[]
  /** Never waits: pauses that the client would make are skipped. */
  client(options?: Partial<StoreClientOptions>): StoreClient
  close(): Promise<void>
}

/** `answer` gets path and query; undefined is a plain 404. */
export async function site(
  answer: (path: string, request: IncomingMessage) => Reply | undefined | Promise<Reply | undefined>,
): Promise<Site> {
  const asked: string[] = []
  const server = createServer(async (request, response) => {
    asked.push(request.url!)
    const reply = (await answer(request.url!, request)) ?? {
      status: 404,
      body: '<title>404 Not found</title>',
    }
    const { status = 200, headers = {}, body = '' } = reply
    response.writeHead(status, { 'content-type': 'text/html; charset=utf-8', ...headers })
    response.end(body)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const origin = `http://${host}`
  const http = createHttp(createGuard({ allowHosts: [host] }), { userAgent: 'test', perHost: 8 })
  let now = 1_700_000_000_000
  const clock = {
    now: () => now,
    sleep: async (ms: number) => {
      now += ms
    },
  }
  return {
    origin,
    host,
    asked,
    client: options => createStoreClient(http, { origin, clock, ...options }),
    async close() {
      await http.close()
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
}
