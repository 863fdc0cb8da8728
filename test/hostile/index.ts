/** All hostile pages, and a server for each. */
import http from 'node:http'
import https from 'node:https'
import type { AddressInfo } from 'node:net'
import { key } from '../egress/certificate.ts'
import { BOMBS } from './bombs.ts'
import { CONTENTS } from './contents.ts'
import { type Fixture, HTML } from './fixture.ts'
import { NETWORK } from './network.ts'
import { SCRIPTS } from './scripts.ts'

export type { Fixture, Outcome } from './fixture.ts'

export const FIXTURES: readonly Fixture[] = [...NETWORK, ...SCRIPTS, ...CONTENTS, ...BOMBS]

export interface ServedFixture {
  url: string
  /** For the allow-list. */
  host: string
  close(): void
}

export async function serveFixture({ answer, certificate }: Fixture): Promise<ServedFixture> {
  const listener: http.RequestListener =
    typeof answer === 'function'
      ? answer
      : (request, response) => {
          const isPage = request.url === '/'
          response.writeHead(isPage ? 200 : 404, HTML).end(isPage ? answer : 'not found')
        }
  const server = certificate?.startsWith('-----BEGIN')
    ? https.createServer({ key, cert: certificate }, listener)
    : http.createServer({ maxHeaderSize: 1024 * 1024 }, listener)
  server.on('clientError', (_error, socket) =>
    certificate === 'none' ? socket.end('HTTP/1.1 400 Bad Request\r\n\r\n') : socket.destroy(),
  )
  server.on('connection', socket => socket.on('error', () => {}))
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const host = `localhost:${(server.address() as AddressInfo).port}`
  return {
    url: `${certificate ? 'https' : 'http'}://${host}/`,
    host,
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}
